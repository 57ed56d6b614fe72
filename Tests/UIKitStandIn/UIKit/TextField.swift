import Foundation

open class UITextField: UIControl, UITextInput {
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  public nonisolated class var textDidBeginEditingNotification: NSNotification.Name {
    NSNotification.Name("UITextFieldTextDidBeginEditingNotification")
  }

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

  let contents = TextContents()
  /// The rectangle of every caret, for cases in which UIKit cannot provide one.
  @_spi(StandIn) public var caretOverride: CGRect?
  private func offset(_ position: UITextPosition) -> Int {
    (position as? TextPosition)?.offset ?? 0
  }
  private func nsRange(_ range: UITextRange) -> NSRange {
    (range as? TextRange)?.range ?? NSRange(location: 0, length: 0)
  }
  open var hasText: Bool { contents.length > 0 }
  open func insertText(_ text: String) { contents.insert(text) }
  open func deleteBackward() { contents.deleteBackward() }
  open func text(in range: UITextRange) -> String? { contents.string(in: nsRange(range)) }
  open func replace(_ range: UITextRange, withText text: String) {
    contents.replace(nsRange(range), with: text)
  }
  open var selectedTextRange: UITextRange? {
    get { TextRange(contents.selection) }
    set { if let newValue { contents.select(nsRange(newValue)) } }
  }
  open var markedTextRange: UITextRange? { contents.marked.map(TextRange.init) }
  open var markedTextStyle: [NSAttributedString.Key: Any]?
  open func setMarkedText(_ markedText: String?, selectedRange: NSRange) {
    contents.setMarked(markedText ?? "", selected: selectedRange)
  }
  open func unmarkText() { contents.marked = nil }
  open var beginningOfDocument: UITextPosition { TextPosition(0) }
  open var endOfDocument: UITextPosition { TextPosition(contents.length) }
  open func textRange(
    from fromPosition: UITextPosition, to toPosition: UITextPosition
  ) -> UITextRange? {
    contents.range(from: offset(fromPosition), to: offset(toPosition))
  }
  open func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
    contents.position(self.offset(position), offset)
  }
  open func position(
    from position: UITextPosition, in direction: UITextLayoutDirection, offset: Int
  ) -> UITextPosition? {
    contents.moved(self.offset(position), direction, offset).map(TextPosition.init)
  }
  open func compare(
    _ position: UITextPosition, to other: UITextPosition
  ) -> ComparisonResult {
    contents.order(offset(position), offset(other))
  }
  open func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int {
    offset(toPosition) - offset(from)
  }
  open weak var inputDelegate: (any UITextInputDelegate)?
  open private(set) lazy var tokenizer: any UITextInputTokenizer = UITextInputStringTokenizer(
    textInput: self)
  open func position(
    within range: UITextRange, farthestIn direction: UITextLayoutDirection
  ) -> UITextPosition? {
    direction == .left || direction == .up ? range.start : range.end
  }
  open func characterRange(
    byExtending position: UITextPosition, in direction: UITextLayoutDirection
  ) -> UITextRange? {
    let isBackward = direction == .left || direction == .up
    return textRange(from: position, to: isBackward ? beginningOfDocument : endOfDocument)
  }
  open func baseWritingDirection(
    for position: UITextPosition, in direction: UITextStorageDirection
  ) -> NSWritingDirection { .leftToRight }
  open func setBaseWritingDirection(
    _ writingDirection: NSWritingDirection, for range: UITextRange
  ) {}
  open func firstRect(for range: UITextRange) -> CGRect {
    contents.rects(nsRange(range)).first ?? .zero
  }
  open func caretRect(for position: UITextPosition) -> CGRect {
    caretOverride ?? contents.caretRect(offset(position))
  }
  open func selectionRects(for range: UITextRange) -> [UITextSelectionRect] {
    contents.selectionRects(nsRange(range))
  }
  open func closestPosition(to point: CGPoint) -> UITextPosition? {
    TextPosition(contents.offset(at: point))
  }
  open func closestPosition(
    to point: CGPoint, within range: UITextRange
  ) -> UITextPosition? {
    contents.closest(to: point, in: nsRange(range))
  }
  open func characterRange(at point: CGPoint) -> UITextRange? {
    contents.character(at: point)
  }
  open var keyboardType = UIKeyboardType.default
  open var returnKeyType = UIReturnKeyType.default
  open var enablesReturnKeyAutomatically = false
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  open var autocorrectionType = UITextAutocorrectionType.default
  open var spellCheckingType = UITextSpellCheckingType.default
  open var smartQuotesType = UITextSmartQuotesType.default
  open var smartDashesType = UITextSmartDashesType.default
  open var smartInsertDeleteType = UITextSmartInsertDeleteType.default
  open var isSecureTextEntry = false
  open var textContentType: UITextContentType!
  open var keyboardAppearance = UIKeyboardAppearance.default
}
