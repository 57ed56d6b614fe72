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
  /// The name of its element in HTML.
  package let element: [UInt8]
  /// Its mark in tokens.
  let token: SyntaxToken.Marks

  package static let all: [MarkSyntax] = [
    // GFM 0.29 §6.5 and cmark-gfm: one or two tildes.
    MarkSyntax(
      syntax: .strikethrough, byte: .tilde, lengths: 1...2, isTransparent: true,
      element: Array("del".utf8), token: .strikethrough),
    // Obsidian, “Basic formatting syntax”: two equals signs.
    MarkSyntax(
      syntax: .highlight, byte: .equalsSign, lengths: 2...2, isTransparent: false,
      element: Array("mark".utf8), token: .highlight),
  ]

  /// The delimiter that a command writes: `~~`, `==`.
  package var delimiter: [UInt8] { [byte, byte] }
}

extension MarkSyntax {
  /// Finds the mark of an extension; nil if the extension is not a mark.
  package init?(_ syntax: SyntaxExtensions) {
    guard let mark = Self.all.first(where: { $0.syntax == syntax }) else { return nil }
    self = mark
  }
}
