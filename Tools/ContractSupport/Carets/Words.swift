@_spi(_Unicode) import Swift

/// The words of a leaf's visible text (UAX #29), segmented by the standard library.
struct Words {
  /// The events of each segment that contains a letter or number.
  private(set) var words: [[Int]] = []
  /// The events of the other segments, such as symbols, except white space and punctuation.
  private(set) var symbols: [[Int]] = []

  init(of leaf: Rendered.Leaf, in reading: Reading) {
    var text = String.UnicodeScalarView()
    var events: [Int] = []
    for event in leaf.events {
      switch reading.events[event].kind {
      case .character(let scalar) where !reading.events[event].isInImage:
        // To UAX #29, Hangul syllables are letters; the standard library (6.3) separates them.
        text.append((0xAC00...0xD7A3).contains(scalar.value) ? "a" : scalar)
      case .softBreak, .hardBreak: text.append("\n")
      case .html, .openImage: text.append("\u{FFFC}")
      default: continue
      }
      events.append(event)
    }
    add(String(Words.plainer(text)), events)
  }

  /// Replaces certain Hebrew letters so that the standard library follows UAX #29. Version 6.3 ends
  /// a word after a Hebrew letter and an apostrophe (WB7a), though a letter after them continues it
  /// (WB7). Letters that an apostrophe does not join, such as Thai, are not affected.
  private static func plainer(_ text: String.UnicodeScalarView) -> String.UnicodeScalarView {
    var scalars = Array(text)
    for index in scalars.indices.dropFirst().dropLast()
    where scalars[index] == "'" && (0x05D0...0x05F2).contains(scalars[index - 1].value)
      && isJoined(by: "'", scalars[index + 1])
    {
      scalars[index - 1] = "a"
    }
    return String.UnicodeScalarView(scalars)
  }

  private static func isJoined(by middle: Character, _ scalar: Unicode.Scalar) -> Bool {
    let text = "a\(middle)\(scalar)"
    return text._wordIndex(after: text.startIndex) == text.endIndex
  }

  private mutating func add(_ text: String, _ events: [Int]) {
    var index = text.startIndex
    var offset = 0
    while index < text.endIndex {
      let end = text._wordIndex(after: index)
      let scalars = text[index..<end].unicodeScalars
      let segment = Array(events[offset..<offset + scalars.count])
      if scalars.contains(where: Words.isWordScalar) {
        words.append(segment)
      } else if scalars.contains(where: Words.isSymbol) {
        symbols.append(segment)
      }
      offset += scalars.count
      index = end
    }
  }

  private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .decimalNumber: true
    default: scalar.properties.isAlphabetic
    }
  }

  private static func isSymbol(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\u{FFFC}" && !scalar.isMarkdownSpace && !scalar.isASCIIPunctuation
  }
}
