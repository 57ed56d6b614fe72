import KeyboardGeometry

/// A recording: a screen with a view on it, and what happens to its keyboard.
package struct KeyboardScene: Hashable, Sendable {
  /// Where things stand until something moves them.
  package struct Layout: Hashable, Sendable {
    /// The size of the screen, in points, as the interface is turned.
    package var screen: LayoutSize
    /// How the interface is turned, where the frames are reported for the upright screen.
    package var turn: QuarterTurn?
    /// The frame of the window, in screen coordinates.
    package var window: LayoutRect
    /// The frame of the scroll view, in coordinates of the window.
    package var view: LayoutRect
    /// The content offset of the scroll view.
    package var contentOffset: LayoutPoint
    /// The height of its content, in points; nil if that is not known.
    package var contentHeight: Double?
    /// The height of the lower safe area, in points, which the view adds to its inset by itself.
    package var safeAreaBottom: Double
    /// The height of the bar at the top of the keyboard's frame, in points.
    package var bar: Double
    /// Whether the window is in Slide Over.
    package var slideOver: Bool
  }

  /// Something that happens.
  package enum Event: Hashable, Sendable {
    /// A notification arrives; the frame of the keyboard layout guide then, in screen coordinates,
    /// or nil if it has not changed.
    case keyboard(KeyboardFrameTransition, guide: LayoutRect?)
    /// The screen, the window or the view changes: a rotation, a resize.
    case layout(Layout)
    /// The app sets the insets itself.
    case insets(ScrollInsets)
    /// Something happens to a keyboard of one's own.
    case host(HostEvent)
    /// A finger moves the list.
    case drag(DragEvent)
  }

  /// What happens to a keyboard of one's own; the host does the rest.
  package enum HostEvent: Hashable, Sendable {
    /// The view is loaded, and has no size yet.
    case load
    /// It appears.
    case appear
    /// It is turned, or its window gets another size: the screen, and the system's height there.
    case rotate(LayoutSize, systemHeight: Double)
    /// The bar on top of the keys gets another height, in points.
    case bar(Double)
    /// It shall be as high as another policy says.
    case policy(KeyboardHeightPolicy)
  }

  /// What a finger does on the list.
  package enum DragEvent: Hashable, Sendable {
    /// It goes down.
    case touch
    /// It scrolls the list to this content offset, in points.
    case move(y: Double)
    /// It goes up, at this velocity, in points per second, downwards positive; nil: not known.
    case lift(velocity: Double?)
    /// The list arrives at the end of its scrolling.
    case settle
    /// Something came between.
    case abort
  }

  /// A keyboard of one's own: how high it shall be, and what it is given.
  package struct Height: Hashable, Sendable {
    /// How the conflict with the host's height is avoided.
    package enum Strategy: String, Hashable, Sendable, CaseIterable {
      /// The edges are pinned, the height is required.
      case ownEdges
      /// The height has priority 999.
      case belowRequired
      /// It is not avoided: the height is required beside the host's.
      case required
    }

    /// How high it shall be.
    package var policy: KeyboardHeightPolicy
    /// How the conflict with the host's height is avoided.
    package var strategy: Strategy
    /// The height the system gives it, in points.
    package var systemHeight: Double
    /// Whether the keyboard is told that height; otherwise, it is measured.
    package var isTold: Bool
    /// The heights that the host lays it out with before it has appeared: guesses, in points.
    package var launch: [Double]
  }

  /// A list whose last row pushes the keyboard away.
  package struct Dismissal: Hashable, Sendable {
    /// The lower edge of the last row, in the list's content.
    package var rowMaxY: Double
    /// The height of that row, in points.
    package var rowHeight: Double
    /// What stands in for the keyboard.
    package var standIn: InteractiveDismissal.StandIn
    /// When a release dismisses.
    package var configuration: InteractiveDismissal.Configuration
  }

  /// What a step is expected to come to; nil where nothing is said.
  package struct Expectation: Hashable, Sendable {
    /// What happened to the keyboard; an empty word if nothing did.
    package var happening: String?
    /// Where the keyboard stands.
    package var posture: KeyboardPosture?
    /// The height that is covered, in points.
    package var covered: Double?
    /// The bottom inset of the content, in points.
    package var bottom: Double?
    /// The lower edge of the part of the view that a reader sees, in screen coordinates.
    package var visibleBottom: Double?
    /// The lower edge of the last row, in coordinates of the window.
    package var row: Double?
    /// Whether the insets had to be set.
    package var changes: Bool?
    /// The upper edge of the keyboard layout guide, in coordinates of the view.
    package var guideTop: Double?
    /// The heights that a keyboard of one's own is laid out with, one after the other, in points.
    package var heights: [Double]?
    /// The height of its keys, in points.
    package var keys: Double?
    /// How many constraints were broken.
    package var conflicts: Int?
    /// The upper edge of the keyboard or its stand-in, in coordinates of the window.
    package var top: Double?
    /// The content offset of the list, in points.
    package var offset: Double?
    /// How far the drag has come: idle, ready, tracking, dismissed, restored.
    package var phase: String?

    /// Expects nothing.
    package init() {}
  }

  /// An event with what is expected of it.
  package struct Step: Hashable, Sendable {
    /// What happens.
    package var event: Event
    /// What is expected.
    package var expectation: Expectation
  }

  /// What the recording is called.
  package var title: String
  /// Where it is from.
  package var source: String
  /// Where things stand at first.
  package var layout: Layout
  /// The insets of the scroll view at first.
  package var insets: ScrollInsets
  /// The caret, in coordinates of the content; nil if there is none.
  package var caret: LayoutRect?
  /// The keyboard of one's own; nil if the recording is about another.
  package var height: Height?
  /// The list whose last row pushes the keyboard away; nil if there is none.
  package var dismissal: Dismissal?
  /// What decides on the insets.
  package var adjuster: KeyboardInsetAdjuster
  /// What happens, in order.
  package var steps: [Step]
}
