import MarkdownSyntax

/// The possible delimiters of a gap.
extension SpellingSearch {
  /// Finds the delimiters that a gap may have instead of the source's, each once.
  mutating func findGaps(for piece: Piece.Outline, after state: SearchState) {
    gaps.removeAll(keepingCapacity: true)
    guard let run = state.run else {
      if state.stack.top < 0 {
        // Most of a text: nothing is open, so nothing can be closed.
        let nothing = GapChoices.Closing(delimiters: [], open: [], isInsideMark: false)
        for gap in openings(for: piece, after: nothing) { offer(gap) }
        return
      }
      findGaps(for: piece, from: state.stack, before: nil)
      return
    }
    // The effect of a literal run before the gap depends on the next character.
    findGaps(for: piece, after: state, run, before: piece.first)
    for scalar in alphabet.scalars { findGaps(for: piece, after: state, run, before: scalar) }
    // Openers that continue the run.
    let nothing = GapChoices.Closing(
      delimiters: [], open: state.open(in: arena), isInsideMark: true)
    for gap in openings(for: piece, after: nothing) where gap.first?.character == run.character {
      offer(gap)
    }
  }

  private mutating func offer(_ gap: Gap) {
    if !gaps.contains(gap) { gaps.append(gap) }
  }

  /// Finds the gaps that end a run before the scalar `next`.
  private mutating func findGaps(
    for piece: Piece.Outline, after state: SearchState, _ run: WrittenRun,
    before next: Unicode.Scalar
  ) {
    guard next.value != UInt32(run.character) else { return }
    var stack = state.stack
    guard stack.end(run, after: next, in: &arena) else { return }
    findGaps(for: piece, from: stack, before: next)
  }

  /// Finds the closers and openers that lead from a stack to the marks of a piece. If `next` is not
  /// nil, they begin with that scalar.
  private mutating func findGaps(
    for piece: Piece.Outline, from stack: DelimiterStack, before next: Unicode.Scalar?
  ) {
    GapChoices.findClosings(of: stack, in: arena, &closings)
    for closing in closings {
      for opening in openings(for: piece, after: closing) {
        let gap = closing.delimiters + opening
        if let next {
          let begins = gap.first.map { UInt32($0.character) == next.value } ?? (next == piece.first)
          if !begins { continue }
        }
        offer(gap)
      }
    }
  }

  /// The possible openers before a piece after some marks are closed.
  private func openings(
    for piece: Piece.Outline, after closing: GapChoices.Closing
  ) -> ContiguousArray<Gap> {
    switch piece.kind {
    case .end: return closing.open.isEmpty ? GapChoices.openings([], alphabet) : []
    case .linkClose: return closing.isInsideMark ? [] : GapChoices.openings([], alphabet)
    case .linkOpen:
      guard closing.open.isSubset(of: piece.common) else { return [] }
      return GapChoices.openings(ofSome: piece.common.subtracting(closing.open), alphabet)
    case .plain, .delimiter:
      if let wanted = piece.wanted {
        guard closing.open.isSubset(of: wanted) else { return [] }
        if !isWide, !closing.delimiters.isEmpty,
          closing.delimiters.allSatisfy({ wanted.contains($0.mark) })
        {
          return []
        }
        return GapChoices.openings(wanted.subtracting(closing.open), alphabet)
      }
      if piece[.isWhiteSpace] { return GapChoices.openings([], alphabet) }
      return GapChoices.openings(ofSome: MarkSet.delimited.subtracting(closing.open), alphabet)
    }
  }
}
