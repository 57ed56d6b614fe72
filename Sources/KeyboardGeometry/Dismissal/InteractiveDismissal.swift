/// A keyboard that the last row of a list pushes away and pulls back as the user scrolls.
///
///     idle –begin→ ready –first step downwards→ tracking –release→ settling –arrival→ idle
///
/// While the finger is down, the lower edge of the row is the upper edge of the keyboard; neither
/// rises above the keyboard's rest position. The real keyboard cannot be moved. So at the first
/// step downwards it is dismissed without animation, and a substitute moves in its place. After the
/// release, the list scrolls to its end and takes the substitute along. The effects are data; the
/// adapter carries them out in order.
public struct InteractiveDismissal: Hashable, Sendable {
  /// The view that replaces the keyboard during a drag.
  public enum StandIn: String, Hashable, Sendable, CaseIterable {
    /// A picture of the keyboard.
    case snapshot
    /// A plain panel, for keyboards that cannot be drawn: those that run out of process.
    case plainPanel
    /// None: the system's interactive mode, which follows the finger and not the row.
    case systemInteractive
    /// None: the keyboard is dismissed with animation at the first step downwards.
    case dismissAtOnce

    /// Whether a view replaces the keyboard: with `plainPanel`, but not with `dismissAtOnce`.
    package var isInstalled: Bool { self == .snapshot || self == .plainPanel }
  }

  package enum Outcome: String, Hashable, Sendable {
    case dismissed
    case restored
  }

  package enum Phase: Hashable, Sendable {
    /// No drag is under way.
    case idle
    /// The finger is down, the keyboard has not moved.
    case ready
    /// The substitute moves with the row.
    case tracking
    /// The finger is up; the list scrolls to its end and takes the substitute along.
    case settling(Outcome)
  }

  /// The rule by which a release dismisses, and the animation of the substitute's last points.
  public struct Configuration: Hashable, Sendable {
    /// The velocity, in points per second, above which a release follows the direction of the
    /// throw; nil to ignore the velocity.
    public var velocityThreshold: Double?
    /// The part of the distance, from 0 to 1, from which a slower release dismisses.
    public var progressThreshold: Double
    /// The animation by which the substitute leaves when the row rests above the safe area.
    public var settle: KeyboardAnimation

    /// Creates a configuration. The defaults are this library's: UIKit's are not documented.
    public init(
      velocityThreshold: Double? = 100, progressThreshold: Double = 0.5,
      settle: KeyboardAnimation = KeyboardAnimation(duration: 0.25)
    ) {
      self.velocityThreshold = velocityThreshold
      self.progressThreshold = progressThreshold
      self.settle = settle
    }
  }

  /// A task for the adapter.
  package enum Effect: Hashable, Sendable {
    /// Take a picture of the screen and crop it to this rectangle, in points of the picture. Do not
    /// scale it: the picture shows more than the keyboard.
    case captureSnapshot(crop: LayoutRect)
    /// Put the substitute in the place of the keyboard.
    case installStandIn
    case resignFirstResponder(animated: Bool)
    /// Move the upper edge of the substitute to this height.
    case moveStandIn(top: Double)
    /// Animate the list's content offset with the keyboard's animation: the row moves onto the
    /// keyboard, or down with it.
    case animateContentOffset(y: Double, KeyboardAnimation)
    /// Set the list's content offset, without animation.
    case setContentOffset(y: Double)
    /// Let the list scroll to this content offset in steps, each of which calls `didScroll`.
    case scroll(toY: Double)
    case becomeFirstResponder(animated: Bool)
    /// Remove the substitute, whose upper edge first sinks to the height, if any.
    case removeStandIn(sinkingTo: Double?)
    /// Use the system's own mode: `keyboardDismissMode = .interactive`.
    case useSystemInteractiveMode
    /// Restore the insets that the list has without a keyboard.
    case restoreInsets
  }

  /// The result of one movement of the list.
  package struct Step: Hashable, Sendable {
    /// The upper edge of the keyboard or its substitute.
    package var keyboardTop: Double
    package var rowBottom: Double
    /// The list's content offset, corrected if the row would have risen too high.
    package var contentOffsetY: Double
    /// The part of the distance that the keyboard has moved, from 0 to 1.
    package var progress: Double
    package var effects: [Effect]
  }

  package let configuration: Configuration
  package internal(set) var phase: Phase = .idle
  /// The positions that the current drag depends on; nil while idle.
  package internal(set) var layout: Layout?
  package internal(set) var standIn: StandIn = .snapshot
  /// The upper edge of the keyboard or its substitute, in the container.
  var keyboardTop = 0.0
  /// The content offset of the last step, in points.
  package internal(set) var offset = 0.0

  package init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// Whether notifications come from the exchange of keyboard and substitute, so that they must not
  /// move the content: for example, while the phase is `tracking`.
  package var swallowsKeyboardNotifications: Bool {
    switch phase {
    case .idle, .ready: false
    case .tracking, .settling: true
    }
  }
}
