/// The rotation of an interface, relative to the upright screen.
package enum QuarterTurn: String, Hashable, Sendable, CaseIterable {
  case none
  /// The top of the interface is at the right edge of the upright screen.
  case clockwise
  /// Upside down.
  case half
  /// The top of the interface is at the left edge of the upright screen.
  case counterclockwise

  /// Converts a rectangle from the upright screen to the rotated interface.
  package func apply(_ rect: LayoutRect, portraitSize: LayoutSize) -> LayoutRect {
    switch self {
    case .none:
      rect
    case .clockwise:
      LayoutRect(
        x: rect.minY, y: portraitSize.width - rect.maxX, width: rect.height, height: rect.width)
    case .half:
      LayoutRect(
        x: portraitSize.width - rect.maxX, y: portraitSize.height - rect.maxY,
        width: rect.width, height: rect.height)
    case .counterclockwise:
      LayoutRect(
        x: portraitSize.height - rect.maxY, y: rect.minX, width: rect.height, height: rect.width)
    }
  }
}

/// The coordinates in which a keyboard's frame is reported.
package enum ScreenFrameConvention: Hashable, Sendable {
  /// In the coordinates of the interface: iOS 8 and later.
  case interfaceOriented
  /// In the coordinates of the upright screen, for any rotation: up to iOS 7.
  case fixedPortrait(QuarterTurn)

  /// Converts a reported frame to the coordinates of the interface.
  ///
  /// - Parameters:
  ///   - reported: the frame as reported.
  ///   - portraitSize: the size of the upright screen, in points.
  package func interfaceFrame(_ reported: LayoutRect, portraitSize: LayoutSize) -> LayoutRect {
    switch self {
    case .interfaceOriented: reported
    case .fixedPortrait(let turn): turn.apply(reported, portraitSize: portraitSize)
    }
  }
}
