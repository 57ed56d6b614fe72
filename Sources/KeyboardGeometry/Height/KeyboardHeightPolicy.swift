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
  /// The sum of the parts' heights.
  case content(KeyboardContent)
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
      environment.orientation.map { $0 == .portrait ? portrait : landscape }
    case .screenFraction(let fraction):
      environment.screenSize.isEmpty ? nil : environment.screenSize.height * fraction
    case .systemPlus(let bar):
      environment.systemHeight.map { $0 + bar }
    case .perVerticalSizeClass(let compact, let regular):
      environment.isUnknown
        ? nil : environment.verticalSizeClass == .compact ? compact : regular
    case .content(let content):
      content.derivedHeight
    case .subviews:
      nil
    }
  }
}

extension KeyboardEnvironment {
  /// Whether neither the screen nor the vertical size class is known.
  fileprivate var isUnknown: Bool { verticalSizeClass == .unspecified && screenSize.isEmpty }
}
