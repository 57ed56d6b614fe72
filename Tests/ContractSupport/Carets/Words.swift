@_spi(_Unicode) import Swift

/// The words of a leaf's visible text (UAX #29), by the standard library's segmentation.
struct Words {
  /// The segments that hold a letter or a number: their events.
  private(set) var words: [[Int]] = []
  /// The other segments that are neither white space nor punctuation: emoji, symbols.
  private(set) var symbols: [[Int]] = []

  init(of leaf: Rendered.Leaf, in reading: Reading) {
    var text = String.UnicodeScalarView()
    var events: [Int] = []
    for event in leaf.events {
      switch reading.events[event].kind {
      case .character(let scalar) where !reading.events[event].isInImage: text.append(scalar)
      case .softBreak, .hardBreak: text.append("\n")
      case .html, .openImage: text.append("\u{FFFC}")
      default: continue
      }
      events.append(event)
    }
    add(String(text), events)
  }

  private mutating func add(_ text: String, _ events: [Int]) {
    var index = text.startIndex
    var offset = 0
    while index < text.endIndex {
      let end = Words.wordEnd(after: index, in: text)
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

  /// The end of the segment that begins at `index`. The standard library (6.3) parts Hangul
  /// syllables from each other, which UAX #29 (they are ALetter) does not.
  private static func wordEnd(after index: String.Index, in text: String) -> String.Index {
    var end = text._wordIndex(after: index)
    while end < text.endIndex, let last = text[..<end].unicodeScalars.last,
      let next = text[end...].unicodeScalars.first, joins(last, next)
    {
      end = text._wordIndex(after: end)
    }
    return end
  }

  private static func joins(_ last: Unicode.Scalar, _ next: Unicode.Scalar) -> Bool {
    func isHangul(_ scalar: Unicode.Scalar) -> Bool { (0xAC00...0xD7A3).contains(scalar.value) }
    func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      isHangul(scalar) || scalar.isASCII && isWordScalar(scalar)
    }
    return (isHangul(last) && isLetter(next)) || (isLetter(last) && isHangul(next))
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
