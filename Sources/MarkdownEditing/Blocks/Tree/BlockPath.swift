/// The path from a document to a block: the index in the children of each container.
typealias BlockPath = [Int]

extension Block {
  subscript(path: ArraySlice<Int>) -> Block {
    guard let first = path.first else { return self }
    return children[first][path.dropFirst()]
  }

  /// Returns the path to the leaf with a line of the source; nil if there is none.
  func path(toLine line: Int) -> BlockPath? {
    for (index, child) in children.enumerated() {
      if child.isLeaf {
        if child.allLines.contains(where: { $0.origin == line }) { return [index] }
      } else if let first = child.firstOrigin, let last = child.lastOrigin, first <= line,
        line <= last, let rest = child.path(toLine: line)
      {
        return [index] + rest
      }
    }
    return nil
  }

  /// Returns the block with another one replaced. The empty path is that of the block itself.
  func replacing(_ path: ArraySlice<Int>, with blocks: [Block]) -> Block {
    guard let first = path.first else { return blocks.first ?? self }
    var result = self
    if path.count == 1 {
      result.children.replaceSubrange(first...first, with: blocks)
    } else {
      result.children[first] = children[first].replacing(path.dropFirst(), with: blocks)
    }
    return result
  }
}

extension BlockTree {
  func path(at offset: Int) -> BlockPath? { root.path(toLine: line(at: offset)) }

  /// Returns the change that inserts a block after a leaf, or in place of a blank line.
  func inserting(_ block: Block, after leaf: Block, at path: BlockPath) -> BlockChange {
    change(path[...], to: leaf.kind == .blank ? [block] : [leaf, block], .added)
  }

  /// Returns the change that replaces a block.
  func change(
    _ path: ArraySlice<Int>, to blocks: [Block], _ effect: Plan.Effect
  ) -> BlockChange {
    BlockChange(root: root.replacing(path, with: blocks), effect: effect)
  }
}

extension BlockPath {
  /// The number of indices that two paths to leaves share, without those of the leaves.
  func sharedCount(with other: BlockPath) -> Int {
    zip(dropLast(), other.dropLast()).prefix { $0 == $1 }.count
  }
}
