extension AccessoryBar {
  /// The side from which a bar is read.
  package enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
    case leftToRight
    case rightToLeft
  }

  /// The minimum height of a bar, in points, for a finger to hit it.
  package static let minimumHeight = 44.0

  /// Returns the height of a bar, in points.
  ///
  /// It grows with the text size up to 72 points, so that the bar does not fill three rows of a
  /// small screen. From there on, the large content viewer shows the buttons.
  ///
  /// - Parameters:
  ///   - scaled: `minimumHeight` as Dynamic Type scales it, in points.
  ///   - safeAreaBottom: the safe area below, in points, which the bar covers if there is no
  ///     keyboard.
  package static func height(scaled: Double, safeAreaBottom: Double = 0) -> Double {
    max(minimumHeight, min(scaled, 72)) + max(0, safeAreaBottom)
  }

  /// The positions of the buttons, in points from the left edge of the bar.
  package struct Layout: Hashable, Sendable {
    package struct Place: Hashable, Sendable {
      package var identifier: String
      package var x: Double
      package var width: Double
    }

    /// The width for which the buttons are laid out; the bar scrolls if its own width is smaller.
    package var width: Double
    /// The buttons that fit, in order.
    package var places: [Place]
    /// The left edge of the button that opens the others; nil if it is not needed or does not fit.
    package var overflowX: Double?
    /// The buttons that do not fit, in order.
    package var overflow: [String]
  }

  /// Lays out the buttons; if some do not fit, leaves room for a button that opens these.
  ///
  /// - Parameters:
  ///   - width: the width of the bar, in points.
  ///   - itemWidth: returns the width of a button, in points; Dynamic Type makes widths differ.
  ///   - overflowWidth: the width of the button that opens the others, in points.
  ///   - spacing: the space between two buttons, in points.
  /// - Complexity: O(*n*) for *n* buttons.
  package func layout(
    width: Double, itemWidth: (Item) -> Double, overflowWidth: Double = 44, spacing: Double = 0,
    direction: LayoutDirection = .leftToRight
  ) -> Layout {
    let widths = items.map(itemWidth)
    let total = widths.reduce(0, +) + spacing * Double(max(0, items.count - 1))
    let fits = total <= width
    var layout = Layout(width: width, places: [], overflowX: nil, overflow: [])
    var edge = 0.0
    for (item, itemWidth) in zip(items, widths) {
      let room = fits ? width : width - spacing - overflowWidth
      guard layout.overflow.isEmpty, edge + itemWidth <= room else {
        layout.overflow.append(item.identifier)
        continue
      }
      layout.places.append(
        Layout.Place(identifier: item.identifier, x: edge, width: itemWidth))
      edge += itemWidth + spacing
    }
    if !layout.overflow.isEmpty, overflowWidth <= width { layout.overflowX = edge }
    return direction == .leftToRight
      ? layout : layout.mirrored(width: width, overflowWidth: overflowWidth)
  }
}

extension AccessoryBar.Layout {
  /// Returns the layout for the opposite direction.
  func mirrored(width: Double, overflowWidth: Double) -> AccessoryBar.Layout {
    var mirrored = self
    mirrored.places = places.map {
      Place(identifier: $0.identifier, x: width - $0.x - $0.width, width: $0.width)
    }
    mirrored.overflowX = overflowX.map { width - $0 - overflowWidth }
    return mirrored
  }
}
