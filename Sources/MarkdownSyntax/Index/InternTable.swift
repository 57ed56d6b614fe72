/// Keys, each with a number: 0 for the first that came, and so on.
///
/// Up to a few are looked through one by one. So they are found as fast, and most processes never
/// need a dictionary of their kind, whose first one takes the runtime as long as a small document
/// takes to be opened.
struct InternTable<Key: Hashable & Sendable>: Sendable {
  private var keys: ContiguousArray<Key> = []
  /// The numbers where there are more than a few; else empty.
  private var numbers: [Key: Int] = [:]

  private static var few: Int { 12 }

  /// How many keys have a number.
  var count: Int { keys.count }

  /// The key with a number.
  subscript(number: Int) -> Key { keys[number] }

  /// The number of a key; nil where it has none.
  func number(of key: Key) -> Int? {
    keys.count <= Self.few ? keys.firstIndex(of: key) : numbers[key]
  }

  /// Gives a key that has none the next number.
  mutating func append(_ key: Key) {
    keys.append(key)
    if keys.count == Self.few + 1 {
      for (number, key) in keys.enumerated() { numbers[key] = number }
    } else if keys.count > Self.few {
      numbers[key] = keys.count - 1
    }
  }
}
