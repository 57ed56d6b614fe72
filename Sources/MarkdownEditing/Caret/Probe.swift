import CommonMark
import MarkdownSyntax
import TextEditing

/// A text with a word typed at the caret, which shows what the caret means.
///
/// A caret selects nothing, and an empty pair of delimiters is not Markdown. So commands at a caret
/// are judged with one private-use scalar there, which CommonMark treats like a letter.
struct Probe {
  static let scalar: Unicode.Scalar = "\u{E000}"
  static let bytes: [UInt8] = Array(String(scalar).utf8)

  let trial: Trial
  let offset: Int
  private let tree: TreeReading
  /// The leaf that contains the word, and the index of the word's character in it.
  let text: LeafText
  let character: Int
  private let word: Int

  struct Blanks {
    var before = false
    var after = false

    /// No blanks, then every other combination.
    static let all = [
      Blanks(), Blanks(after: true), Blanks(before: true), Blanks(before: true, after: true),
    ]
  }

  /// Types the word at `offset` of `source`; nil if it is not text there.
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

  var marks: MarkSet { text.characters[character].marks }

  /// Whether only the word differs from `other`, and its marks are `marks`.
  func differs(from other: Probe, onlyIn marks: MarkSet) -> Bool {
    var expected = other.tree
    expected.setMarks(marks, ofWord: other.word)
    return tree == expected
  }

  var source: [UInt8] { trial.source }

  /// Whether the text is `other` with only the word added, and perhaps blanks before it that were
  /// invisible at the end of a line.
  func isTyped(into other: TreeReading) -> Bool {
    tree.isSameText(as: other, butForWord: word)
  }

  /// Whether the word is alone between the two delimiters of a mark, as in `**‸**`.
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
  /// Whether a probe's text is this one with only the word added, as `a W b` is `a  b` with `W`.
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

  /// Whether it opens or closes a mark, as `**` in `**a**` does and a link's `[` does not.
  var isDelimiter: Bool { mark != nil }

  /// Whether it is a soft or hard break, with the bytes that belong to it, as `⏎` in `a⏎b`.
  var isBreak: Bool { self == .softBreak || self == .hardBreak }

  /// Whether it opens or closes a link, like the `[` of `[a](/u)`.
  var isLink: Bool {
    switch self {
    case .openLink, .closeLink: true
    default: false
    }
  }

  /// Whether it opens or closes a mark or a link, as `**` in `**a**` and `[` in `[a](/u)` do.
  var isEdge: Bool {
    switch self {
    case .openMark, .closeMark: true
    default: isLink || isDelimiter
    }
  }

  /// Whether it opens a mark, as the first `**` of `**a**` does and a link's `[` does not.
  var opensMark: Bool {
    switch self {
    case .openStrong, .openEmphasis, .openCode: true
    default: false
    }
  }
}
