/// The position and visibility of a keyboard.
package enum KeyboardPosture: String, Hashable, Sendable, CaseIterable {
  /// It is not visible.
  case hidden
  /// It is at the lower edge of the screen, over the full width.
  case docked
  /// Only its upper part, an accessory or shortcut bar, is visible at the lower edge. A hardware
  /// keyboard is connected, and the reported height is that of the whole keyboard.
  case accessoryOnly
  /// It is above the lower edge, over the full width: undocked or split, which report equal frames.
  case undocked
  /// It is narrower than the screen: the small keyboard of an iPad.
  case floating

  /// Whether the keyboard is at the lower edge, so that it covers the lower part of a view.
  package var isAttachedToBottom: Bool { self == .docked || self == .accessoryOnly }

  /// The posture of a keyboard whose frame is in the coordinates of the screen.
  ///
  /// A reported frame in a Slide Over window omits the screen below the window, although the
  /// keyboard is at the lower edge of the screen. So a frame that ends with the window is taken to
  /// end with the screen. The window's views are covered by the reported frame.
  package static func of(
    frame: LayoutRect, screen: LayoutRect, slideOverWindow: LayoutRect? = nil
  ) -> KeyboardPosture {
    // Custom keyboards report frames that are off by fractions.
    let tolerance = 1.0
    var frame = frame
    if let window = slideOverWindow, abs(frame.maxY - window.maxY) <= tolerance {
      frame = frame.offset(y: max(0, screen.maxY - window.maxY))
    }
    let visible = frame.intersection(screen)
    guard visible.height >= 0.5, visible.width >= 0.5 else { return .hidden }
    if frame.width < screen.width - tolerance { return .floating }
    if frame.maxY > screen.maxY + tolerance { return .accessoryOnly }
    if frame.maxY < screen.maxY - tolerance { return .undocked }
    return .docked
  }
}
