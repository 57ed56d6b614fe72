import Foundation

@MainActor public protocol NSTextViewDelegate: NSObjectProtocol {
  func textView(
    _ textView: NSTextView, shouldChangeTextIn affectedCharRange: NSRange,
    replacementString: String?
  ) -> Bool
  func textView(_ textView: NSTextView, doCommandBy commandSelector: Selector) -> Bool
  func textDidChange(_ notification: Notification)
  func textViewDidChangeSelection(_ notification: Notification)
}
extension NSTextViewDelegate {
  public func textView(
    _ textView: NSTextView, shouldChangeTextIn affectedCharRange: NSRange,
    replacementString: String?
  ) -> Bool { true }
  public func textView(_ textView: NSTextView, doCommandBy commandSelector: Selector) -> Bool {
    false
  }
  public func textDidChange(_ notification: Notification) {}
  public func textViewDidChangeSelection(_ notification: Notification) {}
}

/// A text view. `shouldChangeText` allows an edit and records it for undo; `didChangeText` reports
/// it.
open class NSTextView: NSText {
  public nonisolated class var didChangeNotification: NSNotification.Name {
    NSNotification.Name("NSTextDidChangeNotification")
  }
  public nonisolated class var didChangeSelectionNotification: NSNotification.Name {
    NSNotification.Name("NSTextViewDidChangeSelectionNotification")
  }
  private let storage: NSTextStorage
  private let steps = UndoManager()
  private var selection = NSRange(location: 0, length: 0)
  private var marked = NSRange(location: NSNotFound, length: 0)
  open weak var delegate: (any NSTextViewDelegate)?
  open var isVerticallyResizable = false
  open var isRichText = true
  open var isAutomaticQuoteSubstitutionEnabled = true
  open var isAutomaticDashSubstitutionEnabled = true
  open var smartInsertDeleteEnabled = true
  open var font: NSFont?
  open var textColor: NSColor?
  open var typingAttributes: [NSAttributedString.Key: Any] = [:]

  public init(frame frameRect: NSRect, textContainer container: NSTextContainer?) {
    storage = container?.storage ?? NSTextStorage(string: "")
    super.init(frame: frameRect)
  }
  public convenience override init(frame frameRect: NSRect) {
    self.init(frame: frameRect, textContainer: nil)
  }
  public convenience init() { self.init(frame: .zero) }
  public required init?(coder: NSCoder) { nil }
  open var isEditable = true
  open var allowsUndo = true
  open var textStorage: NSTextStorage? { storage }
  open override var undoManager: UndoManager? { allowsUndo ? steps : nil }
  open override var string: String {
    get { storage.string }
    set {
      storage.replaceCharacters(in: NSRange(location: 0, length: storage.length), with: newValue)
      select(NSRange(location: storage.length, length: 0))
    }
  }

  open func shouldChangeText(
    in affectedCharRange: NSRange, replacementString: String?
  ) -> Bool {
    guard isEditable,
      delegate?.textView(
        self, shouldChangeTextIn: affectedCharRange, replacementString: replacementString) ?? true
    else { return false }
    guard let replacementString, allowsUndo else { return true }
    let old = storage.attributedSubstring(from: affectedCharRange).string
    let new = NSRange(
      location: affectedCharRange.location, length: (replacementString as NSString).length)
    let selected = selection
    steps.registerUndo(withTarget: self) { view in
      MainActor.assumeIsolated {
        guard view.shouldChangeText(in: new, replacementString: old) else { return }
        view.storage.replaceCharacters(in: new, with: old)
        view.didChangeText()
        view.select(selected)
      }
    }
    return true
  }
  /// Keeps the selection inside the text, and reports the change.
  open func didChangeText() {
    select(selection)
    let changed = Notification(name: NSTextView.didChangeNotification, object: self)
    delegate?.textDidChange(changed)
    NotificationCenter.default.post(changed)
  }
  open func insertText(_ string: Any, replacementRange: NSRange) {
    let text = string as? String ?? (string as? NSAttributedString)?.string ?? ""
    let target = marked.location == NSNotFound ? selection : marked
    let range = replacementRange.location == NSNotFound ? target : replacementRange
    guard shouldChangeText(in: range, replacementString: text) else { return }
    storage.replaceCharacters(in: range, with: text)
    marked = NSRange(location: NSNotFound, length: 0)
    select(NSRange(location: range.location + (text as NSString).length, length: 0))
    didChangeText()
  }
  open override func deleteBackward(_ sender: Any?) {
    var range = selection
    if range.length == 0 {
      let before = storage.attributedSubstring(
        from: NSRange(location: 0, length: range.location)
      ).string.last
      let count = before?.utf16.count ?? 0
      range = NSRange(location: range.location - count, length: count)
    }
    guard range.length > 0 else { return }
    insertText("", replacementRange: range)
  }
  open override func insertNewline(_ sender: Any?) {
    insertText("\n", replacementRange: selection)
  }
  open override func insertTab(_ sender: Any?) { insertText("\t", replacementRange: selection) }
  open func setSelectedRange(_ charRange: NSRange) { select(charRange) }
  open func setSelectedRange(
    _ charRange: NSRange, affinity: NSSelectionAffinity, stillSelecting stillSelectingFlag: Bool
  ) { select(charRange) }
  open func selectedRange() -> NSRange { selection }
  open func hasMarkedText() -> Bool { marked.location != NSNotFound }
  open func markedRange() -> NSRange { marked }
  open func setMarkedText(_ string: Any, selectedRange: NSRange, replacementRange: NSRange) {
    let text = string as? String ?? ""
    let target = marked.location == NSNotFound ? selection : marked
    let range = replacementRange.location == NSNotFound ? target : replacementRange
    storage.replaceCharacters(in: range, with: text)
    let count = (text as NSString).length
    marked =
      count == 0
      ? NSRange(location: NSNotFound, length: 0) : NSRange(location: range.location, length: count)
    select(
      NSRange(location: range.location + selectedRange.location, length: selectedRange.length))
    didChangeText()
  }
  open func unmarkText() { marked = NSRange(location: NSNotFound, length: 0) }
  open func attributedSubstring(
    forProposedRange range: NSRange, actualRange: NSRangePointer?
  ) -> NSAttributedString? {
    guard range.location <= storage.length else { return nil }
    let length = min(range.length, storage.length - range.location)
    let actual = NSRange(location: range.location, length: length)
    actualRange?.pointee = actual
    return storage.attributedSubstring(from: actual)
  }

  /// Finds a character by its place. Characters are 8 points wide and lines 20 high.
  open func characterIndexForInsertion(at point: NSPoint) -> Int {
    let lines = storage.string.split(separator: "\n", omittingEmptySubsequences: false)
    let number = min(max(Int(point.y / 20), 0), lines.count - 1)
    let start = lines[..<number].reduce(0) { $0 + $1.utf16.count + 1 }
    return start + min(max(Int((point.x / 8).rounded()), 0), lines[number].utf16.count)
  }

  private func select(_ range: NSRange) {
    let start = min(range.location, storage.length)
    let new = NSRange(location: start, length: min(range.length, storage.length - start))
    guard new != selection else { return }
    selection = new
    let changed = Notification(name: NSTextView.didChangeSelectionNotification, object: self)
    delegate?.textViewDidChangeSelection(changed)
    NotificationCenter.default.post(changed)
  }

  /// Presses a key as a person does. The view handles it if the delegate does not.
  @_spi(StandIn) public func press(_ command: Selector) {
    if delegate?.textView(self, doCommandBy: command) ?? false { return }
    switch command.name {
    case "insertNewline:": insertNewline(nil)
    case "insertTab:": insertTab(nil)
    case "insertBacktab:": insertBacktab(nil)
    case "deleteBackward:": deleteBackward(nil)
    default: break
    }
  }
}
