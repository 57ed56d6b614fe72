/// The visible part of a scroll view, as far as needed to decide where to scroll.
package struct ScrollViewport: Hashable, Sendable {
  package var offset: LayoutPoint
  package var size: LayoutSize
  package var contentSize: LayoutSize
  /// The margins, including keyboard and safe area: `adjustedContentInset`.
  package var insets: KeyboardInsets

  package init(
    offset: LayoutPoint = .zero, size: LayoutSize, contentSize: LayoutSize,
    insets: KeyboardInsets = .zero
  ) {
    self.offset = offset
    self.size = size
    self.contentSize = contentSize
    self.insets = insets
  }

  /// The part inside the margins, in coordinates of the content.
  package var visible: LayoutRect { LayoutRect(origin: offset, size: size).inset(by: insets) }

  /// The nearest content offset that leaves no gap above or below the content, in points.
  package func clampedOffsetY(_ offsetY: Double) -> Double {
    let lowest = -insets.top
    let highest = contentSize.height + insets.bottom - size.height
    return max(lowest, min(offsetY, highest))
  }
}

/// The way in which a view scrolls to keep the caret visible.
public enum RevealPolicy: Hashable, Sendable {
  /// As little as possible, with this margin above and below the caret, in points.
  case minimal(margin: Double)
  /// In the middle, with at least this margin above, in points; not while the caret is visible.
  case centred(minimumAbove: Double)

  /// The content offset, in points, that shows `caret`; nil if nothing needs to move.
  ///
  /// If the caret is higher than the visible part, its upper part is shown.
  ///
  /// - Parameters:
  ///   - caret: the caret or the field, in coordinates of the content.
  ///   - viewport: the visible part of the scroll view.
  package func contentOffsetY(toReveal caret: LayoutRect, in viewport: ScrollViewport) -> Double? {
    let visible = viewport.visible
    // Without a layout UIKit reports a caret at (∞, ∞).
    guard !visible.isEmpty, caret.isFinite else { return nil }
    let wanted: Double
    switch self {
    case .minimal(let margin):
      let room = max(0, min(margin, (visible.height - caret.height) / 2))
      if caret.y - room < visible.y || caret.height > visible.height {
        wanted = caret.y - room - viewport.insets.top
      } else if caret.maxY + room > visible.maxY {
        wanted = caret.maxY + room - visible.height - viewport.insets.top
      } else {
        return nil
      }
    case .centred(let minimumAbove):
      if caret.y >= visible.y, caret.maxY <= visible.maxY { return nil }
      let above = max(minimumAbove, (visible.height - caret.height) / 2)
      wanted = caret.y - above - viewport.insets.top
    }
    let clamped = viewport.clampedOffsetY(wanted)
    return clamped == viewport.offset.y ? nil : clamped
  }
}
