// Declarations of ours with AppKit's names, labels, types and isolation, so far as the adapters use
// them. See UIKit.swift.
@_exported import Foundation

public func unavailable() -> Never { fatalError("a declaration to type-check against") }

@MainActor open class NSResponder: NSObject {
  open func deleteBackward(_ sender: Any?) {}
}
open class NSView: NSResponder {}
open class NSText: NSView {
  open var string: String {
    get { unavailable() }
    set {}
  }
}
open class NSTextStorage: NSMutableAttributedString {}
open class NSTextView: NSText {
  open var textStorage: NSTextStorage? { unavailable() }
  open func insertText(_ string: Any, replacementRange: NSRange) {}
  open func shouldChangeText(
    in affectedCharRange: NSRange, replacementString: String?
  ) -> Bool { unavailable() }
  open func didChangeText() {}
  open func setSelectedRange(
    _ charRange: NSRange, affinity: NSSelectionAffinity, stillSelecting stillSelectingFlag: Bool
  ) {}
  open func selectedRange() -> NSRange { unavailable() }
  open func hasMarkedText() -> Bool { unavailable() }
  open func markedRange() -> NSRange { unavailable() }
  open func setMarkedText(_ string: Any, selectedRange: NSRange, replacementRange: NSRange) {}
  open func unmarkText() {}
  open func attributedSubstring(
    forProposedRange range: NSRange, actualRange: NSRangePointer?
  ) -> NSAttributedString? { unavailable() }
}
public enum NSSelectionAffinity: UInt, Sendable { case upstream = 0, downstream = 1 }
public typealias NSRangePointer = UnsafeMutablePointer<NSRange>
