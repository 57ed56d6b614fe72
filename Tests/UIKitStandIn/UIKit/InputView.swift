import Foundation

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
  open var hasFullAccess: Bool { false }
  open var hasDictationKey = false
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
  public func deleteBackward() { contents.deleteBackward() }
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
