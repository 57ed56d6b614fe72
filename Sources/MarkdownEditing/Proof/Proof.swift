import CommonMark

/// The proof on its own, as the planner asks for it: for tests that hand it wrong edits.
package enum Proof {
  /// Whether `after` is `before` with just the marks of some leaves as they are to be (contract,
  /// clauses 1 to 4).
  ///
  /// - Parameters:
  ///   - marks: for the index of each node of `before` that is a leaf to change, the marks of its
  ///     characters outside image descriptions.
  ///   - takesBreaksAsBlanks: whether a soft break may be a blank in code, as for the command of code.
  /// - Complexity: O(both trees).
  package static func accepts(
    _ after: MarkdownTree, as before: MarkdownTree, marks: [Int: [MarkSet]],
    takesBreaksAsBlanks: Bool = false
  ) -> Bool {
    let aims = marks.sorted { $0.key < $1.key }.map {
      TreeReading.Aim(node: $0.key, marks: $0.value)
    }
    return TreeReading(before).isRead(from: after, aims, isCode: takesBreaksAsBlanks)
  }

  /// Whether two trees are the same as the contract compares them. Those of `*a*` and `_a_` are,
  /// those of `*a*` and `a` are not.
  package static func isSame(_ first: MarkdownTree, as second: MarkdownTree) -> Bool {
    TreeReading(first) == TreeReading(second)
  }
}
