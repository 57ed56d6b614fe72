extension AccessoryBar {
  /// From which side a bar is read.
  package enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
    /// The first button stands at the left.
    case leftToRight
    /// The first button stands at the right.
    case rightToLeft
  }

  /// The least height of a bar, in points: what a finger needs.
  package static let leastHeight = 44.0

  /// The height of a bar, in points.
  ///
  /// It grows with the text's size, and stops where three rows of a small screen would be one bar's:
  /// from there on the large content viewer shows the buttons.
  ///
  /// - Parameters:
  ///   - scaled: `leastHeight` as Dynamic Type scales it, in points.
  ///   - safeAreaBottom: the safe area below the bar, in points, which belongs to it: the bar that
  ///     stays when the keyboard goes stands at the lower edge of the screen.
  package static func height(scaled: Double, safeAreaBottom: Double = 0) -> Double {
    max(leastHeight, min(scaled, 72)) + max(0, safeAreaBottom)
  }

  /// Where the buttons stand, in points from the left edge of the bar.
  package struct Layout: Hashable, Sendable {
    /// A button's place.
    package struct Place: Hashable, Sendable {
      /// Which button.
      package var identifier: String
      /// Its left edge.
      package var x: Double
      /// Its width.
      package var width: Double
    }

    /// The width that the buttons are laid out in; if it is more than the bar's, the bar scrolls.
    package var width: Double
    /// The buttons that have room, in order.
    package var places: [Place]
    /// The left edge of the button that opens the others; nil if none is needed, or if there is no
    /// room for it either.
    package var overflowX: Double?
    /// The buttons that have no room, in order.
    package var overflow: [String]
  }

  /// Lays the buttons out in a width; what has no room goes behind a button of its own.
  ///
  /// Buttons leave from the end, and only once the button for the others has its room.
  ///
  /// - Parameters:
  ///   - width: the width of the bar, in points.
  ///   - itemWidth: the width of a button, in points: Dynamic Type makes them differ.
  ///   - overflowWidth: the width of the button for the others, in points.
  ///   - spacing: what is left free between two buttons, in points.
  ///   - direction: from which side the bar is read.
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
  /// The same layout, seen in a mirror.
  func mirrored(width: Double, overflowWidth: Double) -> AccessoryBar.Layout {
    var mirrored = self
    mirrored.places = places.map {
      Place(identifier: $0.identifier, x: width - $0.x - $0.width, width: $0.width)
    }
    mirrored.overflowX = overflowX.map { width - $0 - overflowWidth }
    return mirrored
  }
}
