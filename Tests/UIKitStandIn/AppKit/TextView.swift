import Foundation

@MainActor public protocol NSTextViewDelegate: NSObjectProtocol {
  func textView(
    _ textView: NSTextView, shouldChangeTextIn affectedCharRange: NSRange,
    replacementString: String?
  ) -> Bool
  func textView(_ textView: NSTextView, doCommandBy commandSelector: Selector) -> Bool
  func textDidChange(_ notification: Notification)
  func textViewDidChangeSelection(_ notification: Notification)
  func undoManager(for view: NSTextView) -> UndoManager?
}
extension NSTextViewDelegate {
  public func undoManager(for view: NSTextView) -> UndoManager? { nil }
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

public enum NSTextInputTraitType: Sendable { case `default`, no, yes }
open class NSText: NSView {
  public nonisolated static let didChangeNotification = NSNotification.Name(
    "NSTextDidChangeNotification")
}

/// What raises an exception on a device, and thereby ends the app: recorded, because tests go on.
@_spi(StandIn) @MainActor public enum Exceptions { public static var raised: [String] = [] }

/// A text view. `shouldChangeText` allows an edit and records it for undo; `didChangeText` reports
/// it. Steps of undo are registered with the window's manager, or with that of the delegate. They do
/// not retain the view, and raise if their range is outside the text.
open class NSTextView: NSText {
  public nonisolated static let didChangeSelectionNotification = NSNotification.Name(
    "NSTextViewDidChangeSelectionNotification")
  private let contents: TextContents
  private let container: NSTextContainer?
  private var ownContent: NSTextContentStorage?
  open var textContainer: NSTextContainer? { container }
  open var textLayoutManager: NSTextLayoutManager? { container?.layoutManager }
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
    self.container = container
    contents = TextContents(container?.storage ?? NSTextStorage(string: ""))
    super.init(frame: frameRect)
    connect()
  }
  public convenience override init(frame frameRect: NSRect) {
    self.init(frame: frameRect, textContainer: nil)
  }
  public convenience init() { self.init(frame: .zero) }
  public required init?(coder: NSCoder) {
    // A view from an archive has its own objects of TextKit.
    let (content, layout) = (NSTextContentStorage(), NSTextLayoutManager())
    let container = NSTextContainer(size: .zero)
    content.addTextLayoutManager(layout)
    layout.textContainer = container
    (ownContent, self.container) = (content, container)
    contents = TextContents(container.storage ?? NSTextStorage(string: ""))
    super.init(coder: coder)
    connect()
  }
  open var textContainerInset = NSSize.zero
  private func connect() {
    textLayoutManager?.usedHeight = { [contents] in MainActor.assumeIsolated { contents.height } }
    contents.changed = { [weak self] in self?.didChangeText() }
    contents.selectionChanged = { [weak self] in
      guard let self else { return }
      typingAttributes = contents.typingAttributes
      selectionChanged()
    }
  }
  open var inlinePredictionType = NSTextInputTraitType.default
  open internal(set) var isWritingToolsActive = false
  open var textContainerOrigin: NSPoint { .zero }
  open func scrollRangeToVisible(_ range: NSRange) {}
  open var isEditable = true
  open var allowsUndo = true
  open var textStorage: NSTextStorage? { contents.storage }
  open override var undoManager: UndoManager? {
    delegate?.undoManager(for: self) ?? super.undoManager
  }
  /// Setting it leaves the steps of undo, whose ranges are those of the old text.
  open var string: String {
    get { contents.storage.string }
    set {
      contents.marked = nil
      contents.storage.replaceCharacters(
        in: NSRange(location: 0, length: contents.length), with: newValue)
      contents.select(NSRange(location: contents.length, length: 0))
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
    let old = contents.string(in: affectedCharRange) ?? ""
    let new = NSRange(
      location: affectedCharRange.location, length: (replacementString as NSString).length)
    let selected = contents.selection
    let manager = undoManager
    manager?.registerUndo(withTarget: manager ?? UndoManager()) { [weak self] _ in
      MainActor.assumeIsolated {
        guard let view = self else { return Exceptions.raised.append("the view is gone") }
        guard NSMaxRange(new) <= view.contents.length else {
          return Exceptions.raised.append("\(new) is outside the text")
        }
        guard view.shouldChangeText(in: new, replacementString: old) else { return }
        view.contents.storage.replaceCharacters(in: new, with: old)
        view.didChangeText()
        view.contents.select(selected)
      }
    }
    return true
  }
  /// Keeps the selection inside the text, and reports the change.
  open func didChangeText() {
    contents.select(contents.selection)
    let changed = Notification(name: NSText.didChangeNotification, object: self)
    delegate?.textDidChange(changed)
    NotificationCenter.default.post(changed)
  }
  open func insertText(_ string: Any, replacementRange: NSRange) {
    let text = string as? String ?? (string as? NSAttributedString)?.string ?? ""
    let target = contents.marked ?? contents.selection
    let range = replacementRange.location == NSNotFound ? target : replacementRange
    guard shouldChangeText(in: range, replacementString: text) else { return }
    contents.storage.replaceCharacters(in: range, with: text)
    contents.marked = nil
    contents.select(NSRange(location: range.location + (text as NSString).length, length: 0))
    didChangeText()
  }
  open override func deleteBackward(_ sender: Any?) {
    let range = contents.rangeOfBackspace
    if range.length > 0 { insertText("", replacementRange: range) }
  }
  open override func insertNewline(_ sender: Any?) {
    insertText("\n", replacementRange: selectedRange())
  }
  open override func insertTab(_ sender: Any?) {
    insertText("\t", replacementRange: selectedRange())
  }
  open func setSelectedRange(_ charRange: NSRange) { contents.select(charRange) }
  open func setSelectedRange(
    _ charRange: NSRange, affinity: NSSelectionAffinity, stillSelecting stillSelectingFlag: Bool
  ) { contents.select(charRange) }
  open func selectedRange() -> NSRange { contents.selection }
  open func hasMarkedText() -> Bool { contents.marked != nil }
  open func markedRange() -> NSRange {
    contents.marked ?? NSRange(location: NSNotFound, length: 0)
  }
  open func setMarkedText(_ string: Any, selectedRange: NSRange, replacementRange: NSRange) {
    // The delegate does not hear of it.
    contents.setMarked(string as? String ?? "", selected: selectedRange, reports: false)
  }
  open func unmarkText() { contents.marked = nil }
  open func attributedSubstring(
    forProposedRange range: NSRange, actualRange: NSRangePointer?
  ) -> NSAttributedString? {
    guard range.location <= contents.length else { return nil }
    let length = min(range.length, contents.length - range.location)
    return contents.storage.attributedSubstring(
      from: NSRange(location: range.location, length: length))
  }
  open func characterIndexForInsertion(at point: NSPoint) -> Int { contents.offset(at: point) }
  /// The character under a point of the screen; at the end of a line, the line ending.
  open func characterIndex(for point: NSPoint) -> Int {
    contents.character(
      at: NSPoint(x: point.x - 100 + visibleOrigin.x, y: 1000 - point.y + visibleOrigin.y))
  }
  /// Returns the frame on the screen of the part of a range in its first line.
  open func firstRect(forCharacterRange range: NSRange, actualRange: NSRangePointer?) -> NSRect {
    let frame = contents.firstRect(range)
    return NSRect(
      x: frame.minX - visibleOrigin.x + 100, y: 1000 - frame.maxY + visibleOrigin.y,
      width: frame.width, height: frame.height)
  }

  // MARK: The clipboard

  open var writablePasteboardTypes: [NSPasteboard.PasteboardType] { [.string, .rtf, .html] }
  open var readablePasteboardTypes: [NSPasteboard.PasteboardType] { [.html, .rtf, .string] }
  open func writeSelection(
    to pboard: NSPasteboard, type: NSPasteboard.PasteboardType
  ) -> Bool {
    pboard.setString(contents.string(in: contents.selection) ?? "", forType: type)
  }
  /// Inserts the text of HTML without its tags, as a view does that prefers HTML.
  open func readSelection(
    from pboard: NSPasteboard, type: NSPasteboard.PasteboardType
  ) -> Bool {
    guard let text = pboard.string(forType: type) else { return false }
    let plain =
      type == .html
      ? text.split(separator: "<").map { $0.split(separator: ">").last ?? "" }.joined() : text
    insertText(plain, replacementRange: contents.selection)
    return true
  }
  open func copy(_ sender: Any?) {
    guard contents.selection.length > 0 else { return }
    NSPasteboard.general.clearContents()
    for type in writablePasteboardTypes { _ = writeSelection(to: .general, type: type) }
  }
  open func cut(_ sender: Any?) {
    guard isEditable else { return }
    copy(sender)
    insertText("", replacementRange: contents.selection)
  }
  open func paste(_ sender: Any?) {
    let types = NSPasteboard.general.types ?? []
    guard isEditable, let type = readablePasteboardTypes.first(where: types.contains) else {
      return
    }
    _ = readSelection(from: .general, type: type)
  }
  open func pasteAsPlainText(_ sender: Any?) {
    if isEditable { _ = readSelection(from: .general, type: .string) }
  }
  open func validateUserInterfaceItem(_ item: any NSValidatedUserInterfaceItem) -> Bool {
    switch item.action?.name {
    case "paste:", "cut:": isEditable
    default: true
    }
  }

  private func selectionChanged() {
    let changed = Notification(name: NSTextView.didChangeSelectionNotification, object: self)
    delegate?.textViewDidChangeSelection(changed)
    NotificationCenter.default.post(changed)
  }

  @_spi(StandIn) public func setWritingTools(active: Bool) { isWritingToolsActive = active }
  /// Shows an inline prediction at the caret: marked text with the caret before it.
  @_spi(StandIn) public func predict(_ text: String) {
    setMarkedText(
      text, selectedRange: NSRange(location: 0, length: 0),
      replacementRange: NSRange(location: NSNotFound, length: 0))
  }
  /// Drops what a drag carries at a place of the text.
  @_spi(StandIn) public func drop(_ pboard: NSPasteboard, at offset: Int) -> Bool {
    let types = pboard.types ?? []
    guard isEditable, let type = readablePasteboardTypes.first(where: types.contains) else {
      return false
    }
    contents.select(NSRange(location: offset, length: 0))
    return readSelection(from: pboard, type: type)
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
