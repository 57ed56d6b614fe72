/// A mark of a dialect that is written with delimiter runs. A row of data.
package struct MarkSyntax: Hashable, Sendable {
  /// The extension that has the mark.
  package let syntax: SyntaxExtensions
  /// The byte that its delimiters consist of.
  package let byte: UInt8
  /// The lengths of a run that is a delimiter; both delimiters of a mark have the same length.
  let lengths: ClosedRange<Int>
  /// Whether runs of `*` and `_` beside one flank as if it were not there (cmark-gfm).
  let isTransparent: Bool

  package static let all: [MarkSyntax] = [
    // GFM 0.29 §6.5 and cmark-gfm: one or two tildes.
    MarkSyntax(syntax: .strikethrough, byte: .tilde, lengths: 1...2, isTransparent: true),
    // Obsidian, “Basic formatting syntax”: two equals signs.
    MarkSyntax(syntax: .highlight, byte: .equalsSign, lengths: 2...2, isTransparent: false),
  ]

  /// The delimiter that a command writes: `~~`, `==`.
  package var delimiter: [UInt8] { [byte, byte] }
}
