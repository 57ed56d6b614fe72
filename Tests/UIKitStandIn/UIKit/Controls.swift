import Foundation

open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let touchDown = Event(rawValue: 1)
    public static let touchUpInside = Event(rawValue: 1 << 6)
    public static let touchUpOutside = Event(rawValue: 1 << 7)
    public static let touchCancel = Event(rawValue: 1 << 8)
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    public static let editingChanged = Event(rawValue: 1 << 17)
    public static let allTouchEvents = Event(rawValue: 0xFFF)
  }
  open var isEnabled = true
  open var isSelected = false
  private var actions: [(action: UIAction, events: Event)] = []
  /// The targets by name, because Linux has no selectors to call.
  @_spi(StandIn) public private(set) var targets:
    [(target: Any?, action: Selector, events: Event)] =
      []

  open func addTarget(_ target: Any?, action: Selector, for controlEvents: UIControl.Event) {
    targets.append((target, action, controlEvents))
  }
  open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {
    actions.append((action, controlEvents))
  }
  open func sendActions(for controlEvents: UIControl.Event) {
    for entry in actions where !entry.events.isDisjoint(with: controlEvents) {
      entry.action.choose()
    }
  }
  /// Taps the control; nothing happens if it is disabled or hidden.
  @_spi(StandIn) public func tap() {
    guard isEnabled, !isHidden else { return }
    sendActions(for: .touchDown)
    sendActions(for: .touchUpInside)
    sendActions(for: .primaryActionTriggered)
  }
}

open class UIButton: UIControl {
  public struct Configuration {
    public static func plain() -> UIButton.Configuration { Configuration() }
    public static func tinted() -> UIButton.Configuration { Configuration(isTinted: true) }
    public static func gray() -> UIButton.Configuration { Configuration(isGray: true) }
    /// Whether it has a background of its tint.
    @_spi(StandIn) public var isTinted = false
    @_spi(StandIn) public var isGray = false
    public var title: String?
    public var image: UIImage?
    public var preferredSymbolConfigurationForImage: UIImage.SymbolConfiguration?
  }
  open var configuration: UIButton.Configuration?
  open var menu: UIMenu?
  open var showsMenuAsPrimaryAction = false

  public convenience init(
    configuration: UIButton.Configuration, primaryAction: UIAction? = nil
  ) {
    self.init(frame: .zero)
    self.configuration = configuration
    // The action's title and picture are used if the configuration has none.
    if let primaryAction {
      addAction(primaryAction, for: .primaryActionTriggered)
      if configuration.title == nil, configuration.image == nil {
        self.configuration?.title = primaryAction.title
        self.configuration?.image = primaryAction.image
      }
    }
  }
  /// The size of a symbol of 20 points, 8 points for each character, and margins of 12 and 7.
  open override var intrinsicContentSize: CGSize {
    let title = CGFloat(configuration?.title?.count ?? 0) * 8
    return CGSize(width: 24 + title + (configuration?.image == nil ? 0 : 20), height: 34)
  }
}

@MainActor open class UIBarItem: UISpeakable {
  open var isEnabled = true
  open var title: String?
  open var image: UIImage?
}
open class UIBarButtonItem: UIBarItem {
  open var isSelected = false
  open var primaryAction: UIAction?
  open var customView: UIView?
  public convenience init(customView: UIView) {
    self.init()
    self.customView = customView
  }
  public convenience init(title: String? = nil, image: UIImage?, primaryAction: UIAction?) {
    self.init()
    self.title = title
    self.image = image
    self.primaryAction = primaryAction
  }
  @_spi(StandIn) public func tap() {
    if isEnabled { primaryAction?.choose() }
  }
}
@MainActor open class UIBarButtonItemGroup: NSObject {
  open var barButtonItems: [UIBarButtonItem]
  open var representativeItem: UIBarButtonItem?
  public init(barButtonItems: [UIBarButtonItem], representativeItem: UIBarButtonItem?) {
    self.barButtonItems = barButtonItems
    self.representativeItem = representativeItem
  }
}
@MainActor open class UITextInputAssistantItem: NSObject {
  open var trailingBarButtonGroups: [UIBarButtonItemGroup] = []
}

@MainActor open class UIMenuElement: NSObject {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let disabled = Attributes(rawValue: 1)
  }
  public enum State: Int, Sendable { case off, on, mixed }
  open var title = ""
  open var image: UIImage?
}

public typealias UIActionHandler = @MainActor (_ action: UIAction) -> Void
open class UIAction: UIMenuElement {
  @_spi(StandIn) public static var count = 0
  open var attributes: UIMenuElement.Attributes = []
  open var state = UIMenuElement.State.off
  private var handler: UIActionHandler?

  public convenience init(
    title: String = "", image: UIImage? = nil, attributes: UIMenuElement.Attributes = [],
    state: UIMenuElement.State = .off, handler: @escaping UIActionHandler
  ) {
    self.init()
    self.title = title
    self.image = image
    self.attributes = attributes
    self.state = state
    self.handler = handler
    UIAction.count += 1
  }
  /// Performs the action unless it is disabled.
  @_spi(StandIn) public func choose() {
    if !attributes.contains(.disabled) { handler?(self) }
  }
}

open class UIMenuSystem: NSObject {
  nonisolated(unsafe) public static let main = UIMenuSystem()
  nonisolated(unsafe) public static let context = UIMenuSystem()
}
@MainActor public protocol UIMenuBuilder {
  var system: UIMenuSystem { get }
  func insertSibling(_ siblingMenu: UIMenu, afterMenu siblingIdentifier: UIMenu.Identifier)
}
/// The edit menu of a view: each responder of the chain may add to it.
@_spi(StandIn) @MainActor public final class EditMenu: UIMenuBuilder {
  public let system: UIMenuSystem
  public private(set) var menus: [UIMenu] = []
  public init(_ responder: UIResponder, in system: UIMenuSystem = .context) {
    self.system = system
    for responder in sequence(first: responder, next: \.next) { responder.buildMenu(with: self) }
  }
  public func insertSibling(_ siblingMenu: UIMenu, afterMenu: UIMenu.Identifier) {
    menus.append(siblingMenu)
  }
}

open class UIMenu: UIMenuElement {
  public enum Identifier: Sendable { case standardEdit }
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let displayInline = Options(rawValue: 1)
  }
  open private(set) var options: UIMenu.Options = []
  open private(set) var children: [UIMenuElement] = []

  public convenience init(
    title: String = "", image: UIImage? = nil, options: UIMenu.Options = [],
    children: [UIMenuElement] = []
  ) {
    self.init()
    self.title = title
    self.image = image
    self.options = options
    self.children = children
  }
  /// Opens the menu and returns its actions, with those of submenus and deferred elements.
  @_spi(StandIn) public func actions() -> [UIAction] {
    children.flatMap { child -> [UIAction] in
      if let menu = child as? UIMenu { return menu.actions() }
      if let deferred = child as? UIDeferredMenuElement {
        return UIMenu(children: deferred.elements()).actions()
      }
      return [child as? UIAction].compactMap { $0 }
    }
  }
}

/// An element whose children are made each time that the menu opens.
open class UIDeferredMenuElement: UIMenuElement {
  public typealias Provider = (@escaping ([UIMenuElement]) -> Void) -> Void
  private var provider: Provider?

  open class func uncached(_ elementProvider: @escaping Provider) -> UIDeferredMenuElement {
    let element = UIDeferredMenuElement()
    element.provider = elementProvider
    return element
  }
  @_spi(StandIn) public func elements() -> [UIMenuElement] {
    var found: [UIMenuElement] = []
    provider? { found = $0 }
    return found
  }
}

public struct UIKeyModifierFlags: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
  public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
  public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
}
open class UIKeyCommand: UIMenuElement {
  public class var inputUpArrow: String { "UIKeyInputUpArrow" }
  public class var inputDownArrow: String { "UIKeyInputDownArrow" }
  open private(set) var action: Selector?
  open private(set) var attributes: UIMenuElement.Attributes = []
  open private(set) var state = UIMenuElement.State.off
  open private(set) var discoverabilityTitle: String?
  open private(set) var input: String?
  open private(set) var modifierFlags: UIKeyModifierFlags = []
  open private(set) var propertyList: Any?
  open var wantsPriorityOverSystemBehavior = false
  open var allowsAutomaticLocalization = true
  open var allowsAutomaticMirroring = true
  @_spi(StandIn) public static var count = 0

  public convenience init(
    title: String, image: UIImage? = nil, action: Selector, input: String,
    modifierFlags: UIKeyModifierFlags = [], propertyList: Any? = nil,
    discoverabilityTitle: String? = nil, attributes: UIMenuElement.Attributes = [],
    state: UIMenuElement.State = .off
  ) {
    self.init()
    UIKeyCommand.count += 1
    self.title = title
    self.image = image
    self.action = action
    self.input = input
    self.modifierFlags = modifierFlags
    self.propertyList = propertyList
    self.discoverabilityTitle = discoverabilityTitle
    self.attributes = attributes
    self.state = state
  }
}

@_spi(StandIn) extension UIKeyCommand {
  /// The command as the system gives it to the action if the layout of the keyboard has no key for
  /// its input: with another input, unless it must not be remapped.
  public func remapped(to input: String) -> UIKeyCommand {
    guard allowsAutomaticLocalization, let action else { return self }
    return UIKeyCommand(
      title: title, action: action, input: input, modifierFlags: modifierFlags,
      propertyList: propertyList)
  }
}

open class UIImage: NSObject {
  open class SymbolConfiguration: NSObject {
    public convenience init(textStyle: UIFont.TextStyle) { self.init() }
  }
  @_spi(StandIn) public private(set) var symbolName: String?
  open private(set) var size = CGSize(width: 20, height: 20)
  public convenience init?(named name: String) { self.init(systemName: name) }
  @_spi(StandIn) public convenience init(size: CGSize) {
    self.init()
    self.size = size
  }
  /// How often a symbol was looked up.
  @_spi(StandIn) @MainActor public static var lookups = 0

  /// Finds any symbol except those named "no.…". BarArrangementTests checks that the bar's exist.
  public convenience init?(systemName name: String) {
    self.init()
    MainActor.assumeIsolated { UIImage.lookups += 1 }
    if name.isEmpty || name.hasPrefix("no.") { return nil }
    symbolName = name
  }
}

@MainActor open class UIFontMetrics: NSObject {
  /// The factor by which sizes grow: 1 at the usual text size.
  @_spi(StandIn) public static var factor: CGFloat = 1
  public init(forTextStyle textStyle: UIFont.TextStyle) {}
  open func scaledValue(for value: CGFloat) -> CGFloat { value * UIFontMetrics.factor }
}

open class UILabel: UIView {
  open var text: String?
  open var font: UIFont!
  open var textColor: UIColor!
  open var numberOfLines = 1
  open func sizeThatFits(_ size: CGSize) -> CGSize {
    let width = CGFloat(text?.count ?? 0) * 8
    let lines = numberOfLines == 1 ? 1 : max(1, (width / max(8, size.width)).rounded(.up))
    return CGSize(width: min(width, size.width), height: lines * 20)
  }
}

open class UITabBarItem: UIBarItem {
  public convenience init(title: String?, image: UIImage?, tag: Int) {
    self.init()
  }
}
open class UITabBarController: UIViewController {
  open var viewControllers: [UIViewController]?
}
extension UIViewController {
  public var tabBarItem: UITabBarItem! {
    get { nil }
    set {}
  }
}

/// Speakable objects. In UIKit, every `NSObject` has these properties.
@MainActor open class UISpeakable: NSObject {
  open var accessibilityLabel: String?
  open var accessibilityValue: String?
  open var accessibilityHint: String?
  open var accessibilityUserInputLabels: [String]!
  open var accessibilityCustomRotors: [UIAccessibilityCustomRotor]?
  open var accessibilityCustomActions: [UIAccessibilityCustomAction]?
}

@MainActor open class UIAccessibilityCustomAction: NSObject {
  public typealias Handler = (UIAccessibilityCustomAction) -> Bool
  open var name: String
  open var actionHandler: Handler?
  public init(name: String, actionHandler: Handler?) {
    (self.name, self.actionHandler) = (name, actionHandler)
  }
}

@MainActor open class UIAccessibilityCustomRotor: NSObject {
  public enum Direction: Int, Sendable { case previous, next }
  public enum SystemRotorType: Int, Sendable {
    case none, link
    case heading = 3
  }
  public typealias Search = (UIAccessibilityCustomRotorSearchPredicate) ->
    UIAccessibilityCustomRotorItemResult?
  open private(set) var systemRotorType: SystemRotorType
  open var itemSearchBlock: Search
  public init(systemType type: SystemRotorType, itemSearch itemSearchBlock: @escaping Search) {
    (systemRotorType, self.itemSearchBlock) = (type, itemSearchBlock)
  }
}
@MainActor open class UIAccessibilityCustomRotorItemResult: NSObject {
  open weak var targetElement: (any NSObjectProtocol)?
  open var targetRange: UITextRange?
  public convenience init(targetElement: any NSObjectProtocol, targetRange: UITextRange?) {
    self.init(of: targetElement, targetRange)
  }
  init(of targetElement: (any NSObjectProtocol)?, _ targetRange: UITextRange?) {
    (self.targetElement, self.targetRange) = (targetElement, targetRange)
  }
}
@MainActor open class UIAccessibilityCustomRotorSearchPredicate: NSObject {
  open var currentItem = UIAccessibilityCustomRotorItemResult(of: nil, nil)
  open var searchDirection = UIAccessibilityCustomRotor.Direction.next
}

public enum UIAccessibility {
  public enum Notification: Sendable { case announcement }
  @_spi(StandIn) @MainActor public static var announcements: [String] = []

  @MainActor public static func post(notification: Notification, argument: Any?) {
    if let text = argument as? String { announcements.append(text) }
  }
}

@MainActor public protocol UIInteraction: NSObjectProtocol {}
@MainActor open class UILargeContentViewerInteraction: NSObject, UIInteraction {
  public override init() {}
}
