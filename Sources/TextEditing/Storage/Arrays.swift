extension Array {
  /// The elements in ascending order of a key; equal keys keep their order.
  ///
  /// The function sorts 64-bit integers, each a key above an index. The standard library's sort
  /// would be specialized for every element type, which adds 3 to 5 kB to the C library each time.
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
  /// Sorts the numbers; not inlined, so that the code exists only once.
  @inline(never) package mutating func sortInPlace() { sort() }
}

extension Array where Element: Equatable {
  /// The number of leading elements that two arrays share, and of trailing ones among the others.
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
  /// Whether the bytes contain `other`: `a\*b` contains `\*`.
  package func holds(_ other: ArraySlice<UInt8>) -> Bool {
    indices.contains { self[$0...].starts(with: other) }
  }
}
