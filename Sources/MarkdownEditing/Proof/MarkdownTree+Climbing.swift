import CommonMark

extension MarkdownTree {
  /// The number of steps up a tree that cost libcmark as much as one byte of plain text.
  private static let stepsPerByte: Int64 = 48
  /// The largest cost, which exceeds every budget.
  private static let most: Int64 = 1 << 24

  /// The cost of reading a text in addition to its bytes, in bytes. From each emphasis and link,
  /// libcmark goes up to the root to check that no node contains itself. In thousands of quotes,
  /// such as `> > > *a*`, that is most of its work. O(nodes).
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
