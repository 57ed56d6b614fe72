package enum KeyboardOrientation: String, Hashable, Sendable, CaseIterable {
  /// At least as high as wide.
  case portrait
  /// Wider than high.
  case landscape
}

/// The room in one direction: UIKit's size classes.
package enum KeyboardSizeClass: String, Hashable, Sendable, CaseIterable {
  case unspecified
  /// Little room, for example the height of a phone in landscape.
  case compact
  case regular
}

/// The circumstances that a keyboard's height can depend on.
package struct KeyboardEnvironment: Hashable, Sendable {
  /// The size of the screen, in points, in the current orientation; zero if unknown, for example
  /// before the view is in a window.
  package var screenSize: LayoutSize
  package var horizontalSizeClass: KeyboardSizeClass
  package var verticalSizeClass: KeyboardSizeClass
  /// The system's height for a keyboard here, in points; nil if unknown. UIKit does not tell an
  /// extension, so `KeyboardHeightController` measures it.
  package var systemHeight: Double?

  package init(
    screenSize: LayoutSize, horizontalSizeClass: KeyboardSizeClass = .unspecified,
    verticalSizeClass: KeyboardSizeClass = .unspecified, systemHeight: Double? = nil
  ) {
    self.screenSize = screenSize
    self.horizontalSizeClass = horizontalSizeClass
    self.verticalSizeClass = verticalSizeClass
    self.systemHeight = systemHeight
  }

  /// The orientation of the screen; nil if its size is unknown.
  package var orientation: KeyboardOrientation? {
    if screenSize.isEmpty { return nil }
    return screenSize.width > screenSize.height ? .landscape : .portrait
  }
}
