/// The beginnings of lines that open containers again, each with a number.
struct PrefixTable: Sendable {
  /// The number of a prefix; 0 for the empty one.
  typealias Number = UInt32

  private var prefixes: [[UInt8]] = [[]]
  private var numbers: [[UInt8]: Number] = [[]: 0]

  /// The prefix with a number.
  subscript(number: Number) -> [UInt8] { prefixes[Int(number)] }

  /// The number of a prefix, a new one where it has none.
  mutating func number(of prefix: [UInt8]) -> Number {
    if prefix.isEmpty { return 0 }
    if let number = numbers[prefix] { return number }
    let number = Number(prefixes.count)
    prefixes.append(prefix)
    numbers[prefix] = number
    return number
  }
}
