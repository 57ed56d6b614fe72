/// The openers at the end of what is written that hold nothing markable yet, innermost last.
struct EmptyOpeners: Hashable {
  private var count: UInt32 = 0
  /// For each, from the lowest bit up for the innermost, whether the source has it not.
  private var edited: UInt32 = 0

  mutating func push(isEdited: Bool) {
    count = min(count + 1, 32)
    edited = edited << 1 | (isEdited ? 1 : 0)
  }

  /// Closes the innermost; nil where every opener holds something.
  mutating func pop() -> Bool? {
    guard count > 0 else { return nil }
    defer {
      count -= 1
      edited >>= 1
    }
    return edited & 1 != 0
  }
}
