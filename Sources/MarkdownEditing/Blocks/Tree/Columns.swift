extension Sequence<UInt8> {
  /// The column after the bytes, which begin at `column`. A tab advances to a multiple of four.
  func endColumn(from column: Int = 0) -> Int {
    reduce(column) { $0 + ($1 == .tab ? 4 - $0 % 4 : 1) }
  }
}
