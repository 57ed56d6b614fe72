import CommonMark

/// Whether a delimiter run can open and close emphasis (CommonMark 0.30 §6.2).
package struct Flanking: Hashable, Sendable {
  /// Whether the run can open emphasis: the first of `*a*`, not that of `* a*`.
  package private(set) var canOpen: Bool
  /// Whether the run can close emphasis: the last of `*a*`, not that of `*a *`.
  package private(set) var canClose: Bool

  /// Reads the scalars before and after a run of `byte`, which is `*` or `_`. The ends of the
  /// content count as line endings. In CommonMark 0.31 symbols are punctuation too.
  package init(
    of byte: UInt8, before: Unicode.Scalar, after: Unicode.Scalar,
    symbolsArePunctuation: Bool = ParsingLibrary.isSince31
  ) {
    let spaceBefore = isUnicodeWhitespace(before)
    let spaceAfter = isUnicodeWhitespace(after)
    let punctuationBefore =
      isUnicodePunctuation(before) || (symbolsArePunctuation && isPunctuationSince031(before))
    let punctuationAfter =
      isUnicodePunctuation(after) || (symbolsArePunctuation && isPunctuationSince031(after))
    let isLeft = !spaceAfter && (!punctuationAfter || spaceBefore || punctuationBefore)
    let isRight = !spaceBefore && (!punctuationBefore || spaceAfter || punctuationAfter)
    canOpen = isLeft
    canClose = isRight
    if byte == .underscore {
      canOpen = isLeft && (!isRight || punctuationBefore)
      canClose = isRight && (!isLeft || punctuationAfter)
    }
  }
}
