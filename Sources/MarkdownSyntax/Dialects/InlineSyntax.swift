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

  /// Makes the syntax of a dialect, or nil if it has no inlines of its own.
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

  /// The rows, longer openings first.
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
