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
    /// The keyboard says something.
    case keyboard(KeyboardFrameTransition)
    /// The screen, the window or the view changes: a rotation, a resize.
    case layout(Layout)
    /// The app sets the insets itself.
    case insets(ScrollInsets)
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
    /// Whether the insets had to be set.
    package var changes: Bool?
    /// The upper edge of the keyboard layout guide, in coordinates of the view.
    package var guideTop: Double?

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
  /// What decides on the insets.
  package var adjuster: KeyboardInsetAdjuster
  /// What happens, in order.
  package var steps: [Step]
}
