import Foundation

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

open class UIMenu: UIMenuElement {
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
  open var wantsPriorityOverSystemBehavior = false
  @_spi(StandIn) public static var count = 0

  public convenience init(
    title: String, image: UIImage? = nil, action: Selector, input: String,
    modifierFlags: UIKeyModifierFlags = [], discoverabilityTitle: String? = nil,
    attributes: UIMenuElement.Attributes = [], state: UIMenuElement.State = .off
  ) {
    self.init()
    UIKeyCommand.count += 1
    self.title = title
    self.image = image
    self.action = action
    self.input = input
    self.modifierFlags = modifierFlags
    self.discoverabilityTitle = discoverabilityTitle
    self.attributes = attributes
    self.state = state
  }
}
