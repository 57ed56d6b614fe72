import CommonMark

extension MarkdownTree {
  /// How many steps up a tree cost libcmark as much as a byte of plain text.
  private static let stepsPerByte: Int64 = 48
  /// No budget pays for more.
  private static let most: Int64 = 1 << 24

  /// What it costs to read a text besides its bytes, in bytes: libcmark goes from each emphasis and
  /// link up to the root, to see that no node comes to stand in itself. In thousands of quotes, as
  /// in `> > > *a*`, that is most of its work. O(nodes).
  var climbingCost: Int {
    var ends: ContiguousArray<Int32> = []
    var steps: Int64 = 0
    for (index, node) in nodes.enumerated() {
      while let end = ends.last, end <= index { ends.removeLast() }
      if node.kind.rawValue >= Kind.emphasis.rawValue { steps += Int64(ends.count) }
      if node.end > index + 1 { ends.append(node.end) }
    }
    return Int(min(steps / Self.stepsPerByte, Self.most))
  }
}
