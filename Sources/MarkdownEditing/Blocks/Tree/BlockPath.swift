/// The way from a document to a block: the index among the children of each container.
typealias BlockPath = [Int]

extension Block {
  /// The block at the end of a path.
  subscript(path: ArraySlice<Int>) -> Block {
    guard let first = path.first else { return self }
    return children[first][path.dropFirst()]
  }

  /// The way to the leaf that has a line of the source; nil where no leaf has it.
  func path(toLine line: Int) -> BlockPath? {
    for (index, child) in children.enumerated() {
      if child.isLeaf {
        let origins = (child.lines + (child.heading.underline.map { [$0] } ?? [])).map { $0.origin }
        if origins.contains(line) { return [index] }
      } else if let first = child.firstOrigin, let last = child.lastOrigin, first <= line,
        line <= last, let rest = child.path(toLine: line)
      {
        return [index] + rest
      }
    }
    return nil
  }

  /// The same with the block at the end of a path replaced.
  func replacing(_ path: ArraySlice<Int>, with blocks: [Block]) -> Block {
    guard let first = path.first else { return self }
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
  /// The way to the leaf at a UTF-8 offset.
  func path(at offset: Int) -> BlockPath? { root.path(toLine: line(at: offset)) }
}
