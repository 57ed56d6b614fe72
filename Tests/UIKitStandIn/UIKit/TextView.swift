import Foundation

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

open class NSTextContainer: NSObject {}

open class UITextView: UIScrollView, TextContentsInput {
  public let contents = TextContents()
  public init(frame: CGRect, textContainer: NSTextContainer?) {
    super.init(frame: frame)
    contents.changed = { [weak self] in self?.textChanged() }
    contents.selectionChanged = { [weak self] in
      guard let self else { return }
      textDelegate?.textViewDidChangeSelection(self)
    }
  }
  public convenience override init(frame: CGRect) { self.init(frame: frame, textContainer: nil) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
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
  open override var canBecomeFirstResponder: Bool { isEditable }
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
