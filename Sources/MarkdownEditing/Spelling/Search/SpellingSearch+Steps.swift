import MarkdownSyntax

/// One step of the search: the choice of a gap's delimiters, and of the spelling of the next piece.
extension SpellingSearch {
  /// After so many tried gaps, a step pays for them. Long gaps have thousands of variations.
  private static let manyTried = 1 << 12
  /// Finds the states after a piece.
  mutating func step(
    from states: ContiguousArray<SearchState>, _ piece: Piece.Outline, _ index: Int
  ) {
    next.removeAll(keepingCapacity: true)
    made.removeAll(keepingCapacity: true)
    let old = pieces[index].gap
    let isOpen = isOpen(piece, index)
    let others = old.removing(mark)
    var cheapest = Int.max
    for state in states {
      guard payWhereManyAreTried() else { return }
      keep(state, piece, index, old)
      guard isOpen else { continue }
      let end = arena.end
      findGaps(for: piece, after: state)
      arena.forget(from: end)
      tried += gaps.count
      if old.count > 16 { tried += gaps.count * old.count / 8 }
      for place in gaps.indices where gaps[place] != old {
        let gap = gaps[place]
        if let wanted = piece.wanted, !state.has(wanted, after: gap, in: arena) { continue }
        let cost = state.cost + GapChoices.cost(of: gap, replacing: old, mark: mark)
        if cost > bound { continue }
        if window < .max {
          if let last = next.last { cheapest = min(cheapest, last.cost) }
          if cheapest < .max, cost > limit(from: cheapest) { continue }
        }
        let changesOthers = gap.removing(mark) != others
        change(state, piece, index, gap, old, cost: cost, changesOthers: changesOthers)
      }
    }
  }

  /// Continues with `gap` instead of the source's delimiters.
  private mutating func change(
    _ state: SearchState, _ piece: Piece.Outline, _ index: Int, _ gap: Gap, _ old: Gap, cost: Int,
    changesOthers: Bool
  ) {
    var changed = state
    tried += 1
    let (end, count) = (arena.end, next.count)
    defer { if next.count == count { arena.forget(from: end) } }
    // If delimiters are only removed, the others are still as the user wrote them.
    let isEdited = !gap.isPart(of: old)
    guard changed.write(gap, replacing: old, isEdited: isEdited, in: &arena) else { return }
    changed.cost += cost - state.cost
    if changesOthers { changed.changeOthers() }
    if copies > 1, !old.isPart(of: gap) { changed.hasRemoved = true }
    finish(changed, piece, index, gap: gap, isEdited: true)
  }

  /// Pays within a step. Returns false if the budget is used up.
  private mutating func payWhereManyAreTried() -> Bool {
    guard tried >= Self.manyTried else { return true }
    defer { tried = 0 }
    return budget.spend(steps: Self.partsOfTry * tried / Self.partsOfStep)
  }

  /// Continues with the source's delimiters.
  private mutating func keep(
    _ state: SearchState, _ piece: Piece.Outline, _ index: Int, _ old: Gap
  ) {
    var kept = state
    let (end, count) = (arena.end, next.count)
    defer { if next.count == count { arena.forget(from: end) } }
    guard kept.write(old, replacing: old, isEdited: false, in: &arena) else { return }
    finish(kept, piece, index, gap: old, isEdited: false)
  }

  /// Writes the piece both plainly and with its alternative.
  private mutating func finish(
    _ state: SearchState, _ piece: Piece.Outline, _ index: Int, gap: Gap, isEdited: Bool
  ) {
    write(piece, index, after: state, gap: gap, isEdited: isEdited, takesAlternative: false)
    if piece.hasAlternative {
      write(piece, index, after: state, gap: gap, isEdited: isEdited, takesAlternative: true)
    }
  }

  private mutating func write(
    _ piece: Piece.Outline, _ index: Int, after state: SearchState, gap: Gap, isEdited: Bool,
    takesAlternative: Bool
  ) {
    written += 1
    var after = state
    guard
      after.write(
        piece, takesAlternative: takesAlternative, isEmptyGap: gap.isEmpty, isEdited: isEdited,
        in: &arena)
    else { return }
    if givesMark, piece[.isAtEnd], piece.depth == 0, !mark.isEmpty,
      after.open(in: arena).isSuperset(of: mark)
    {
      drawIn(piece, index, gap, &after)
    }
    if !gap.isEmpty {
      if nests(gap, piece.depth, after) {
        after.breakRule(at: Cost.nesting)
      } else if piece[.isInRun], interrupts(gap, piece, isEdited: isEdited) {
        if piece[.isCrossed], !after.hasChangedOthers, GapChoices.crosses(gap, mark) {
          after.cross(piece)
        } else {
          after.breakRule(at: Cost.interruption)
        }
      }
    }
    if after.cost > bound { return }
    if isEdited || takesAlternative {
      made.append(
        SpellingChoice(
          parent: after.choice, piece: index, gap: isEdited ? gap : nil,
          takesAlternative: takesAlternative))
      after.made = Int32(truncatingIfNeeded: made.count - 1)
    }
    next.append(after)
  }

  /// Whether a gap interrupts a run of the command. Between unchanged characters, that is the
  /// user's own choice, unless an earlier command split the run there.
  private func interrupts(_ gap: Gap, _ piece: Piece.Outline, isEdited: Bool) -> Bool {
    guard GapChoices.interrupts(gap, mark) else { return false }
    return isEdited || piece[.isBesideSelected] || piece[.isPause]
  }

  /// Charges for a piece that is inside the mark although it is at an end.
  private func drawIn(
    _ piece: Piece.Outline, _ index: Int, _ gap: Gap, _ after: inout SearchState
  ) {
    let isFirst =
      index == 0 || !pieces[index - 1][.isAtEnd] || pieces[index - 1].depth > 0
      || gap.contains { $0.isOpening && $0.mark == mark }
    let isHeld = after.open(in: arena) != mark || after.stack.isInLink(arena)
    if piece[.isHeldByNode], isHeld {
      after.cost += isFirst ? Cost.shielded : Cost.drawnIn
    } else if isFirst || pieces[index - 1][.isHeldByNode] {
      after.breakRule(at: Cost.firstDrawnIn)
    } else {
      after.cost += Cost.drawnIn
    }
  }

  /// Whether a gap opens the mark inside itself, and deeper than `depth`, which the source has.
  private func nests(_ gap: Gap, _ depth: Int, _ after: SearchState) -> Bool {
    guard gap.contains(where: { $0.isOpening && $0.mark == mark }) else { return false }
    return after.depth(of: mark, in: arena) > max(1, depth)
  }
}
