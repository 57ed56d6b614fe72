import Foundation

/// A position in a text of the stand-in, in UTF-16 code units from its start.
final class TextPosition: UITextPosition {
  let offset: Int
  init(_ offset: Int) { self.offset = offset }
}
final class TextRange: UITextRange {
  let range: NSRange
  init(_ range: NSRange) { self.range = range }
  override var isEmpty: Bool { range.length == 0 }
  override var start: UITextPosition { TextPosition(range.location) }
  override var end: UITextPosition { TextPosition(range.location + range.length) }
}

/// A view with the text of `TextContents`: a text view or a text field. UIKit does not have it, but
/// a public conformance must not be `@_spi`.
public protocol TextContentsInput: UITextInput {
  var contents: TextContents { get }
}

extension TextContentsInput {
  private func offset(_ position: UITextPosition) -> Int {
    (position as? TextPosition)?.offset ?? 0
  }
  private func nsRange(_ range: UITextRange) -> NSRange {
    (range as? TextRange)?.range ?? NSRange(location: 0, length: 0)
  }
  public var hasText: Bool { contents.length > 0 }
  public func text(in range: UITextRange) -> String? { contents.string(in: nsRange(range)) }
  public func replace(_ range: UITextRange, withText text: String) {
    contents.replace(nsRange(range), with: text)
  }
  public var selectedTextRange: UITextRange? {
    get { TextRange(contents.selection) }
    set { if let newValue { contents.select(nsRange(newValue)) } }
  }
  public var markedTextRange: UITextRange? { contents.marked.map(TextRange.init) }
  public func setMarkedText(_ markedText: String?, selectedRange: NSRange) {
    contents.setMarked(markedText ?? "", selected: selectedRange)
  }
  public func unmarkText() { contents.marked = nil }
  public var beginningOfDocument: UITextPosition { TextPosition(0) }
  public var endOfDocument: UITextPosition { TextPosition(contents.length) }
  public func textRange(
    from fromPosition: UITextPosition, to toPosition: UITextPosition
  ) -> UITextRange? {
    let (first, second) = (offset(fromPosition), offset(toPosition))
    return TextRange(NSRange(location: min(first, second), length: abs(second - first)))
  }
  public func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
    let (target, overflow) = self.offset(position).addingReportingOverflow(offset)
    return !overflow && (0...contents.length).contains(target) ? TextPosition(target) : nil
  }
  public func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult {
    let distance = offset(from: position, to: other)
    return distance == 0 ? .orderedSame : distance > 0 ? .orderedAscending : .orderedDescending
  }
  public func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int {
    offset(toPosition) - offset(from)
  }
  public func firstRect(for range: UITextRange) -> CGRect { contents.firstRect(nsRange(range)) }
  public func caretRect(for position: UITextPosition) -> CGRect {
    contents.caretRect(offset(position))
  }
  public func closestPosition(to point: CGPoint) -> UITextPosition? {
    TextPosition(contents.offset(at: point))
  }
  public func characterRange(at point: CGPoint) -> UITextRange? {
    let offset = contents.offset(at: point)
    return offset < contents.length ? TextRange(NSRange(location: offset, length: 1)) : nil
  }
}
