import KeyboardGeometry

/// A recording: a screen with a view on it, and the events of its keyboard.
package struct KeyboardScene: Hashable, Sendable {
  /// The sizes and positions of screen, window and view.
  package struct Layout: Hashable, Sendable {
    /// The size of the screen, in points, in the current orientation of the interface.
    package var screen: LayoutSize
    /// The rotation of the interface, if frames are reported for the upright screen.
    package var turn: QuarterTurn?
    /// The frame of the window, in screen coordinates.
    package var window: LayoutRect
    /// The frame of the scroll view, in coordinates of the window.
    package var view: LayoutRect
    package var contentOffset: LayoutPoint
    /// The height of the content, in points; nil if unknown.
    package var contentHeight: Double?
    /// The height of the lower safe area, in points; the view adds it to its inset.
    package var safeAreaBottom: Double
    /// The height of the bar at the top of the keyboard's frame, in points.
    package var bar: Double
    package var slideOver: Bool
  }

  package enum Event: Hashable, Sendable {
    /// A notification, with the layout guide's new frame in screen coordinates; nil if unchanged.
    case keyboard(KeyboardFrameTransition, guide: LayoutRect?)
    /// A change of the screen, the window or the view, for example a rotation.
    case layout(Layout)
    /// The app sets the insets itself.
    case insets(ScrollInsets)
    case host(HostEvent)
    case drag(DragEvent)
  }

  /// An event of a custom keyboard; the host does the rest.
  package enum HostEvent: Hashable, Sendable {
    /// The view is loaded, without a size yet.
    case load
    case appear
    /// The view rotates or its window is resized: the new screen, and the system's height for it.
    case rotate(LayoutSize, systemHeight: Double)
    /// The bar above the keys changes its height, in points.
    case bar(Double)
    case policy(KeyboardHeightPolicy)
  }

  /// An event of a finger on the list.
  package enum DragEvent: Hashable, Sendable {
    /// The finger touches the list.
    case touch
    /// The finger scrolls the list to this content offset, in points.
    case move(y: Double)
    /// The finger lifts with this velocity, in points per second, downwards positive; nil: unknown.
    case lift(velocity: Double?)
    /// The list finishes scrolling.
    case settle
    /// The drag is interrupted.
    case abort
  }

  /// A custom keyboard: the policy for its height, and its circumstances.
  package struct Height: Hashable, Sendable {
    /// The way to avoid a conflict with the host's height.
    package enum Strategy: String, Hashable, Sendable, CaseIterable {
      /// The edges are pinned, the height is required.
      case ownEdges
      /// The height has priority 999.
      case belowRequired
      /// None: the height is required beside the host's.
      case required
    }

    package var policy: KeyboardHeightPolicy
    package var strategy: Strategy
    /// The system's height for the keyboard, in points.
    package var systemHeight: Double
    /// Whether the keyboard knows that height; otherwise, it measures it.
    package var knowsSystemHeight: Bool
    /// The host's guesses for the height before the keyboard appears, in points.
    package var launch: [Double]
  }

  /// A list whose last row pushes the keyboard away.
  package struct Dismissal: Hashable, Sendable {
    /// The lower edge of the last row, in the list's content.
    package var rowMaxY: Double
    /// The height of that row, in points.
    package var rowHeight: Double
    /// The view that replaces the keyboard during a drag.
    package var standIn: InteractiveDismissal.StandIn
    package var configuration: InteractiveDismissal.Configuration
  }

  /// The expected result of a step; nil values are not checked.
  package struct Expectation: Hashable, Sendable {
    /// The change of the keyboard; an empty word if there was none.
    package var happening: String?
    package var posture: KeyboardPosture?
    /// The covered height, in points.
    package var covered: Double?
    /// The bottom inset of the content, in points.
    package var bottom: Double?
    /// The lower edge of the visible part of the view, in screen coordinates.
    package var visibleBottom: Double?
    /// The lower edge of the last row, in coordinates of the window.
    package var row: Double?
    package var changes: Bool?
    /// The upper edge of the keyboard layout guide, in coordinates of the view.
    package var guideTop: Double?
    /// The successive heights of a custom keyboard in layout, in points.
    package var heights: [Double]?
    /// The height of the keys, in points.
    package var keys: Double?
    /// The number of broken constraints.
    package var conflicts: Int?
    /// The upper edge of the keyboard or its substitute, in coordinates of the window.
    package var top: Double?
    /// The content offset of the list, in points.
    package var offset: Double?
    /// The phase of the drag: idle, ready, tracking, dismissed, restored.
    package var phase: String?

    package init() {}
  }

  package struct Step: Hashable, Sendable {
    package var event: Event
    package var expectation: Expectation
  }

  package var title: String
  /// The origin of the recording.
  package var source: String
  /// The layout at the start.
  package var layout: Layout
  /// The insets of the scroll view at the start.
  package var insets: ScrollInsets
  /// The caret, in coordinates of the content; nil if there is none.
  package var caret: LayoutRect?
  /// The custom keyboard; nil if the recording has none.
  package var height: Height?
  /// The list whose last row pushes the keyboard away; nil if there is none.
  package var dismissal: Dismissal?
  package var adjuster: KeyboardInsetAdjuster
  package var steps: [Step]
}
