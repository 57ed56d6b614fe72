import CommonMark

/// The planner's proof by itself, so that tests can pass it wrong edits.
package enum Proof {
  /// Whether `after` is `before` with only the wanted changes of marks (contract, clauses 1 to 4).
  ///
  /// - Parameters:
  ///   - marks: the wanted marks of the characters outside image descriptions, for the index of
  ///     each node of `before` that is a leaf to change.
  ///   - takesBreaksAsBlanks: whether a soft break may become a blank in code.
  /// - Complexity: O(both trees).
  package static func accepts(
    _ after: MarkdownTree, as before: MarkdownTree, marks: [Int: [MarkSet]],
    takesBreaksAsBlanks: Bool = false
  ) -> Bool {
    let aims = marks.sorted { $0.key < $1.key }.map {
      TreeReading.Aim(node: $0.key, marks: $0.value)
    }
    return TreeReading(before).isRead(from: after, [], aims, isCode: takesBreaksAsBlanks)
  }

  /// Whether the contract considers two trees the same: for `*a*` and `_a_`, not for `*a*` and `a`.
  package static func isSame(_ first: MarkdownTree, as second: MarkdownTree) -> Bool {
    TreeReading(first) == TreeReading(second)
  }
}
