extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which `isPast` is true, or the end if there is none.
  @inlinable package func partitionPoint(where isPast: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isPast(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
