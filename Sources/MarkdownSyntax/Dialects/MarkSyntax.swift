/// A mark of a dialect that is written with delimiter runs. A row of data, from which its command,
/// its names, its HTML and its tokens follow.
package struct MarkSyntax: Sendable {
  /// The extension that has the mark.
  package let syntax: SyntaxExtensions
  /// The name of the mark, of its command and of its bit in tokens.
  package let name: StaticString
  /// The title of its command and its symbol, as in a row of the commands.
  package let title, symbol: StaticString
  /// The shortcut that most editors have; empty if there is none.
  package var shortcut: StaticString = ""
  /// The byte that its delimiters consist of.
  package let byte: UInt8
  /// The lengths of a run that is a delimiter; both delimiters of a mark have the same length.
  package let lengths: ClosedRange<Int>
  /// Whether runs of `*` and `_` beside one flank as if it were not there (cmark-gfm).
  var isTransparent = false
  /// The names of its elements in HTML. The first one is written, and all are read.
  package let elements: [StaticString]
  /// Names of the mark in addition to its own, its elements' and its delimiters.
  package var synonyms: [StaticString] = []
  /// Its bit in tokens: the first one that no other mark has. It never changes.
  package let token: SyntaxToken.Marks

  /// The rows, in the order of a bar.
  package static let all: [MarkSyntax] = [
    // GFM 0.29 §6.5 and cmark-gfm: one or two tildes.
    MarkSyntax(
      syntax: .strikethrough, name: "strikethrough", title: "Strikethrough",
      symbol: "strikethrough", shortcut: "mod+shift+x", byte: .tilde, lengths: 1...2,
      isTransparent: true, elements: ["del", "s", "strike"], synonyms: ["strikeout"],
      token: .strikethrough),
    // Obsidian, “Basic formatting syntax”: two equals signs.
    MarkSyntax(
      syntax: .highlight, name: "highlight", title: "Highlight", symbol: "highlighter",
      shortcut: "mod+shift+h", byte: .equalsSign, lengths: 2...2, elements: ["mark"],
      token: .highlight),
  ]

  /// The delimiter that a command writes: `~~`, `==`.
  package var delimiter: [UInt8] { [UInt8](repeating: byte, count: lengths.upperBound) }

  /// The bytes that the delimiters of all marks consist of, CommonMark's first.
  package static let delimiterBytes: [UInt8] =
    [.asterisk, .underscore, .backtick] + all.map { $0.byte }
  /// The extensions that are marks.
  static let extensions = SyntaxExtensions(all.map { $0.syntax })
}

extension MarkSyntax {
  /// Finds the mark of an extension; nil if the extension is not a mark.
  package init?(_ syntax: SyntaxExtensions) {
    guard let mark = Self.all.first(where: { $0.syntax == syntax }) else { return nil }
    self = mark
  }

  /// Finds the mark whose delimiters consist of a byte; nil for CommonMark's own.
  package init?(delimitedBy byte: UInt8) {
    guard let mark = Self.all.first(where: { $0.byte == byte }) else { return nil }
    self = mark
  }
}
