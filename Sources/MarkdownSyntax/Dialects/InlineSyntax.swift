import CommonMark

/// The constructs that the inline scanner reads in addition to CommonMark.
///
/// An object, because a scan uses it at every possible start of an inline.
package final class InlineSyntax: Sendable {
  let extensions: SyntaxExtensions
  let marks: [MarkSyntax]
  let islands: [IslandRow]
  let pairsAsGitHub: Bool
  /// One bit for each ASCII byte at which a construct may begin.
  private let low: UInt64
  private let high: UInt64

  package init?(_ dialect: Dialect) {
    extensions = dialect.extensions
    let extensions = dialect.extensions
    pairsAsGitHub = extensions.contains(.strikethrough)
    marks = MarkSyntax.all.filter { extensions.contains($0.syntax) }
    islands = IslandRow.all.filter { extensions.contains($0.syntax) }
    var bytes = marks.map { $0.byte } + islands.compactMap { $0.opening.first }
    for row in Self.triggers where extensions.contains(row.syntax) { bytes += row.bytes }
    var (low, high): (UInt64, UInt64) = (0, 0)
    for byte in bytes {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }
    (self.low, self.high) = (low, high)
    if bytes.isEmpty, !extensions.contains(.footnotes) { return nil }
  }

  /// The syntax of a dialect. GitHub's is made once: making it takes as long as reading a leaf.
  package static func known(_ dialect: Dialect) -> InlineSyntax? {
    dialect == .gitHub ? gitHub : InlineSyntax(dialect)
  }

  private static let gitHub = InlineSyntax(.gitHub)

  /// The first bytes of constructs without a pattern; brackets are always tried.
  private static let triggers: [(syntax: SyntaxExtensions, bytes: [UInt8])] = [
    (.bareLinks, [.colon, UInt8(ascii: "w")]), (.math, [.dollarSign]), (.emoji, [.colon]),
    (.mentions, [.atSign]),
    (.blockIdentifiers, [.circumflex]), (.attributes, [.leftBrace]),
  ]

  func stops(at byte: UInt8) -> Bool {
    byte < 64
      ? low >> UInt64(byte) & 1 != 0 : byte < 128 && high >> UInt64(byte & 63) & 1 != 0
  }

  /// The row of the mark whose delimiters consist of a byte.
  func mark(of byte: UInt8) -> MarkSyntax? { marks.first { $0.byte == byte } }
}

/// An island between two fixed strings on one line. A row of data.
struct IslandRow {
  let syntax: SyntaxExtensions
  let opening: [UInt8]
  let closing: [UInt8]

  private init(_ syntax: SyntaxExtensions, _ opening: StaticString, _ closing: StaticString) {
    self.syntax = syntax
    (self.opening, self.closing) = (Array(opening.bytes), Array(closing.bytes))
  }

  static let all: [IslandRow] = [
    // Obsidian, “Embed files” and “Internal links”.
    IslandRow(.wikiLinks, "![[", "]]"),
    IslandRow(.wikiLinks, "[[", "]]"),
    // Obsidian, “Comments”.
    IslandRow(.comments, "%%", "%%"),
    // Hugo, “Shortcodes”; templates of Jekyll and others.
    IslandRow(.shortcodes, "{{", "}}"),
    IslandRow(.liquidTags, "{%", "%}"),
  ]
}

/// A quick check for constructs of a dialect, which most texts do not have.
package struct Constructs {
  private let wanted: UInt32

  /// Looks for all constructs of a dialect, and for runs of `*` and `_` that GitHub may pair
  /// differently.
  init(_ dialect: Dialect) {
    let extensions = dialect.extensions
    wanted = extensions.rawValue | (extensions.contains(.strikethrough) ? Self.pairs : 0)
  }

  /// Whether a construct may occur in a part of a text: for GitHub, in `a ~~b~~`, not in `**a**`.
  /// False positives are possible. Not inlined, to save space.
  @inline(never)
  func mayOccur(in text: Bytes, _ part: Range<Int>) -> Bool {
    Self.table.withUnsafeBufferPointer { table in
      var index = part.lowerBound
      while index < part.upperBound {
        // Four bytes at once: few belong to a construct.
        if index + 4 <= part.upperBound {
          let first = table[Int(text[index])] | table[Int(text[index + 1])]
          let second = table[Int(text[index + 2])] | table[Int(text[index + 3])]
          if (first | second) & wanted == 0 {
            index += 4
            continue
          }
        }
        let end = Swift.min(index + 4, part.upperBound)
        while index < end {
          if table[Int(text[index])] & wanted != 0, Self.isLikely(text, at: index) { return true }
          index += 1
        }
      }
      return false
    }
  }

  package static func mayOccur(
    in source: [UInt8], _ dialect: Dialect, _ context: ReadingContext
  ) -> Bool {
    if let start = context.documentStart, start < source.count,
      source[start] == .hyphen || source[start] == .plusSign || source[start] == 0xEF
    {
      return true
    }
    return source.withUnsafeBufferPointer { Constructs(dialect).mayOccur(in: $0, $0.indices) }
  }

  /// The bytes to look for: each construct has at least one. A table may have only `:-`, no pipe.
  /// Those of the marks are in their own rows.
  private static let rows: [(syntax: SyntaxExtensions, bytes: [UInt8])] = [
    (.tables, [.verticalLine, .colon]), (.tasks, [.leftBracket]), (.alerts, [.leftBracket]),
    (.footnotes, [.leftBracket]), (.bareLinks, [.slash, .fullStop, .atSign]),
    (.math, [.dollarSign]), (.emoji, [.colon]),
    (.mentions, [.atSign]), (.wikiLinks, [.leftBracket]), (.comments, [.percentSign]),
    (.blockIdentifiers, [.circumflex]), (.shortcodes, [.leftBrace]), (.liquidTags, [.leftBrace]),
    (.attributes, [.leftBrace]), (.directiveLines, [.colon, .exclamationMark]),
  ]

  /// The bit of `*` and `_`, which do not belong to a construct.
  private static let pairs: UInt32 = 1 << 31
  /// The bit of a byte of which a mark's delimiter has at least two: `=`, not `~`.
  private static let doubled: UInt32 = 1 << 30

  private static let table: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 256)
    for row in rows {
      for byte in row.bytes { table[Int(byte)] |= row.syntax.rawValue }
    }
    for mark in MarkSyntax.all {
      table[Int(mark.byte)] |= mark.syntax.rawValue | (mark.lengths.contains(1) ? 0 : doubled)
    }
    for byte: UInt8 in [.asterisk, .underscore] { table[Int(byte)] = pairs }
    return table
  }()

  private static func isLikely(_ text: Bytes, at index: Int) -> Bool {
    func byte(_ offset: Int) -> UInt8 {
      text.indices.contains(index + offset) ? text[index + offset] : 0
    }
    switch text[index] {
    // `[ ]`, `[x]`, `[!`, `[^`, `[[`.
    case .leftBracket:
      return byte(1) == .exclamationMark || byte(1) == .circumflex || byte(1) == .leftBracket
        || byte(2) == .rightBracket
    // `://`.
    case .slash: return byte(-1) == .colon && byte(1) == .slash
    // `www.`.
    case .fullStop:
      return byte(-1) == UInt8(ascii: "w") && byte(-2) == UInt8(ascii: "w")
        && byte(-3) == UInt8(ascii: "w")
    // `:name:`, `:::`, `:-`, `-:`; not `std::fmt` or `12:30`.
    case .colon:
      if byte(1) == .hyphen || byte(-1) == .hyphen { return true }
      if byte(1) == .colon { return byte(2) == .colon }
      var end = 1
      while IslandMatch.isOfEmojiName(byte(end)) { end += 1 }
      return end > 1 && byte(end) == .colon
    // A run that may open and close: GitHub may pair it differently from libcmark.
    case .asterisk, .underscore:
      guard byte(-1) != text[index] else { return false }
      var end = 1
      while byte(end) == text[index] { end += 1 }
      let (before, after) = (byte(-1), byte(end))
      guard before != 0, after != 0, !before.isMarkdownSpace, !after.isMarkdownSpace else {
        return false
      }
      return before.isASCIIPunctuation
        ? after.isASCIIPunctuation : text[index] == .asterisk && !after.isASCIIPunctuation
    case .exclamationMark: return byte(1) == .exclamationMark
    case .percentSign: return byte(1) == .percentSign
    default: return table[Int(text[index])] & doubled == 0 || byte(1) == text[index]
    }
  }
}
