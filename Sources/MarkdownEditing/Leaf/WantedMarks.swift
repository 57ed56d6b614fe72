import MarkdownSyntax

/// The marks that each visible character of a leaf should have after a command.
struct WantedMarks {
  /// The marks of each character. White space is free by clause 4; its marks are preferences.
  var marks: [MarkSet]
  /// The ascending ranges of characters that should be inside the mark: selected ones and white
  /// space between them. For example, all of `a b` if both letters are selected.
  private var inside: [Range<Int>] = []
  /// The runs that the selected characters become part of, as ascending ranges of characters. For
  /// example, all of `*a* b` if `b` becomes emphasis.
  private(set) var runs: [Range<Int>] = []
  /// The shortest range that contains all characters whose marks change.
  private(set) var changed = 0..<0

  /// Adds `mark` to the selected characters of `text` if `gives`; otherwise, removes it.
  ///
  /// - Parameter joinsRuns: whether they become part of the runs around them, with the white space
  ///   between. Selected characters do; a word typed in a pair does not.
  init(_ text: LeafText, mark: Mark, gives: Bool, joinsRuns: Bool = true) {
    marks = text.characters.map { $0.marks }
    for index in text.selectionBounds
    where text.characters[index].isSelected && text.characters[index].isMarkable {
      guard marks[index].contains(mark.set) != gives else { continue }
      if gives { marks[index].insert(mark.set) } else { marks[index].remove(mark.set) }
      changed = (changed.isEmpty ? index : changed.lowerBound)..<(index + 1)
    }
    if gives {
      markBetween(text)
      if joinsRuns { markRuns(text, mark: mark.set) }
    }
    if joinsRuns { settleWhiteSpace(text, mark: mark, gives: gives) }
  }

  /// Whether a character should be inside the mark: the space of a selected `a b`.
  func isInside(_ index: Int) -> Bool { Self.holds(index, inside) }

  /// Whether a character is in a run that selected ones join: `a` of `*a* b` if `b` gets emphasis.
  func isInRun(_ index: Int) -> Bool { Self.holds(index, runs) }

  /// Whether one of the ascending `stretches` contains an index. O(log n).
  private static func holds(_ index: Int, _ stretches: [Range<Int>]) -> Bool {
    let place = stretches.partitionPoint { $0.upperBound > index }
    return place < stretches.count && stretches[place].lowerBound <= index
  }

  /// Finds the white space between selected characters, which belongs inside the mark.
  private mutating func markBetween(_ text: LeafText) {
    var last: Int?
    for index in text.selectionBounds where text.characters[index].isMarkable {
      if text.characters[index].isSelected {
        let before = last == nil ? nil : inside.popLast()
        inside.append((before?.lowerBound ?? index)..<index + 1)
        last = index
      } else {
        last = nil
      }
    }
  }

  /// Finds the runs that the selected characters become part of.
  private mutating func markRuns(_ text: LeafText, mark: MarkSet) {
    /// Whether a run continues over a character: white space or one with the mark, as in `**a b**`.
    func continuesRun(_ index: Int) -> Bool {
      !text.characters[index].isMarkable || marks[index].contains(mark)
    }
    var start = text.selectionBounds.lowerBound
    while start > 0, continuesRun(start - 1) { start -= 1 }
    while start < text.selectionBounds.upperBound {
      var end = start
      var isTouched = false
      while end < marks.count, continuesRun(end) {
        isTouched = isTouched || isInside(end)
        end += 1
      }
      var last = end
      while last > start, !text.characters[last - 1].isMarkable { last -= 1 }
      while start < last, !text.characters[start].isMarkable { start += 1 }
      if isTouched { runs.append(start..<last) }
      start = end + 1
    }
  }

  /// Sets the marks of white space, which depend on the characters around it.
  private mutating func settleWhiteSpace(_ text: LeafText, mark: Mark, gives: Bool) {
    var index = firstUnsettled(from: 0, text)
    while index < marks.count {
      var end = index
      while end < marks.count, !text.characters[end].isMarkable { end += 1 }
      var stretch = Stretch(before: index - 1, after: end)
      for white in index..<end {
        marks[white] = settled(text, white, &stretch, mark: mark, gives: gives)
      }
      index = firstUnsettled(from: end, text)
    }
  }

  /// The first white space from `start` on whose marks have to be determined, or the end. Skips
  /// those between characters without marks, as in `a b`.
  private func firstUnsettled(from start: Int, _ text: LeafText) -> Int {
    text.characters.withUnsafeBufferPointer { characters in
      marks.withUnsafeBufferPointer { marks in
        /// Whether white space keeps having no marks, like the space of `a b`.
        func isSettled(_ white: Int) -> Bool {
          characters[white].marks.isEmpty && characters[white].codeSpan < 0 && white > 0
            && white &+ 1 < marks.count && characters[white &+ 1].isMarkable
            && marks[white &- 1].isEmpty && marks[white &+ 1].isEmpty
        }
        var index = start
        while index < marks.count, characters[index].isMarkable || isSettled(index) { index &+= 1 }
        return index
      }
    }
  }

  /// A stretch of white space, with the answers to questions about all of it.
  private struct Stretch {
    /// The indices of the characters around it, which may be out of bounds.
    let before: Int
    let after: Int
    /// The result of `isPlain(in:)`, or nil before the first call.
    private(set) var isPlain: Bool?
    /// The result of `isFreeOfCode(in:)`, or nil before the first call.
    private(set) var isFreeOfCode: Bool?

    init(before: Int, after: Int) {
      self.before = before
      self.after = after
    }

    /// Whether no part of it is code: the space of `a b`, not that of `` `a b` ``.
    mutating func isFreeOfCode(in text: LeafText) -> Bool {
      if let isFreeOfCode { return isFreeOfCode }
      let isFree = (before + 1..<after).allSatisfy {
        !text.characters[$0].marks.contains(.code)
      }
      isFreeOfCode = isFree
      return isFree
    }

    /// Whether it has only characters, delimiters and backticks: `*a* b`, not `a <br> b`.
    mutating func isPlain(in text: LeafText) -> Bool {
      if let isPlain { return isPlain }
      let isSo = text.isPlain(between: before, and: after)
      isPlain = isSo
      return isSo
    }
  }

  /// The marks of one character of a stretch of white space.
  private func settled(
    _ text: LeafText, _ white: Int, _ neighbours: inout Stretch, mark: Mark, gives: Bool
  ) -> MarkSet {
    let character = text.characters[white]
    if character.marks.contains(.code) {
      let sides = [neighbours.before, neighbours.after].filter {
        marks.indices.contains($0) && text.characters[$0].codeSpan == character.codeSpan
      }
      if let first = sides.first {
        return sides.reduce(marks[first]) { $0.intersection(marks[$1]) }
      }
    }
    let before = neighbours.before >= 0 ? marks[neighbours.before] : nil
    let after = neighbours.after < marks.count ? marks[neighbours.after] : nil
    let left = before ?? after ?? []
    let right = after ?? before ?? []
    // White space at a boundary loses the mark, because only marks of both neighbours remain.
    var result = left.intersection(right).subtracting(.code)
    if character.marks.contains(.code) { return result.union(.code) }
    let isLineEnding = character.scalar == "\n" || character.scalar == "\r"
    // White space between selected characters, or without code itself, joins code on both sides.
    if gives, mark == .code, left == right, left.contains(.code), !isLineEnding,
      (neighbours.before >= 0 && isInside(neighbours.before))
        || (neighbours.after < marks.count && isInside(neighbours.after)),
      isInside(white) || neighbours.isFreeOfCode(in: text), neighbours.isPlain(in: text)
    {
      result.insert(.code)
    }
    return result
  }
}
