/// A keyboard that the last row of a list pushes away and pulls back as the user scrolls.
///
///     idle –begin→ ready –first step downwards→ tracking –release→ settling –arrival→ idle
///
/// While the finger is down, the lower edge of the row is the upper edge of the keyboard, and neither
/// rises above the place where the keyboard rests. The real keyboard cannot be moved: at the first
/// step downwards it is dismissed without animation, and a stand-in moves in its place. After the
/// release the list scrolls to its end by itself, and takes the stand-in along. The effects are data;
/// the adapter carries them out in order.
public struct InteractiveDismissal: Hashable, Sendable {
  /// The view that replaces the keyboard during a drag.
  public enum StandIn: String, Hashable, Sendable, CaseIterable {
    /// A picture of the keyboard.
    case snapshot
    /// A plain panel, for keyboards that cannot be drawn: those that run out of process.
    case plainPanel
    /// Nothing: the system's own interactive mode, which follows the finger and not the row.
    case systemInteractive
    /// Nothing: the keyboard is dismissed with animation at the first step downwards.
    case dismissAtOnce

    /// Whether a view is installed in the keyboard's place: for example `plainPanel`, but not
    /// `dismissAtOnce`.
    package var isInstalled: Bool { self == .snapshot || self == .plainPanel }
  }

  /// The end of a drag.
  package enum Outcome: String, Hashable, Sendable {
    /// The keyboard is gone.
    case dismissed
    /// The keyboard is back where it rests.
    case restored
  }

  /// The phase of the drag.
  package enum Phase: Hashable, Sendable {
    /// No drag is under way.
    case idle
    /// The finger is down, the keyboard has not moved.
    case ready
    /// The stand-in moves with the row.
    case tracking
    /// The finger is up, the list scrolls to its end and takes the stand-in along.
    case settling(Outcome)
  }

  /// The rule by which a release dismisses, and the animation of the stand-in's last points.
  public struct Configuration: Hashable, Sendable {
    /// A release faster than this, in points per second, goes in the direction of the throw; nil if
    /// the velocity does not count.
    public var velocityThreshold: Double?
    /// A slower release dismisses from this part of the distance on, from 0 to 1.
    public var progressThreshold: Double
    /// The animation by which the stand-in leaves once the row has come to rest above the safe area.
    public var settle: KeyboardAnimation

    /// Creates a configuration. The defaults are this library's own: UIKit's rule is not documented.
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
    /// Take a picture of the screen and cut this rectangle, in points of the picture, out of it.
    /// Cut, not scaled: the picture shows more than the keyboard.
    case captureSnapshot(crop: LayoutRect)
    /// Put the stand-in at the place of the keyboard.
    case installStandIn
    /// Dismiss the keyboard.
    case resignFirstResponder(animated: Bool)
    /// Move the upper edge of the stand-in to this height.
    case moveStandIn(top: Double)
    /// Animate the list's content offset to this value, with the keyboard's animation: the row comes
    /// to rest on the keyboard, or goes down with it.
    case animateContentOffset(y: Double, KeyboardAnimation)
    /// Set the list's content offset, without animation.
    case setContentOffset(y: Double)
    /// Let the list scroll to this content offset step by step, each of which is a `didScroll`.
    case scroll(toY: Double)
    /// Bring the keyboard back.
    case becomeFirstResponder(animated: Bool)
    /// Remove the stand-in. If there is a height, its upper edge sinks to it first.
    case removeStandIn(sinkingTo: Double?)
    /// Use the system's own mode: `keyboardDismissMode = .interactive`.
    case useSystemInteractiveMode
    /// Restore the insets that the list has without a keyboard.
    case restoreInsets
  }

  /// The result of one movement of the list.
  package struct Step: Hashable, Sendable {
    /// The upper edge of the keyboard or its stand-in.
    package var keyboardTop: Double
    /// The lower edge of the row.
    package var rowBottom: Double
    /// The list's content offset, corrected if the row would have risen too high.
    package var contentOffsetY: Double
    /// The part of the distance that the keyboard has moved, from 0 to 1.
    package var progress: Double
    /// The tasks for the adapter, in order.
    package var effects: [Effect]
  }

  /// The rule by which a release dismisses.
  package let configuration: Configuration
  /// The phase of the drag.
  package internal(set) var phase: Phase = .idle
  /// The places that the current drag depends on; nil while idle.
  package internal(set) var layout: Layout?
  /// The kind of stand-in of the current drag.
  package internal(set) var standIn: StandIn = .snapshot
  /// The upper edge of the keyboard or its stand-in, in the container.
  var keyboardTop = 0.0
  /// The content offset of the last step, in points.
  package internal(set) var offset = 0.0

  /// Creates an idle state machine.
  package init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// Whether the exchange of keyboard and stand-in causes the notifications that arrive now, so that
  /// they must not move the content: for example while the phase is `tracking`.
  package var swallowsKeyboardNotifications: Bool {
    switch phase {
    case .idle, .ready: false
    case .tracking, .settling: true
    }
  }
}
