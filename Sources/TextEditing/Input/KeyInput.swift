/// The text that a keyboard types into: `UIKeyInput`, member by member.
public protocol KeyInput {
  /// Whether there is any text: false for `""`.
  var hasText: Bool { get }
  /// Replaces the selection by `text`, or inserts it at the insertion point.
  mutating func insertText(_ text: String)
  /// Deletes the selection, or the grapheme cluster before the insertion point.
  mutating func deleteBackward()
}
