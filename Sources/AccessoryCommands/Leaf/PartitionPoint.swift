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
