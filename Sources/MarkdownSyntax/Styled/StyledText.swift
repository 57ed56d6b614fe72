/// The visible characters of a leaf: how each is styled and where it stands in the source.
///
/// A light view made from the tokens of a leaf; breaks and raw HTML are not characters.
public struct StyledText: Hashable, Sendable {
  /// What a character is part of.
  public struct Styles: OptionSet, Hashable, Sendable {
    /// One bit a style.
    public let rawValue: UInt8

    /// Makes styles of their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Emphasis (CommonMark 0.30 §6.2).
    public static let emphasis = Styles(rawValue: 1)
    /// Strong emphasis (§6.2).
    public static let strong = Styles(rawValue: 2)
    /// A code span (§6.1).
    public static let code = Styles(rawValue: 4)
    /// The text of a link (§6.3, §6.5).
    public static let link = Styles(rawValue: 8)
    /// The description of an image (§6.4).
    public static let image = Styles(rawValue: 16)
  }

  /// A visible character.
  public struct VisibleCharacter: Hashable, Sendable {
    /// The character: one scalar of a text or code literal.
    public var scalar: Unicode.Scalar
    /// What it is part of.
    public var styles: Styles
    /// Where it stands: UTF-8 offsets in the source. Empty where the scalar before it has the
    /// source of both.
    public var source: Range<Int>
    /// The index of its token.
    public var token: Int
  }

  /// The characters, in source order.
  public private(set) var characters: [VisibleCharacter] = []

  /// Makes the view.
  ///
  /// - Parameter tokens: the tokens of one leaf.
  /// - Complexity: O(*n*) in the number of tokens.
  public init(_ tokens: [InlineToken]) {
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

  /// The characters whose source touches `range`, as a range of indices.
  ///
  /// A reference, an escape or a line ending in a code span touched in part counts whole. An empty
  /// range touches nothing.
  ///
  /// - Parameter range: UTF-8 offsets in the source.
  /// - Complexity: O(log *n*) in the number of characters.
  public func indices(touching range: Range<Int>) -> Range<Int> {
    if range.isEmpty { return 0..<0 }
    let low = partition { $0.source.upperBound > range.lowerBound }
    var high = partition { $0.source.lowerBound >= range.upperBound }
    if low >= high { return low..<low }
    // The second scalar of a reference has no source of its own: it goes with the first.
    while high < characters.count, characters[high].source.isEmpty { high += 1 }
    return low..<high
  }

  /// The first index whose character `belongs`, where all after it belong too.
  private func partition(_ belongs: (VisibleCharacter) -> Bool) -> Int {
    var (low, high) = (0, characters.count)
    while low < high {
      let middle = (low + high) / 2
      if belongs(characters[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension InlineToken.Kind {
  /// What the characters inside an opening token's node are part of.
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
