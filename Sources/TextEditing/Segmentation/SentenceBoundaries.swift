/// The sentences of a text by the rules of UAX #29.
///
/// A sentence never crosses a line ending (SB4), so that a paragraph is all that is ever read.
enum SentenceBoundaries {
  /// The UTF-8 range of the sentence that begins at the boundary `start`; nil at the end.
  ///
  /// - Complexity: O(*s*) in the length of the sentence and of what SB8 looks ahead at.
  static func sentence<Text: ScalarText>(from start: Int, in text: inout Text) -> Range<Int>? {
    guard let first = text.scalar(at: start) else { return nil }
    var state = State(first.scalar.sentenceBreakClass)
    var end = first.end
    while let next = text.scalar(at: end) {
      let nextClass = next.scalar.sentenceBreakClass
      if state.breaks(before: nextClass, at: end, in: &text) { break }
      state.take(nextClass)
      end = next.end
    }
    return start..<end
  }

  /// The start of the paragraph that holds `offset`: the place after the last line ending.
  static func paragraphStart<Text: ScalarText>(before offset: Int, in text: inout Text) -> Int {
    var start = offset
    while let left = text.scalar(before: start), !left.scalar.isParagraphSeparator {
      start = left.start
    }
    return start
  }

  /// What the rules remember of the sentence read so far.
  struct State {
    /// How far the end of a sentence has come: the terminator, then what closes it, then spaces.
    private enum Ending { case none, terminator, close, space, separator }
    private var ending = Ending.none
    /// Whether the terminator is a full stop or the like, which need not end a sentence. True of
    /// `.`, not of `!`.
    private var isAmbiguous = false
    /// The class of the last scalar, whatever it is.
    private var last: SentenceBreakClass
    /// The class of the last scalar that the rules do not look through.
    private var base: SentenceBreakClass
    private var beforeBase: SentenceBreakClass?

    init(_ first: SentenceBreakClass) {
      last = first
      base = first
      advance(first)
    }

    /// Takes a scalar into the sentence.
    mutating func take(_ next: SentenceBreakClass) {
      last = next
      if next == .extend || next == .format { return }
      beforeBase = base
      base = next
      advance(next)
    }

    private mutating func advance(_ next: SentenceBreakClass) {
      switch next {
      case .terminator, .sentenceTerminator:
        ending = .terminator
        isAmbiguous = next == .terminator
      case .close where ending == .terminator || ending == .close: ending = .close
      case .space where ending != .none && ending != .separator: ending = .space
      case _ where next.isParagraphSeparator: ending = .separator
      default: ending = .none
      }
    }

    /// Whether a boundary stands before the scalar of class `next` at `offset`.
    func breaks<Text: ScalarText>(
      before next: SentenceBreakClass, at offset: Int, in text: inout Text
    ) -> Bool {
      if last == .carriageReturn && next == .lineFeed { return false }  // SB3
      if last.isParagraphSeparator { return true }  // SB4
      if next == .extend || next == .format { return false }  // SB5
      guard ending != .none else { return false }  // SB998
      if isAmbiguous {
        if base == .terminator && next == .numeric { return false }  // SB6
        if base == .terminator && next == .upper && beforeBase.isCased { return false }  // SB7
        if Self.continuesInLowerCase(at: offset, in: &text) { return false }  // SB8
      }
      switch next {
      case .continues, .terminator, .sentenceTerminator: return false  // SB8a
      case .close: return ending == .space  // SB9
      case .space: return false  // SB9, SB10
      case _ where next.isParagraphSeparator: return false  // SB9, SB10
      default: return true  // SB11
      }
    }

    /// Whether the next letter is a lower-case one, with no terminator before it (SB8).
    private static func continuesInLowerCase<Text: ScalarText>(
      at offset: Int, in text: inout Text
    ) -> Bool {
      var offset = offset
      while let next = text.scalar(at: offset) {
        switch next.scalar.sentenceBreakClass {
        case .lower: return true
        case .otherLetter, .upper, .terminator, .sentenceTerminator: return false
        case let found where found.isParagraphSeparator: return false
        default: offset = next.end
        }
      }
      return false
    }
  }
}

extension Optional where Wrapped == SentenceBreakClass {
  /// Whether the class is that of a letter with a case: `"a"` and `"A"`, not `"א"`.
  fileprivate var isCased: Bool { self == .upper || self == .lower }
}

extension Unicode.Scalar {
  /// Whether the scalar ends a paragraph: the line endings, and U+0085, U+2028, U+2029. True of
  /// `"\n"`, not of `" "`.
  var isParagraphSeparator: Bool {
    value == 0x0A || value == 0x0D || value == 0x85 || value == 0x2028 || value == 0x2029
  }
}
