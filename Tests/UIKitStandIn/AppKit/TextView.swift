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
    updateDragTypeRegistration()
    textLayoutManager?.usedHeight = { [contents] in MainActor.assumeIsolated { contents.height } }
    contents.changed = { [weak self] in self?.didChangeText() }
    contents.selectionChanged = { [weak self] in
      guard let self else { return }
      typingAttributes = contents.typingAttributes
      otherRanges = []
      selectionChanged()
    }
  }
  open var inlinePredictionType = NSTextInputTraitType.default
  open internal(set) var isWritingToolsActive = false
  open var textContainerOrigin: NSPoint { NSPoint(x: 3, y: 4) }
  open func scrollRangeToVisible(_ range: NSRange) {}
  /// As on a device, the types of drags are registered again.
  open var isEditable = true { didSet { updateDragTypeRegistration() } }
  open var allowsUndo = true
  open var textStorage: NSTextStorage? { contents.storage }
  open override var undoManager: UndoManager? {
    delegate?.undoManager(for: self) ?? super.undoManager
  }
  /// Setting it leaves the steps of undo, whose ranges are those of the old text, and marked text.
  open var string: String {
    get { contents.storage.string }
    set {
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
    guard let replacementString else { return true }
    registerUndo(
      of: NSRange(
        location: affectedCharRange.location, length: (replacementString as NSString).length),
      replacing: contents.string(in: affectedCharRange) ?? "")
    return true
  }
  private func registerUndo(of new: NSRange, replacing old: String) {
    guard allowsUndo else { return }
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
        view.contents.select(selected)
        view.didChangeText()
      }
    }
  }
  /// The text that the text of an input method replaces, which is one step of undo.
  private var replacedByMarked = ""

  /// Keeps the selection inside the text, and reports the change.
  open func didChangeText() {
    contents.select(contents.selection)
    let changed = Notification(name: NSText.didChangeNotification, object: self)
    delegate?.textDidChange(changed)
    NotificationCenter.default.post(changed)
  }
  open func insertText(_ string: Any, replacementRange: NSRange) {
    let text = string as? String ?? (string as? NSAttributedString)?.string ?? ""
    var target = contents.marked ?? contents.selection
    if let marked = contents.marked, isEditable, replacementRange.location == NSNotFound {
      contents.storage.replaceCharacters(in: marked, with: replacedByMarked)
      target = NSRange(location: marked.location, length: (replacedByMarked as NSString).length)
      contents.marked = nil
    }
    put(text, in: replacementRange.location == NSNotFound ? target : replacementRange)
  }
  private func put(_ text: String, in range: NSRange) {
    guard shouldChangeText(in: range, replacementString: text) else { return }
    contents.storage.replaceCharacters(in: range, with: text)
    contents.marked = nil
    contents.select(NSRange(location: range.location + (text as NSString).length, length: 0))
    didChangeText()
  }
  open override func deleteBackward(_ sender: Any?) {
    // Each of several selections, from the last.
    let ranges =
      otherRanges.isEmpty ? [contents.rangeOfBackspace] : selectedRanges.map(\.rangeValue)
    for range in ranges.reversed() where range.length > 0 { put("", in: range) }
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
  /// The selections after the first one, as Option and a drag make them.
  private var otherRanges: [NSValue] = []
  open var selectedRanges: [NSValue] {
    get { [NSValue(range: contents.selection)] + otherRanges }
    set {
      contents.select(newValue[0].rangeValue)
      otherRanges = Array(newValue.dropFirst())
    }
  }
  open func hasMarkedText() -> Bool { contents.marked != nil }
  open func markedRange() -> NSRange {
    contents.marked ?? NSRange(location: NSNotFound, length: 0)
  }
  open func setMarkedText(_ string: Any, selectedRange: NSRange, replacementRange: NSRange) {
    guard isEditable else { return }
    let (place, replaced) = (contents.marked ?? contents.selection, replacedByMarked)
    let isNew = contents.marked == nil
    if isNew { replacedByMarked = contents.string(in: place) ?? "" }
    if !isNew, (string as? String)?.isEmpty == true, !replaced.isEmpty {
      registerUndo(of: NSRange(location: place.location, length: 0), replacing: replaced)
    }
    // The delegate does not hear of it.
    contents.setMarked(string as? String ?? "", selected: selectedRange, reports: false)
  }
  open func unmarkText() {
    guard let marked = contents.marked else { return }
    contents.marked = nil
    registerUndo(of: marked, replacing: replacedByMarked)
  }
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
  /// Empties the clipboard, and writes each type.
  open func writeSelection(
    to pboard: NSPasteboard, types: [NSPasteboard.PasteboardType]
  ) -> Bool {
    pboard.declareTypes(types, owner: nil)
    return types.filter { writeSelection(to: pboard, type: $0) }.count > 0
  }
  /// Prefers formatted text.
  open func preferredPasteboardType(
    from availableTypes: [NSPasteboard.PasteboardType],
    restrictedToTypesFrom allowedTypes: [NSPasteboard.PasteboardType]?
  ) -> NSPasteboard.PasteboardType? {
    let types = availableTypes.filter { allowedTypes?.contains($0) ?? true }
    return [.rtf, .html, .string].first(where: types.contains) ?? types.first
  }
  open func readSelection(from pboard: NSPasteboard) -> Bool {
    let type = preferredPasteboardType(
      from: pboard.types ?? [], restrictedToTypesFrom: readablePasteboardTypes)
    return type.map { readSelection(from: pboard, type: $0) } ?? false
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
    _ = writeSelection(to: .general, types: writablePasteboardTypes)
  }
  open func cut(_ sender: Any?) {
    guard isEditable else { return }
    copy(sender)
    insertText("", replacementRange: contents.selection)
  }
  open func paste(_ sender: Any?) {
    if isEditable { _ = readSelection(from: .general) }
  }
  open func pasteAsPlainText(_ sender: Any?) {
    if isEditable { _ = readSelection(from: .general, type: .string) }
  }

  // MARK: Drags

  open var acceptableDragTypes: [NSPasteboard.PasteboardType] { readablePasteboardTypes }
  open func updateDragTypeRegistration() {
    unregisterDraggedTypes()
    if isEditable { registerForDraggedTypes(acceptableDragTypes) }
  }
  /// A plain text takes no pictures, files and types that AppKit does not know.
  open func dragOperation(
    for dragInfo: any NSDraggingInfo, type: NSPasteboard.PasteboardType
  ) -> NSDragOperation {
    guard isEditable, [.string, .html, .rtf, .URL].contains(type) || isRichText else { return [] }
    return dragInfo.draggingSource as AnyObject? === self ? .move : .copy
  }
  open func performDragOperation(_ sender: any NSDraggingInfo) -> Bool {
    let source = contents.selection
    let isMove = sender.draggingSource as AnyObject? === self
    let place = characterIndexForInsertion(at: convert(sender.draggingLocation, from: nil))
    if isMove, NSLocationInRange(place, source) { return false }
    contents.select(NSRange(location: place, length: 0))
    guard readSelection(from: sender.draggingPasteboard) else { return false }
    // The text at the old place is removed, wherever that is now.
    let shift = place <= source.location ? source.length : 0
    if isMove {
      let old = NSRange(location: source.location + shift, length: source.length)
      let end = contents.selection.location - (shift == 0 ? source.length : 0)
      contents.select(old)
      insertText("", replacementRange: old)
      contents.select(NSRange(location: end, length: 0))
    }
    return true
  }
  open func validateUserInterfaceItem(_ item: any NSValidatedUserInterfaceItem) -> Bool {
    switch item.action?.name {
    case "paste:", "cut:", "pasteAsPlainText:": isEditable
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
  /// Drops what a drag carries at a character, if the view shows that it takes it. A drag that
  /// begins in the view carries its selection.
  @_spi(StandIn) public func drop(_ carried: NSPasteboard? = nil, at offset: Int) -> Bool {
    let pasteboard = carried ?? NSPasteboard()
    if carried == nil {
      guard writeSelection(to: pasteboard, types: writablePasteboardTypes) else { return false }
    }
    let drag = Drag(
      pasteboard, from: carried == nil ? self : nil, to: contents.caretRect(offset).origin)
    let available = (pasteboard.types ?? []).filter(registeredTypes.contains)
    guard let type = preferredPasteboardType(from: available, restrictedToTypesFrom: nil),
      dragOperation(for: drag, type: type) != []
    else { return false }
    return performDragOperation(drag)
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
