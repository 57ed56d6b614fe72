import Foundation

@MainActor open class UIResponder: NSObject {
  @_spi(StandIn) public internal(set) static weak var first: UIResponder?
  @_spi(StandIn) public private(set) var reloads = 0
  var traitRegistrations: [TraitRegistration] = []
  private lazy var ownAssistantItem = UITextInputAssistantItem()

  open var next: UIResponder? { nil }
  open var isFirstResponder: Bool { UIResponder.first === self }
  open var canBecomeFirstResponder: Bool { false }
  open var canResignFirstResponder: Bool { true }
  @discardableResult open func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder else { return false }
    if isFirstResponder { return true }
    if let old = UIResponder.first, !old.giveUp() { return false }
    UIResponder.first = self
    Keyboard.shared.responderChanged()
    return true
  }
  @discardableResult open func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard giveUp() else { return false }
    Keyboard.shared.responderChanged()
    return true
  }
  private func giveUp() -> Bool {
    guard canResignFirstResponder else { return false }
    UIResponder.first = nil
    return true
  }

  open var inputView: UIView? { nil }
  open var inputAccessoryView: UIView? { nil }
  open func reloadInputViews() {
    reloads += 1
    if isFirstResponder { Keyboard.shared.responderChanged() }
  }
  open var inputAssistantItem: UITextInputAssistantItem { ownAssistantItem }
  open var keyCommands: [UIKeyCommand]? { nil }
  open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { false }
  open var undoManager: UndoManager? { next?.undoManager }
  // Part of UIResponderStandardEditActions.
  open func toggleBoldface(_ sender: Any?) {}
  open func toggleItalics(_ sender: Any?) {}
}

extension UIResponder {
  public nonisolated class var keyboardWillShowNotification: NSNotification.Name {
    NSNotification.Name("UIKeyboardWillShowNotification")
  }
  public nonisolated class var keyboardDidShowNotification: NSNotification.Name {
    NSNotification.Name("UIKeyboardDidShowNotification")
  }
  public nonisolated class var keyboardWillHideNotification: NSNotification.Name {
    NSNotification.Name("UIKeyboardWillHideNotification")
  }
  public nonisolated class var keyboardDidHideNotification: NSNotification.Name {
    NSNotification.Name("UIKeyboardDidHideNotification")
  }
  public nonisolated class var keyboardWillChangeFrameNotification: NSNotification.Name {
    NSNotification.Name("UIKeyboardWillChangeFrameNotification")
  }
  public nonisolated class var keyboardDidChangeFrameNotification: NSNotification.Name {
    NSNotification.Name("UIKeyboardDidChangeFrameNotification")
  }
  public nonisolated class var keyboardFrameBeginUserInfoKey: String {
    "UIKeyboardFrameBeginUserInfoKey"
  }
  public nonisolated class var keyboardFrameEndUserInfoKey: String {
    "UIKeyboardFrameEndUserInfoKey"
  }
  public nonisolated class var keyboardAnimationDurationUserInfoKey: String {
    "UIKeyboardAnimationDurationUserInfoKey"
  }
  public nonisolated class var keyboardAnimationCurveUserInfoKey: String {
    "UIKeyboardAnimationCurveUserInfoKey"
  }
  public nonisolated class var keyboardIsLocalUserInfoKey: String {
    "UIKeyboardIsLocalUserInfoKey"
  }
}
