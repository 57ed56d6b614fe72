import CommonMark
import MarkdownSyntax
import TextEditing

/// A text with a word typed at the caret, which shows what a caret means.
///
/// A caret selects nothing and an empty pair of delimiters is not Markdown, so whatever a caret
/// command does is judged with a word in its place: one private-use scalar, which no rule of
/// CommonMark treats otherwise than a letter.
struct Probe {
  static let scalar: Unicode.Scalar = "\u{E000}"
  static let bytes: [UInt8] = Array(String(scalar).utf8)

  /// The text with the word.
  let trial: Trial
  /// The UTF-8 offset of the word.
  let offset: Int
  private let tree: TreeReading
  /// The leaf that the word stands in, and the index of its character there.
  let text: LeafText
  let character: Int
  private let word: Int

  /// Blanks that are typed with the word.
  struct Blanks {
    var before = false
    var after = false

    /// None, and every other way.
    static let all = [
      Blanks(), Blanks(after: true), Blanks(before: true), Blanks(before: true, after: true),
    ]
  }

  /// Types the word at `offset` of `source`; nil where it is not text there.
  init?(at offset: Int, in source: [UInt8], _ trials: Trials, _ blanks: Blanks = Blanks()) {
    let left = blanks.before ? [UInt8.space] : []
    let right = blanks.after ? [UInt8.space] : []
    var typed = source
    typed.insert(contentsOf: left + Self.bytes + right, at: offset)
    self.init(trials[typed], wordAt: offset + left.count)
  }

  /// Reads a text that has the word at `offset`.
  init?(_ trial: Trial, wordAt offset: Int) {
    let word = offset..<(offset + Self.bytes.count)
    guard let reading = trial.reading, let tree = trial.words,
      let leaf = reading.leaves.first(where: { $0.content.overlaps(word) }),
      let text = LeafText(leaf, of: reading),
      let character = text.characters.firstIndex(where: {
        $0.scalar == Self.scalar && text.tokens[$0.token].source == word
      }),
      let read = tree.leaf(ofNode: leaf.node),
      read.characterCount == text.characters.count,
      let index = tree.word(ofCharacter: character, in: read)
    else { return nil }
    self.trial = trial
    self.offset = offset
    self.tree = tree
    self.text = text
    self.character = character
    self.word = index
  }

  /// The marks of the word.
  var marks: MarkSet { text.characters[character].marks }

  /// Whether the word is the only thing that differs from `other`, and its marks are `marks`.
  func differs(from other: Probe, onlyIn marks: MarkSet) -> Bool {
    var expected = other.tree
    expected.setMarks(marks, ofWord: other.word)
    return tree == expected
  }

  var source: [UInt8] { trial.source }

  /// Whether the text is `other` with nothing but the word added, white space aside: blanks at
  /// the end of a line show once a word is behind them.
  func isTyped(into other: TreeReading) -> Bool {
    tree.isSameText(as: other, butForWord: word)
  }

  /// Whether the word stands alone between the two delimiters of any mark: `**‸**`.
  var isInEmptyPair: Bool {
    let (left, right) = surroundings
    return left.contains { right.contains(text.tokens[$0].partner) }
  }

  /// The delimiters and fences that touch the word on its left and right, innermost first.
  var surroundings: (left: [Int], right: [Int]) {
    let token = text.characters[character].token
    let left = text.tokens[..<token].reversed().prefix { $0.kind.isDelimiter }.count
    let right = text.tokens[(token + 1)...].prefix { $0.kind.isDelimiter }.count
    return ((0..<left).map { token - 1 - $0 }, (0..<right).map { token + 1 + $0 })
  }
}

extension SelectionPlanner {
  /// Whether a text is this one with just the word of a probe: `a W b` for `a  b`.
  func isTyped(_ probe: Probe) -> Bool { text.words.map { probe.isTyped(into: $0) } ?? false }
}

extension InlineToken.Kind {
  /// The mark that a delimiter or fence opens or closes.
  var mark: MarkSet? {
    switch self {
    case .openStrong, .closeStrong: .strong
    case .openEmphasis, .closeEmphasis: .emphasis
    case .openCode, .closeCode: .code
    default: nil
    }
  }

  /// Whether it opens or closes strong, emphasis or code: `**` of `**a**`, not the `[` of a link.
  var isDelimiter: Bool { mark != nil }

  /// Whether it is a soft or hard break, a line ending outside code with what belongs to it: `⏎` of
  /// `a⏎b`.
  var isBreak: Bool { self == .softBreak || self == .hardBreak }

  /// Whether it opens or closes a mark or a link. True of `**` in `**a**` and of `[` in `[a](/u)`.
  var isEdge: Bool {
    switch self {
    case .openLink, .closeLink: true
    default: isDelimiter
    }
  }

  /// Whether it opens a mark: the first `**` of `**a**`, and no link's `[`.
  var opensMark: Bool {
    switch self {
    case .openStrong, .openEmphasis, .openCode: true
    default: false
    }
  }
}
