/// Which way up a screen is.
public enum InterfaceOrientation: String, Hashable, Sendable, CaseIterable {
  /// At least as high as wide.
  case portrait
  /// Wider than high.
  case landscape
}

/// How much room there is in one direction: UIKit's size classes.
public enum SizeClass: String, Hashable, Sendable, CaseIterable {
  /// Not known.
  case unspecified
  /// Little: the height of a phone held sideways.
  case compact
  /// Enough.
  case regular
}

/// What a keyboard's height can depend on.
public struct KeyboardEnvironment: Hashable, Sendable {
  /// The screen's size, in points, as the interface is turned.
  public var screenSize: LayoutSize
  /// The room from left to right.
  public var horizontalSizeClass: SizeClass
  /// The room from top to bottom.
  public var verticalSizeClass: SizeClass
  /// The height the system gives a keyboard here, in points; 0 where it is not known.
  public var systemHeight: Double

  /// Makes an environment.
  public init(
    screenSize: LayoutSize, horizontalSizeClass: SizeClass = .unspecified,
    verticalSizeClass: SizeClass = .unspecified, systemHeight: Double = 0
  ) {
    self.screenSize = screenSize
    self.horizontalSizeClass = horizontalSizeClass
    self.verticalSizeClass = verticalSizeClass
    self.systemHeight = systemHeight
  }

  /// Which way up the screen is.
  public var orientation: InterfaceOrientation {
    screenSize.width > screenSize.height ? .landscape : .portrait
  }
}
