/// One token of a leaf's inline content.
///
/// The tokens of a leaf cover its content without gaps: the `source` of each begins where the
/// previous one ends. The token of a break has the blanks around it and the next line's prefix.
package struct InlineToken: Hashable, Sendable {
  enum Spelling: UInt8, Hashable, Sendable {
    case plain
    case escape
    /// As a character reference (§2.5). Two scalars make two tokens: the first has the whole
    /// source, the second an empty range at its end.
    case reference
    /// As a line ending in a code span, with the next line's prefix; it is read as a space.
    case lineEnding
  }

  package enum LinkForm: UInt8, Hashable, Sendable {
    case inline
    case full
    case collapsed
    case shortcut
    case autolink
    case emailAutolink
    /// Without brackets, in dialects with ``SyntaxExtensions/bareLinks``: both tokens are empty.
    case bare
  }

  enum Kind: Hashable, Sendable {
    /// A visible character outside code spans, such as a literal `*`.
    case character(Unicode.Scalar, Spelling)
    case codeCharacter(Unicode.Scalar, Spelling)
    /// `*` or `_` that opens emphasis; `**` or `__` that opens strong emphasis: one node each.
    case openEmphasis
    case closeEmphasis
    case openStrong
    case closeStrong
    /// A backtick fence, with the space that the code span strips, if it does.
    case openCode
    case closeCode
    /// `[` or the `<` of an autolink; `](…)`, `][label]`, `][]`, `]` or `>`.
    case openLink(LinkForm)
    case closeLink(LinkForm)
    /// `![`, and a closing part like a link's. The description is between them.
    case openImage(LinkForm)
    case closeImage(LinkForm)
    case html
    /// The delimiters of a mark of an extension, such as `~~`.
    case openMark(SyntaxExtensions)
    case closeMark(SyntaxExtensions)
    /// An inline of an extension that is never split, whole; a caller's own has an empty set.
    case island(SyntaxExtensions)
    /// A line ending with the blanks around it and the next line's prefix (§6.8).
    case softBreak
    /// A line ending like a soft break's, after two blanks or a backslash (§6.7).
    case hardBreak
  }

  var kind: Kind
  var source: Range<Int>
  /// The index of an opening or closing token's partner; otherwise -1.
  var partner: Int

  init(_ kind: Kind, _ source: Range<Int>, partner: Int = -1) {
    self.kind = kind
    self.source = source
    self.partner = partner
  }
}

extension InlineToken.Kind {
  /// Whether it opens a code span, mark, link or image: the first `*` of `*a*`, `[` in `[a](b)`.
  var isOpening: Bool {
    switch self {
    case .openEmphasis, .openStrong, .openCode, .openLink, .openImage, .openMark: true
    default: false
    }
  }
}
