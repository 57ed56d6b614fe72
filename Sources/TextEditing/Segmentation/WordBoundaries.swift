/// The UTF-8 range of the word at `utf8Offset` in the UTF-8 text `bytes`.
///
/// A word is a segment of UAX #29 with a letter or a digit. An offset at either edge belongs to the
/// word; between two touching words (`日|本`), to the second. Offsets inside a scalar mean its start.
///
/// - Returns: nil if the offset does not touch a word.
/// - Precondition: `utf8Offset` is in `0...bytes.count`.
/// - Complexity: O(*w*) in the length of the word and of what its boundaries depend on.
package func wordRange(around utf8Offset: Int, in bytes: [UInt8]) -> Range<Int>? {
  precondition(
    (0...bytes.count).contains(utf8Offset),
    "offset \(utf8Offset) is outside a text of \(bytes.count) bytes")
  var offset = utf8Offset
  while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
  var text = ByteText(bytes: bytes)
  return rangeOfWord(around: offset, in: &text)
}

/// The range of the word at `offset` in any scalar text; see `wordRange(around:in:)`.
func rangeOfWord<Text: ScalarText>(around offset: Int, in text: inout Text) -> Range<Int>? {
  WordBoundaries.segments(touching: offset, in: &text).last { $0.isWord }?.range
}

/// The segments of a text by the word rules of UAX #29, without tailoring.
///
/// Letters whose words only a dictionary finds are split into single letters.
package enum WordBoundaries {
  /// A segment: its UTF-8 range, and whether it is a word.
  struct Segment: Hashable {
    var range: Range<Int>
    /// Whether the segment has a letter or a digit: `"don't"`, not `", "`.
    var isWord: Bool
  }

  /// The UTF-8 offsets of all boundaries of the UTF-8 text `bytes`, with both ends.
  package static func boundaries(in bytes: [UInt8]) -> [Int] {
    var text = ByteText(bytes: bytes)
    var result = [0]
    while let last = result.last, let segment = segment(from: last, in: &text) {
      result.append(segment.range.upperBound)
    }
    return result
  }

  /// The segment that begins at the boundary `start`; nil at the end of the text.
  ///
  /// - Complexity: O(*s*) in the length of the segment and of the text after it up to a letter.
  static func segment<Text: ScalarText>(from start: Int, in text: inout Text) -> Segment? {
    guard let first = text.scalar(at: start) else { return nil }
    var state = State(first.scalar)
    var end = first.end
    while let next = text.scalar(at: end) {
      let nextClass = next.scalar.wordBreakClass
      if state.breaks(before: next.scalar, nextClass, at: next.end, in: &text) { break }
      state.take(next.scalar, nextClass)
      end = next.end
    }
    return Segment(range: start..<end, isWord: state.isWord)
  }

  /// A boundary of UTF-8 text at or before `offset` that does not depend on the text before it.
  package static func safeBoundary(before offset: Int, in bytes: [UInt8]) -> Int {
    var text = ByteText(bytes: bytes)
    return safeBoundary(before: offset, in: &text)
  }

  /// A boundary at or before `offset` that does not depend on the text before it.
  ///
  /// After a dictionary letter, a space or punctuation, every segment ends, unless an ignored
  /// scalar (WB4) or more white space follows.
  ///
  /// - Complexity: O(*s*) in the distance to the boundary.
  static func safeBoundary<Text: ScalarText>(before offset: Int, in text: inout Text) -> Int {
    guard let last = text.scalar(before: offset) else { return 0 }
    var right = last
    while let left = text.scalar(before: right.start) {
      let leftClass = left.scalar.wordBreakClass
      let rightClass = right.scalar.wordBreakClass
      let leftIsLoose =
        leftClass == .other || leftClass == .otherLetter || leftClass == .whiteSpace
        || leftClass.isLineEnding
      let joins =
        rightClass.isIgnored || (leftClass == .whiteSpace && rightClass == .whiteSpace)
        || (leftClass == .carriageReturn && rightClass == .lineFeed)
      if leftIsLoose && !joins { return right.start }
      right = left
    }
    return 0
  }

  /// The one or two segments that begin at or before `offset` and end at or after it.
  static func segments<Text: ScalarText>(touching offset: Int, in text: inout Text) -> [Segment] {
    var result: [Segment] = []
    var start = safeBoundary(before: offset, in: &text)
    while start <= offset, let segment = segment(from: start, in: &text) {
      if segment.range.upperBound >= offset { result.append(segment) }
      start = segment.range.upperBound
    }
    return result
  }
}

extension WordBoundaries {
  /// The state of the rules for the segment read so far.
  struct State {
    /// The class of the last scalar, ignored or not.
    private var last: WordBreakClass
    /// The classes of the last two scalars that are not ignored.
    private var base: WordBreakClass
    private var beforeBase: WordBreakClass?
    /// Whether the segment ends in an odd number of regional indicators (WB15): `"🇫"`, not `"🇫🇷"`.
    private var isHalfFlag: Bool
    /// Whether the segment has a letter or a digit: `"a1"`, not `"--"`.
    private(set) var isWord: Bool

    init(_ scalar: Unicode.Scalar) {
      last = scalar.wordBreakClass
      base = last
      isHalfFlag = last == .regionalIndicator
      isWord = last.makesWord
    }

    mutating func take(_ scalar: Unicode.Scalar, _ scalarClass: WordBreakClass) {
      last = scalarClass
      if scalarClass.isIgnored { return }
      beforeBase = base
      base = scalarClass
      isHalfFlag = scalarClass == .regionalIndicator && !isHalfFlag
      isWord = isWord || scalarClass.makesWord
    }

    /// Whether there is a boundary before `scalar`, which ends at `end`: before the space of
    /// `"a "`.
    func breaks<Text: ScalarText>(
      before scalar: Unicode.Scalar, _ next: WordBreakClass, at end: Int, in text: inout Text
    ) -> Bool {
      if last == .carriageReturn && next == .lineFeed { return false }  // WB3
      if last.isLineEnding || next.isLineEnding { return true }  // WB3a, WB3b
      if last == .zeroWidthJoiner && scalar.isPictographic { return false }  // WB3c
      if last == .whiteSpace && next == .whiteSpace { return false }  // WB3d
      if next.isIgnored { return false }  // WB4
      switch (base, next) {
      case (.letter, .letter), (.letter, .hebrewLetter), (.hebrewLetter, .letter),
        (.hebrewLetter, .hebrewLetter):
        return false  // WB5
      case (.letter, _) where next.joinsLetters, (.hebrewLetter, _) where next.joinsLetters:
        if Self.follower(of: end, in: &text).isLetter { return false }  // WB6
        return !(base == .hebrewLetter && next == .singleQuote)  // WB7a
      case (.hebrewLetter, .doubleQuote):
        return Self.follower(of: end, in: &text) != .hebrewLetter  // WB7b
      case (.doubleQuote, .hebrewLetter):
        return beforeBase != .hebrewLetter  // WB7c
      case (_, .letter) where base.joinsLetters, (_, .hebrewLetter) where base.joinsLetters:
        return !(beforeBase?.isLetter ?? false)  // WB7
      case (.numeric, _) where next.joinsDigits:
        return Self.follower(of: end, in: &text) != .numeric  // WB12
      case (_, .numeric) where base.joinsDigits:
        return beforeBase != .numeric  // WB11
      case (.numeric, .numeric), (.letter, .numeric), (.hebrewLetter, .numeric),
        (.numeric, .letter), (.numeric, .hebrewLetter):
        return false  // WB8 to WB10
      case (.katakana, .katakana), (.extendNumLet, .extendNumLet):
        return false  // WB13, WB13a
      case (_, .extendNumLet):
        return !(base.isLetter || base == .numeric || base == .katakana)  // WB13a
      case (.extendNumLet, _):
        return !(next.isLetter || next == .numeric || next == .katakana)  // WB13b
      case (.regionalIndicator, .regionalIndicator):
        return !isHalfFlag  // WB15, WB16
      default:
        return true  // WB999
      }
    }

    /// The class of the first scalar from `offset` on that the rules do not skip.
    private static func follower<Text: ScalarText>(
      of offset: Int, in text: inout Text
    ) -> WordBreakClass {
      var offset = offset
      while let next = text.scalar(at: offset) {
        let nextClass = next.scalar.wordBreakClass
        if !nextClass.isIgnored { return nextClass }
        offset = next.end
      }
      return .other
    }
  }
}

extension WordBreakClass {
  /// `MidLetter` or `MidNumLetQ` of UAX #29: joins a letter to a letter.
  fileprivate var joinsLetters: Bool {
    self == .midLetter || self == .midNumLet || self == .singleQuote
  }
  /// `MidNum` or `MidNumLetQ` of UAX #29: joins a digit to a digit.
  fileprivate var joinsDigits: Bool {
    self == .midNumber || self == .midNumLet || self == .singleQuote
  }
}
