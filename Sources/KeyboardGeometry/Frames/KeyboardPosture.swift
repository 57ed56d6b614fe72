/// Where a keyboard is.
package enum KeyboardPosture: String, Hashable, Sendable, CaseIterable {
  /// Nothing of it can be seen.
  case hidden
  /// At the lower edge of the screen, over its whole width.
  case docked
  /// Only its upper part, an accessory or shortcut bar, looks out over the lower edge: a hardware
  /// keyboard is connected, and the reported height is that of the whole keyboard.
  case accessoryOnly
  /// Over the whole width, above the lower edge: undocked or split; the frames of both are alike.
  case undocked
  /// Narrower than the screen: the small keyboard of an iPad.
  case floating

  /// Whether it stands at the lower edge, so that it covers the lower part of a view.
  package var isAttachedToBottom: Bool { self == .docked || self == .accessoryOnly }

  /// The posture of a keyboard.
  ///
  /// The questions are asked in this order: can anything be seen after rounding, is it narrower
  /// than the screen, does its lower edge stand below the screen's, or above it.
  ///
  /// - Parameters:
  ///   - frame: the keyboard's frame, in screen coordinates.
  ///   - screen: the screen's bounds.
  ///   - slideOverWindow: the window's frame, in screen coordinates, if it is a Slide Over window;
  ///     see `slideOverShift`. Coverage, guide and tracker all ask here, so that they agree.
  ///   - tolerance: how far two edges that are meant to be one may be apart, in points; custom
  ///     keyboards report frames that are off by fractions.
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

  /// How far down a keyboard in a Slide Over window really stands, in points.
  ///
  /// There the frame leaves out the screen below the window although the keyboard stands at the
  /// lower edge: a frame that ends with the window belongs further down when its posture is asked.
  /// Stage Manager does not do so; its frames end with the screen. The frame itself, not the
  /// shifted one, is what covers the window's views.
  ///
  /// - Parameters:
  ///   - frame: the keyboard's frame, in screen coordinates.
  ///   - screen: the screen's bounds.
  ///   - window: the Slide Over window's frame, in screen coordinates.
  ///   - tolerance: how far two edges that are meant to be one may be apart, in points.
  package static func slideOverShift(
    frame: LayoutRect, screen: LayoutRect, window: LayoutRect, tolerance: Double = 1
  ) -> Double {
    let below = screen.maxY - window.maxY
    guard below > 0, abs(frame.maxY - window.maxY) <= tolerance else { return 0 }
    return below
  }
}
