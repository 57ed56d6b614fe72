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

  /// The posture of a keyboard.
  ///
  /// Checks in this order whether the keyboard is visible after rounding, is narrower than the
  /// screen, and ends below or above the screen's lower edge.
  ///
  /// - Parameters:
  ///   - frame: the keyboard's frame, in screen coordinates.
  ///   - screen: the screen's bounds.
  ///   - slideOverWindow: the window's frame, in screen coordinates, if it is a Slide Over window;
  ///     see `slideOverShift`. Coverage, guide and tracker all use this function, so that they
  ///     agree.
  ///   - tolerance: the distance, in points, at which two edges count as one. Custom keyboards
  ///     report frames that are off by fractions.
  package static func of(
    frame: LayoutRect, screen: LayoutRect, slideOverWindow: LayoutRect? = nil,
    tolerance: Double = 1
  ) -> KeyboardPosture {
    let shift = slideOverWindow.map { slideOverShift(frame: frame, screen: screen, window: $0) }
    let frame = frame.offset(y: shift ?? 0)
    let visible = frame.intersection(screen)
    guard visible.height >= 0.5, visible.width >= 0.5 else { return .hidden }
    if frame.width < screen.width - tolerance { return .floating }
    if frame.maxY > screen.maxY + tolerance { return .accessoryOnly }
    if frame.maxY < screen.maxY - tolerance { return .undocked }
    return .docked
  }

  /// The distance by which a keyboard in a Slide Over window is lower than reported, in points.
  ///
  /// The reported frame omits the screen below the window, although the keyboard is at the lower
  /// edge of the screen. So a frame that ends with the window is shifted down to find its posture.
  /// Frames in Stage Manager end with the screen and need no shift. The window's views are covered
  /// by the reported frame, not by the shifted one.
  ///
  /// - Parameters:
  ///   - frame: the keyboard's frame, in screen coordinates.
  ///   - screen: the screen's bounds.
  ///   - window: the Slide Over window's frame, in screen coordinates.
  ///   - tolerance: the distance, in points, at which two edges count as one.
  package static func slideOverShift(
    frame: LayoutRect, screen: LayoutRect, window: LayoutRect, tolerance: Double = 1
  ) -> Double {
    let below = screen.maxY - window.maxY
    guard below > 0, abs(frame.maxY - window.maxY) <= tolerance else { return 0 }
    return below
  }
}
