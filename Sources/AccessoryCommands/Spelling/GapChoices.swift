/// What may be written in a gap: closers, innermost first, then openers.
struct GapChoices {
  let stack: DelimiterStack

  /// The ways to close the innermost marks, from none to all above the last bracket; each with
  /// the marks that are open after it.
  func closings() -> [(delimiters: [Delimiter], stack: [DelimiterEntry])] {
    var result: [(delimiters: [Delimiter], stack: [DelimiterEntry])] = []
    var waiting: [(delimiters: [Delimiter], stack: [DelimiterEntry])] = [([], stack.entries)]
    while let (delimiters, entries) = waiting.popLast() {
      result.append((delimiters, entries))
      guard delimiters.count < 4,
        let top = entries.lastIndex(where: { $0.isMeant || $0.character == 0 }),
        entries[top].isMeant
      else { continue }
      for isStrong in [false, true] {
        guard (isStrong ? entries[top].strong : entries[top].emphasis) > 0 else { continue }
        var rest = Array(entries[...top])
        if isStrong { rest[top].strong -= 1 } else { rest[top].emphasis -= 1 }
        let closer = Delimiter(
          isOpening: false, isStrong: isStrong, character: entries[top].character)
        waiting.append((delimiters + [closer], rest))
      }
    }
    return result
  }

  /// The marks open in a stack.
  static func open(_ entries: [DelimiterEntry]) -> MarkSet {
    var marks: MarkSet = []
    for entry in entries {
      if entry.strong > 0 { marks.insert(.strong) }
      if entry.emphasis > 0 { marks.insert(.emphasis) }
    }
    return marks
  }

  /// The ways to open `marks`: both orders, both characters.
  static func openings(_ marks: MarkSet) -> [[Delimiter]] {
    if marks.isEmpty { return [[]] }
    var result: [[Delimiter]] = []
    let characters = [UInt8(ascii: "*"), UInt8(ascii: "_")]
    let orders: [[Bool]] =
      marks == .delimited ? [[true, false], [false, true]] : [[marks == .strong]]
    for order in orders {
      for outer in characters {
        for inner in order.count == 2 ? characters : [outer] {
          var opening: [Delimiter] = []
          for (isStrong, character) in zip(order, [outer, inner]) {
            opening.append(Delimiter(isOpening: true, isStrong: isStrong, character: character))
          }
          result.append(opening)
        }
      }
    }
    return result
  }

  /// What the source has in a gap with the mark's delimiters taken away or one or two added.
  ///
  /// So the rest of the gap stays as it is even where its nesting is redundant.
  static func variations(of gap: [Delimiter], mark: MarkSet) -> [[Delimiter]] {
    guard !gap.isEmpty, mark.isSubset(of: .delimited) else { return [] }
    let rest = gap.filter { $0.mark != mark }
    var result = rest == gap ? [] : [rest]
    let firstOpening = rest.firstIndex { $0.isOpening } ?? rest.count
    for character in [UInt8(ascii: "*"), UInt8(ascii: "_")] {
      let closer = Delimiter(isOpening: false, isStrong: mark == .strong, character: character)
      let opener = Delimiter(isOpening: true, isStrong: mark == .strong, character: character)
      for place in 0...firstOpening {
        result.append(Array(rest[..<place]) + [closer] + Array(rest[place...]))
      }
      for place in firstOpening...rest.count {
        let opened = Array(rest[..<place]) + [opener] + Array(rest[place...])
        result.append(opened)
        for other in 0...firstOpening {
          result.append(Array(opened[..<other]) + [closer] + Array(opened[other...]))
        }
      }
    }
    return result
  }

  /// Whether a gap closes a mark and opens it again: `**a****b**` for what is one run.
  static func interrupts(_ gap: [Delimiter], _ mark: MarkSet) -> Bool {
    gap.contains { !$0.isOpening && $0.mark == mark }
      && gap.contains { $0.isOpening && $0.mark == mark }
  }

  /// What it costs to write `new` in the place of `old`, for a command on `mark`.
  ///
  /// The cheapest way to turn one into the other: what stays, in order, costs nothing.
  static func cost(
    of new: ArraySlice<Delimiter>, replacing old: ArraySlice<Delimiter>, mark: MarkSet
  ) -> Int {
    if new == old { return 0 }
    var best = Int.max
    if let first = old.first {
      best = removal(first, mark) + cost(of: new, replacing: old.dropFirst(), mark: mark)
    }
    if let first = new.first {
      best = min(
        best, addition(first, mark) + cost(of: new.dropFirst(), replacing: old, mark: mark))
      if first == old.first {
        best = min(best, cost(of: new.dropFirst(), replacing: old.dropFirst(), mark: mark))
      }
    }
    return best
  }

  private static func removal(_ delimiter: Delimiter, _ mark: MarkSet) -> Int {
    Cost.removedByte * delimiter.length + (delimiter.mark == mark ? 0 : Cost.otherMark)
  }

  private static func addition(_ delimiter: Delimiter, _ mark: MarkSet) -> Int {
    Cost.addedByte * delimiter.length + (delimiter.mark == mark ? 0 : Cost.otherMark)
      + (delimiter.character == UInt8(ascii: "_") ? Cost.underscore : 0)
  }
}
