/// A place between two scalars of a `TextBuffer`.
///
/// It stays valid when text after it is edited; the buffer moves its own selection, not positions
/// held elsewhere: for those there is `TextEdit.mapping(utf8Offset:bias:)`.
public struct BufferPosition: Hashable, Sendable, Comparable {
  /// The number of UTF-8 bytes before the place.
  public var utf8Offset: Int

  /// Creates the position after `utf8Offset` bytes.
  public init(utf8Offset: Int) { self.utf8Offset = utf8Offset }

  /// Whether the first place is before the second.
  public static func < (first: BufferPosition, second: BufferPosition) -> Bool {
    first.utf8Offset < second.utf8Offset
  }
}
