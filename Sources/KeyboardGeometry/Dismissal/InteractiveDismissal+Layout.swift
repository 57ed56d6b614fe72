extension InteractiveDismissal {
  /// The positions that a drag depends on, in points. Unless stated otherwise, they are in the
  /// coordinates of the view that contains the list and the substitute.
  package struct Layout: Hashable, Sendable {
    package var restFrame: LayoutRect
    /// The lower edge of the container: a keyboard whose upper edge is here is gone.
    package var containerBottom: Double
    /// The lower edge of the row, in the list's content.
    package var rowMaxYInContent: Double
    package var listTop: Double
    /// The upper margin of the list's content, including a navigation bar's share.
    package var topInset: Double
    /// The lower edge of the part of the list that is visible without a keyboard: above the home
    /// indicator and above the app's own margin.
    package var endOfList: Double

    /// Creates a layout, in points. By default the list ends with the container.
    package init(
      restFrame: LayoutRect, containerBottom: Double, rowMaxYInContent: Double, listTop: Double,
      topInset: Double = 0, endOfList: Double? = nil
    ) {
      self.restFrame = restFrame
      self.containerBottom = containerBottom
      self.rowMaxYInContent = rowMaxYInContent
      self.listTop = listTop
      self.topInset = topInset
      self.endOfList = endOfList ?? containerBottom
    }

    package var restTop: Double { restFrame.minY }
    /// The content offset at which the row rests on the resting keyboard.
    package var restOffset: Double { contentOffset(forRowBottom: restTop) }
    /// The content offset at which the list rests without a keyboard.
    package var endOffset: Double { max(-topInset, contentOffset(forRowBottom: endOfList)) }

    /// Whether the row can rest on the keyboard: `false` if the few rows stay at the list's top.
    package var canRest: Bool { restOffset >= -topInset }

    /// Whether the row can be seen above the keyboard, with half a point of tolerance: for example
    /// `true` at the `restOffset`, and `false` if the user has scrolled up to read.
    package func isAtRest(contentOffsetY: Double) -> Bool {
      canRest && contentOffsetY >= restOffset - 0.5
    }

    /// The lower edge of the row at a content offset.
    package func rowBottom(at contentOffsetY: Double) -> Double {
      rowMaxYInContent - contentOffsetY + listTop
    }

    /// The content offset that places the lower edge of the row at this height.
    package func contentOffset(forRowBottom bottom: Double) -> Double {
      rowMaxYInContent + listTop - bottom
    }

    /// The part of the distance that a keyboard with this upper edge has moved, from 0 to 1.
    package func progress(keyboardTop: Double) -> Double {
      min(1, max(0, (keyboardTop - restTop) / (containerBottom - restTop)))
    }
  }
}
