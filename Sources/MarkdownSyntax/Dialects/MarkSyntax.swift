/// A mark that is written with delimiter runs and is not CommonMark's. A row of data.
package struct MarkSyntax: Hashable, Sendable {
  /// The extension that reads it.
  package let syntax: SyntaxExtensions
  /// What its delimiters are made of.
  package let byte: UInt8
  /// The shortest and the longest run that is a delimiter; both ends are as long as each other.
  let lengths: ClosedRange<Int>
  /// Whether runs of `*` and `_` beside one flank as if it were not there (cmark-gfm).
  let isTransparent: Bool

  /// The rows.
  package static let all: [MarkSyntax] = [
    // GFM 0.29 §6.5 and cmark-gfm: one or two tildes.
    MarkSyntax(syntax: .strikethrough, byte: .tilde, lengths: 1...2, isTransparent: true),
    // Obsidian, “Basic formatting syntax”: two equals signs.
    MarkSyntax(syntax: .highlight, byte: .equalsSign, lengths: 2...2, isTransparent: false),
  ]

  /// The delimiter that a command writes: `~~`, `==`.
  package var delimiter: [UInt8] { [byte, byte] }
}
