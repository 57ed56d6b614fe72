/// Random text of error-prone characters: all lengths in UTF-8 and UTF-16, combining marks, emoji
/// sequences, flags, jamo, line endings, and Markdown's active characters.
public enum RandomText {
  public static let pieces: [String] = [
    "a", "b", "word", " ", "  ", ".", ",", "'", "\"", "_", "*", "`", "3", "1.5", "é", "e\u{301}",
    "ß", "д", "ש", "ا", "क्षि", "ำ", "ก", "日", "本", "カ", "한", "\u{1100}\u{1161}", "\u{301}", "👩‍👩‍👧", "👍🏽",
    "🇩🇪", "🇫", "😀", "\u{200D}", "\u{FEFF}", "\u{AD}", "\0", "\t", "\n", "\r", "\r\n", "\u{85}",
    "\u{2028}", "! ", "? ", "A", "x:", "\u{1F1E6}", "\u{D4E}", "\u{FE0F}", "…", "«", "»", ")",
  ]

  /// Returns a text of up to `count` pieces.
  public static func text(_ count: Int, using random: inout SeededGenerator) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...count, using: &random) {
      scalars.append(contentsOf: (pieces.randomElement(using: &random) ?? "").unicodeScalars)
    }
    return String(scalars)
  }
}

extension String {
  /// The UTF-8 offsets between the scalars, including both ends.
  public var scalarBoundaries: [Int] {
    var offset = 0
    return [0]
      + unicodeScalars.map {
        offset += UTF8.width($0)
        return offset
      }
  }
}
