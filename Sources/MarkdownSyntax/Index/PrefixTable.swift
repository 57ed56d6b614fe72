/// The beginnings of lines that open containers again, each with a number.
struct PrefixTable: Sendable {
  /// The number of a prefix; 0 for the empty one.
  typealias Number = UInt32

  /// Up to so many are looked through one by one. So they are found as fast, and most processes
  /// never need a dictionary of arrays, whose first one takes the runtime as long as a small
  /// document takes to be opened.
  private static let few = 16

  private var prefixes: [[UInt8]] = [[]]
  /// The numbers where there are more than a few; else empty.
  private var numbers: [[UInt8]: Number] = [:]

  /// The prefix with a number.
  subscript(number: Number) -> [UInt8] { prefixes[Int(number)] }

  /// The number of a prefix, a new one where it has none.
  mutating func number(of prefix: [UInt8]) -> Number {
    if prefix.isEmpty { return 0 }
    let known =
      prefixes.count <= Self.few
      ? prefixes.firstIndex(of: prefix).map { Number($0) } : numbers[prefix]
    if let known { return known }
    let number = Number(prefixes.count)
    prefixes.append(prefix)
    if prefixes.count > Self.few {
      if numbers.isEmpty {
        for (number, prefix) in prefixes.enumerated() { numbers[prefix] = Number(number) }
      }
      numbers[prefix] = number
    }
    return number
  }
}
