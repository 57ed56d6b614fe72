import Foundation

@MainActor open class UIResponder: UISpeakable {
  @_spi(StandIn) public internal(set) static weak var first: UIResponder?
  @_spi(StandIn) public private(set) var reloads = 0
  /// Called with the traits before a change.
  var traitObservers: [(UITraitCollection) -> Void] = []
  private lazy var ownAssistantItem = UITextInputAssistantItem()

  open var next: UIResponder? { nil }
  open var isFirstResponder: Bool { UIResponder.first === self }
  open var canBecomeFirstResponder: Bool { false }
  @discardableResult open func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder else { return false }
    if isFirstResponder { return true }
    UIResponder.first = self
    Keyboard.shared.responderChanged()
    return true
  }
  @discardableResult open func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    UIResponder.first = nil
    Keyboard.shared.responderChanged()
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
  private nonisolated static func name(_ event: String) -> NSNotification.Name {
    NSNotification.Name("UIKeyboard\(event)Notification")
  }
  public nonisolated static let keyboardWillShowNotification = name("WillShow")
  public nonisolated static let keyboardDidShowNotification = name("DidShow")
  public nonisolated static let keyboardWillHideNotification = name("WillHide")
  public nonisolated static let keyboardDidHideNotification = name("DidHide")
  public nonisolated static let keyboardWillChangeFrameNotification = name("WillChangeFrame")
  public nonisolated static let keyboardDidChangeFrameNotification = name("DidChangeFrame")
  public nonisolated static let keyboardFrameBeginUserInfoKey = "UIKeyboardFrameBeginUserInfoKey"
  public nonisolated static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
  public nonisolated static let keyboardAnimationDurationUserInfoKey =
    "UIKeyboardAnimationDurationUserInfoKey"
  public nonisolated static let keyboardAnimationCurveUserInfoKey =
    "UIKeyboardAnimationCurveUserInfoKey"
  public nonisolated static let keyboardIsLocalUserInfoKey = "UIKeyboardIsLocalUserInfoKey"
}
