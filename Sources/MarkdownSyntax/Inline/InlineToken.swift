/// One token of a leaf block's inline content, in source order.
///
/// The tokens of a leaf cover its content without gaps: the `source` of each begins where the one
/// before it ends. The blanks that a break swallows, and the container prefix of the line after it
/// (`> `, list indentation), belong to the break's token.
package struct InlineToken: Hashable, Sendable {
  /// How a visible character is spelled in the source.
  package enum Spelling: UInt8, Hashable, Sendable {
    /// As itself.
    case plain
    /// With a backslash before it (CommonMark 0.30 §2.4).
    case escape
    /// As a character reference (§2.5). One that stands for two scalars gives two tokens: the
    /// first has the whole source, the second an empty range at its end.
    case reference
    /// As a line ending (and the prefix of the next line) inside a code span, read as a space.
    case lineEnding
  }

  /// What a link looks like in the source (CommonMark 0.30 §6.3, §6.5).
  package enum LinkForm: UInt8, Hashable, Sendable {
    case inline
    case full
    case collapsed
    case shortcut
    case autolink
    case emailAutolink
    /// Without brackets, where the dialect has ``SyntaxExtensions/bareLinks``: both tokens are empty.
    case bare
  }

  /// What a token is.
  package enum Kind: Hashable, Sendable {
    /// A visible character outside code spans; a literal `*` too.
    case character(Unicode.Scalar, Spelling)
    /// A visible character inside a code span, spelled plainly or as a line ending.
    case codeCharacter(Unicode.Scalar, Spelling)
    /// `*` or `_` that opens emphasis; `**` or `__` that opens strong emphasis: one node each.
    case openEmphasis
    case closeEmphasis
    case openStrong
    case closeStrong
    /// A backtick fence, with the one space that the code span strips (if it strips).
    case openCode
    case closeCode
    /// `[` or the `<` of an autolink; `](…)`, `][label]`, `][]`, `]` or `>`.
    case openLink(LinkForm)
    case closeLink(LinkForm)
    /// `![`; the closing part, like a link's. What is between is the image description.
    case openImage(LinkForm)
    case closeImage(LinkForm)
    /// Raw inline HTML, whole (§6.6).
    case html
    /// The delimiters of a mark that an extension has, as `~~`.
    case openMark(SyntaxExtensions)
    case closeMark(SyntaxExtensions)
    /// An inline of an extension that is never cut, whole; a caller's own has an empty set.
    case island(SyntaxExtensions)
    /// A line ending with the blanks around it and the next line's container prefix (§6.8).
    case softBreak
    /// The same with two blanks or a backslash before it (§6.7).
    case hardBreak
  }

  /// What the token is.
  package var kind: Kind
  /// Its range: UTF-8 offsets in the text that was read.
  package var source: Range<Int>
  /// For an opening or closing token the index of its partner; otherwise -1.
  package var partner: Int

  /// Makes a token.
  package init(_ kind: Kind, _ source: Range<Int>, partner: Int = -1) {
    self.kind = kind
    self.source = source
    self.partner = partner
  }
}
