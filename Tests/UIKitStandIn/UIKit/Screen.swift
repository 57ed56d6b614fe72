import Foundation

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
  public nonisolated static let didEnterBackgroundNotification = NSNotification.Name(
    "UIApplicationDidEnterBackgroundNotification")
}

@MainActor open class UIDevice: NSObject {
  private static let only = UIDevice()
  open class var current: UIDevice { only }
  @_spi(StandIn) public private(set) var clicks = 0
  open func playInputClick() { clicks += 1 }
}
