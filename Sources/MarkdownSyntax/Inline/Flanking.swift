/// What a delimiter run may do, by the characters around it (CommonMark 0.30 §6.2).
struct Flanking: Hashable, Sendable {
  /// Whether the run may open emphasis.
  var canOpen: Bool
  /// Whether the run may close emphasis.
  var canClose: Bool

  /// Looks at the scalars before and after a run of `byte`, which is `*` or `_`; the ends of the
  /// content count as line endings.
  init(of byte: UInt8, before: Unicode.Scalar, after: Unicode.Scalar) {
    let spaceBefore = isUnicodeWhitespace(before)
    let spaceAfter = isUnicodeWhitespace(after)
    let punctuationBefore = isUnicodePunctuation(before)
    let punctuationAfter = isUnicodePunctuation(after)
    let isLeft = !spaceAfter && (!punctuationAfter || spaceBefore || punctuationBefore)
    let isRight = !spaceBefore && (!punctuationBefore || spaceAfter || punctuationAfter)
    canOpen = isLeft
    canClose = isRight
    if byte == 0x5F {
      canOpen = isLeft && (!isRight || punctuationBefore)
      canClose = isRight && (!isLeft || punctuationAfter)
    }
  }
}
