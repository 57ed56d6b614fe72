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

/// A range in UTF-16 code units with the shape of `NSRange`, as input methods use it.
///
/// With Foundation, `NSRange` conforms by an empty extension.
public protocol UTF16RangeShape {
  /// The first code unit.
  var location: Int { get }
  /// The number of code units.
  var length: Int { get }
  /// Creates the range of `length` code units from `location` on.
  init(location: Int, length: Int)
}

/// A range in UTF-16 code units.
public struct UTF16Range: Hashable, Sendable, UTF16RangeShape {
  /// The first code unit.
  public var location: Int
  /// The number of code units.
  public var length: Int

  /// Creates the range of `length` code units from `location` on.
  public init(location: Int, length: Int) {
    self.location = location
    self.length = length
  }
}

/// A position for people: a line and a column.
package struct TextLocation: Hashable, Sendable, Comparable {
  /// The line, counted from 1. A line ends with LF, CR or CR LF.
  package var line: Int
  /// The column in grapheme clusters, counted from 1.
  package var graphemeColumn: Int

  package init(line: Int, graphemeColumn: Int) {
    self.line = line
    self.graphemeColumn = graphemeColumn
  }

  package static func < (first: TextLocation, second: TextLocation) -> Bool {
    (first.line, first.graphemeColumn) < (second.line, second.graphemeColumn)
  }
}
