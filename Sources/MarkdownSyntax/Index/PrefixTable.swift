/// The lines that open containers, code or HTML again, each with a number.
struct PrefixTable: Sendable {
  /// The number of a prefix; 0 for the empty one.
  typealias Number = UInt32

  /// The nonempty prefixes, whose numbers here are lower by one.
  private var prefixes = InternTable<[UInt8]>()

  subscript(number: Number) -> [UInt8] { number == 0 ? [] : prefixes[Int(number) - 1] }

  /// Whether a prefix opens code or HTML: three backticks and a line feed, not `- #`.
  func opensBlock(_ number: Number) -> Bool {
    let first = self[number].first { $0 != .space }
    return first == .backtick || first == .tilde || first == .lessThan
  }

  /// The number of a prefix; a new prefix gets a new number.
  mutating func number(of prefix: [UInt8]) -> Number {
    if prefix.isEmpty { return 0 }
    if let known = prefixes.number(of: prefix) { return Number(known) + 1 }
    prefixes.append(prefix)
    return Number(prefixes.count)
  }
}
