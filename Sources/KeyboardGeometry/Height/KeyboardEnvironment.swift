/// Which way up a screen is.
package enum KeyboardOrientation: String, Hashable, Sendable, CaseIterable {
  /// At least as high as wide.
  case portrait
  /// Wider than high.
  case landscape
}

/// How much room there is in one direction: UIKit's size classes.
package enum KeyboardSizeClass: String, Hashable, Sendable, CaseIterable {
  /// Not known.
  case unspecified
  /// Little: the height of a phone held sideways.
  case compact
  /// Enough.
  case regular
}

/// What a keyboard's height can depend on.
package struct KeyboardEnvironment: Hashable, Sendable {
  /// The screen's size, in points, as the interface is turned; zero if it is not known, as before
  /// the view is in a window.
  package var screenSize: LayoutSize
  /// The room from left to right.
  package var horizontalSizeClass: KeyboardSizeClass
  /// The room from top to bottom.
  package var verticalSizeClass: KeyboardSizeClass
  /// The height the system gives a keyboard here, in points; nil if it is not known. UIKit does not
  /// tell an extension; `KeyboardHeightController` measures it then.
  package var systemHeight: Double?

  /// Makes an environment.
  package init(
    screenSize: LayoutSize, horizontalSizeClass: KeyboardSizeClass = .unspecified,
    verticalSizeClass: KeyboardSizeClass = .unspecified, systemHeight: Double? = nil
  ) {
    self.screenSize = screenSize
    self.horizontalSizeClass = horizontalSizeClass
    self.verticalSizeClass = verticalSizeClass
    self.systemHeight = systemHeight
  }

  /// Which way up the screen is; nil if its size is not known.
  package var orientation: KeyboardOrientation? {
    if screenSize.isEmpty { return nil }
    return screenSize.width > screenSize.height ? .landscape : .portrait
  }
}
