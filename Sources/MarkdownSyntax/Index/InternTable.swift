/// Keys with numbers, from 0 in the order of their addition.
///
/// A few keys are searched one by one, which is as fast. Most processes then need no dictionary of
/// this type, whose first use takes as long as opening a small document.
struct InternTable<Key: Hashable & Sendable>: Sendable {
  private var keys: ContiguousArray<Key> = []
  /// The numbers if there are more than a few keys; otherwise empty.
  private var numbers: [Key: Int] = [:]

  private static var few: Int { 12 }

  var count: Int { keys.count }

  subscript(number: Int) -> Key { keys[number] }

  func number(of key: Key) -> Int? {
    keys.count <= Self.few ? keys.firstIndex(of: key) : numbers[key]
  }

  /// Gives the next number to a key that has none.
  mutating func append(_ key: Key) {
    keys.append(key)
    if keys.count == Self.few + 1 {
      for (number, key) in keys.enumerated() { numbers[key] = number }
    } else if keys.count > Self.few {
      numbers[key] = keys.count - 1
    }
  }
}
