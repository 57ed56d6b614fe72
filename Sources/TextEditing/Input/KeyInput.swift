/// What a keyboard needs from the text it types into: `UIKeyInput`, member by member.
public protocol KeyInput {
  /// Whether there is any text. False if it is `""`.
  var hasText: Bool { get }
  /// Types `text`: it takes the place of the selection, or is put at the insertion point.
  mutating func insertText(_ text: String)
  /// Deletes the selection, or the grapheme cluster before the insertion point.
  mutating func deleteBackward()
}
