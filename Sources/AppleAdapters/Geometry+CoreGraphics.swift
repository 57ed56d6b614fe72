#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import KeyboardGeometry
  import UIKit

  extension LayoutRect {
    /// Converts a rectangle from Core Graphics; negative sides become positive.
    package init(_ rect: CGRect) {
      let rect = rect.standardized
      self.init(
        x: Double(rect.origin.x), y: Double(rect.origin.y), width: Double(rect.size.width),
        height: Double(rect.size.height))
    }

    /// The rectangle for Core Graphics.
    public var cgRect: CGRect {
      CGRect(x: minX, y: minY, width: width, height: height)
    }
  }

  extension LayoutSize {
    package init(_ size: CGSize) {
      self.init(width: Double(size.width), height: Double(size.height))
    }
  }

  extension LayoutPoint {
    package init(_ point: CGPoint) {
      self.init(x: Double(point.x), y: Double(point.y))
    }
  }

  extension KeyboardInsets {
    package init(_ insets: UIEdgeInsets) {
      self.init(
        top: Double(insets.top), left: Double(insets.left), bottom: Double(insets.bottom),
        right: Double(insets.right))
    }

    package var edgeInsets: UIEdgeInsets {
      UIEdgeInsets(top: top, left: left, bottom: bottom, right: right)
    }
  }

  extension CoordinateSpace {
    /// The coordinate space of a view in its screen; nil if the view is not in a window.
    @MainActor package init?(_ view: UIView) {
      guard let screen = view.window?.screen else { return nil }
      self.init(
        frameInScreen: LayoutRect(view.convert(view.bounds, to: screen.coordinateSpace)),
        boundsOrigin: LayoutPoint(view.bounds.origin))
    }
  }
#endif
