/// A keyboard that the last row of a list pushes away and pulls back as the user scrolls.
///
///     idle –begin→ ready –first step downwards→ tracking –release→ settling –finish→ idle
///
/// In every step the row's lower edge is the keyboard's upper edge, and neither is ever above the
/// place where the keyboard rests. The real keyboard cannot be moved: at the first step downwards
/// it goes without animation, and a stand-in moves in its place. What is to be done is data; the
/// adapter carries it out in order.
public struct InteractiveDismissal: Hashable, Sendable {
  /// What stands in for the keyboard.
  public enum StandIn: String, Hashable, Sendable, CaseIterable {
    /// A picture of it.
    case snapshot
    /// A plain panel, for keyboards that cannot be drawn: those that run out of process.
    case plainPanel
    /// Nothing: the system's own interactive mode, which follows the finger and not the row.
    case systemInteractive
    /// Nothing: the keyboard goes, animated, at the first step downwards.
    case dismissAtOnce

    /// Whether something is installed in the keyboard's place.
    public var isInstalled: Bool { self == .snapshot || self == .plainPanel }
  }

  /// How it ends.
  public enum Outcome: String, Hashable, Sendable {
    /// The keyboard is gone.
    case dismissed
    /// The keyboard is back where it rests.
    case restored
  }

  /// The phase of the drag.
  public enum Phase: Hashable, Sendable {
    /// No drag is under way.
    case idle
    /// The finger is down, the keyboard has not moved.
    case ready
    /// The stand-in moves with the row.
    case tracking
    /// The finger is up, the stand-in goes where it ends.
    case settling(Outcome)
  }

  /// When a release dismisses, and how the stand-in settles.
  public struct Configuration: Hashable, Sendable {
    /// A release faster than this, in points per second, goes the way it was thrown; nil if the
    /// velocity does not count.
    public var velocityThreshold: Double?
    /// A slower release dismisses from this part of the way on, from 0 to 1.
    public var progressThreshold: Double
    /// How the stand-in settles.
    public var settle: KeyboardAnimation

    /// Creates a configuration. The defaults are this library's own: UIKit's rule is not known.
    public init(
      velocityThreshold: Double? = 100, progressThreshold: Double = 0.5,
      settle: KeyboardAnimation = KeyboardAnimation(duration: 0.25)
    ) {
      self.velocityThreshold = velocityThreshold
      self.progressThreshold = progressThreshold
      self.settle = settle
    }

    /// The rule of Android's window insets samples: the sign of the velocity, else 15 % of the way.
    public static let windowInsets = Configuration(velocityThreshold: 0, progressThreshold: 0.15)
  }

  /// What the adapter has to do.
  public enum Effect: Hashable, Sendable {
    /// Take a picture of the screen and cut this rectangle, in points of the picture, out of it.
    /// Cut, not scaled: the picture shows more than the keyboard.
    case captureSnapshot(crop: LayoutRect)
    /// Put the stand-in where the keyboard is.
    case installStandIn
    /// Take the keyboard away.
    case resignFirstResponder(animated: Bool)
    /// Put the stand-in's upper edge here.
    case moveStandIn(top: Double)
    /// Animate the list's content offset to here, with the keyboard's animation: the row comes to
    /// rest on the keyboard.
    case animateContentOffset(y: Double, KeyboardAnimation)
    /// Correct the list's content offset, without animation.
    case setContentOffset(y: Double)
    /// Animate the stand-in's upper edge to here, and the list with it, so that the row stays on it:
    /// to the offset that `Layout.contentOffset(forKeyboardTop:)` gives.
    case animateStandIn(top: Double, KeyboardAnimation)
    /// Bring the keyboard back.
    case becomeFirstResponder(animated: Bool)
    /// Take the stand-in away.
    case removeStandIn
    /// Let the system do it: `keyboardDismissMode = .interactive`.
    case useSystemInteractiveMode
    /// Restore the insets that the list has without a keyboard.
    case restoreInsets
  }

  /// The result of one movement of the list.
  public struct Step: Hashable, Sendable {
    /// The upper edge of the keyboard or its stand-in.
    public var keyboardTop: Double
    /// The lower edge of the row: the same.
    public var rowBottom: Double
    /// The list's content offset, corrected where the row would have gone too high.
    public var contentOffsetY: Double
    /// How much of the way the keyboard has gone, from 0 to 1.
    public var progress: Double
    /// What is to be done, in order.
    public var effects: [Effect]
  }

  /// When a release dismisses, and how the stand-in settles.
  public var configuration: Configuration
  /// The phase of the drag.
  public internal(set) var phase: Phase = .idle
  /// What the current drag depends on; nil while idle.
  public internal(set) var layout: Layout?
  /// What stands in for the keyboard in the current drag.
  public internal(set) var standIn: StandIn = .snapshot
  var keyboardTop = 0.0

  /// Begins idle.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// Whether the keyboard's notifications come from the exchange of keyboard and stand-in, and must
  /// not move the content.
  public var swallowsKeyboardNotifications: Bool {
    switch phase {
    case .idle, .ready: false
    case .tracking, .settling: true
    }
  }
}
