import MarkdownSyntax

/// A sign that begins a line of a list in a text that is not Markdown, such as `•`, `☐`, `(1)`.
struct ListSign {
  /// The number of bytes of the sign with the blanks after it.
  var count: Int
  /// The number and the character after it, such as `1.`; empty for a bullet.
  var number: [UInt8] = []
  /// The box of a task with a blank after it; empty for another item.
  var box: [UInt8] = []
  /// Whether the sign begins only items: a dash begins a line of dialogue, too.
  var isCertain = true
  /// The sign. Another one is on another level.
  var scalar: Unicode.Scalar

  /// Reads the start of a line's text; nil if it does not begin with a sign.
  init?(_ text: ArraySlice<UInt8>) {
    let word = text.prefix { !$0.isBlank }
    let blanks = text[word.endIndex...].prefix { $0.isBlank }
    guard !word.isEmpty, word.count < 8, !blanks.isEmpty || word.endIndex == text.endIndex else {
      return nil
    }
    count = word.count + blanks.count
    let digits = word.drop { $0 == .leftParenthesis }.prefix { $0.isASCIIDigit }
    let end = word[digits.endIndex...]
    if (1...3).contains(digits.count), end.count == 1, let last = end.first,
      last == .rightParenthesis || last == .fullStop && word.first != .leftParenthesis,
      digits.startIndex - word.startIndex < 2
    {
      number = digits + [last]
      scalar = "1"
      return
    }
    let scalars = Array(String(decoding: word, as: UTF8.self).unicodeScalars)
      .filter { $0 != "\u{FE0F}" && $0 != "\u{FE0E}" }
    guard scalars.count == 1 else { return nil }
    scalar = scalars[0]
    switch scalar {
    case "☐": box = Array("[ ] ".utf8)
    case "☑", "☒": box = Array("[x] ".utf8)
    case "✓", "✔", "✅":
      box = Array("[x] ".utf8)
      isCertain = false
    case "•", "‣", "◦", "▪", "▫", "●", "○", "■", "□", "◆", "◇", "⁃", "∙", "➢", "➤", "▸", "◾", "◽",
      "\u{F0B7}", "\u{F0A7}", "\u{F0D8}":
      break
    // Word writes a tab after a bullet.
    case "o": guard blanks.first == .tab else { return nil }
    case "–", "—", "·": isCertain = blanks.first == .tab
    default: return nil
    }
  }
}

/// The meaning of the first word of a line of a paragraph.
enum FirstWord {
  case text
  /// Begins a block in some reader of Markdown, so that no line is broken before it.
  case block
  /// Begins an item, a row of a table or a definition of a text that is not Markdown, so that its
  /// line is not joined with the one above, either.
  case line

  init(_ text: ArraySlice<UInt8>) {
    let word = text.prefix { !$0.isWhite }
    guard let first = word.first else {
      self = .text
      return
    }
    func begins(_ sign: StaticString) -> Bool { word.starts(with: sign.bytes) }
    // A sign is short, and the text may be long.
    let line = text.prefix(64).prefix { !$0.isLineEnding }
    if let sign = ListSign(line) {
      self = sign.isCertain ? .line : .block
      return
    }
    let isSame = word.allSatisfy { $0 == first }
    self = .text
    switch first {
    case .verticalLine, .leftBrace: self = .line
    case .colon: if word.count == 1 || begins(":::") { self = .line }
    case .dollarSign: if begins("$$") { self = .line }
    case .numberSign, .greaterThan, .circumflex: self = .block
    case .hyphen, .plusSign, .asterisk, .underscore, .equalsSign, .exclamationMark, .questionMark,
      .percentSign:
      if isSame || begins("%%") || begins("!!!") || begins("???") { self = .block }
    case .backtick, .tilde: if begins("```") || begins("~~~") { self = .block }
    case .lessThan:
      // Not an address.
      if word.count > 1, !word.contains(.atSign),
        !word.dropFirst().drop(while: { $0.isASCIIAlphanumeric }).starts(with: [.colon])
      {
        self = .block
      }
    case .leftBracket:
      let rest = word.drop { $0 != .rightBracket }
      if rest.dropFirst().first == .colon { self = .block }
    default:
      let digits = word.prefix { $0.isASCIIDigit }
      if !digits.isEmpty, digits.count < 10, word.count == digits.count + 1,
        word.last == .fullStop || word.last == .rightParenthesis
      {
        self = .block
      }
    }
    // The dashes below the header of a table, or below a heading.
    if word.allSatisfy({ $0 == .hyphen || $0 == .colon || $0 == .verticalLine }), self == .text {
      self = .block
    }
  }
}
