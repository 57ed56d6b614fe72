/// The delimiters that are possible in a gap: closers, the innermost first, then openers.
enum GapChoices {
  /// A way to close the innermost marks.
  struct Closing {
    var delimiters: Gap
    /// The marks that are open after it.
    var open: MarkSet
    /// Whether a mark of the current link (or of the leaf, outside links) is open after it. For
    /// example, without closers it is after `*a`.
    var isInsideMark: Bool
  }

  /// Finds the ways to close the innermost marks, from none to all above the last bracket.
  static func findClosings(
    of stack: DelimiterStack, in arena: DelimiterArena,
    _ result: inout ContiguousArray<Closing>
  ) {
    result.removeAll(keepingCapacity: true)
    let node = stack.top >= 0 ? arena[stack.top] : nil
    appendClosings(
      Gap(), node, node?.entry.strong ?? 0, node?.entry.emphasis ?? 0, arena, &result)
  }

  /// Appends the ways to go on closing after `closers`, with so many marks left to close in `node`.
  private static func appendClosings(
    _ closers: Gap, _ node: DelimiterArena.Node?, _ strong: Int32, _ emphasis: Int32,
    _ arena: DelimiterArena, _ result: inout ContiguousArray<Closing>
  ) {
    var node = node
    var (strong, emphasis) = (strong, emphasis)
    // Goes down to the entry that must be closed next.
    if let last = node, last.entry.character != 0, strong + emphasis == 0 {
      node = last.below >= 0 ? arena.meant(from: last.below) : nil
      (strong, emphasis) = (node?.entry.strong ?? 0, node?.entry.emphasis ?? 0)
    }
    let isInsideMark = strong + emphasis > 0
    var open: MarkSet = []
    if let node {
      if node.strong - node.entry.strong + strong > 0 { open.insert(.strong) }
      if node.emphasis - node.entry.emphasis + emphasis > 0 { open.insert(.emphasis) }
    }
    result.append(Closing(delimiters: closers, open: open, isInsideMark: isInsideMark))
    guard isInsideMark, closers.count < 4, let character = node?.entry.character else { return }
    if strong > 0 {
      var more = closers
      more.append(
        Delimiter(
          isOpening: false, isStrong: true, character: character,
          width: Int(node?.entry.length ?? 2)))
      appendClosings(more, node, strong - 1, emphasis, arena, &result)
    }
    if emphasis > 0 {
      var more = closers
      more.append(Delimiter(isOpening: false, isStrong: false, character: character))
      appendClosings(more, node, strong, emphasis - 1, arena, &result)
    }
  }

  /// The ways to open `marks`, in both orders and with both characters.
  static func openings(_ marks: MarkSet, _ alphabet: Alphabet) -> ContiguousArray<Gap> {
    if alphabet != .stars { return marks.isEmpty ? [[]] : markOpenings(alphabet) }
    return openingTable[Int(marks.intersection(.delimited).rawValue)]
  }

  /// The ways to open none, some or all of `marks`.
  static func openings(ofSome marks: MarkSet, _ alphabet: Alphabet) -> ContiguousArray<Gap> {
    if alphabet != .stars { return marks.contains(.strong) ? [[]] + markOpenings(alphabet) : [[]] }
    return someOpeningTable[Int(marks.intersection(.delimited).rawValue)]
  }

  /// The ways to open a dialect's mark.
  private static func markOpenings(_ alphabet: Alphabet) -> ContiguousArray<Gap> {
    alphabet == .equals ? equals : alphabet == .tildes ? tildes : tildes + singleTildes
  }

  private static let tildes: ContiguousArray<Gap> = [
    [Delimiter(isOpening: true, isStrong: true, character: .tilde)]
  ]
  private static let singleTildes: ContiguousArray<Gap> = [
    [Delimiter(isOpening: true, isStrong: true, character: .tilde, width: 1)]
  ]
  private static let equals: ContiguousArray<Gap> = [
    [Delimiter(isOpening: true, isStrong: true, character: .equalsSign)]
  ]

  private static let openingTable: [ContiguousArray<Gap>] = (UInt8(0)..<4).map {
    makeOpenings(MarkSet(rawValue: $0))
  }

  private static let someOpeningTable: [ContiguousArray<Gap>] = (UInt8(0)..<4).map { raw in
    var result: ContiguousArray<Gap> = [[]]
    for marks in [MarkSet.strong, .emphasis, .delimited]
    where marks.isSubset(of: MarkSet(rawValue: raw)) {
      result += makeOpenings(marks)
    }
    return result
  }

  private static func makeOpenings(_ marks: MarkSet) -> ContiguousArray<Gap> {
    if marks.isEmpty { return [[]] }
    var result: ContiguousArray<Gap> = []
    let characters: [UInt8] = [.asterisk, .underscore]
    let orders: [[Bool]] =
      marks == .delimited ? [[true, false], [false, true]] : [[marks == .strong]]
    for order in orders {
      for outer in characters {
        for inner in order.count == 2 ? characters : [outer] {
          var opening = Gap()
          for (isStrong, character) in zip(order, [outer, inner]) {
            opening.append(Delimiter(isOpening: true, isStrong: isStrong, character: character))
          }
          result.append(opening)
        }
      }
    }
    return result
  }

  /// Whether a gap closes a mark and opens it again, as in `**a****b**` for one run.
  static func interrupts(_ gap: Gap, _ mark: MarkSet) -> Bool {
    gap.contains { !$0.isOpening && $0.mark == mark }
      && gap.contains { $0.isOpening && $0.mark == mark }
  }

  /// Whether another mark begins or ends between the closer and the opener of an interrupted mark.
  static func crosses(_ gap: Gap, _ mark: MarkSet) -> Bool {
    guard let close = gap.firstIndex(where: { !$0.isOpening && $0.mark == mark }),
      let open = gap.lastIndex(where: { $0.isOpening && $0.mark == mark })
    else { return false }
    return gap[close...open].contains { $0.mark != mark }
  }

  /// The cost of replacing `old` by `new`, for a command on `mark`.
  ///
  /// Delimiters that stay in the same order cost nothing. O(both lengths multiplied). For hundreds
  /// of delimiters, their order is ignored: O(both lengths added).
  static func cost(of new: Gap, replacing old: Gap, mark: MarkSet) -> Int {
    // Equal delimiters at both ends stay.
    let same = new.commonEnds(with: old)
    let (first, last) = (same.first, min(same.last, min(new.count, old.count) - same.first))
    let (end, oldEnd) = (new.count - last, old.count - last)
    if first == oldEnd { return (first..<end).reduce(0) { $0 + addition(new[$1], mark) } }
    if first == end { return (first..<oldEnd).reduce(0) { $0 + removal(old[$1], mark) } }
    if oldEnd - first == 1 {
      let all = (first..<end).reduce(0) { $0 + addition(new[$1], mark) }
      let isKept = (first..<end).contains { new[$0] == old[first] }
      return all + (isKept ? -addition(old[first], mark) : removal(old[first], mark))
    }
    if (end - first) * (oldEnd - first) > manyPairs {
      return unorderedCost(of: new[first..<end], replacing: old[first..<oldEnd], mark)
    }
    // The cost of the rest of `new` from each delimiter on, for a growing part of `old`.
    var costs = ContiguousArray(repeating: 0, count: end - first + 1)
    for index in (first..<end).reversed() {
      costs[index - first] = costs[index - first + 1] + addition(new[index], mark)
    }
    for delimiter in old[first..<oldEnd].reversed() {
      var diagonal = costs[end - first]
      costs[end - first] += removal(delimiter, mark)
      for index in (first..<end).reversed() {
        let kept = new[index] == delimiter ? diagonal : Int.max
        diagonal = costs[index - first]
        costs[index - first] = min(
          kept, costs[index - first] + removal(delimiter, mark),
          costs[index - first + 1] + addition(new[index], mark))
      }
    }
    return costs[0]
  }

  /// With more pairs of a new and an old delimiter than this, their order is ignored.
  private static let manyPairs = 1024

  /// The cost of the delimiters that only one of two gaps has.
  private static func unorderedCost(
    of new: Swift.Slice<Gap>, replacing old: Swift.Slice<Gap>, _ mark: MarkSet
  ) -> Int {
    var missing = SIMD16<Int32>()
    for delimiter in old { missing[delimiter.kind] += 1 }
    for delimiter in new { missing[delimiter.kind] -= 1 }
    return missing.indices.reduce(0) { sum, kind in
      let (delimiter, count) = (Delimiter(kind: kind), Int(missing[kind]))
      return sum
        + (count > 0 ? count * removal(delimiter, mark) : -count * addition(delimiter, mark))
    }
  }

  private static func removal(_ delimiter: Delimiter, _ mark: MarkSet) -> Int {
    Cost.removedByte * delimiter.length + (delimiter.mark == mark ? 0 : Cost.otherMark)
  }

  private static func addition(_ delimiter: Delimiter, _ mark: MarkSet) -> Int {
    Cost.addedByte * (delimiter.isSingleTilde ? 2 : delimiter.length)
      + (delimiter.mark == mark ? 0 : Cost.otherMark)
      + (delimiter.character == .underscore || delimiter.isSingleTilde ? Cost.underscore : 0)
  }
}
