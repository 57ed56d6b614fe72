/// A range of a `TextBuffer`; an empty one is an insertion point.
public struct BufferRange: Hashable, Sendable, TextInputRange {
  /// The range in UTF-8 offsets.
  public var utf8: Range<Int>

  /// Creates the range of the UTF-8 offsets `utf8`.
  public init(utf8: Range<Int>) { self.utf8 = utf8 }

  /// Creates the insertion point after `utf8Offset` bytes.
  package init(caretAtUTF8 utf8Offset: Int) { utf8 = utf8Offset..<utf8Offset }

  /// Where it begins.
  public var start: BufferPosition { BufferPosition(utf8Offset: utf8.lowerBound) }
  /// Where it ends.
  public var end: BufferPosition { BufferPosition(utf8Offset: utf8.upperBound) }
  /// Whether it is an insertion point. True of `3..<3`.
  public var isEmpty: Bool { utf8.isEmpty }
}
