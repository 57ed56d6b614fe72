import Foundation

@MainActor public protocol UIKeyInput: NSObjectProtocol {
  var hasText: Bool { get }
  func insertText(_ text: String)
  func deleteBackward()
}

@MainActor open class UITextPosition: NSObject {}
@MainActor open class UITextRange: NSObject {
  open var isEmpty: Bool { true }
  open var start: UITextPosition { UITextPosition() }
  open var end: UITextPosition { UITextPosition() }
}

@MainActor public protocol UITextInput: UIKeyInput {
  func text(in range: UITextRange) -> String?
  func replace(_ range: UITextRange, withText text: String)
  var selectedTextRange: UITextRange? { get set }
  var markedTextRange: UITextRange? { get }
  func setMarkedText(_ markedText: String?, selectedRange: NSRange)
  func unmarkText()
  var beginningOfDocument: UITextPosition { get }
  var endOfDocument: UITextPosition { get }
  func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange?
  func position(from position: UITextPosition, offset: Int) -> UITextPosition?
  func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult
  func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int
  func firstRect(for range: UITextRange) -> CGRect
  func caretRect(for position: UITextPosition) -> CGRect
  func closestPosition(to point: CGPoint) -> UITextPosition?
  func characterRange(at point: CGPoint) -> UITextRange?
}

@MainActor public protocol UITextDocumentProxy: UIKeyInput {
  var documentContextBeforeInput: String? { get }
  var documentContextAfterInput: String? { get }
  var selectedText: String? { get }
  func adjustTextPosition(byCharacterOffset offset: Int)
  func setMarkedText(_ markedText: String, selectedRange: NSRange)
  func unmarkText()
}

/// An archive, such as a storyboard, of a text view with a text.
@_spi(StandIn) public final class TextArchive: NSCoder {
  let text: String
  public init(_ text: String) { self.text = text }
}

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
    let offset = contents.character(at: point)
    return offset < contents.length ? TextRange(NSRange(location: offset, length: 1)) : nil
  }
}

@MainActor public protocol UITextFieldDelegate: NSObjectProtocol {
  func textFieldDidChangeSelection(_ textField: UITextField)
}

/// Its text posts a notification and sends `editingChanged`, unless the app sets it. Only the
/// delegate hears of the selection.
open class UITextField: UIControl, TextContentsInput {
  public nonisolated static let textDidBeginEditingNotification = NSNotification.Name(
    "UITextFieldTextDidBeginEditingNotification")
  public nonisolated static let textDidChangeNotification = NSNotification.Name(
    "UITextFieldTextDidChangeNotification")
  open weak var delegate: (any UITextFieldDelegate)?
  open var placeholder: String?
  public override init(frame: CGRect) {
    super.init(frame: frame)
    connect()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    connect()
  }
  private func connect() {
    contents.changed = { [weak self] in
      NotificationCenter.default.post(name: UITextField.textDidChangeNotification, object: self)
      self?.sendActions(for: .editingChanged)
    }
    contents.selectionChanged = { [weak self] in
      guard let self else { return }
      delegate?.textFieldDidChangeSelection(self)
    }
  }
  @discardableResult open override func becomeFirstResponder() -> Bool {
    let (was, isNow) = (isFirstResponder, super.becomeFirstResponder())
    if isNow, !was {
      NotificationCenter.default.post(
        name: UITextField.textDidBeginEditingNotification, object: self)
    }
    return isNow
  }
  public let contents = TextContents()
  private var ownInputView: UIView?
  private var ownAccessoryView: UIView?
  open override var undoManager: UndoManager? { contents.undoManager }
  open var text: String? {
    get { contents.storage.string }
    set { contents.set(newValue ?? "") }
  }
  open override var canBecomeFirstResponder: Bool { isEnabled }
  open override var inputView: UIView? {
    get { ownInputView }
    set { ownInputView = newValue }
  }
  open override var inputAccessoryView: UIView? {
    get { ownAccessoryView }
    set { ownAccessoryView = newValue }
  }
  open func insertText(_ text: String) { contents.insert(text) }
  open func deleteBackward() { contents.deleteBackward() }
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  open var smartQuotesType = UITextSmartQuotesType.default
  open var smartDashesType = UITextSmartDashesType.default
  open var smartInsertDeleteType = UITextSmartInsertDeleteType.default
}

@MainActor public protocol UITextViewDelegate: UIScrollViewDelegate {
  func textView(
    _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
  ) -> Bool
  func textViewDidChange(_ textView: UITextView)
  func textViewDidChangeSelection(_ textView: UITextView)
}
extension UITextViewDelegate {
  public func textView(
    _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
  ) -> Bool { true }
  public func textViewDidChange(_ textView: UITextView) {}
  public func textViewDidChangeSelection(_ textView: UITextView) {}
}

@MainActor open class UITextSelectionRect: NSObject {
  open private(set) var rect: CGRect
  init(_ rect: CGRect) { self.rect = rect }
}

open class UITextView: UIScrollView, TextContentsInput {
  public let contents = TextContents()
  public let textContainer = NSTextContainer(size: .zero)
  open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0)
  /// Nil after an app has used the layout manager of TextKit 1.
  open private(set) var textLayoutManager: NSTextLayoutManager? = NSTextLayoutManager()
  public init(frame: CGRect, textContainer: NSTextContainer?) {
    super.init(frame: frame)
    connect()
  }
  private func connect() {
    textLayoutManager?.textContainer = self.textContainer
    contents.changed = { [weak self] in self?.textChanged() }
    contents.selectionChanged = { [weak self] in
      guard let self else { return }
      typingAttributes = contents.typingAttributes
      textDelegate?.textViewDidChangeSelection(self)
    }
  }
  public convenience override init(frame: CGRect) { self.init(frame: frame, textContainer: nil) }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    contents.set((coder as? TextArchive)?.text ?? "")
    connect()
  }
  public nonisolated static let textDidBeginEditingNotification = NSNotification.Name(
    "UITextViewTextDidBeginEditingNotification")
  public nonisolated static let textDidChangeNotification = NSNotification.Name(
    "UITextViewTextDidChangeNotification")

  private var textDelegate: (any UITextViewDelegate)? { delegate as? any UITextViewDelegate }
  private func textChanged() {
    textDelegate?.textViewDidChange(self)
    NotificationCenter.default.post(name: UITextView.textDidChangeNotification, object: self)
  }
  private var ownInputView: UIView?
  private var ownAccessoryView: UIView?
  open var textStorage: NSTextStorage { contents.storage }
  open override var undoManager: UndoManager? { contents.undoManager }
  open internal(set) var isWritingToolsActive = false
  open var isEditable = true
  open var font: UIFont?
  open var textColor: UIColor?
  open var typingAttributes: [NSAttributedString.Key: Any] = [:]
  open var text: String! {
    get { contents.storage.string }
    set { contents.set(newValue ?? "") }
  }
  open var selectedRange: NSRange {
    get { contents.selection }
    set { contents.select(newValue) }
  }
  open override var contentSize: CGSize {
    get { CGSize(width: bounds.width, height: contents.caretRect(contents.length).maxY) }
    set {}
  }
  open var isSelectable = true
  open weak var textDragDelegate: (any UITextDragDelegate)?
  open weak var pasteDelegate: (any UITextPasteDelegate)?
  open func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(
      width: size.width,
      height: contents.height + textContainerInset.top + textContainerInset.bottom)
  }
  /// A view that is only for reading can be first responder, with key commands and an edit menu.
  open override var canBecomeFirstResponder: Bool { isEditable || isSelectable }
  open override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
    let hasSelection = selectedRange.length > 0
    switch action.name {
    case "copy:": return hasSelection
    case "cut:": return isEditable && hasSelection
    case "paste:": return isEditable && UIPasteboard.general.hasStrings
    default: return false
    }
  }
  /// Copies the text with its attributes, as UIKit does, so that hidden characters go along.
  open override func copy(_ sender: Any?) {
    let text = contents.string(in: selectedRange) ?? ""
    UIPasteboard.general.setItems([["public.utf8-plain-text": text, "com.apple.flat-rtfd": Data()]])
  }
  open override func cut(_ sender: Any?) {
    copy(sender)
    contents.insert("")
  }
  open override func paste(_ sender: Any?) { contents.insert(UIPasteboard.general.string ?? "") }
  open func scrollRangeToVisible(_ range: NSRange) { scrolledTo.append(range) }
  @_spi(StandIn) public private(set) var scrolledTo: [NSRange] = []
  open var selectedTextRange: UITextRange? {
    get { TextRange(contents.selection) }
    set { if let newValue { contents.select((newValue as? TextRange)?.range ?? NSRange()) } }
  }
  open func caretRect(for position: UITextPosition) -> CGRect {
    contents.caretRect(offset(from: beginningOfDocument, to: position))
  }
  open func selectionRects(for range: UITextRange) -> [UITextSelectionRect] {
    [UITextSelectionRect(firstRect(for: range))]
  }
  open override func layoutSubviews() {
    super.layoutSubviews()
    textContainer.size.width = bounds.width
  }
  open override func becomeFirstResponder() -> Bool {
    let (was, isNow) = (isFirstResponder, super.becomeFirstResponder())
    if isNow, !was {
      NotificationCenter.default.post(
        name: UITextView.textDidBeginEditingNotification, object: self)
    }
    return isNow
  }
  open override var inputView: UIView? {
    get { ownInputView }
    set { ownInputView = newValue }
  }
  open override var inputAccessoryView: UIView? {
    get { ownAccessoryView }
    set { ownAccessoryView = newValue }
  }

  open func insertText(_ text: String) { contents.insert(text) }
  open func deleteBackward() { contents.deleteBackward() }
  open var smartQuotesType = UITextSmartQuotesType.default
  open var smartDashesType = UITextSmartDashesType.default
  open var smartInsertDeleteType = UITextSmartInsertDeleteType.default
  open var inlinePredictionType = UITextInlinePredictionType.default
}

@_spi(StandIn) extension UITextView {
  /// Types as the keyboard does; as for a paste, deletion or dictation, the delegate may refuse.
  public func type(_ text: String) {
    let range = contents.marked ?? selectedRange
    if isAllowed(range, text) { insertText(text) }
  }
  public func pressBackspace() {
    if isAllowed(contents.rangeOfBackspace, "") { deleteBackward() }
  }
  private func isAllowed(_ range: NSRange, _ text: String) -> Bool {
    (delegate as? any UITextViewDelegate)?.textView(
      self, shouldChangeTextIn: range, replacementText: text) ?? true
  }
  /// Moves the selection without its setters, as handles and the trackpad of the keyboard may. UIKit
  /// then asks where to draw it.
  public func drag(to range: NSRange) {
    contents.select(range)
    _ = selectedTextRange.map {
      range.length > 0 ? selectionRects(for: $0).count : Int(caretRect(for: $0.start).minY)
    }
  }
  /// Switches to TextKit 1 for good, as a use of `layoutManager` does.
  public func useTextKit1() { textLayoutManager = nil }
  public func setWritingTools(active: Bool) { isWritingToolsActive = active }
  /// Shows an inline prediction at the caret: marked text with the caret before it.
  public func predict(_ text: String) {
    endPrediction()
    setMarkedText(text, selectedRange: NSRange(location: 0, length: 0))
  }
  /// Removes a prediction that the person does not accept, as the keyboard does before each key.
  public func endPrediction() {
    guard contents.marked != nil else { return }
    setMarkedText("", selectedRange: NSRange(location: 0, length: 0))
  }
}

public enum UITextAutocapitalizationType: Sendable { case none, words, sentences }
public enum UITextSmartQuotesType: Sendable { case `default`, no, yes }
public enum UITextSmartDashesType: Sendable { case `default`, no, yes }
public enum UITextSmartInsertDeleteType: Sendable { case `default`, no, yes }
public enum UITextInlinePredictionType: Sendable { case `default`, no, yes }
