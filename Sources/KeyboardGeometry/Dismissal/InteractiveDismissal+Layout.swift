extension InteractiveDismissal {
  /// What a drag depends on; all in the coordinates of the view that holds list and stand-in,
  /// except where it says so.
  public struct Layout: Hashable, Sendable {
    /// Where the keyboard rests.
    public var restFrame: LayoutRect
    /// The lower edge of the container: a keyboard whose upper edge is here is gone.
    public var containerBottom: Double
    /// The lower edge of the row, in the list's content.
    public var rowMaxYInContent: Double
    /// The upper edge of the list.
    public var listTop: Double
    /// The upper margin of the list's content, a navigation bar's share among it.
    public var topInset: Double

    /// Creates a layout, in points.
    public init(
      restFrame: LayoutRect, containerBottom: Double, rowMaxYInContent: Double, listTop: Double,
      topInset: Double = 0
    ) {
      self.restFrame = restFrame
      self.containerBottom = containerBottom
      self.rowMaxYInContent = rowMaxYInContent
      self.listTop = listTop
      self.topInset = topInset
    }

    /// The upper edge of the resting keyboard.
    public var restTop: Double { restFrame.minY }
    /// The content offset at which the row rests on the resting keyboard.
    public var restOffset: Double { contentOffset(forKeyboardTop: restTop) }

    /// Whether the row can rest on the keyboard at all: the few rows of a new list stay at its top.
    public var canRest: Bool { restOffset >= -topInset }

    /// Whether the row rests on the keyboard, or is above its upper edge already; half a point is
    /// none.
    public func isAtRest(contentOffsetY: Double) -> Bool {
      canRest && contentOffsetY >= restOffset - 0.5
    }

    /// The lower edge of the row at a content offset.
    public func rowBottom(at contentOffsetY: Double) -> Double {
      rowMaxYInContent - contentOffsetY + listTop
    }

    /// The content offset at which the row stands on a keyboard with this upper edge.
    public func contentOffset(forKeyboardTop top: Double) -> Double {
      rowMaxYInContent + listTop - top
    }

    /// The bottom inset with which a list of this height ends at the resting keyboard: what the
    /// keyboard covers of the list, not the keyboard's height.
    public func bottomInset(listHeight: Double) -> Double {
      max(0, listTop + listHeight - restTop)
    }

    /// How much of its way a keyboard with this upper edge has gone, from 0 to 1.
    public func progress(keyboardTop: Double) -> Double {
      min(1, max(0, (keyboardTop - restTop) / (containerBottom - restTop)))
    }
  }

  /// A rectangle in the pixels of a picture, its edges moved outwards to whole ones: for hosts whose
  /// stand-in is an image. (The driver of `AppleAdapters` moves a view of the picture under a frame
  /// that clips, and needs no pixels.)
  ///
  /// - Parameters:
  ///   - crop: the rectangle, in points of the picture.
  ///   - scale: pixels per point.
  public static func cropInPixels(_ crop: LayoutRect, scale: Double) -> LayoutRect {
    let left = (crop.minX * scale).rounded(.down)
    let top = (crop.minY * scale).rounded(.down)
    return LayoutRect(
      x: left, y: top, width: (crop.maxX * scale).rounded(.up) - left,
      height: (crop.maxY * scale).rounded(.up) - top)
  }
}
