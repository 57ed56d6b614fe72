/// The path from a document to a block: the index in the children of each container.
typealias BlockPath = [Int]

extension Block {
  subscript(path: ArraySlice<Int>) -> Block {
    guard let first = path.first else { return self }
    return children[first][path.dropFirst()]
  }

  /// Returns the path to the leaf with a line of the source; nil if there is none.
  ///
  /// - Complexity: O(log *n*) in the number of children, unless a command has moved them.
  func path(toLine line: Int) -> BlockPath? {
    let children = children
    let guess = children.partitionPoint { ($0.lastOrigin ?? -1) >= line }
    if guess < children.count, let path = children[guess].path(toLine: line, at: guess) {
      return path
    }
    for (index, child) in children.enumerated() {
      if let path = child.path(toLine: line, at: index) { return path }
    }
    return nil
  }

  /// Returns the path through this block, a child at an index; nil if the line is not in it.
  private func path(toLine line: Int, at index: Int) -> BlockPath? {
    if isLeaf { return holds(line: line) ? [index] : nil }
    guard let first = firstOrigin, let last = lastOrigin, first <= line, line <= last else {
      return nil
    }
    return path(toLine: line).map { [index] + $0 }
  }

  /// Whether a source line is one of the leaf's. Most leaves end before it or begin after it.
  private func holds(line: Int) -> Bool {
    let lines = lines
    guard let first = lines.first?.origin, let last = lines.last?.origin else { return false }
    let mayHold = first < 0 || last < 0 || first <= line && line <= last
    return mayHold && lines.contains { $0.origin == line } || heading.underline?.origin == line
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
    _ path: ArraySlice<Int>, to blocks: @autoclosure @escaping () -> [Block],
    _ effect: Plan.Effect
  ) -> BlockChange {
    BlockChange(root: root.replacing(path, with: blocks()), effect: effect)
  }
}

extension BlockPath {
  /// The number of indices that two paths to leaves share, without those of the leaves.
  func sharedCount(with other: BlockPath) -> Int {
    zip(dropLast(), other.dropLast()).prefix { $0 == $1 }.count
  }
}
