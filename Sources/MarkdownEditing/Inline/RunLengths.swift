/// A set of lengths of backtick runs. Those up to 64, more than anybody writes, are bits.
struct RunLengths: Hashable {
  private var bits: UInt64 = 0
  private var more: Set<Int> = []

  init() {}

  /// The lengths of the maximal runs of backticks in `bytes`.
  init<Bytes: Sequence<UInt8>>(in bytes: Bytes) {
    var length = 0
    for byte in bytes {
      if byte == .backtick {
        length += 1
      } else if length > 0 {
        insert(length)
        length = 0
      }
    }
    if length > 0 { insert(length) }
  }

  /// The greatest length, or 0 if the set is empty.
  var longest: Int { more.max() ?? 64 - bits.leadingZeroBitCount }

  func contains(_ length: Int) -> Bool {
    1...64 ~= length ? bits >> UInt64(length - 1) & 1 == 1 : more.contains(length)
  }

  mutating func insert(_ length: Int) {
    if 1...64 ~= length { bits |= 1 << UInt64(length - 1) } else { more.insert(length) }
  }
}
