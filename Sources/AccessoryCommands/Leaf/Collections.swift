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

extension Sequence {
  /// The few elements in order, those that are equal as they were: the standard library's sort would be
  /// 3 kB of code for each type.
  ///
  /// - Complexity: O(*n*²).
  func sortedFew(by precedes: (Element, Element) -> Bool) -> [Element] {
    var result: [Element] = []
    for element in self {
      var place = result.count
      while place > 0, precedes(element, result[place - 1]) { place -= 1 }
      result.insert(element, at: place)
    }
    return result
  }
}

extension Array where Element: Equatable {
  /// How many elements at the beginning, and of the others at the end, are another array's.
  ///
  /// - Complexity: O(*n*).
  func unchangedEnds(in other: [Element]) -> (first: Int, last: Int) {
    let shorter = Swift.min(count, other.count)
    var first = 0
    while first < shorter, self[first] == other[first] { first += 1 }
    var last = 0
    while last < shorter - first, self[count - 1 - last] == other[other.count - 1 - last] {
      last += 1
    }
    return (first, last)
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
