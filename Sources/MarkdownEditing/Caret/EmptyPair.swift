import MarkdownSyntax
import TextEditing

/// Two delimiters to write around a caret, and new spellings of characters near it.
struct EmptyPair {
  /// A character near the caret, with a new spelling.
  struct Neighbour {
    var source: Range<Int>
    var bytes: [UInt8]
    /// Whether it is a character reference, such as `&#97;` for `a`, not an escape, such as `\*`.
    var isReference: Bool
  }

  let open: [UInt8]
  let close: [UInt8]
  /// The UTF-8 offset of the caret in the text without the pair.
  let offset: Int
  /// The characters to respell, in ascending order.
  private(set) var neighbours: [Neighbour] = []

  init(_ delimiters: (open: [UInt8], close: [UInt8]), at offset: Int) {
    open = delimiters.open
    close = delimiters.close
    self.offset = offset
  }

  /// Returns the pair with one neighbour respelled, in each way, then with one on each side.
  func beside(_ others: (left: [Neighbour], right: [Neighbour])) -> [EmptyPair] {
    (others.left + others.right).map { beside([$0]) }
      + others.left.flatMap { left in others.right.map { beside([left, $0]) } }
  }

  /// Returns the pair with other characters respelled, in ascending order.
  func beside(_ others: [Neighbour]) -> EmptyPair {
    var pair = self
    pair.neighbours = others
    return pair
  }

  /// Returns the pair with more characters respelled, except those that already are.
  func beside(also others: [Neighbour]) -> EmptyPair {
    let new = others.filter { other in !neighbours.contains { $0.source == other.source } }
    return beside((neighbours + new).sorted(byKey: { $0.source.lowerBound }))
  }

  /// The UTF-8 offset of the caret in the text with the pair.
  var caret: Int {
    neighbours.filter { $0.source.upperBound <= offset }
      .reduce(offset + open.count) { $0 + $1.bytes.count - $1.source.count }
  }

  /// Returns the edit that writes the pair with `bytes` in it.
  func edit(holding bytes: [UInt8]) -> TextEdit {
    var replacements: [TextEdit.Replacement] = []
    let left = neighbours.filter { $0.source.upperBound <= offset }
    for neighbour in left { replacements.join(neighbour.source, with: neighbour.bytes) }
    replacements.join(offset..<offset, with: open + bytes + close)
    for neighbour in neighbours.dropFirst(left.count) {
      replacements.join(neighbour.source, with: neighbour.bytes)
    }
    return TextEdit(replacements)
  }

  /// Whether some characters are respelled, and all of them as references, such as `&#97;` for `a`.
  var isBesideReferencesAlone: Bool {
    !neighbours.isEmpty && neighbours.allSatisfy { $0.isReference }
  }

  /// The UTF-8 ranges of the characters that are spelled as references.
  var references: [Range<Int>] { neighbours.filter { $0.isReference }.map { $0.source } }
}

extension [TextEdit.Replacement] {
  /// Appends a replacement, or extends the last one if the two touch.
  mutating func join(_ range: Range<Int>, with bytes: [UInt8]) {
    if let last, last.range.upperBound == range.lowerBound {
      self[count - 1] = TextEdit.Replacement(
        last.range.lowerBound..<range.upperBound, with: last.bytes + bytes)
    } else {
      append(TextEdit.Replacement(range, with: bytes))
    }
  }
}
