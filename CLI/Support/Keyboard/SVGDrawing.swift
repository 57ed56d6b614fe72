import KeyboardGeometry

/// A drawing in SVG 1.1, written from front to back.
struct SVGDrawing {
  /// What lengths in points are multiplied by.
  var scale = 1.0
  /// What rectangles are cut to; nil if they are not.
  var clip: LayoutRect?
  private var body = ""
  private let size: LayoutSize

  /// Begins an empty drawing.
  init(size: LayoutSize) { self.size = size }

  /// The whole document.
  var bytes: [UInt8] {
    let width = Decimal.text(size.width)
    let height = Decimal.text(size.height)
    let head =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
      + "viewBox=\"0 0 \(width) \(height)\" font-family=\"sans-serif\">\n"
      + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    return Array((head + body + "</svg>\n").utf8)
  }

  /// Draws `content` moved by so much, with a scale and a clip of its own.
  mutating func group(x: Double, y: Double, _ content: (inout SVGDrawing) -> Void) {
    let outer = (scale, clip)
    body += "<g transform=\"translate(\(Decimal.text(x)) \(Decimal.text(y)))\">\n"
    content(&self)
    body += "</g>\n"
    (scale, clip) = outer
  }

  /// Draws a rectangle, the part of it inside the clip.
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

  /// Draws a line.
  mutating func line(
    from start: LayoutPoint, to end: LayoutPoint, stroke: String, dash: String? = nil
  ) {
    body += "<line x1=\"\(length(start.x))\" y1=\"\(length(start.y))\""
    body += " x2=\"\(length(end.x))\" y2=\"\(length(end.y))\"\(line(stroke, dash))/>\n"
  }

  /// Writes a text; its place and size are not scaled.
  mutating func text(
    _ text: String, x: Double, y: Double, size: Double, fill: String = "#111",
    weight: String = "normal"
  ) {
    body += "<text x=\"\(Decimal.text(x))\" y=\"\(Decimal.text(y))\""
    body += " font-size=\"\(Decimal.text(size))\" font-weight=\"\(weight)\" fill=\"\(fill)\">"
    body += Self.escaped(text) + "</text>\n"
  }

  /// Says what the colours mean.
  mutating func legend(y: Double) {
    let entries = [
      ("#36c", "view"), ("#fd9", "safe area"), ("#cfd3da", "keyboard"), ("#8bd", "bar"),
      ("#e0218a", "caret"), ("#2a2", "inset"), ("#c22", "guide"),
    ]
    for (index, entry) in entries.enumerated() {
      let x = 20 + Double(index) * 62
      rectangle(LayoutRect(x: x, y: y - 7, width: 8, height: 8), fill: entry.0)
      text(entry.1, x: x + 11, y: y, size: 9, fill: "#444")
    }
  }

  private func length(_ value: Double) -> String { Decimal.text(value * scale) }

  private func line(_ stroke: String?, _ dash: String?) -> String {
    guard let stroke else { return "" }
    return " stroke=\"\(stroke)\"" + (dash.map { " stroke-dasharray=\"\($0)\"" } ?? "")
  }

  /// A text for XML, which has no place for control characters.
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
