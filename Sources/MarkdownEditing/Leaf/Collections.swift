extension Sequence<UInt8> {
  /// The column after the bytes. A tab advances to the next multiple of four.
  ///
  /// - Parameter column: the column before them.
  /// - Complexity: O(*n*).
  func endColumn(from column: Int = 0) -> Int {
    reduce(column) { $0 + ($1 == .tab ? 4 - $0 % 4 : 1) }
  }
}
