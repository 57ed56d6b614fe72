// Text views and controls, as UIKit declares them. See UIKit.swift.
import Foundation

@MainActor public protocol UITextViewDelegate: UIScrollViewDelegate {
  func textViewDidChange(_ textView: UITextView)
  func textViewDidChangeSelection(_ textView: UITextView)
}
extension UITextViewDelegate {
  public func textViewDidChange(_ textView: UITextView) {}
  public func textViewDidChangeSelection(_ textView: UITextView) {}
}

open class NSTextContainer: NSObject {}
public protocol NSTextStorageDelegate: NSObjectProtocol {
  func textStorage(
    _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange, changeInLength delta: Int)
}
open class NSTextStorage: NSMutableAttributedString {
  public struct EditActions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let editedAttributes = EditActions(rawValue: 1)
    public static let editedCharacters = EditActions(rawValue: 2)
  }
  open weak var delegate: (any NSTextStorageDelegate)? {
    get { unavailable() }
    set {}
  }
}

open class UITextView: UIScrollView, UITextInput {
  public init(frame: CGRect, textContainer: NSTextContainer?) { unavailable() }
  public convenience override init(frame: CGRect) { unavailable() }
  public required init?(coder: NSCoder) { unavailable() }
  open var textStorage: NSTextStorage { unavailable() }
  open var isWritingToolsActive: Bool { unavailable() }
  open var text: String! {
    get { unavailable() }
    set {}
  }
  open var isEditable: Bool {
    get { unavailable() }
    set {}
  }
  open var selectedRange: NSRange {
    get { unavailable() }
    set {}
  }
  open override var inputView: UIView? {
    get { unavailable() }
    set {}
  }
  open override var inputAccessoryView: UIView? {
    get { unavailable() }
    set {}
  }
  open var hasText: Bool { unavailable() }
  open func insertText(_ text: String) {}
  open func deleteBackward() {}
  open func text(in range: UITextRange) -> String? { unavailable() }
  open func replace(_ range: UITextRange, withText text: String) {}
  open var selectedTextRange: UITextRange? {
    get { unavailable() }
    set {}
  }
  open var markedTextRange: UITextRange? { unavailable() }
  open var markedTextStyle: [NSAttributedString.Key: Any]? {
    get { unavailable() }
    set {}
  }
  open func setMarkedText(_ markedText: String?, selectedRange: NSRange) {}
  open func unmarkText() {}
  open var beginningOfDocument: UITextPosition { unavailable() }
  open var endOfDocument: UITextPosition { unavailable() }
  open func textRange(
    from fromPosition: UITextPosition, to toPosition: UITextPosition
  ) -> UITextRange? { unavailable() }
  open func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
    unavailable()
  }
  open func position(
    from position: UITextPosition, in direction: UITextLayoutDirection, offset: Int
  ) -> UITextPosition? { unavailable() }
  open func compare(
    _ position: UITextPosition, to other: UITextPosition
  ) -> ComparisonResult { unavailable() }
  open func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int { unavailable() }
  open weak var inputDelegate: (any UITextInputDelegate)? {
    get { unavailable() }
    set {}
  }
  open var tokenizer: any UITextInputTokenizer { unavailable() }
  open func position(
    within range: UITextRange, farthestIn direction: UITextLayoutDirection
  ) -> UITextPosition? { unavailable() }
  open func characterRange(
    byExtending position: UITextPosition, in direction: UITextLayoutDirection
  ) -> UITextRange? { unavailable() }
  open func baseWritingDirection(
    for position: UITextPosition, in direction: UITextStorageDirection
  ) -> NSWritingDirection { unavailable() }
  open func setBaseWritingDirection(
    _ writingDirection: NSWritingDirection, for range: UITextRange
  ) {}
  open func firstRect(for range: UITextRange) -> CGRect { unavailable() }
  open func caretRect(for position: UITextPosition) -> CGRect { unavailable() }
  open func selectionRects(for range: UITextRange) -> [UITextSelectionRect] { unavailable() }
  open func closestPosition(to point: CGPoint) -> UITextPosition? { unavailable() }
  open func closestPosition(
    to point: CGPoint, within range: UITextRange
  ) -> UITextPosition? { unavailable() }
  open func characterRange(at point: CGPoint) -> UITextRange? { unavailable() }
  open var keyboardType: UIKeyboardType {
    get { unavailable() }
    set {}
  }
  open var returnKeyType: UIReturnKeyType {
    get { unavailable() }
    set {}
  }
  open var enablesReturnKeyAutomatically: Bool {
    get { unavailable() }
    set {}
  }
  open var autocapitalizationType: UITextAutocapitalizationType {
    get { unavailable() }
    set {}
  }
  open var autocorrectionType: UITextAutocorrectionType {
    get { unavailable() }
    set {}
  }
  open var spellCheckingType: UITextSpellCheckingType {
    get { unavailable() }
    set {}
  }
  open var smartQuotesType: UITextSmartQuotesType {
    get { unavailable() }
    set {}
  }
  open var smartDashesType: UITextSmartDashesType {
    get { unavailable() }
    set {}
  }
  open var smartInsertDeleteType: UITextSmartInsertDeleteType {
    get { unavailable() }
    set {}
  }
  open var isSecureTextEntry: Bool {
    get { unavailable() }
    set {}
  }
  open var textContentType: UITextContentType! {
    get { unavailable() }
    set {}
  }
  open var keyboardAppearance: UIKeyboardAppearance {
    get { unavailable() }
    set {}
  }
}

open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let allTouchEvents = Event(rawValue: 0xFFF)
  }
  open func addTarget(_ target: Any?, action: Selector, for controlEvents: UIControl.Event) {}
  open var isEnabled: Bool {
    get { unavailable() }
    set {}
  }
  open var isSelected: Bool {
    get { unavailable() }
    set {}
  }
}

open class UITextField: UIControl, UITextInput {
  open var text: String? {
    get { unavailable() }
    set {}
  }
  open override var inputView: UIView? {
    get { unavailable() }
    set {}
  }
  open override var inputAccessoryView: UIView? {
    get { unavailable() }
    set {}
  }
  open var hasText: Bool { unavailable() }
  open func insertText(_ text: String) {}
  open func deleteBackward() {}
  open func text(in range: UITextRange) -> String? { unavailable() }
  open func replace(_ range: UITextRange, withText text: String) {}
  open var selectedTextRange: UITextRange? {
    get { unavailable() }
    set {}
  }
  open var markedTextRange: UITextRange? { unavailable() }
  open var markedTextStyle: [NSAttributedString.Key: Any]? {
    get { unavailable() }
    set {}
  }
  open func setMarkedText(_ markedText: String?, selectedRange: NSRange) {}
  open func unmarkText() {}
  open var beginningOfDocument: UITextPosition { unavailable() }
  open var endOfDocument: UITextPosition { unavailable() }
  open func textRange(
    from fromPosition: UITextPosition, to toPosition: UITextPosition
  ) -> UITextRange? { unavailable() }
  open func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
    unavailable()
  }
  open func position(
    from position: UITextPosition, in direction: UITextLayoutDirection, offset: Int
  ) -> UITextPosition? { unavailable() }
  open func compare(
    _ position: UITextPosition, to other: UITextPosition
  ) -> ComparisonResult { unavailable() }
  open func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int { unavailable() }
  open weak var inputDelegate: (any UITextInputDelegate)? {
    get { unavailable() }
    set {}
  }
  open var tokenizer: any UITextInputTokenizer { unavailable() }
  open func position(
    within range: UITextRange, farthestIn direction: UITextLayoutDirection
  ) -> UITextPosition? { unavailable() }
  open func characterRange(
    byExtending position: UITextPosition, in direction: UITextLayoutDirection
  ) -> UITextRange? { unavailable() }
  open func baseWritingDirection(
    for position: UITextPosition, in direction: UITextStorageDirection
  ) -> NSWritingDirection { unavailable() }
  open func setBaseWritingDirection(
    _ writingDirection: NSWritingDirection, for range: UITextRange
  ) {}
  open func firstRect(for range: UITextRange) -> CGRect { unavailable() }
  open func caretRect(for position: UITextPosition) -> CGRect { unavailable() }
  open func selectionRects(for range: UITextRange) -> [UITextSelectionRect] { unavailable() }
  open func closestPosition(to point: CGPoint) -> UITextPosition? { unavailable() }
  open func closestPosition(
    to point: CGPoint, within range: UITextRange
  ) -> UITextPosition? { unavailable() }
  open func characterRange(at point: CGPoint) -> UITextRange? { unavailable() }
  open var keyboardType: UIKeyboardType {
    get { unavailable() }
    set {}
  }
  open var returnKeyType: UIReturnKeyType {
    get { unavailable() }
    set {}
  }
  open var enablesReturnKeyAutomatically: Bool {
    get { unavailable() }
    set {}
  }
  open var autocapitalizationType: UITextAutocapitalizationType {
    get { unavailable() }
    set {}
  }
  open var autocorrectionType: UITextAutocorrectionType {
    get { unavailable() }
    set {}
  }
  open var spellCheckingType: UITextSpellCheckingType {
    get { unavailable() }
    set {}
  }
  open var smartQuotesType: UITextSmartQuotesType {
    get { unavailable() }
    set {}
  }
  open var smartDashesType: UITextSmartDashesType {
    get { unavailable() }
    set {}
  }
  open var smartInsertDeleteType: UITextSmartInsertDeleteType {
    get { unavailable() }
    set {}
  }
  open var isSecureTextEntry: Bool {
    get { unavailable() }
    set {}
  }
  open var textContentType: UITextContentType! {
    get { unavailable() }
    set {}
  }
  open var keyboardAppearance: UIKeyboardAppearance {
    get { unavailable() }
    set {}
  }
}

@MainActor open class UIMenuElement: NSObject {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let disabled = Attributes(rawValue: 1)
  }
  public enum State: Int, Sendable { case off, on, mixed }
}
public typealias UIActionHandler = @MainActor (_ action: UIAction) -> Void
open class UIAction: UIMenuElement {
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  public convenience init(
    title: String = "", image: UIImage? = nil, identifier: UIAction.Identifier? = nil,
    discoverabilityTitle: String? = nil, attributes: UIMenuElement.Attributes = [],
    state: UIMenuElement.State = .off, handler: @escaping UIActionHandler
  ) { unavailable() }
}
open class UIMenu: UIMenuElement {
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let displayInline = Options(rawValue: 1)
  }
  public convenience init(
    title: String = "", image: UIImage? = nil, identifier: UIMenu.Identifier? = nil,
    options: UIMenu.Options = [], children: [UIMenuElement] = []
  ) { unavailable() }
}

open class UIButton: UIControl {
  public struct Configuration {
    public static func plain() -> UIButton.Configuration { unavailable() }
    public var title: String? {
      get { unavailable() }
      set {}
    }
    public var image: UIImage? {
      get { unavailable() }
      set {}
    }
    public var preferredSymbolConfigurationForImage: UIImage.SymbolConfiguration? {
      get { unavailable() }
      set {}
    }
  }
  public convenience init(
    configuration: UIButton.Configuration, primaryAction: UIAction? = nil
  ) { unavailable() }
  open var menu: UIMenu? {
    get { unavailable() }
    set {}
  }
  open var showsMenuAsPrimaryAction: Bool {
    get { unavailable() }
    set {}
  }
}

open class UIInputView: UIView {
  public enum Style: Int, Sendable { case `default`, keyboard }
  public init(frame: CGRect, inputViewStyle: UIInputView.Style) { unavailable() }
  public required init?(coder: NSCoder) { unavailable() }
  open var allowsSelfSizing: Bool {
    get { unavailable() }
    set {}
  }
}

open class UIInputViewController: UIViewController, UITextInputDelegate {
  open override var inputView: UIInputView? {
    get { unavailable() }
    set {}
  }
  open var needsInputModeSwitchKey: Bool { unavailable() }
  open var textDocumentProxy: any UITextDocumentProxy { unavailable() }
  open func selectionWillChange(_ textInput: (any UITextInput)?) {}
  open func selectionDidChange(_ textInput: (any UITextInput)?) {}
  open func textWillChange(_ textInput: (any UITextInput)?) {}
  open func textDidChange(_ textInput: (any UITextInput)?) {}
}

// MARK: Keys and the shortcut bar

public struct UIKeyModifierFlags: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}
open class UICommand: UIMenuElement {}
open class UIKeyCommand: UICommand {
  public class var inputUpArrow: String { unavailable() }
  public class var inputDownArrow: String { unavailable() }
  public convenience init(
    title: String, image: UIImage? = nil, action: Selector, input: String,
    modifierFlags: UIKeyModifierFlags = [], propertyList: Any? = nil, alternates: [Any] = [],
    discoverabilityTitle: String? = nil, attributes: UIMenuElement.Attributes = [],
    state: UIMenuElement.State = .off
  ) { unavailable() }
  open var input: String? { unavailable() }
  open var modifierFlags: UIKeyModifierFlags { unavailable() }
  open var wantsPriorityOverSystemBehavior: Bool {
    get { unavailable() }
    set {}
  }
}

@MainActor open class UIBarItem: NSObject {
  open var isEnabled: Bool {
    get { unavailable() }
    set {}
  }
}
open class UIBarButtonItem: UIBarItem {
  public convenience init(
    title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil,
    menu: UIMenu? = nil
  ) { unavailable() }
  open var isSelected: Bool {
    get { unavailable() }
    set {}
  }
  open var menu: UIMenu? {
    get { unavailable() }
    set {}
  }
}
@MainActor open class UIBarButtonItemGroup: NSObject {
  public init(barButtonItems: [UIBarButtonItem], representativeItem: UIBarButtonItem?) {
    unavailable()
  }
  open var barButtonItems: [UIBarButtonItem] {
    get { unavailable() }
    set {}
  }
}
@MainActor open class UITextInputAssistantItem: NSObject {
  open var leadingBarButtonGroups: [UIBarButtonItemGroup] {
    get { unavailable() }
    set {}
  }
  open var trailingBarButtonGroups: [UIBarButtonItemGroup] {
    get { unavailable() }
    set {}
  }
}
