// Declarations of ours with UIKit's names, labels, types and isolation, so far as the adapters use
// them: enough to type-check AppleAdapters where there is no UIKit. Nothing here does anything.
// Never a target of the package: a module named UIKit would change `canImport` for all of them.
//
// Compared by name and label with published listings of UIKit; Documentation/AppleAdapters.md says
// which, and what could not be compared.
@_exported import Foundation

public func unavailable() -> Never { fatalError("a declaration to type-check against") }

// MARK: Geometry and basics

public struct UIEdgeInsets: Equatable, Sendable {
  public var top: CGFloat
  public var left: CGFloat
  public var bottom: CGFloat
  public var right: CGFloat
  public init() { unavailable() }
  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) { unavailable() }
}

extension CGRect {
  public func inset(by insets: UIEdgeInsets) -> CGRect { unavailable() }
}

extension NSValue {
  public var cgRectValue: CGRect { unavailable() }
}

open class UndoManager: NSObject {
  open func setActionName(_ actionName: String) {}
  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping @Sendable (TargetType) -> Void
  ) {}
}

// Foundation's own on Apple's platforms: a name of Objective-C.
public struct Selector: Hashable, Sendable {
  public init(_ string: String) {}
}

public enum NSWritingDirection: Int, Sendable {
  case natural = -1, leftToRight = 0, rightToLeft = 1
}

@MainActor public protocol UICoordinateSpace: NSObjectProtocol {
  func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect
  func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect
  var bounds: CGRect { get }
}

@MainActor open class UIScreen: NSObject {
  open var bounds: CGRect { unavailable() }
  open var coordinateSpace: any UICoordinateSpace { unavailable() }
  open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView { unavailable() }
}

// The traits that a change is registered for (iOS 17).
public protocol UITraitDefinition {}
public typealias UITrait = any UITraitDefinition.Type
public struct UITraitHorizontalSizeClass: UITraitDefinition {}
public struct UITraitVerticalSizeClass: UITraitDefinition {}
public struct UITraitPreferredContentSizeCategory: UITraitDefinition {}
@MainActor public protocol UITraitEnvironment: NSObjectProtocol {
  var traitCollection: UITraitCollection { get }
}
@MainActor public protocol UITraitChangeRegistration: NSObjectProtocol {}
@MainActor public protocol UITraitChangeObservable {}
extension UITraitChangeObservable {
  @discardableResult @MainActor public func registerForTraitChanges<Self_>(
    _ traits: [UITrait], handler: @escaping (Self_, UITraitCollection) -> Void
  ) -> any UITraitChangeRegistration where Self_: UITraitEnvironment { unavailable() }
}

public enum UIUserInterfaceSizeClass: Int, Sendable { case unspecified = 0, compact, regular }
public enum UIUserInterfaceIdiom: Int, Sendable { case unspecified = -1, phone, pad }
public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }

open class UITraitCollection: NSObject {
  open var userInterfaceIdiom: UIUserInterfaceIdiom { unavailable() }
  open var horizontalSizeClass: UIUserInterfaceSizeClass { unavailable() }
  open var verticalSizeClass: UIUserInterfaceSizeClass { unavailable() }
}

open class UIColor: NSObject {
  open class var systemBackground: UIColor { unavailable() }
}

open class UIImage: NSObject {
  open class Configuration: NSObject {}
  open class SymbolConfiguration: Configuration {
    public convenience init(textStyle: UIFont.TextStyle) { unavailable() }
  }
  public enum Orientation: Int, Sendable { case up, down, left, right }
  public convenience init?(systemName name: String) { unavailable() }
  public init(cgImage: CGImage, scale: CGFloat, orientation: UIImage.Orientation) { unavailable() }
  open var cgImage: CGImage? { unavailable() }
  open var scale: CGFloat { unavailable() }
  open var imageOrientation: UIImage.Orientation { unavailable() }
}

// Core Graphics' own on Apple's platforms.
public final class CGImage {
  public func cropping(to rect: CGRect) -> CGImage? { unavailable() }
}

open class UIFont: NSObject {
  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let body = TextStyle(rawValue: "")
  }
}

open class UIFontMetrics: NSObject {
  public init(forTextStyle textStyle: UIFont.TextStyle) { unavailable() }
  open func scaledValue(for value: CGFloat) -> CGFloat { unavailable() }
}

// MARK: Responders and views

@MainActor open class UIResponder: NSObject {
  open var next: UIResponder? { unavailable() }
  open var canBecomeFirstResponder: Bool { unavailable() }
  @discardableResult open func becomeFirstResponder() -> Bool { unavailable() }
  @discardableResult open func resignFirstResponder() -> Bool { unavailable() }
  open var inputView: UIView? { unavailable() }
  open var inputAccessoryView: UIView? { unavailable() }
  open func reloadInputViews() {}
  open var isFirstResponder: Bool { unavailable() }
  open var keyCommands: [UIKeyCommand]? { unavailable() }
  open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { unavailable() }
  // Of UIResponderStandardEditActions.
  open func toggleBoldface(_ sender: Any?) {}
  open func toggleItalics(_ sender: Any?) {}
  open var inputAssistantItem: UITextInputAssistantItem { unavailable() }
  open var undoManager: UndoManager? { unavailable() }
}

extension UIResponder {
  public nonisolated class var keyboardWillShowNotification: NSNotification.Name { unavailable() }
  public nonisolated class var keyboardDidShowNotification: NSNotification.Name { unavailable() }
  public nonisolated class var keyboardWillHideNotification: NSNotification.Name { unavailable() }
  public nonisolated class var keyboardDidHideNotification: NSNotification.Name { unavailable() }
  public nonisolated class var keyboardWillChangeFrameNotification: NSNotification.Name {
    unavailable()
  }
  public nonisolated class var keyboardDidChangeFrameNotification: NSNotification.Name {
    unavailable()
  }
  public nonisolated class var keyboardFrameBeginUserInfoKey: String { unavailable() }
  public nonisolated class var keyboardFrameEndUserInfoKey: String { unavailable() }
  public nonisolated class var keyboardAnimationDurationUserInfoKey: String { unavailable() }
  public nonisolated class var keyboardAnimationCurveUserInfoKey: String { unavailable() }
  public nonisolated class var keyboardIsLocalUserInfoKey: String { unavailable() }
}

@MainActor open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
  open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    unavailable()
  }
  open func constraint(
    equalTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat
  ) -> NSLayoutConstraint { unavailable() }
}
open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}
open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}
open class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
  open func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint { unavailable() }
}

public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
  public var rawValue: Float
  public init(_ rawValue: Float) { unavailable() }
  public init(rawValue: Float) { unavailable() }
}

@MainActor open class NSLayoutConstraint: NSObject {
  open var priority: UILayoutPriority {
    get { unavailable() }
    set {}
  }
  open var isActive: Bool {
    get { unavailable() }
    set {}
  }
  open var constant: CGFloat {
    get { unavailable() }
    set {}
  }
  open class func activate(_ constraints: [NSLayoutConstraint]) {}
  open class func deactivate(_ constraints: [NSLayoutConstraint]) {}
}

@MainActor open class UILayoutGuide: NSObject {
  open var layoutFrame: CGRect { unavailable() }
}
open class UITrackingLayoutGuide: UILayoutGuide {}
open class UIKeyboardLayoutGuide: UITrackingLayoutGuide {
  open var followsUndockedKeyboard: Bool {
    get { unavailable() }
    set {}
  }
  open var usesBottomSafeArea: Bool {
    get { unavailable() }
    set {}
  }
  open var keyboardDismissPadding: CGFloat {
    get { unavailable() }
    set {}
  }
}
@MainActor public protocol UIInteraction: NSObjectProtocol {}
@MainActor open class UILargeContentViewerInteraction: NSObject, UIInteraction {
  public override init() { unavailable() }
}

open class UIView: UIResponder, UICoordinateSpace, UITraitEnvironment, UITraitChangeObservable {
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
  }
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let allowUserInteraction = AnimationOptions(rawValue: 2)
    public static let beginFromCurrentState = AnimationOptions(rawValue: 4)
  }
  public init(frame: CGRect) { unavailable() }
  public required init?(coder: NSCoder) { unavailable() }
  public convenience override init() { unavailable() }
  open var frame: CGRect {
    get { unavailable() }
    set {}
  }
  open var bounds: CGRect {
    get { unavailable() }
    set {}
  }
  open var superview: UIView? { unavailable() }
  open var subviews: [UIView] { unavailable() }
  open var window: UIWindow? { unavailable() }
  open var alpha: CGFloat {
    get { unavailable() }
    set {}
  }
  open var isHidden: Bool {
    get { unavailable() }
    set {}
  }
  open var clipsToBounds: Bool {
    get { unavailable() }
    set {}
  }
  open var backgroundColor: UIColor? {
    get { unavailable() }
    set {}
  }
  open var safeAreaInsets: UIEdgeInsets { unavailable() }
  open func safeAreaInsetsDidChange() {}
  open var keyboardLayoutGuide: UIKeyboardLayoutGuide { unavailable() }
  open func addInteraction(_ interaction: any UIInteraction) {}
  open var traitCollection: UITraitCollection { unavailable() }
  open var autoresizingMask: AutoresizingMask {
    get { unavailable() }
    set {}
  }
  open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { unavailable() }
  open var translatesAutoresizingMaskIntoConstraints: Bool {
    get { unavailable() }
    set {}
  }
  open var leftAnchor: NSLayoutXAxisAnchor { unavailable() }
  open var rightAnchor: NSLayoutXAxisAnchor { unavailable() }
  open var topAnchor: NSLayoutYAxisAnchor { unavailable() }
  open var bottomAnchor: NSLayoutYAxisAnchor { unavailable() }
  open var heightAnchor: NSLayoutDimension { unavailable() }
  open var intrinsicContentSize: CGSize { unavailable() }
  public nonisolated class var noIntrinsicMetric: CGFloat { unavailable() }
  open func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
    unavailable()
  }
  open func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
    unavailable()
  }
  open func convert(_ rect: CGRect, to view: UIView?) -> CGRect { unavailable() }
  open func invalidateIntrinsicContentSize() {}
  open func addSubview(_ view: UIView) {}
  open func removeFromSuperview() {}
  open func setNeedsLayout() {}
  open func layoutIfNeeded() {}
  open func layoutSubviews() {}
  open func setNeedsUpdateConstraints() {}
  open class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
    animations: @escaping @MainActor () -> Void,
    completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {}
  open class func performWithoutAnimation(_ actionsWithoutAnimation: @MainActor () -> Void) {}
}

extension NSObject {
  @MainActor public var accessibilityLabel: String? {
    get { unavailable() }
    set {}
  }
  @MainActor public var accessibilityValue: String? {
    get { unavailable() }
    set {}
  }
}
extension UIView {
  public var accessibilityIdentifier: String? {
    get { unavailable() }
    set {}
  }
  public var showsLargeContentViewer: Bool {
    get { unavailable() }
    set {}
  }
  public var largeContentTitle: String? {
    get { unavailable() }
    set {}
  }
  public var largeContentImage: UIImage? {
    get { unavailable() }
    set {}
  }
}

open class UIWindow: UIView {
  open var screen: UIScreen { unavailable() }
}

open class UIViewController: UIResponder, UITraitEnvironment, UITraitChangeObservable {
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { unavailable() }
  public required init?(coder: NSCoder) { unavailable() }
  public convenience override init() { unavailable() }
  open var view: UIView! {
    get { unavailable() }
    set {}
  }
  open var viewIfLoaded: UIView? { unavailable() }
  open var traitCollection: UITraitCollection { unavailable() }
  open func viewDidLoad() {}
  open func viewWillLayoutSubviews() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewDidLayoutSubviews() {}
  open func updateViewConstraints() {}
  open func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {}
}
@MainActor public protocol UIViewControllerTransitionCoordinator: NSObjectProtocol {}

@MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>)
}
extension UIScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  public func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}
}

open class UIScrollView: UIView {
  public enum KeyboardDismissMode: Int, Sendable { case none, onDrag, interactive }
  open var contentOffset: CGPoint {
    get { unavailable() }
    set {}
  }
  open var contentSize: CGSize {
    get { unavailable() }
    set {}
  }
  open var contentInset: UIEdgeInsets {
    get { unavailable() }
    set {}
  }
  open var adjustedContentInset: UIEdgeInsets { unavailable() }
  open var verticalScrollIndicatorInsets: UIEdgeInsets {
    get { unavailable() }
    set {}
  }
  open var keyboardDismissMode: KeyboardDismissMode {
    get { unavailable() }
    set {}
  }
  open weak var delegate: (any UIScrollViewDelegate)? {
    get { unavailable() }
    set {}
  }
}
