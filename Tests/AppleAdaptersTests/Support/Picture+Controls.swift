import Foundation
@_spi(StandIn) import UIKit

/// Buttons, fields, labels, the system's keyboard and the edges of the screen.
extension Picture {
  mutating func draw(_ button: UIButton, _ frame: CGRect) {
    let configuration = button.configuration
    let isKey = configuration?.isGray == true
    let box = frame.insetBy(dx: isKey ? 3 : 2, dy: isKey ? 5 : 4)
    if isKey {
      drawKey(box)
    } else if button.isSelected {
      rect(box, fill: "#cfe2ff", radius: 8)
    } else if configuration?.isTinted == true {
      rect(box, fill: "#e7f0ff", radius: 8)
    }
    let isPlain = !isKey && configuration?.title != nil || configuration?.isTinted == true
    let color =
      !button.isEnabled ? "#b4b4ba" : button.isSelected || isPlain ? "#0a60ff" : "#1c1c1e"
    if let title = configuration?.title {
      text(title, in: frame, color: color, size: title.count == 1 ? 20 : 15)
    } else if let symbol = configuration?.image?.symbolName {
      drawSymbol(symbol, in: frame, color: color)
    }
  }

  mutating func draw(_ field: UITextField, _ frame: CGRect) {
    let box = frame.insetBy(dx: 8, dy: 4)
    rect(frame, fill: "#ffffff")
    rect(box, fill: "#ffffff", stroke: "#c7c7cc", radius: 16)
    let words = field.text ?? ""
    text(
      words.isEmpty ? field.placeholder ?? "" : words, in: box.insetBy(dx: 14, dy: 0),
      anchor: "start", color: words.isEmpty ? "#a0a0a6" : "#000000", size: 16)
    if words.isEmpty, field.isFirstResponder {
      rect(CGRect(x: box.minX + 12, y: box.minY + 8, width: 2, height: 20), fill: "#0a60ff")
    }
  }

  mutating func draw(_ label: UILabel, _ frame: CGRect) {
    let fill = color(label.backgroundColor)
    if let fill { rect(frame, fill: fill, radius: 16) }
    text(
      label.text ?? "", in: fill == nil ? frame : frame.insetBy(dx: 14, dy: 0), anchor: "start",
      size: fill == nil ? 24 : 16)
  }

  /// The letters of an English keyboard.
  mutating func drawKeyboard(_ frame: CGRect) {
    let rows = ["qwertyuiop", "asdfghjkl", "⇧zxcvbnm⌫"].map { $0.map(String.init) }
    let (width, height) = (frame.width / 10, min(54, frame.height / 5))
    for (index, row) in rows.enumerated() {
      let y = frame.minY + 6 + CGFloat(index) * height
      let wide = index == 2 ? width / 2 : 0
      var x = frame.minX + (frame.width - width * CGFloat(row.count) - 2 * wide) / 2
      for (place, key) in row.enumerated() {
        let isEnd = index == 2 && (place == 0 || place == row.count - 1)
        let box = CGRect(x: x, y: y, width: width + (isEnd ? wide : 0), height: height)
        drawKey(box.insetBy(dx: 3, dy: 6))
        text(key, in: box, size: 22)
        x = box.maxX
      }
    }
    let y = frame.minY + 6 + 3 * height
    var x = frame.minX
    for (key, share) in [("123", 0.25), ("space", 0.5), ("return", 0.25)] {
      let box = CGRect(x: x, y: y, width: frame.width * share, height: height)
      drawKey(box.insetBy(dx: 3, dy: 6))
      text(key, in: box, size: 16)
      x = box.maxX
    }
  }

  private mutating func drawKey(_ box: CGRect) {
    rect(box.offsetBy(dx: 0, dy: 1), fill: "#898a8d", radius: 6)
    rect(box, fill: "#ffffff", radius: 6)
  }

  /// The clock and the home indicator of a phone.
  mutating func drawEdges(_ window: UIWindow) {
    let (bounds, safe) = (window.bounds, window.safeAreaInsets)
    let ink = window.traitCollection.userInterfaceStyle == .dark ? "#ffffff" : "#000000"
    if safe.top > 20 {
      text("9:41", in: CGRect(x: 24, y: 8, width: 60, height: 30), color: ink, size: 16)
    }
    if safe.bottom > 0 {
      rect(
        CGRect(x: bounds.midX - 67, y: bounds.maxY - 13, width: 134, height: 5), fill: ink,
        radius: 2.5)
    }
  }

  /// Draws a symbol, of which only the name is known here, in a box of 20 points.
  private mutating func drawSymbol(_ name: String, in frame: CGRect, color: String) {
    let list = "M7 4h11M7 10h11M7 16h11"
    let strokes = [
      "chevron.left.forwardslash.chevron.right": "M6 5L1 10L6 15M14 5L19 10L14 15M12 3L8 17",
      "list.bullet": list + "M2 4h.5M2 10h.5M2 16h.5",
      "list.number": list + "M2 2v4M1 9h3L1 12h3M1 14h3v4h-3M2 16h2",
      "checklist": "M9 5h9M9 14h9M1 5l2 2l4-5M1 14l2 2l4-5",
      "checkmark.square": "M2 2h16v16h-16zM6 10l3 3l5-7",
      "link": "M8 12L12 8M9 6l3-3a3.5 3.5 0 0 1 5 5l-3 3M11 14l-3 3a3.5 3.5 0 0 1-5-5l3-3",
      "ellipsis": "M4 10h.5M10 10h.5M16 10h.5",
      "globe": "M10 1a9 9 0 1 0 .01 0zM1 10h18M10 1c-5 5-5 13 0 18M10 1c5 5 5 13 0 18",
      "calendar": "M2 4h16v14h-16zM2 8h16M6 2v4M14 2v4",
      "doc.on.clipboard": "M4 4h10v14h-10zM7 2h4v3h-4zM9 9h8v9h-8z",
      "arrow.uturn.backward": "M7 3L3 7L7 11M3 7h9a5 5 0 0 1 0 10h-3",
      "arrow.uturn.forward": "M13 3L17 7L13 11M17 7h-9a5 5 0 0 0 0 10h3",
      "keyboard.chevron.compact.down":
        "M1 3h18v10h-18zM4 6h1M8 6h1M12 6h1M16 6h1M6 10h8M7 16l3 2l3-2",
      "text.quote": "M2 3v14M6 5h12M6 10h12M6 15h8",
    ]
    let letters = [
      "bold": ("B", "font-weight=\"bold\""),
      "italic": ("I", "font-style=\"italic\" font-family=\"serif\""),
      "strikethrough": ("S", "text-decoration=\"line-through\""),
      "textformat.size": ("aA", ""), "number": ("♯", ""),
    ]
    if let (letter, style) = letters[name] {
      text(letter, in: frame, color: color, size: 19, style: style)
    } else if let path = strokes[name] {
      lines.append(
        "<path transform=\"translate(\(rounded(frame.midX - 10)) \(rounded(frame.midY - 10)))\" "
          + "d=\"\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"1.8\" "
          + "stroke-linecap=\"round\" stroke-linejoin=\"round\"/>")
    } else {
      text(String(name.prefix(2)), in: frame, color: color)
    }
  }
}
