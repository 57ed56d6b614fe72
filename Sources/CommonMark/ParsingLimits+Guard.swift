extension ParsingLimits {
  /// Throws where `source` exceeds these limits.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `source`.
  func admit(_ source: UnsafeBufferPointer<UInt8>) throws(ParsingRefusal) {
    if source.count > byteCount {
      throw .tooLarge(byteCount: source.count, limit: byteCount)
    }
  }
}
