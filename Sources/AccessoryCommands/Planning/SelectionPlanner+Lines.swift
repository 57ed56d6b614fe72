import MarkdownSyntax

/// Code over line endings is one span, but where a line would be read otherwise in it (clause 1):
/// libcmark is asked at which soft breaks code has to end.
extension SelectionPlanner {
  /// How many spellings are tried of each way to part code.
  private static let spellingsOfLines = 4

  /// A proved candidate and its rewriting, with code over as many soft breaks as can be.
  func spanned(
    _ rewriting: LeafEdit, of candidate: LeafPlanner.Candidate, _ planner: LeafPlanner
  ) -> (LeafPlanner.Candidate, LeafEdit) {
    if candidate.parted.isEmpty { return (candidate, rewriting) }
    let whole = spanned(candidate, planner)
    return (whole, combined([whole]))
  }

  /// A proved candidate, or one in which code goes over soft breaks before which it ends there: over so
  /// many that it can go over no other one.
  ///
  /// Several at a time are tried, then halves of those, so that a few lines that cannot stand in code
  /// cost a few proofs.
  private func spanned(_ candidate: LeafPlanner.Candidate, _ planner: LeafPlanner)
    -> LeafPlanner.Candidate
  {
    var result = candidate
    var groups = [candidate.parted]
    var isRepeated = false
    while let group = groups.popLast() {
      if group.isEmpty { continue }
      if let wider = proved(candidate, planner, partedAt: Set(result.parted).subtracting(group)) {
        result = wider
        isRepeated = isRepeated || !groups.isEmpty
      } else if group.count > 1 {
        let half = group.count / 2
        groups += [Array(group[half...]), Array(group[..<half])]
      }
      if budget.isSpent { return result }
      // What could not go while others stood may go now.
      if groups.isEmpty, isRepeated {
        groups = result.parted.map { [$0] }
        isRepeated = false
      }
    }
    return result
  }

  /// The first candidate that libcmark reads as wanted with code that ends before some soft breaks
  /// alone, spelled as another candidate is.
  private func proved(
    _ candidate: LeafPlanner.Candidate, _ planner: LeafPlanner, partedAt breaks: Set<Int>
  ) -> LeafPlanner.Candidate? {
    var other = self.planner(for: planner.text, gives: planner.gives)
    other.again(candidate, partedAt: breaks)
    for _ in 0..<Self.spellingsOfLines {
      guard let next = other.next() else { return nil }
      if next.parted.count < candidate.parted.count, isProved(combined([next]), [other]) {
        return next
      }
    }
    return nil
  }
}
