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

extension ArraySlice<UInt8> {
  /// Whether the bytes contain `other`: `a\*b` contains `\*`.
  package func holds(_ other: ArraySlice<UInt8>) -> Bool {
    indices.contains { self[$0...].starts(with: other) }
  }
}
