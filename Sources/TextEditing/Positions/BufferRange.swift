/// A range of a `TextBuffer`; an empty one is an insertion point.
public struct BufferRange: Hashable, Sendable, TextInputRange {
  /// The range in UTF-8 offsets.
  public var utf8: Range<Int>

  /// Creates the range of the UTF-8 offsets `utf8`.
  public init(utf8: Range<Int>) { self.utf8 = utf8 }

  /// Creates the insertion point after `utf8Offset` bytes.
  package init(caretAtUTF8 utf8Offset: Int) { utf8 = utf8Offset..<utf8Offset }

  /// The start of the range.
  public var start: BufferPosition { BufferPosition(utf8Offset: utf8.lowerBound) }
  /// The end of the range.
  public var end: BufferPosition { BufferPosition(utf8Offset: utf8.upperBound) }
  /// Whether the range is an insertion point, as `3..<3`.
  public var isEmpty: Bool { utf8.isEmpty }
}
