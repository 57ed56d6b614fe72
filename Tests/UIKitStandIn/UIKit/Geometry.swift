// A working model of the parts of UIKit that the adapters use. Names, labels, types and isolation
// are UIKit's, and a declaration does only what UIKit documents. Only tests use it. It must not be
// a target of the package, because a module named UIKit would change `canImport` for all others.
//
// Declarations that UIKit does not have are `@_spi(StandIn)`, so the adapters cannot see them.
// Tests use them to look inside and to act as the user.
//
// Names and labels were compared with published listings of UIKit. Documentation/AppleAdapters.md
// says which, and what could not be compared.
@_exported import Foundation

public struct UIEdgeInsets: Equatable, Sendable {
  public var top: CGFloat
  public var left: CGFloat
  public var bottom: CGFloat
  public var right: CGFloat
  public init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }
  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
  public static var zero: UIEdgeInsets { UIEdgeInsets() }
}

extension CGRect {
  public func inset(by insets: UIEdgeInsets) -> CGRect {
    CGRect(
      x: minX + insets.left, y: minY + insets.top, width: width - insets.left - insets.right,
      height: height - insets.top - insets.bottom)
  }
}

extension NSValue {
  public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }
  public var cgRectValue: CGRect { rectValue }
}

/// The coordinate space of a screen, which contains its windows.
@MainActor public protocol UICoordinateSpace: NSObjectProtocol {}
@MainActor private final class ScreenSpace: NSObject, UICoordinateSpace {}

@MainActor open class UIScreen: NSObject {
  open private(set) var bounds = CGRect(x: 0, y: 0, width: 390, height: 844)
  open private(set) var coordinateSpace: any UICoordinateSpace = ScreenSpace()
  @_spi(StandIn) public private(set) var snapshots = 0

  @_spi(StandIn) public convenience init(_ size: CGSize) {
    self.init()
    bounds.size = size
  }
  /// Turns the screen: its windows get the new size and lay themselves out.
  @_spi(StandIn) public func resize(_ size: CGSize) { bounds.size = size }

  open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView {
    snapshots += 1
    return UIView(frame: bounds)
  }
}

open class UIApplication: UIResponder {
  public nonisolated static let didBecomeActiveNotification = NSNotification.Name(
    "UIApplicationDidBecomeActiveNotification")
  public nonisolated static let didEnterBackgroundNotification = NSNotification.Name(
    "UIApplicationDidEnterBackgroundNotification")
  private static let only = UIApplication()
  open class var shared: UIApplication { only }
  /// The addresses that were opened.
  @_spi(StandIn) public private(set) var opened: [URL] = []
  open func open(_ url: URL) { opened.append(url) }
}

@MainActor open class UIDevice: NSObject {
  private static let only = UIDevice()
  open class var current: UIDevice { only }
  @_spi(StandIn) public private(set) var clicks = 0
  open func playInputClick() { clicks += 1 }
}

open class UIWindow: UIView {
  open private(set) var screen = UIScreen()
  private var currentTraits = UITraitCollection()
  private var safeArea = UIEdgeInsets.zero
  open var rootViewController: UIViewController? {
    didSet {
      oldValue?.viewIfLoaded?.removeFromSuperview()
      guard let view = rootViewController?.view else { return }
      view.frame = bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      addSubview(view)
    }
  }

  @_spi(StandIn) public convenience init(screen: UIScreen) {
    self.init(frame: screen.bounds)
    self.screen = screen
  }
  open override var window: UIWindow? { self }
  open override var next: UIResponder? { nil }
  open override var safeAreaInsets: UIEdgeInsets { safeArea }
  open override var traitCollection: UITraitCollection { currentTraits }

  @_spi(StandIn) public func setSafeArea(_ insets: UIEdgeInsets) {
    safeArea = insets
    visit { _ = $0.reportSafeArea() }
  }
  /// Changes the traits and notifies their observers.
  @_spi(StandIn) public func setTraits(_ traits: UITraitCollection) {
    let old = currentTraits
    currentTraits = traits
    visit { view in
      for changed in view.traitObservers + (view.controller?.traitObservers ?? []) { changed(old) }
    }
  }
}

// The traits whose changes can be observed (iOS 17).
@MainActor public protocol UITraitDefinition {
  /// Whether the trait is different in two collections.
  static func differs(_ old: UITraitCollection, _ new: UITraitCollection) -> Bool
}
public typealias UITrait = any UITraitDefinition.Type
public struct UITraitVerticalSizeClass: UITraitDefinition {
  public static func differs(_ old: UITraitCollection, _ new: UITraitCollection) -> Bool {
    old.verticalSizeClass != new.verticalSizeClass
  }
}
public struct UITraitPreferredContentSizeCategory: UITraitDefinition {
  public static func differs(_ old: UITraitCollection, _ new: UITraitCollection) -> Bool {
    old.preferredContentSizeCategory != new.preferredContentSizeCategory
  }
}

@MainActor public protocol UITraitEnvironment: UIResponder {
  var traitCollection: UITraitCollection { get }
}
extension UITraitEnvironment {
  public func registerForTraitChanges<Environment: UITraitEnvironment>(
    _ traits: [UITrait], handler: @escaping (Environment, UITraitCollection) -> Void
  ) {
    traitObservers.append { [unowned self] old in
      let isChanged = traits.contains { $0.differs(old, traitCollection) }
      if isChanged, let environment = self as? Environment { handler(environment, old) }
    }
  }
}

public enum UIUserInterfaceSizeClass: Sendable { case unspecified, compact, regular }
public enum UIUserInterfaceIdiom: Sendable { case phone, pad }
public enum UIAccessibilityContrast: Sendable { case normal, high }
public enum UIUserInterfaceStyle: Sendable { case light, dark }
public enum UIUserInterfaceLayoutDirection: Sendable { case leftToRight, rightToLeft }
public enum UIContentSizeCategory: Sendable { case large, accessibilityExtraExtraExtraLarge }

@MainActor open class UITraitCollection: NSObject {
  open private(set) var userInterfaceIdiom = UIUserInterfaceIdiom.phone
  open private(set) var horizontalSizeClass = UIUserInterfaceSizeClass.compact
  open private(set) var verticalSizeClass = UIUserInterfaceSizeClass.regular
  open private(set) var preferredContentSizeCategory = UIContentSizeCategory.large
  open private(set) var layoutDirection = UIUserInterfaceLayoutDirection.leftToRight
  open nonisolated var userInterfaceStyle: UIUserInterfaceStyle { style }
  private nonisolated(unsafe) var style = UIUserInterfaceStyle.light
  open nonisolated var accessibilityContrast: UIAccessibilityContrast { contrast }
  private nonisolated(unsafe) var contrast = UIAccessibilityContrast.normal
  /// The traits with which `cgColor` resolves a colour.
  @_spi(StandIn) public nonisolated(unsafe) static var drawing: UITraitCollection?

  @_spi(StandIn) public convenience init(
    idiom: UIUserInterfaceIdiom = .phone, horizontal: UIUserInterfaceSizeClass = .compact,
    vertical: UIUserInterfaceSizeClass = .regular, category: UIContentSizeCategory = .large,
    direction: UIUserInterfaceLayoutDirection = .leftToRight, style: UIUserInterfaceStyle = .light,
    contrast: UIAccessibilityContrast = .normal
  ) {
    self.init()
    userInterfaceIdiom = idiom
    horizontalSizeClass = horizontal
    verticalSizeClass = vertical
    preferredContentSizeCategory = category
    layoutDirection = direction
    self.style = style
    self.contrast = contrast
  }
  public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
    self.init(style: userInterfaceStyle)
  }
}

open class UIColor: NSObject {
  @_spi(StandIn) public private(set) var components: [CGFloat] = [0, 0, 0, 1]
  private var provider: ((UITraitCollection) -> UIColor)?

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    components = [red, green, blue, alpha]
  }
  public init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
    provider = dynamicProvider
  }
  open class var systemTeal: UIColor {
    UIColor {
      $0.userInterfaceStyle == .dark
        ? UIColor(red: 0.25, green: 0.78, blue: 0.88, alpha: 1)
        : UIColor(red: 0.19, green: 0.69, blue: 0.78, alpha: 1)
    }
  }
  open class var systemBackground: UIColor { UIColor(red: 1, green: 1, blue: 1, alpha: 1) }
  open class var placeholderText: UIColor {
    UIColor(red: 0.24, green: 0.24, blue: 0.26, alpha: 0.3)
  }
  open class var systemGray5: UIColor { UIColor(red: 0.9, green: 0.9, blue: 0.92, alpha: 1) }
  open class var systemGray6: UIColor { UIColor(red: 0.95, green: 0.95, blue: 0.97, alpha: 1) }
  open class var clear: UIColor { UIColor(red: 0, green: 0, blue: 0, alpha: 0) }
  open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    provider?(traitCollection) ?? self
  }
  open var cgColor: CGColor {
    CGColor((UITraitCollection.drawing.map(resolvedColor) ?? self).components)
  }
  open func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    for (part, value) in zip([red, green, blue, alpha], components) { part?.pointee = value }
    return true
  }
}

nonisolated(unsafe) private var contexts: [CGContext] = []
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsPushContext(_ context: CGContext) { contexts.append(context) }
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsPopContext() { contexts.removeLast() }
extension UIImage {
  public func draw(in rect: CGRect) { contexts.last?.add("image", rect) }
}

public typealias UIFontDescriptor = KitFontDescriptor
public typealias UIFont = KitFont

extension UIFontDescriptor {
  public func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
    with(symbolicTraits)
  }
}
extension UIFontDescriptor.SymbolicTraits {
  public static let (traitItalic, traitBold) = (kitItalic, kitBold)
}
extension UIFont {
  public convenience init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
    self.init(kit: descriptor, size: pointSize)
  }
  public static func systemFont(ofSize fontSize: CGFloat, weight: Weight = .regular) -> UIFont {
    system(".SFUI", fontSize, weight)
  }
  public static func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    system(".SFUIMono", fontSize, weight)
  }
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    systemFont(ofSize: 17 * MainActor.assumeIsolated { UIFontMetrics.factor })
  }
}
