import Foundation

@MainActor public protocol UICoordinateSpace: NSObjectProtocol {
  func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect
  func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect
  var bounds: CGRect { get }
}

/// The coordinate space of a screen, which contains its windows.
@MainActor private final class ScreenSpace: NSObject, UICoordinateSpace {
  unowned let screen: UIScreen
  init(_ screen: UIScreen) { self.screen = screen }
  var bounds: CGRect { screen.bounds }
  func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
    (coordinateSpace as? UIView)?.convert(rect, from: self) ?? rect
  }
  func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
    (coordinateSpace as? UIView)?.convert(rect, to: self) ?? rect
  }
}

@MainActor open class UIScreen: NSObject {
  open private(set) var bounds = CGRect(x: 0, y: 0, width: 390, height: 844)
  open private(set) lazy var coordinateSpace: any UICoordinateSpace = ScreenSpace(self)
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

@MainActor open class UIScene: UIResponder {
  public nonisolated class var willDeactivateNotification: NSNotification.Name {
    NSNotification.Name("UISceneWillDeactivateNotification")
  }
  public nonisolated class var didEnterBackgroundNotification: NSNotification.Name {
    NSNotification.Name("UISceneDidEnterBackgroundNotification")
  }
}
@MainActor open class UIWindowScene: UIScene {
  open private(set) var screen = UIScreen()
  open private(set) var windows: [UIWindow] = []
  @_spi(StandIn) public convenience init(screen: UIScreen) {
    self.init()
    self.screen = screen
  }
  func add(_ window: UIWindow) { windows.append(window) }
}

@MainActor open class UIApplication: UIResponder {
  public nonisolated class var willResignActiveNotification: NSNotification.Name {
    NSNotification.Name("UIApplicationWillResignActiveNotification")
  }
  public nonisolated class var didEnterBackgroundNotification: NSNotification.Name {
    NSNotification.Name("UIApplicationDidEnterBackgroundNotification")
  }
}

@MainActor open class UIDevice: NSObject {
  private static let only = UIDevice()
  open class var current: UIDevice { only }
  @_spi(StandIn) public private(set) var clicks = 0
  open func playInputClick() { clicks += 1 }
}
