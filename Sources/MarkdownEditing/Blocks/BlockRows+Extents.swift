import MarkdownSyntax

/// The blocks that lines are parts of.
extension BlockRows {
  private enum Part: Equatable {
    case container(Int)
    case list(Int)
    case leaf(Int)
  }

  /// The number of containers, from the outermost on, that two lines are both in.
  func sharedDepth(_ line: Int, _ other: Int) -> Int {
    zip(rows[line].prefixes, rows[other].prefixes).prefix { $0.container == $1.container }.count
  }

  /// The list, directly inside `depth` containers, of an item that a line is in.
  func list(of line: Int, at depth: Int) -> Int? {
    depth < rows[line].prefixes.count
      ? containers[rows[line].prefixes[depth].container].list : nil
  }

  /// The list of the items that a line is in, or that a blank line is between.
  func list(around line: Int, at depth: Int) -> Int? {
    func isInBlock(_ line: Int) -> Bool { !rows[line].isBlank || rows[line].prefixes.count > depth }
    guard !isInBlock(line), let above = indices[..<line].last(where: isInBlock),
      let below = indices[(line + 1)...].first(where: isInBlock),
      let own = list(of: above, at: depth), own == list(of: below, at: depth)
    else { return list(of: line, at: depth) }
    return own
  }

  private func part(of line: Int, at depth: Int, _ joinsLists: Bool) -> Part? {
    guard depth < rows[line].prefixes.count else { return rows[line].leaf.map { .leaf($0) } }
    let own = rows[line].prefixes[depth].container
    if joinsLists, let list = containers[own].list { return .list(list) }
    return .container(own)
  }

  /// The lines of the block, directly inside `depth` containers, that a line is part of. An item is
  /// a block of its own unless lists are joined.
  func extent(of line: Int, at depth: Int, joinsLists: Bool = false) -> Range<Int> {
    guard let own = part(of: line, at: depth, joinsLists) else { return line..<line + 1 }
    func end(_ step: Int) -> Int {
      var (end, next) = (line, line + step)
      while rows.indices.contains(next) {
        let other = part(of: next, at: depth, joinsLists)
        if other == own { end = next } else if other != nil { break }
        next += step
      }
      return end
    }
    return end(-1)..<end(1) + 1
  }

  /// The lines of the blocks from that of the first to that of the last of some lines.
  func extent(of lines: [Int], at depth: Int, joinsLists: Bool = false) -> Range<Int> {
    guard let first = lines.first, let last = lines.last else { return 0..<0 }
    return extent(of: first, at: depth, joinsLists: joinsLists)
      .joined(with: extent(of: last, at: depth, joinsLists: joinsLists))
  }
}
