#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import KeyboardGeometry
  import UIKit

  extension ScrollViewport {
    /// The visible part of a scroll view, without the margins of keyboard and safe area.
    @MainActor init(_ view: UIScrollView) {
      self.init(
        offset: LayoutPoint(view.contentOffset), size: LayoutSize(view.bounds.size),
        contentSize: LayoutSize(view.contentSize), insets: KeyboardInsets(view.adjustedContentInset)
      )
    }
  }

  extension UIScrollView {
    /// Scrolls so that a rectangle of the content is visible, for example the caret or a field.
    /// Does nothing if it is visible, and leaves no gap beside the content.
    ///
    /// Call it from ``ScrollViewKeyboardAdjuster/alongside`` to scroll with the keyboard.
    public func reveal(_ rect: CGRect, by policy: RevealPolicy = .minimal(margin: 8)) {
      let offset = policy.contentOffsetY(toReveal: LayoutRect(rect), in: ScrollViewport(self))
      if let offset { contentOffset.y = offset }
    }
  }
#endif
