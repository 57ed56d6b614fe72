extension RandomAccessCollection where Index == Int {
  /// The index of the first element that is behind a point; the end where none is.
  ///
  /// - Parameter isBehind: false of the elements up to some place, and true of all from there on.
  /// - Complexity: O(log n).
  func partitionPoint(where isBehind: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Sequence<UInt8> {
  /// The 1-based number of the line that follows the bytes, as libcmark counts where lines end with LF or
  /// CR LF.
  ///
  /// - Complexity: O(*n*).
  var lineNumber: Int { count { $0 == 0x0A } + 1 }

  /// The column behind the bytes, tabs going on to the next multiple of four.
  ///
  /// - Parameter column: the column before them.
  /// - Complexity: O(*n*).
  func endColumn(from column: Int = 0) -> Int {
    reduce(column) { $0 + ($1 == 0x09 ? 4 - $0 % 4 : 1) }
  }
}
