/// How high a keyboard shall be.
public enum KeyboardHeightPolicy: Hashable, Sendable {
  /// As high as the system makes it; nothing is constrained.
  case system
  /// So many points, always.
  case fixed(Double)
  /// So many points, by the way the screen is held.
  case perOrientation(portrait: Double, landscape: Double)
  /// A fraction of the screen's height.
  case screenFraction(Double)
  /// So many points more than the system's keyboard: a bar on top of it.
  case systemPlus(Double)
  /// So many points, by the room from top to bottom; an unspecified one counts as regular.
  case perVerticalSizeClass(compact: Double, regular: Double)
  /// As high as the parts together.
  case content(KeyboardContent)
  /// As high as the constraints of the subviews make it; no height is asked for.
  case subviews

  /// Whether the height depends on the system's.
  package var needsSystemHeight: Bool {
    if case .systemPlus = self { true } else { false }
  }

  /// The height wanted in an environment, in points; nil if that cannot be told: the system's
  /// height or the screen is not known yet, or the subviews decide.
  ///
  /// A height for the wrong orientation, made before the screen is known, would be seen for a moment.
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
  /// Whether nothing is known yet: neither the screen nor the room from top to bottom.
  fileprivate var isUnknown: Bool { verticalSizeClass == .unspecified && screenSize.isEmpty }
}
