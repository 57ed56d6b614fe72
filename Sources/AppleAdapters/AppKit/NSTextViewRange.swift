#if compiler(>=6.2) && canImport(AppKit) && !canImport(UIKit)
  import AppKit
  import TextEditing

  extension NSRange: UTF16RangeShape {}

  /// A position in the text of an `NSTextView`.
  public struct NSTextViewPosition: Hashable, Sendable {
    /// The number of UTF-16 code units before the position.
    package var utf16Offset: Int

    package init(utf16Offset: Int) { self.utf16Offset = utf16Offset }
  }

  /// A range of the text of an `NSTextView`.
  public struct NSTextViewRange: Hashable, Sendable, TextInputRange {
    /// The start of the range.
    public var start: NSTextViewPosition
    /// The end of the range.
    public var end: NSTextViewPosition
    /// Whether the range is an insertion point.
    public var isEmpty: Bool { start == end }

    /// Creates a range from two positions, in either order.
    package init(_ first: NSTextViewPosition, _ second: NSTextViewPosition) {
      start = first.utf16Offset < second.utf16Offset ? first : second
      end = first.utf16Offset < second.utf16Offset ? second : first
    }

    /// Converts a range from AppKit; nil for `NSNotFound`.
    package init?(_ range: NSRange) {
      guard range.location != NSNotFound else { return nil }
      self.init(
        NSTextViewPosition(utf16Offset: range.location),
        NSTextViewPosition(utf16Offset: range.location + range.length))
    }

    package var nsRange: NSRange {
      NSRange(location: start.utf16Offset, length: end.utf16Offset - start.utf16Offset)
    }
  }
#endif
