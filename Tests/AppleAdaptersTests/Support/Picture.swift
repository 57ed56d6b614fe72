import Foundation
@_spi(StandIn) import UIKit

/// Draws a screen of the stand-in as SVG: the frames, texts and buttons of its views, and the keyboard.
/// It shows where things are, not how UIKit paints them.
@MainActor struct Picture {
  private var lines: [String] = []
  private let size: CGSize

  /// Draws a window with the keyboard that is up.
  init(of window: UIWindow) {
    size = window.bounds.size
    rect(window.bounds, fill: "#ffffff")
    for view in window.subviews { draw(view, in: .zero) }
    guard let frame = Keyboard.shared.frame else { return }
    rect(frame, fill: "#d1d4da")
    var top = frame.minY
    if let bar = Keyboard.shared.accessoryView {
      draw(bar, in: CGPoint(x: -bar.frame.minX, y: top - bar.frame.minY))
      top += bar.frame.height
    }
    if let panel = Keyboard.shared.inputView {
      draw(panel, in: CGPoint(x: -panel.frame.minX, y: top - panel.frame.minY))
    } else {
      text(
        "keyboard of the system",
        in: CGRect(x: 0, y: top, width: frame.width, height: frame.maxY - top))
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

  /// Draws a view whose superview has its coordinates at a point of the screen.
  private mutating func draw(_ view: UIView, in origin: CGPoint) {
    guard !view.isHidden, view.alpha > 0 else { return }
    let frame = view.frame.offsetBy(dx: origin.x, dy: origin.y)
    guard frame.intersects(CGRect(origin: .zero, size: size)) else { return }
    switch view {
    case let button as UIButton: draw(button, frame)
    case let label as UILabel: text(label.text ?? "", in: frame, anchor: "start")
    case let field as UITextField:
      rect(frame.insetBy(dx: 8, dy: 4), fill: "#ffffff", stroke: "#8e8e93")
      text(field.text.flatMap { $0.isEmpty ? nil : $0 } ?? "text field", in: frame)
    case let view as UITextView: draw(view, frame)
    case is UIInputView: rect(frame, fill: "#e9ebef", stroke: "#c6c8cd")
    default: break
    }
    let inner = CGPoint(x: frame.minX - view.bounds.minX, y: frame.minY - view.bounds.minY)
    for subview in view.subviews { draw(subview, in: inner) }
  }

  private mutating func draw(_ view: UITextView, _ frame: CGRect) {
    let top = frame.minY + view.adjustedContentInset.top - max(0, view.contentOffset.y)
    for (number, line) in (view.text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated() where !line.isEmpty
    {
      let row = CGRect(
        x: frame.minX + 8, y: top + CGFloat(number) * 20, width: frame.width - 16, height: 20)
      text(String(line), in: row, anchor: "start", font: "monospace")
    }
  }

  private mutating func draw(_ button: UIButton, _ frame: CGRect) {
    let fill =
      button.isSelected ? "#b8d4ff" : button.configuration?.isTinted == true ? "#e2edff" : "#ffffff"
    rect(frame.insetBy(dx: 2, dy: 4), fill: fill, stroke: "#c6c8cd")
    let symbol = button.configuration?.image?.symbolName
    text(
      button.configuration?.title ?? symbol.map(sign) ?? "", in: frame,
      color: button.isEnabled ? "#000000" : "#b0b0b5")
  }

  /// A sign for a symbol, of which only the name is known here.
  private func sign(_ symbol: String) -> String {
    let signs = [
      "bold": "B", "italic": "I", "chevron.left.forwardslash.chevron.right": "</>",
      "list.bullet": "•", "checklist": "☑", "link": "⚭", "ellipsis": "…", "globe": "⊕",
      "textformat.size": "aA", "strikethrough": "S", "number": "♯",
    ]
    return signs[symbol] ?? String(symbol.prefix(2))
  }

  private mutating func rect(_ rect: CGRect, fill: String, stroke: String? = nil) {
    let line = stroke.map { " stroke=\"\($0)\"" } ?? ""
    lines.append(
      "<rect x=\"\(rounded(rect.minX))\" y=\"\(rounded(rect.minY))\" width=\"\(rounded(rect.width))\" "
        + "height=\"\(rounded(rect.height))\" fill=\"\(fill)\"\(line)/>")
  }

  private mutating func text(
    _ text: String, in frame: CGRect, anchor: String = "middle", font: String? = nil,
    color: String = "#000000"
  ) {
    guard !text.isEmpty else { return }
    let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
    let x = anchor == "middle" ? frame.midX : frame.minX
    let family = font.map { " font-family=\"\($0)\"" } ?? ""
    lines.append(
      "<text x=\"\(rounded(x))\" y=\"\(rounded(frame.midY + 5))\" font-size=\"14\" text-anchor=\"\(anchor)\""
        + "\(family) fill=\"\(color)\">\(escaped)</text>")
  }

  private func rounded(_ value: CGFloat) -> Double { (Double(value) * 10).rounded() / 10 }
}
