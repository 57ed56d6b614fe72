import Foundation

open class UITextField: UIControl, TextContentsInput {
  public nonisolated static let textDidBeginEditingNotification = NSNotification.Name(
    "UITextFieldTextDidBeginEditingNotification")
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
