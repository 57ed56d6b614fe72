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
