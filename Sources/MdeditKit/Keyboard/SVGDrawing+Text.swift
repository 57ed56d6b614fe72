extension SVGDrawing {
  /// The maximum width of a text, in units of the drawing.
  ///
  /// The reader's font is unknown. So the widths are those of DejaVu Sans and Verdana, the widest
  /// common fonts; Chinese and Japanese characters are as wide as they are high.
  static func width(of text: String, size: Double, isBold: Bool = false) -> Double {
    let total = TerminalText.name(text).unicodeScalars.reduce(0) { $0 + Self.ems(of: $1) }
    return total * size * (isBold ? 1.12 : 1)
  }

  private static func ems(of scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "i", "j", "l", "I", "J", ".", ",", ":", ";", "'", "|", "!", "f", "r", "t", " ", "-", "/",
      "(", ")", "[", "]":
      0.42
    case "m", "w", "M", "W", "@", "%": 1
    case "A"..."Z", "#", "&", "+", "<", "=", ">", "^", "~", "→", "–", "×": 0.84
    case "\u{0}"..."\u{7F}": 0.65
    case "\u{80}"..."\u{10FF}": 0.85
    case "\u{1100}"..."\u{1EFFF}": 1
    default: 1.25
    }
  }

  /// Breaks a text into lines of at most `width`. A wider word continues in the next line.
  static func wrapped(
    _ text: String, width: Double, size: Double, isBold: Bool = false
  ) -> [String] {
    func fits(_ line: String) -> Bool {
      Self.width(of: line, size: size, isBold: isBold) <= width
    }
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, fits(last + " " + word) {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines += broken(word, fits)
      }
    }
    return lines
  }

  /// Splits a word into parts that fit, each of at least one character.
  private static func broken(_ word: Substring, _ fits: (String) -> Bool) -> [String] {
    var parts: [String] = []
    for character in word {
      if let last = parts.last, fits(last + String(character)) {
        parts[parts.count - 1] = last + String(character)
      } else {
        parts.append(String(character))
      }
    }
    return parts
  }

  /// The rows of a legend of this width, with the position of each sign.
  static func legendRows(_ signs: [Sign], width: Double) -> [[(sign: Sign, x: Double)]] {
    var rows: [[(sign: Sign, x: Double)]] = []
    var x = 0.0
    for sign in signs {
      let needed = 18 + Self.width(of: sign.meaning, size: 9)
      if rows.isEmpty || x + needed > width {
        rows.append([])
        x = 0
      }
      rows[rows.count - 1].append((sign, x))
      x += needed + 14
    }
    return rows
  }
}
