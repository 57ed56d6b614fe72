/// The rule for a keyboard's height.
public enum KeyboardHeightPolicy: Hashable, Sendable {
  /// The system's height; nothing is constrained.
  case system
  /// A fixed height, in points.
  case fixed(Double)
  /// A height for each orientation, in points.
  case perOrientation(portrait: Double, landscape: Double)
  /// A fraction of the screen's height.
  case screenFraction(Double)
  /// The system's height plus this height, in points, for example for a bar.
  case systemPlus(Double)
  /// A height for each vertical size class, in points; an unspecified one counts as regular.
  case perVerticalSizeClass(compact: Double, regular: Double)
  /// The height that the constraints of the subviews determine; no height is requested.
  case subviews

  package var needsSystemHeight: Bool {
    if case .systemPlus = self { true } else { false }
  }

  /// The requested height in an environment, in points. Nil if the system's height or the screen is
  /// unknown, or if the subviews determine the height.
  ///
  /// A height for the wrong orientation, before the screen is known, would be visible for a moment.
  package func height(in environment: KeyboardEnvironment) -> Double? {
    switch self {
    case .system:
      environment.systemHeight
    case .fixed(let height):
      height
    case .perOrientation(let portrait, let landscape):
      environment.isLandscape.map { $0 ? landscape : portrait }
    case .screenFraction(let fraction):
      environment.screenSize.isEmpty ? nil : environment.screenSize.height * fraction
    case .systemPlus(let bar):
      environment.systemHeight.map { $0 + bar }
    case .perVerticalSizeClass(let compact, let regular):
      if environment.isCompact == nil, environment.screenSize.isEmpty {
        nil
      } else {
        environment.isCompact == true ? compact : regular
      }
    case .subviews:
      nil
    }
  }
}

/// The circumstances that a keyboard's height can depend on.
package struct KeyboardEnvironment: Hashable, Sendable {
  /// The size of the screen, in points, in the current orientation; zero if unknown, for example
  /// before the view is in a window.
  package var screenSize: LayoutSize
  /// Whether the vertical size class is compact, as on a phone in landscape; nil if unspecified.
  package var isCompact: Bool?
  /// The system's height for a keyboard here, in points; nil if unknown. UIKit does not tell an
  /// extension, so `KeyboardHeightController` measures it.
  package var systemHeight: Double?

  package init(
    screenSize: LayoutSize, isCompact: Bool? = nil, systemHeight: Double? = nil
  ) {
    self.screenSize = screenSize
    self.isCompact = isCompact
    self.systemHeight = systemHeight
  }

  /// The screen and the size class, for example `390x844`: measured heights are remembered by it.
  package var key: String {
    let size = "\(Int(screenSize.width))x\(Int(screenSize.height))"
    return isCompact == true ? size + " compact" : size
  }

  /// Whether the screen is wider than high; nil if its size is unknown.
  var isLandscape: Bool? {
    screenSize.isEmpty ? nil : screenSize.width > screenSize.height
  }
}
