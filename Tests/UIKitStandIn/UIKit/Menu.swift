import Foundation

@MainActor open class UIMenuElement: NSObject {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let disabled = Attributes(rawValue: 1)
    public static let destructive = Attributes(rawValue: 2)
    public static let hidden = Attributes(rawValue: 4)
    public static let keepsMenuPresented = Attributes(rawValue: 8)
  }
  public enum State: Int, Sendable { case off, on, mixed }
  open var title = ""
  open var subtitle: String?
  open var image: UIImage?
}

public typealias UIActionHandler = @MainActor (_ action: UIAction) -> Void
open class UIAction: UIMenuElement {
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  @_spi(StandIn) public static var count = 0
  open private(set) var identifier = Identifier(rawValue: "")
  open var discoverabilityTitle: String?
  open var attributes: UIMenuElement.Attributes = []
  open var state = UIMenuElement.State.off
  private var handler: UIActionHandler?

  public convenience init(
    title: String = "", image: UIImage? = nil, identifier: UIAction.Identifier? = nil,
    discoverabilityTitle: String? = nil, attributes: UIMenuElement.Attributes = [],
    state: UIMenuElement.State = .off, handler: @escaping UIActionHandler
  ) {
    self.init()
    self.title = title
    self.image = image
    if let identifier { self.identifier = identifier }
    self.discoverabilityTitle = discoverabilityTitle
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
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let displayInline = Options(rawValue: 1)
  }
  open private(set) var options: UIMenu.Options = []
  open private(set) var children: [UIMenuElement] = []

  public convenience init(
    title: String = "", image: UIImage? = nil, identifier: UIMenu.Identifier? = nil,
    options: UIMenu.Options = [], children: [UIMenuElement] = []
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

/// An element whose children are made when the menu opens: once, or each time.
open class UIDeferredMenuElement: UIMenuElement {
  private var provider: ((@escaping ([UIMenuElement]) -> Void) -> Void)?
  private var isCached = true
  private var cache: [UIMenuElement]?

  public convenience init(
    _ elementProvider: @escaping (@escaping ([UIMenuElement]) -> Void) -> Void
  ) {
    self.init()
    provider = elementProvider
  }
  open class func uncached(
    _ elementProvider: @escaping (@escaping ([UIMenuElement]) -> Void) -> Void
  ) -> Self {
    let element = unsafeDowncast(UIDeferredMenuElement(elementProvider), to: Self.self)
    element.isCached = false
    return element
  }
  @_spi(StandIn) public func elements() -> [UIMenuElement] {
    if isCached, let cache { return cache }
    var found: [UIMenuElement] = []
    provider? { found = $0 }
    cache = found
    return found
  }
}

public struct UIKeyModifierFlags: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
  public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
  public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
  public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
}
open class UICommand: UIMenuElement {
  open fileprivate(set) var action: Selector?
  open fileprivate(set) var propertyList: Any?
  open var attributes: UIMenuElement.Attributes = []
  open var state = UIMenuElement.State.off
  open var discoverabilityTitle: String?
}
open class UIKeyCommand: UICommand {
  public class var inputUpArrow: String { "UIKeyInputUpArrow" }
  public class var inputDownArrow: String { "UIKeyInputDownArrow" }
  public class var inputLeftArrow: String { "UIKeyInputLeftArrow" }
  public class var inputRightArrow: String { "UIKeyInputRightArrow" }
  open private(set) var input: String?
  open private(set) var modifierFlags: UIKeyModifierFlags = []
  open var wantsPriorityOverSystemBehavior = false
  @_spi(StandIn) public static var count = 0

  public convenience init(
    title: String, image: UIImage? = nil, action: Selector, input: String,
    modifierFlags: UIKeyModifierFlags = [], propertyList: Any? = nil, alternates: [Any] = [],
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
