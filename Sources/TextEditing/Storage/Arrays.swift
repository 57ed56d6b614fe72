extension Array {
  /// The elements in ascending order of a key; those with the same key as they stood.
  ///
  /// What is sorted is always an array of integers, the key above the index: the standard library's sort is made
  /// anew for each type of elements and each comparison, and takes 3 to 5 kB of the C library each time.
  ///
  /// - Parameter key: not negative, below 2³¹.
  /// - Complexity: O(*n* log *n*).
  package func sorted(byKey key: (Element) -> Int) -> [Element] {
    if count < 2 { return self }
    var keys = ContiguousArray<Int64>()
    keys.reserveCapacity(count)
    for index in indices { keys.append(Int64(key(self[index])) << 32 | Int64(index)) }
    keys.sortInPlace()
    return keys.map { self[Int($0 & 0xFFFF_FFFF)] }
  }
}

extension ContiguousArray<Int64> {
  /// Sorts the numbers, in one place for all.
  @inline(never) package mutating func sortInPlace() { sort() }
}

extension Array where Element: Equatable {
  /// How many elements at the beginning, and of the others at the end, are another array's.
  ///
  /// - Complexity: O(*n*).
  package func unchangedEnds(in other: [Element]) -> (first: Int, last: Int) {
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

extension ArraySlice<UInt8> {
  /// Whether some bytes stand in these: true of `\*` in `a\*b`.
  package func holds(_ other: ArraySlice<UInt8>) -> Bool {
    indices.contains { self[$0...].starts(with: other) }
  }
}
