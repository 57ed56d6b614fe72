/// A position between two scalars of a `TextBuffer`.
///
/// It stays valid if it lies before an edited place. The buffer moves only its own selection; use
/// `TextEdit.mapping(utf8Offset:bias:)` for other positions.
public struct BufferPosition: Hashable, Sendable, Comparable {
  /// The number of UTF-8 bytes before the position.
  public var utf8Offset: Int

  /// Creates the position after `utf8Offset` bytes.
  public init(utf8Offset: Int) { self.utf8Offset = utf8Offset }

  /// Whether the first position is before the second.
  public static func < (first: BufferPosition, second: BufferPosition) -> Bool {
    first.utf8Offset < second.utf8Offset
  }
}
