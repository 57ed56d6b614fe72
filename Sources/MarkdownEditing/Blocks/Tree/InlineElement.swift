import MarkdownSyntax

/// An element between two tokens: a mark, code, a link or an image.
struct InlineElement {
  /// The kind of the opening token.
  let kind: InlineToken.Kind
  let open: Range<Int>
  let close: Range<Int>

  var all: Range<Int> { open.lowerBound..<close.upperBound }
  var text: Range<Int> { open.upperBound..<close.lowerBound }
}

extension [InlineToken] {
  /// The elements, in the order of their opening tokens.
  var elements: [InlineElement] {
    indices.compactMap { index in
      guard self[index].partner > index else { return nil }
      return InlineElement(
        kind: self[index].kind, open: self[index].source,
        close: self[self[index].partner].source)
    }
  }

  /// Returns an offset moved past the closing delimiters at it.
  func behindClosing(_ place: Int) -> Int {
    reduce(place) { place, token in
      token.kind.isClosing && token.source.contains(place) ? token.source.upperBound : place
    }
  }

  /// Returns an offset moved before the opening delimiters at it.
  func beforeOpening(_ place: Int) -> Int {
    reversed().reduce(place) { place, token in
      token.kind.isOpening && token.source.lowerBound < place && place <= token.source.upperBound
        ? token.source.lowerBound : place
    }
  }
}

extension InlineToken.Kind {
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
