import KeyboardGeometry

/// A drawing in SVG 1.1; later shapes cover earlier ones.
struct SVGDrawing {
  /// The factor for lengths in points.
  var scale = 1.0
  /// The rectangle that clips others; nil for no clipping.
  var clip: LayoutRect?
  private var body = ""
  private let size: LayoutSize

  init(size: LayoutSize) { self.size = size }

  var bytes: [UInt8] {
    let width = Decimal.text(size.width)
    let height = Decimal.text(size.height)
    let head =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
      + "viewBox=\"0 0 \(width) \(height)\" font-family=\"sans-serif\">\n"
      + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    return Array((head + body + "</svg>\n").utf8)
  }

  /// Draws `content` at an offset, with its own scale and clip.
  mutating func group(x: Double, y: Double, _ content: (inout SVGDrawing) -> Void) {
    let outer = (scale, clip)
    body += "<g transform=\"translate(\(Decimal.text(x)) \(Decimal.text(y)))\">\n"
    content(&self)
    body += "</g>\n"
    (scale, clip) = outer
  }

  /// Draws the part of a rectangle inside the clip.
  mutating func rectangle(
    _ rect: LayoutRect, fill: String, stroke: String? = nil, dash: String? = nil,
    opacity: Double = 1
  ) {
    let rect = clip.map { rect.intersection($0) } ?? rect
    guard !rect.isEmpty else { return }
    body += "<rect x=\"\(length(rect.minX))\" y=\"\(length(rect.minY))\""
    body += " width=\"\(length(rect.width))\" height=\"\(length(rect.height))\" fill=\"\(fill)\""
    if opacity < 1 { body += " fill-opacity=\"\(Decimal.text(opacity))\"" }
    body += line(stroke, dash) + "/>\n"
  }

  mutating func line(
    from start: LayoutPoint, to end: LayoutPoint, stroke: String, dash: String? = nil
  ) {
    body += "<line x1=\"\(length(start.x))\" y1=\"\(length(start.y))\""
    body += " x2=\"\(length(end.x))\" y2=\"\(length(end.y))\"\(line(stroke, dash))/>\n"
  }

  /// Draws a text; its position and size are not scaled.
  mutating func text(
    _ text: String, x: Double, y: Double, size: Double, fill: String = "#111",
    weight: String = "normal"
  ) {
    body += "<text x=\"\(Decimal.text(x))\" y=\"\(Decimal.text(y))\""
    body += " font-size=\"\(Decimal.text(size))\" font-weight=\"\(weight)\" fill=\"\(fill)\">"
    body += Self.escaped(text) + "</text>\n"
  }

  mutating func lines(
    _ lines: [String], x: Double, y: Double, size: Double, fill: String = "#111",
    weight: String = "normal"
  ) {
    for (index, line) in lines.enumerated() {
      text(
        line, x: x, y: y + Double(index) * (size + 4).rounded(.down), size: size, fill: fill,
        weight: weight)
    }
  }

  mutating func sign(_ sign: Sign, _ rect: LayoutRect) {
    rectangle(
      rect, fill: sign.fill, stroke: sign.stroke, dash: sign.dash, opacity: sign.opacity)
  }

  /// Draws an outline inside another. Coinciding edges move inwards, so that both are visible.
  ///
  /// - Returns: the outline as drawn.
  @discardableResult
  mutating func outline(_ sign: Sign, _ rect: LayoutRect, inside outer: LayoutRect) -> LayoutRect {
    let gap = 2.5 / scale
    // The outer outline may have moved as well.
    func moved(_ distance: Double) -> Double {
      distance > -1.5 * gap && distance < gap ? gap - distance : 0
    }
    let inner = rect.inset(
      by: KeyboardInsets(
        top: moved(rect.minY - outer.minY), left: moved(rect.minX - outer.minX),
        bottom: moved(outer.maxY - rect.maxY), right: moved(outer.maxX - rect.maxX)))
    let drawn = inner.isEmpty ? rect : inner
    self.sign(sign, drawn)
    return drawn
  }

  /// Writes the height of a rectangle into it, if there is room.
  mutating func height(of rect: LayoutRect, _ fill: String = "#234") {
    let rect = clip.map { rect.intersection($0) } ?? rect
    guard rect.height * scale >= 9 else { return }
    text(
      Decimal.text(rect.height), x: rect.minX * scale + 9, y: rect.midY * scale + 2.8, size: 8,
      fill: fill)
  }

  /// Draws a vertical measure beside the screen, with its length in points.
  mutating func measure(from top: Double, to bottom: Double, x: Double, _ stroke: String) {
    let upper = top * scale
    let lower = bottom * scale
    for (start, end) in [
      (LayoutPoint(x: x, y: upper), LayoutPoint(x: x, y: lower)),
      (LayoutPoint(x: x - 3, y: upper), LayoutPoint(x: x + 3, y: upper)),
      (LayoutPoint(x: x - 3, y: lower), LayoutPoint(x: x + 3, y: lower)),
    ] {
      body += "<line x1=\"\(Decimal.text(start.x))\" y1=\"\(Decimal.text(start.y))\""
      body += " x2=\"\(Decimal.text(end.x))\" y2=\"\(Decimal.text(end.y))\""
      body += " stroke=\"\(stroke)\"/>\n"
    }
    text(
      Decimal.text(bottom - top), x: x + 4, y: (upper + lower) / 2 + 3, size: 8, fill: stroke)
  }

  mutating func legend(_ rows: [[(sign: Sign, x: Double)]], y: Double) {
    for (index, row) in rows.enumerated() {
      let y = y + 16 * Double(index)
      for (sign, x) in row {
        let x = 20 + x
        if sign.isLine {
          line(
            from: LayoutPoint(x: x, y: y - 3), to: LayoutPoint(x: x + 14, y: y - 3),
            stroke: sign.stroke ?? "#222", dash: sign.dash)
        } else {
          self.sign(sign, LayoutRect(x: x, y: y - 8, width: 14, height: 9))
        }
        text(sign.meaning, x: x + 18, y: y, size: 9, fill: "#444")
      }
    }
  }

  private func length(_ value: Double) -> String { Decimal.text(value * scale) }

  private func line(_ stroke: String?, _ dash: String?) -> String {
    guard let stroke else { return "" }
    return " stroke=\"\(stroke)\"" + (dash.map { " stroke-dasharray=\"\($0)\"" } ?? "")
  }

  /// Escapes a text for XML, which does not allow control characters.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in TerminalText.name(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
