import MarkdownSyntax
import TextEditing

/// The visible text of a leaf, with a line feed for breaks, images and HTML that separate words.
struct VisibleText {
  private let text: LeafText
  private var bytes: [UInt8] = []
  /// The offset in `bytes` of each character.
  private var starts: [Int] = []

  init(_ text: LeafText) {
    self.text = text
    bytes.reserveCapacity(text.leaf.content.count + 1)
    starts.reserveCapacity(text.characters.count)
    var token = 0
    for character in text.characters {
      var parts = false
      while token < character.token {
        parts = parts || Self.partsWords(text.tokens[token].kind)
        token += 1
      }
      if parts { bytes.append(.lineFeed) }
      starts.append(bytes.count)
      if character.scalar.isASCII {
        bytes.append(UInt8(truncatingIfNeeded: character.scalar.value))
      } else {
        bytes += Escaping.utf8(character.scalar)
      }
    }
  }

  /// Whether a token separates words: a break, HTML or an image, as in `a<br>b`.
  private static func partsWords(_ kind: InlineToken.Kind) -> Bool {
    switch kind {
    case .softBreak, .hardBreak, .html, .openImage: true
    default: false
    }
  }

  /// Returns the characters of the word that contains or touches a source offset.
  func word(at offset: Int) -> Range<Int>? {
    let characters = text.characters
    let next =
      characters.indices.first { text.source(of: $0).upperBound > offset }
      ?? characters.count
    var places: [Int] = []
    if next < characters.count, isBeside(next, offset) { places.append(starts[next]) }
    if next > 0, isBeside(next - 1, offset) {
      places.append(
        next < characters.count && starts[next] == end(next - 1) ? starts[next] : end(next - 1))
    }
    for place in places {
      if let word = wordOfCharacters(around: place) { return word }
    }
    return nil
  }

  /// Returns the characters of the word that contains a character.
  func word(around index: Int) -> Range<Int>? {
    guard let word = wordOfCharacters(around: starts[index]), word.contains(index) else {
      return nil
    }
    return word
  }

  /// Returns the characters of the word around an offset in `bytes`; nil if none is markable.
  private func wordOfCharacters(around place: Int) -> Range<Int>? {
    guard let word = wordRange(around: place, in: bytes) else { return nil }
    let found = count(before: word.lowerBound)..<count(before: word.upperBound)
    return text.characters[found].contains { $0.isMarkable } ? found : nil
  }

  /// Returns the number of characters that begin before an offset in `bytes`; O(log n).
  private func count(before offset: Int) -> Int { starts.partitionPoint { $0 >= offset } }

  private func end(_ index: Int) -> Int {
    starts[index] + Escaping.utf8(text.characters[index].scalar).count
  }

  /// Whether no break, image or HTML is between a character and an offset. For example, `b` is
  /// beside the caret in `‸*b*`, not in `‸![](/u)b`.
  private func isBeside(_ index: Int, _ offset: Int) -> Bool {
    let source = text.source(of: index)
    // Blanks at the end of a leaf do not belong to a token.
    if let end = text.tokens.last?.source.upperBound, offset > end { return false }
    let between =
      source.lowerBound >= offset
      ? offset..<source.lowerBound : min(source.upperBound, offset)..<offset
    return !text.tokens.contains { $0.source.overlaps(between) && Self.partsWords($0.kind) }
  }
}
