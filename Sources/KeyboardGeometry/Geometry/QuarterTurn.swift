/// How an interface is turned relative to the screen held upright.
package enum QuarterTurn: String, Hashable, Sendable, CaseIterable {
  /// Upright.
  case none
  /// The top of the interface is at the right edge of the upright screen.
  case clockwise
  /// Upside down.
  case half
  /// The top of the interface is at the left edge of the upright screen.
  case counterclockwise

  /// A rectangle of the upright screen, as the turned interface sees it.
  ///
  /// - Parameters:
  ///   - rect: the rectangle, in coordinates of the upright screen.
  ///   - portraitSize: the size of the upright screen, in points.
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

/// Which way up a keyboard's frame is reported.
package enum ScreenFrameConvention: Hashable, Sendable {
  /// In the coordinates of the interface: iOS 8 and later.
  case interfaceOriented
  /// In the coordinates of the upright screen, whatever the interface does: up to iOS 7.
  case fixedPortrait(QuarterTurn)

  /// A reported frame in the coordinates of the interface.
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
