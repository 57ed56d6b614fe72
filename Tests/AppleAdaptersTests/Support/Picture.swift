import AppleAdapters
import Foundation
@_spi(StandIn) import UIKit

/// Draws a screen of the stand-in as SVG, with the frames, texts and buttons of its views and the
/// keyboard. It shows where things are, not how UIKit draws them.
@MainActor struct Picture {
  var lines: [String] = []
  private var texts: [String] = []
  private let size: CGSize
  private let traits: UITraitCollection

  init(of window: UIWindow) {
    size = window.bounds.size
    traits = window.traitCollection
    rect(window.bounds, fill: traits.userInterfaceStyle == .dark ? "#000000" : "#ffffff")
    for view in window.subviews { draw(view, in: .zero) }
    if let frame = Keyboard.shared.frame { drawInputViews(frame) }
    drawEdges(window)
  }

  private mutating func drawInputViews(_ frame: CGRect) {
    rect(frame, fill: "#d1d4da")
    var top = frame.minY
    if let bar = Keyboard.shared.accessoryView {
      draw(bar, in: CGPoint(x: -bar.frame.minX, y: top - bar.frame.minY))
      top += bar.frame.height
    }
    if let panel = Keyboard.shared.inputView {
      draw(panel, in: CGPoint(x: -panel.frame.minX, y: top - panel.frame.minY))
    } else {
      drawKeyboard(CGRect(x: 0, y: top, width: frame.width, height: frame.maxY - top))
    }
  }

  var svg: String {
    let (width, height) = (Int(size.width), Int(size.height))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
      height="\(height)" font-family="sans-serif">
      \(lines.joined(separator: "\n"))
      </svg>

      """
  }

  /// Draws a view whose superview has its origin at `origin` on the screen.
  private mutating func draw(_ view: UIView, in origin: CGPoint) {
    guard !view.isHidden else { return }
    let frame = view.frame.offsetBy(dx: origin.x, dy: origin.y)
    guard frame.intersects(CGRect(origin: .zero, size: size)) else { return }
    switch view {
    case let button as UIButton: draw(button, frame)
    case let label as UILabel: draw(label, frame)
    case let field as UITextField: draw(field, frame)
    case let view as UITextView: draw(view, frame)
    case is UIInputView:
      rect(frame, fill: view is MarkdownInputAccessoryView ? "#e6e8ec" : "#d1d4da")
    default: break
    }
    let inner = CGPoint(x: frame.minX - view.bounds.minX, y: frame.minY - view.bounds.minY)
    for subview in view.subviews { draw(subview, in: inner) }
  }

  /// Draws the characters of a text view with their attributes, without wrapping lines.
  private mutating func draw(_ view: UITextView, _ frame: CGRect) {
    let storage = view.textStorage
    var (y, start) = (frame.minY + view.adjustedContentInset.top - max(0, view.contentOffset.y), 0)
    for line in (view.text ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      let range = start..<start + line.utf16.count
      var runs: [(range: NSRange, attributes: [NSAttributedString.Key: Any])] = []
      var place = start
      while place < range.upperBound {
        let attributes = storage.attributes(at: place, effectiveRange: nil)
        let rest = NSRange(place..<range.upperBound)
        let end = [NSAttributedString.Key.font, .foregroundColor, .backgroundColor].map { key in
          var found = NSRange()
          _ = storage.attribute(key, at: place, longestEffectiveRange: &found, in: rest)
          return found.location + found.length
        }.min()
        runs.append((NSRange(place..<(end ?? range.upperBound)), attributes))
        place = end ?? range.upperBound
      }
      let sizes = runs.map { (($0.attributes[.font] as? UIFont)?.pointSize ?? 14) * 1.25 }
      let paragraph =
        start < storage.length
        ? storage.attribute(.paragraphStyle, at: start, effectiveRange: nil) as? NSParagraphStyle
        : nil
      let height = sizes.max() ?? 20
      let top = y + (paragraph?.paragraphSpacingBefore ?? 0)
      y = top + height
      var places = [frame.minX + 8]
      let before = lines
      lines = []
      for run in runs {
        let words = storage.attributedSubstring(from: run.range).string
        draw(run.attributes, words, &places, y - height * 0.2, height)
      }
      (lines, texts) = (before, lines)
      let end = min(range.upperBound + 1, storage.length)
      drawOrnaments(
        of: storage.attributedSubstring(from: NSRange(start..<end)), view,
        CGRect(x: frame.minX, y: top, width: frame.width, height: height), places)
      y += paragraph?.paragraphSpacing ?? 0
      start = range.upperBound + 1
    }
  }

  /// Draws a line of text with the shapes that the view's layout draws before and after the words.
  private mutating func drawOrnaments(
    of line: NSAttributedString, _ view: UITextView, _ frame: CGRect, _ places: [CGFloat]
  ) {
    let fragment = NSTextLineFragment(
      CGRect(origin: .zero, size: frame.size), NSRange(location: 0, length: line.length)
    ) { places[min($0, places.count - 1)] - frame.minX }
    UITraitCollection.drawing = traits
    defer { UITraitCollection.drawing = nil }
    for shape in view.textLayoutManager?.draw(line, in: frame, lines: [fragment]) ?? [] {
      let fill = shape.color.isEmpty ? "none" : hex(shape.color)
      let box = shape.frame
      switch shape.name {
      case "text": lines += texts
      case "fill rect": rect(box, fill: fill)
      case "stroke rect": rect(box, fill: "none", stroke: fill)
      case "fill oval":
        lines.append(
          "<circle cx=\"\(rounded(box.midX))\" cy=\"\(rounded(box.midY))\" r=\"\(rounded(box.width / 2))\" "
            + "fill=\"\(fill)\"/>")
      case "stroke line":
        let points = [
          (box.minX, box.midY), (box.minX + box.width * 0.36, box.maxY), (box.maxX, box.minY),
        ].map { "\(rounded($0)),\(rounded($1))" }
        lines.append(
          "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"\(fill)\" "
            + "stroke-width=\"2\"/>")
      default: rect(box, fill: "#9fc3a0")
      }
    }
  }

  private mutating func draw(
    _ attributes: [NSAttributedString.Key: Any], _ words: String, _ places: inout [CGFloat],
    _ y: CGFloat, _ height: CGFloat
  ) {
    let x = places[places.count - 1]
    let font = attributes[.font] as? UIFont ?? .monospacedSystemFont(ofSize: 14, weight: .regular)
    guard font.pointSize > 1 else {
      places += words.utf16.map { _ in x }
      return
    }
    let isMono = font.fontName.contains("Mono")
    let widths = words.unicodeScalars.map { scalar -> CGFloat in
      if isMono { return 0.6 }
      if "iljtfrI.,:;!|'()[]- ".unicodeScalars.contains(scalar) { return 0.31 }
      return "mwMW".unicodeScalars.contains(scalar) ? 0.85 : scalar.value > 0x2000 ? 1 : 0.54
    }
    let traits = font.fontDescriptor.symbolicTraits
    let width = widths.reduce(0, +) * font.pointSize * (traits.contains(.traitBold) ? 1.06 : 1)
    if let background = color(attributes[.backgroundColor]) {
      rect(CGRect(x: x, y: y - height * 0.8, width: width, height: height), fill: background)
    }
    var style =
      "font-size=\"\(rounded(font.pointSize))\" textLength=\"\(rounded(width))\" lengthAdjust=\"spacingAndGlyphs\""
    if isMono { style += " font-family=\"monospace\"" }
    if traits.contains(.traitBold) { style += " font-weight=\"bold\"" }
    if traits.contains(.traitItalic) { style += " font-style=\"italic\"" }
    if attributes[.strikethroughStyle] != nil { style += " text-decoration=\"line-through\"" }
    if attributes[.underlineStyle] != nil { style += " text-decoration=\"underline\"" }
    let raised = (attributes[.baselineOffset] as? CGFloat) ?? 0
    let color = attributes[.foregroundColor] as? UIColor
    if color?.components.last != 0, !words.allSatisfy({ $0 == " " }) {
      lines.append(
        "<text xml:space=\"preserve\" x=\"\(rounded(x))\" y=\"\(rounded(y - raised))\" \(style) "
          + "fill=\"\(self.color(color) ?? "#000000")\">\(escaped(words))</text>")
    }
    // A code unit of a scalar that is not the last one has no width.
    let units = zip(words.unicodeScalars, widths).flatMap { scalar, share in
      [CGFloat](repeating: 0, count: scalar.utf16.count - 1) + [share]
    }
    let total = widths.reduce(0, +)
    var sum: CGFloat = 0
    for unit in units {
      sum += unit
      places.append(x + (total == 0 ? 0 : width * sum / total))
    }
  }

  func color(_ value: Any?) -> String? {
    guard let color = (value as? UIColor)?.resolvedColor(with: traits) else { return nil }
    return hex(color.components)
  }

  private func hex(_ components: [CGFloat]) -> String {
    "#"
      + components.prefix(3).map { String(format: "%02x", Int(($0 * 255).rounded())) }
      .joined()
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  mutating func rect(_ rect: CGRect, fill: String, stroke: String? = nil, radius: CGFloat = 0) {
    let line = stroke.map { " stroke=\"\($0)\"" } ?? ""
    let corner = radius > 0 ? " rx=\"\(rounded(radius))\"" : ""
    lines.append(
      "<rect x=\"\(rounded(rect.minX))\" y=\"\(rounded(rect.minY))\" width=\"\(rounded(rect.width))\" "
        + "height=\"\(rounded(rect.height))\" fill=\"\(fill)\"\(corner)\(line)/>")
  }

  mutating func text(
    _ text: String, in frame: CGRect, anchor: String = "middle", color: String = "#000000",
    size: CGFloat = 14, style: String = ""
  ) {
    guard !text.isEmpty else { return }
    let x = anchor == "middle" ? frame.midX : frame.minX
    lines.append(
      "<text x=\"\(rounded(x))\" y=\"\(rounded(frame.midY + size * 0.36))\" font-size=\"\(rounded(size))\" "
        + "text-anchor=\"\(anchor)\" fill=\"\(color)\" \(style)>\(escaped(text))</text>")
  }

  func rounded(_ value: CGFloat) -> Double { (Double(value) * 10).rounded() / 10 }
}
