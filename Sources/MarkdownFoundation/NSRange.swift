import Foundation
@_exported import MarkdownEditing

extension TextRange {
  /// A range of Foundation, in UTF-16 code units. An `NSNotFound` is outside every text.
  public init(_ range: NSRange) {
    let (end, overflows) = range.location.addingReportingOverflow(max(0, range.length))
    self = .utf16(range.location..<(overflows ? Int.max : end))
  }
}

extension EditedText {
  /// The selection as a range of Foundation.
  public var nsSelection: NSRange { NSRange(utf16Selection) }
}

extension MarkdownEditor {
  /// The selections as ranges of Foundation, in ascending order.
  public var nsSelections: [NSRange] { utf16Selections.map { NSRange($0) } }
}
