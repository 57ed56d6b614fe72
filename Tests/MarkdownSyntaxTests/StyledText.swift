import MarkdownSyntax

/// The visible characters of a leaf, with their styles and source ranges, made from its tokens.
/// Breaks and raw HTML are not characters.
struct StyledText {
  /// The marks, link and image around a character.
  struct Styles: OptionSet {
    let rawValue: UInt8

    /// Emphasis (CommonMark 0.30 §6.2).
    static let emphasis = Styles(rawValue: 1)
    /// Strong emphasis (§6.2).
    static let strong = Styles(rawValue: 2)
    /// A code span (§6.1).
    static let code = Styles(rawValue: 4)
    /// The text of a link (§6.3, §6.5).
    static let link = Styles(rawValue: 8)
    /// The description of an image (§6.4).
    static let image = Styles(rawValue: 16)
  }

  struct VisibleCharacter {
    /// The scalar in a text or code literal.
    var scalar: Unicode.Scalar
    var styles: Styles
    /// The UTF-8 range in the source. It is empty if the preceding scalar has the source of both.
    var source: Range<Int>
    var token: Int
  }

  private(set) var characters: [VisibleCharacter] = []

  /// Creates the view from the tokens of one leaf.
  ///
  /// - Complexity: O(*n*) in the number of tokens.
  init(_ tokens: [InlineToken]) {
    characters.reserveCapacity(tokens.count)
    var outer: [Styles] = []
    var styles: Styles = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .character(let scalar, _), .codeCharacter(let scalar, _):
        characters.append(
          VisibleCharacter(scalar: scalar, styles: styles, source: token.source, token: index))
      case let kind where kind.isOpening:
        outer.append(styles)
        styles.formUnion(kind.style)
      case let kind where kind.isClosing:
        styles = outer.popLast() ?? []
      default: break
      }
    }
  }
}

extension InlineToken.Kind {
  /// The style of the characters inside an opening token's node.
  fileprivate var style: StyledText.Styles {
    switch self {
    case .openEmphasis: .emphasis
    case .openStrong: .strong
    case .openCode: .code
    case .openLink: .link
    case .openImage: .image
    default: []
    }
  }
}
