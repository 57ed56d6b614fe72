import MarkdownSyntax

/// The marks that every visible character of a leaf is to have after a command.
struct WantedMarks {
  /// The marks wanted, one a character of the leaf; white space is free of clause 4, but has the
  /// marks here that its spelling should give it where it can.
  var marks: [MarkSet]
  /// The characters that should be inside the mark, in ascending stretches: selected, or white space
  /// between two selected. All of `a b` where both letters are selected.
  private var inside: [Range<Int>] = []
  /// The runs that the selected characters become part of, in ascending order: ranges of the leaf's
  /// characters. All of `*a* b` where `b` becomes emphasis.
  private(set) var runs: [Range<Int>] = []
  /// The stretch of the leaf's characters in which all lie that gain or lose the mark.
  private(set) var changed = 0..<0

  /// Gives `mark` to the selected characters of `text`, or takes it from them.
  init(_ text: LeafText, mark: Mark, gives: Bool) {
    marks = text.characters.map { $0.marks }
    for index in text.selectionBounds
    where text.characters[index].isSelected && text.characters[index].isMarkable {
      guard marks[index].contains(mark.set) != gives else { continue }
      if gives { marks[index].insert(mark.set) } else { marks[index].remove(mark.set) }
      changed = (changed.isEmpty ? index : changed.lowerBound)..<(index + 1)
    }
    if gives {
      markBetween(text)
      markRuns(text, mark: mark.set)
    }
    settleWhiteSpace(text, mark: mark, gives: gives)
  }

  /// Whether a character should be inside the mark: the space of `a b` where both letters are selected.
  func isInside(_ index: Int) -> Bool { Self.holds(index, inside) }

  /// Whether a character is of a run that selected ones become part of: the `a` of `*a* b` where `b` becomes
  /// emphasis.
  func isInRun(_ index: Int) -> Bool { Self.holds(index, runs) }

  /// Whether one of some ascending stretches has an index; O(log n) in their number.
  private static func holds(_ index: Int, _ stretches: [Range<Int>]) -> Bool {
    let place = stretches.partitionPoint { $0.upperBound > index }
    return place < stretches.count && stretches[place].lowerBound <= index
  }

  /// Finds the white space between two selected characters: it belongs inside the mark.
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
    /// Whether a character is white space or is to have the mark, so that a run continues: the
    /// space in `**a b**`.
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

  /// Gives each stretch of white space the marks that its neighbours leave it.
  private mutating func settleWhiteSpace(_ text: LeafText, mark: Mark, gives: Bool) {
    var index = firstUnsettled(from: 0, text)
    while index < marks.count {
      var end = index
      while end < marks.count, !text.characters[end].isMarkable { end += 1 }
      var stretch = Stretch(before: index - 1, after: end)
      for white in index..<end {
        marks[white] = settled(text, white, &stretch, mark: mark, gives: gives)
      }
      if gives, mark == .code, marks[index..<end].contains(where: { $0.contains(.code) }) {
        takeCode(fromBetweenLineEndings: index..<end, text)
        takeCode(fromLinesIn: index..<end, text)
      }
      index = firstUnsettled(from: end, text)
    }
  }

  /// The first white space from an offset on whose marks have to be looked at, else the end. One character
  /// whose neighbours have no marks and are to have none has those it should have: none. As in `a b`.
  private func firstUnsettled(from start: Int, _ text: LeafText) -> Int {
    text.characters.withUnsafeBufferPointer { characters in
      marks.withUnsafeBufferPointer { marks in
        /// Whether all is known of white space: of the one in `a b`.
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

  /// Takes code from white space between two line endings by reference, which code cannot hold: a
  /// span there would hold nothing else.
  private mutating func takeCode(fromBetweenLineEndings stretch: Range<Int>, _ text: LeafText) {
    /// Whether a character is a line ending by reference, outside code: `&#10;`.
    func isLineEnding(_ index: Int) -> Bool {
      text.characters[index].codeSpan < 0
        && (text.characters[index].scalar == "\n" || text.characters[index].scalar == "\r")
    }
    guard let first = stretch.first(where: isLineEnding),
      let last = stretch.last(where: isLineEnding)
    else { return }
    for white in first..<last where text.characters[white].codeSpan < 0 {
      marks[white].remove(.code)
    }
  }

  /// Takes code from blanks by reference that are all of a line, as `&#32;` in `a⏎&#32;⏎b`: no code goes
  /// over such a line, and a span in it would hold nothing else.
  private mutating func takeCode(fromLinesIn stretch: Range<Int>, _ text: LeafText) {
    var start = stretch.lowerBound
    for white in stretch where text.hasBreak(between: white, and: white + 1) {
      if text.hasBreak(between: start - 1, and: start), isBlankLine(start...white, text) {
        for index in start...white where text.characters[index].codeSpan < 0 {
          marks[index].remove(.code)
        }
      }
      start = white + 1
    }
  }

  /// Whether a line of some white space would be blank in code: of `&#32;`, not of U+00A0.
  private func isBlankLine(_ line: ClosedRange<Int>, _ text: LeafText) -> Bool {
    line.allSatisfy { white in
      let scalar = text.characters[white].scalar
      return isBlank(scalar) || scalar == "\n" || scalar == "\r"
    }
  }

  /// A stretch of white space, and what holds for all of it.
  private struct Stretch {
    /// The characters around it: indices, maybe outside.
    let before: Int
    let after: Int
    /// What `isPlain(in:)` found; nil before it is asked.
    private(set) var isPlain: Bool?
    /// What `isFreeOfCode(in:)` found; nil before it is asked.
    private(set) var isFreeOfCode: Bool?

    init(before: Int, after: Int) {
      self.before = before
      self.after = after
    }

    /// Whether nothing in it is in a code span: the space of `a b`, not that of `` `a b` ``.
    mutating func isFreeOfCode(in text: LeafText) -> Bool {
      if let isFreeOfCode { return isFreeOfCode }
      let isFree = (before + 1..<after).allSatisfy {
        !text.characters[$0].marks.contains(.code)
      }
      isFreeOfCode = isFree
      return isFree
    }

    /// Whether nothing but characters, delimiters and fences stands in it. True of the space in
    /// `*a* b`, not of those in `a <br> b`.
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
      if !sides.isEmpty { return settledInCode(character, sides) }
    }
    if mark != .code, character.codeSpan >= 0,
      let joined = joined(text, character, [neighbours.before, neighbours.after], mark: mark)
    {
      return joined
    }
    let before = neighbours.before >= 0 ? marks[neighbours.before] : nil
    let after = neighbours.after < marks.count ? marks[neighbours.after] : nil
    let left = before ?? after ?? []
    let right = after ?? before ?? []
    // Only what both neighbours have: white space at a boundary gives up the mark.
    var result = left.intersection(right).intersection(.delimited)
    if character.marks.contains(.code) { return result.union(.code) }
    let isLineEnding = character.scalar == "\n" || character.scalar == "\r"
    // What is selected is joined to code that only white space parts it from: all of what lies
    // between two selected characters, else only what is not in a code span itself.
    if gives, mark == .code, left == right, left.contains(.code), !isLineEnding,
      (neighbours.before >= 0 && isInside(neighbours.before))
        || (neighbours.after < marks.count && isInside(neighbours.after)),
      isInside(white) || neighbours.isFreeOfCode(in: text), neighbours.isPlain(in: text)
    {
      result.insert(.code)
    }
    return result
  }

  /// The marks of a code span of white space that only delimiters which go part from the span of a
  /// neighbour: two spans cannot touch, so that they become one.
  private func joined(
    _ text: LeafText, _ character: LeafCharacter, _ neighbours: [Int], mark: Mark
  ) -> MarkSet? {
    let own = character.codeSpan..<text.tokens[character.codeSpan].partner
    for index in neighbours where marks.indices.contains(index) {
      let neighbour = text.characters[index]
      guard marks[index] != neighbour.marks, marks[index].contains(.code) else { continue }
      let between =
        neighbour.token < own.lowerBound
        ? neighbour.token + 1..<own.lowerBound : own.upperBound + 1..<neighbour.token
      let goes = text.tokens[between].allSatisfy {
        $0.kind.mark == mark.set || $0.kind.mark == .code
      }
      if goes { return marks[index] }
    }
    return nil
  }

  /// The marks of white space in a code span: its neighbours in the same span decide.
  ///
  /// It stays code where they do, so that splitting a span and joining it again is the identity.
  private func settledInCode(_ character: LeafCharacter, _ sides: [Int]) -> MarkSet {
    let common = sides.reduce(marks[sides[0]]) { $0.intersection(marks[$1]) }
    guard common.contains(.code) else { return common.intersection(.delimited) }
    return sides.contains { marks[$0] == common } ? common : marks[sides[0]]
  }
}
