/// The openers at the end of the written text that contain nothing markable yet.
struct EmptyOpeners: Hashable {
  private var count: UInt32 = 0
  /// One bit for each opener, the lowest for the innermost: whether the source does not have it.
  private var edited: UInt32 = 0

  mutating func push(isEdited: Bool) {
    count = min(count + 1, 32)
    edited = edited << 1 | (isEdited ? 1 : 0)
  }

  /// Closes the innermost opener and returns its bit, or nil if no opener is empty.
  mutating func pop() -> Bool? {
    guard count > 0 else { return nil }
    defer {
      count -= 1
      edited >>= 1
    }
    return edited & 1 != 0
  }
}
