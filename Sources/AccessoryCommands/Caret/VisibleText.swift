import MarkdownSyntax
import TextEditing

/// A leaf's visible text with a line feed for whatever parts words: breaks, images, HTML.
struct VisibleText {
  private let text: LeafText
  private var bytes: [UInt8] = []
  /// For each character where it begins in `bytes`.
  private var starts: [Int] = []

  init(_ text: LeafText) {
    self.text = text
    var token = 0
    for character in text.characters {
      if text.tokens[token..<character.token].contains(where: { Self.partsWords($0.kind) }) {
        bytes.append(0x0A)
      }
      token = character.token
      starts.append(bytes.count)
      bytes += Escaping.utf8(character.scalar)
    }
  }

  private static func partsWords(_ kind: InlineToken.Kind) -> Bool {
    switch kind {
    case .softBreak, .hardBreak, .html, .openImage: true
    default: false
    }
  }

  /// The characters of the word that a source offset is in or at the edge of.
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
      guard let word = wordRange(around: place, in: bytes) else { continue }
      let first = starts.firstIndex { $0 >= word.lowerBound } ?? 0
      let last = starts.lastIndex { $0 < word.upperBound } ?? 0
      if first <= last, characters[first...last].contains(where: { $0.isMarkable }) {
        return first..<(last + 1)
      }
    }
    return nil
  }

  private func end(_ index: Int) -> Int {
    starts[index] + Escaping.utf8(text.characters[index].scalar).count
  }

  /// Whether no break, image, HTML or link destination parts the character from the offset.
  private func isBeside(_ index: Int, _ offset: Int) -> Bool {
    let source = text.source(of: index)
    // Blanks at the end of a leaf are in no token.
    if let end = text.tokens.last?.source.upperBound, offset > end { return false }
    let between =
      source.lowerBound >= offset
      ? offset..<source.lowerBound : min(source.upperBound, offset)..<offset
    return !text.tokens.contains { $0.source.overlaps(between) && Self.partsWords($0.kind) }
  }
}
