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

  /// The height wanted in an environment, in points.
  public func height(in environment: KeyboardEnvironment) -> Double {
    switch self {
    case .system:
      environment.systemHeight
    case .fixed(let height):
      height
    case .perOrientation(let portrait, let landscape):
      environment.orientation == .portrait ? portrait : landscape
    case .screenFraction(let fraction):
      environment.screenSize.height * fraction
    case .systemPlus(let bar):
      environment.systemHeight + bar
    case .perVerticalSizeClass(let compact, let regular):
      environment.verticalSizeClass == .compact ? compact : regular
    case .content(let content):
      content.derivedHeight
    }
  }
}
