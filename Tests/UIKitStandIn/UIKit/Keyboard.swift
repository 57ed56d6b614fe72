import Foundation

/// The keyboard of the app. It is visible while the first responder takes keys or has an input
/// view, and posts the same notifications as a device in the same order.
@_spi(StandIn) @MainActor public final class Keyboard {
  public static let shared = Keyboard()
  /// The height of the system's keyboard, including the safe area but not an accessory view.
  public var systemHeight: CGFloat = 336
  public var duration = 0.25
  public var curve = 7
  /// Whether the keyboard floats or is undocked, so that layout guides do not follow it.
  public var isUndocked = false
  /// Whether there is a hardware keyboard, which hides the system's, but not the accessory view.
  public var isHardware = false
  /// The input view of the first responder, or of the nearest responder after it that has one.
  public private(set) var inputView: UIView?
  public private(set) var accessoryView: UIView?
  /// The frame on the screen, including the accessory view, or nil while the keyboard is hidden.
  public private(set) var frame: CGRect?
  /// The window of the keyboard's screen: that of the last first responder, or of a test.
  public weak var window: UIWindow?
  private let holder = KeyboardWindow(frame: .zero)

  public func reset() {
    UIResponder.first = nil
    for view in holder.subviews { view.removeFromSuperview() }
    (inputView, accessoryView, frame, window) = (nil, nil, nil, nil)
    (systemHeight, duration, curve) = (336, 0.25, 7)
    (isUndocked, isHardware) = (false, false)
    Animations.reset()
  }

  /// Returns the frame for a window, or nil if the window is on another screen.
  func frame(of window: UIWindow?) -> CGRect? {
    self.window == nil || window == nil || window?.screen === self.window?.screen ? frame : nil
  }

  /// Updates the keyboard after a change of the first responder or its input views.
  func responderChanged() {
    let first = UIResponder.first
    let input = sequence(first: first, next: { $0?.next }).lazy.compactMap { $0?.inputView }.first
    let accessory = sequence(first: first, next: { $0?.next }).lazy
      .compactMap { $0?.inputAccessoryView }.first
    let hasKeys = first is any UIKeyInput || input != nil
    for view in [inputView, accessoryView] { view?.removeFromSuperview() }
    inputView = first == nil ? nil : input
    accessoryView = first == nil ? nil : accessory
    if let view = first as? UIView { window = view.window ?? window }
    let screen = window?.screen.bounds ?? .zero
    let keys = hasKeys && !isHardware ? heightOf(inputView, above: 0) ?? systemHeight : 0
    let height = keys + (heightOf(accessoryView, above: keys) ?? 0)
    if first != nil, height > 0, !screen.isEmpty {
      show(CGRect(x: 0, y: screen.maxY - height, width: screen.width, height: height))
    } else {
      hide()
    }
  }

  /// Returns the height that the system gives to a view above or in place of the keys. If its mask
  /// is translated, that is the height of its frame; otherwise its constraints or content decide. A
  /// mask with flexible height also considers the content.
  private func heightOf(_ view: UIView?, above keys: CGFloat) -> CGFloat? {
    guard let view else { return nil }
    let screen = window?.screen.bounds ?? .zero
    holder.frame = screen
    if let window { holder.setSafeArea(window.safeAreaInsets) }
    view.frame.size.width = screen.width
    holder.addSubview(view)
    let isFree =
      !view.translatesAutoresizingMaskIntoConstraints
      || view.autoresizingMask.contains(.flexibleHeight)
    // The content may be higher by the safe area, which depends on the place.
    for _ in 1...2 {
      if isFree, let height = view.ownHeight { view.frame.size.height = height }
      view.frame.origin = CGPoint(x: 0, y: screen.maxY - keys - view.frame.height)
      _ = view.reportSafeArea()
    }
    holder.layoutIfNeeded()
    return view.frame.height
  }

  /// Moves the keyboard to a frame. As on devices, any change of a visible one is also a show.
  public func show(_ new: CGRect) {
    guard new != frame else { return }
    let old = frame ?? below(new)
    frame = new
    postMove(
      old, new, UIResponder.keyboardWillShowNotification, UIResponder.keyboardDidShowNotification)
  }
  public func hide() {
    guard let old = frame else { return }
    frame = nil
    postMove(
      old, below(old), UIResponder.keyboardWillHideNotification,
      UIResponder.keyboardDidHideNotification)
  }
  private func postMove(
    _ old: CGRect, _ new: CGRect, _ will: NSNotification.Name, _ did: NSNotification.Name
  ) {
    post([UIResponder.keyboardWillChangeFrameNotification, will], old, new)
    Animations.afterAnimation { [self] in
      post([UIResponder.keyboardDidChangeFrameNotification, did], old, new)
    }
  }
  private func below(_ frame: CGRect) -> CGRect {
    let screen = window?.screen.bounds ?? .zero
    return CGRect(x: frame.minX, y: screen.maxY, width: frame.width, height: frame.height)
  }

  /// Posts any notifications, to simulate any device; their object is `screen`, as since iOS 16.1.
  public func post(
    _ names: [NSNotification.Name], _ begin: CGRect, _ end: CGRect, isLocal: Bool = true,
    screen: UIScreen? = nil
  ) {
    let duration = UIView.areAnimationsEnabled ? duration : 0
    for name in names {
      NotificationCenter.default.post(
        name: name, object: screen ?? window?.screen,
        userInfo: [
          UIResponder.keyboardFrameBeginUserInfoKey: NSValue(cgRect: begin),
          UIResponder.keyboardFrameEndUserInfoKey: NSValue(cgRect: end),
          UIResponder.keyboardAnimationDurationUserInfoKey: NSNumber(value: duration),
          UIResponder.keyboardAnimationCurveUserInfoKey: NSNumber(value: curve),
          UIResponder.keyboardIsLocalUserInfoKey: NSNumber(value: isLocal),
        ])
    }
  }
}

/// The window of input views, which the system places itself.
final class KeyboardWindow: UIWindow {}

@MainActor open class UIResponder: UISpeakable {
  @_spi(StandIn) public internal(set) static weak var first: UIResponder?
  @_spi(StandIn) public private(set) var reloads = 0
  /// Called with the traits before a change.
  var traitObservers: [(UITraitCollection) -> Void] = []
  private lazy var ownAssistantItem = UITextInputAssistantItem()

  open var next: UIResponder? { nil }
  open var isFirstResponder: Bool {
    UIResponder.firstResponderQueries += 1
    return UIResponder.first === self
  }
  /// How often a view was asked whether it is the first responder.
  @_spi(StandIn) public static var firstResponderQueries = 0
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
  open func buildMenu(with builder: any UIMenuBuilder) {}
  open func copy(_ sender: Any?) {}
  open func cut(_ sender: Any?) {}
  open func paste(_ sender: Any?) {}
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

/// A view that clicks when `UIDevice.playInputClick` is called while it is visible.
@MainActor public protocol UIInputViewAudioFeedback: NSObjectProtocol {
  var enableInputClicksWhenVisible: Bool { get }
}

open class UIInputView: UIView {
  public enum Style: Int, Sendable { case `default`, keyboard }
  open private(set) var inputViewStyle = Style.default
  open var allowsSelfSizing = false
  public init(frame: CGRect, inputViewStyle: UIInputView.Style) {
    super.init(frame: frame)
    self.inputViewStyle = inputViewStyle
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
}

open class UIInputViewController: UIViewController {
  private var host: any UITextDocumentProxy = HostDocument()

  open override func loadView() { view = UIInputView(frame: .zero, inputViewStyle: .keyboard) }
  open override var inputView: UIInputView? {
    get { view as? UIInputView }
    set { view = newValue }
  }
  open var needsInputModeSwitchKey: Bool { switchKeyIsNeeded }
  open var textDocumentProxy: any UITextDocumentProxy { host }
  open func dismissKeyboard() {}
  open func selectionDidChange(_ textInput: (any UITextInput)?) {}
  open func textDidChange(_ textInput: (any UITextInput)?) {}

  @_spi(StandIn) public var switchKeyIsNeeded = false
  /// The document of the app that receives the typed text.
  @_spi(StandIn) public var document: HostDocument? {
    get { host as? HostDocument }
    set { if let newValue { host = newValue } }
  }
}

/// The text of the app that uses a keyboard extension, as far as the extension may see it.
@_spi(StandIn) @MainActor public final class HostDocument: NSObject, UITextDocumentProxy {
  private let contents = TextContents()
  /// The number of visible characters before and after the selection.
  public var reach = 300

  public var text: String {
    get { contents.storage.string }
    set { contents.set(newValue) }
  }
  public var selectedRange: NSRange {
    get { contents.selection }
    set { contents.select(newValue) }
  }
  public var markedRange: NSRange? { contents.marked }
  public var hasText: Bool { contents.length > 0 }
  public func insertText(_ text: String) { contents.insert(text) }
  /// Deletes a blank before a selection, too, as smart deletion does.
  public func deleteBackward() {
    let selected = contents.selection
    let blank = NSRange(location: selected.location - 1, length: 1)
    if selected.length > 0, selected.location > 0, contents.string(in: blank) == " " {
      contents.select(NSRange(location: blank.location, length: selected.length + 1))
    }
    contents.deleteBackward()
  }
  public var documentContextBeforeInput: String? {
    let all = contents.string(in: NSRange(location: 0, length: contents.selection.location)) ?? ""
    return all.isEmpty ? nil : String(all.suffix(reach))
  }
  public var documentContextAfterInput: String? {
    let end = contents.selection.location + contents.selection.length
    let all = contents.string(in: NSRange(location: end, length: contents.length - end)) ?? ""
    return all.isEmpty ? nil : String(all.prefix(reach))
  }
  public var selectedText: String? {
    contents.selection.length == 0 ? nil : contents.string(in: contents.selection)
  }
  /// Moves by characters of a string, as UIKit does, not by UTF-16 code units.
  public func adjustTextPosition(byCharacterOffset offset: Int) {
    let text = contents.storage.string
    let start = String.Index(utf16Offset: contents.selection.location, in: text)
    let limit = offset < 0 ? text.startIndex : text.endIndex
    let index = text.index(start, offsetBy: offset, limitedBy: limit) ?? limit
    contents.select(NSRange(location: index.utf16Offset(in: text), length: 0))
  }
  public func setMarkedText(_ markedText: String, selectedRange: NSRange) {
    contents.setMarked(markedText, selected: selectedRange)
  }
  public func unmarkText() { contents.marked = nil }
}
