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
    /// Whether it has a background of its tint.
    @_spi(StandIn) public var isTinted = false
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
