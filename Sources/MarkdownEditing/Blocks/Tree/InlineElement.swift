import MarkdownSyntax

extension InlineToken.Kind {
  /// Whether the contents are literal, as in a code span or an autolink: `.openCode`.
  var isLiteral: Bool {
    switch self {
    case .openCode, .openLink(.autolink), .openLink(.emailAutolink), .openLink(.bare): true
    default: false
    }
  }

  /// Whether it opens or closes an image, like the `![` of `![a](/u)`.
  var isImage: Bool {
    switch self {
    case .openImage, .closeImage: true
    default: false
    }
  }
}

extension BlockTree {
  /// Returns the leaf at an offset, as it was read; nil if there is no text.
  func leaf(at offset: Int) -> LeafBlock? {
    path(at: offset).flatMap { leafBlock(root[$0[...]].id) }
  }

  /// Returns the tokens of the text at an offset; none if there is no text.
  func tokens(at offset: Int) -> [InlineToken] {
    leaf(at: offset).map { tokens(of: $0) } ?? []
  }
}

extension Range<Int> {
  /// Whether another range, perhaps empty, is inside this one or at its edges.
  func covers(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }

  /// Returns the smallest range with this one and another in it.
  func joined(with other: Range<Int>) -> Range<Int> {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
