#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import KeyboardGeometry
  import UIKit

  extension UIKeyboardLayoutGuide {
    /// The settings of the guide; setting them changes the guide.
    public var settings: KeyboardGuide {
      get {
        KeyboardGuide(
          followsUndocked: followsUndockedKeyboard, usesBottomSafeArea: usesBottomSafeArea,
          dismissPadding: Double(keyboardDismissPadding))
      }
      set {
        followsUndockedKeyboard = newValue.followsUndocked
        usesBottomSafeArea = newValue.usesBottomSafeArea
        keyboardDismissPadding = newValue.dismissPadding
      }
    }
  }

  extension KeyboardFrameTransition {
    /// A keyboard that is up in a window although no notification has been heard, as a transition
    /// without animation; nil if none is up.
    ///
    /// UIKit says where the keyboard is by the window's layout guide alone, which stands on the safe
    /// area while there is none.
    @MainActor public init?(alreadyUpIn window: UIWindow) {
      let guide = window.keyboardLayoutGuide.layoutFrame
      guard guide.height > window.safeAreaInsets.bottom else { return nil }
      let frame = LayoutRect(window.convert(guide, to: window.screen.coordinateSpace))
      self.init(event: .didShow, beginFrame: frame, endFrame: frame, animation: .none)
    }
  }

  extension UIImage {
    /// The part of the picture inside a rectangle, in points, at the picture's own pixels; nil if
    /// that is nothing. Cut, not scaled.
    public func cut(to crop: LayoutRect) -> UIImage? {
      let pixels = InteractiveDismissal.cropInPixels(crop, scale: Double(scale))
      guard let part = cgImage?.cropping(to: pixels.cgRect) else { return nil }
      return UIImage(cgImage: part, scale: scale, orientation: imageOrientation)
    }
  }
#endif
