import MarkdownSyntax
import TextEditing

/// Two delimiters to be written around a caret, and how the characters beside it are spelled.
struct EmptyPair {
  /// A character beside the caret in another spelling.
  struct Neighbour {
    var source: Range<Int>
    var bytes: [UInt8]
    /// Whether the other spelling is a character reference: `&#97;` for `a`, not an escape such as
    /// `\*`.
    var isReference: Bool
  }

  let open: [UInt8]
  let close: [UInt8]
  /// The UTF-8 offset of the caret in the text without the pair.
  let offset: Int
  /// In ascending order.
  private(set) var neighbours: [Neighbour] = []

  init(_ delimiters: (open: [UInt8], close: [UInt8]), at offset: Int) {
    open = delimiters.open
    close = delimiters.close
    self.offset = offset
  }

  /// The same beside neighbours that are spelled otherwise: one of them, then both.
  func beside(_ others: (left: [Neighbour], right: [Neighbour])) -> [EmptyPair] {
    (others.left + others.right).map { beside([$0]) }
      + others.left.flatMap { left in others.right.map { beside([left, $0]) } }
  }

  /// The same with characters that are spelled otherwise, in ascending order.
  func beside(_ others: [Neighbour]) -> EmptyPair {
    var pair = self
    pair.neighbours = others
    return pair
  }

  /// The same beside further neighbours, where they are not spelled otherwise yet.
  func beside(also others: [Neighbour]) -> EmptyPair {
    let new = others.filter { other in !neighbours.contains { $0.source == other.source } }
    return beside((neighbours + new).sorted(byKey: { $0.source.lowerBound }))
  }

  /// Where the caret stands between the delimiters.
  var caret: Int {
    neighbours.filter { $0.source.upperBound <= offset }
      .reduce(offset + open.count) { $0 + $1.bytes.count - $1.source.count }
  }

  /// The edit that writes the pair with `bytes` in it.
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

  /// Whether characters are spelled as references and none is in any other way: of `a`, as `&#97;`.
  var isBesideReferencesAlone: Bool {
    !neighbours.isEmpty && neighbours.allSatisfy { $0.isReference }
  }

  /// The UTF-8 ranges of the characters that are spelled as references.
  var references: [Range<Int>] { neighbours.filter { $0.isReference }.map { $0.source } }
}

extension [TextEdit.Replacement] {
  /// Adds a replacement behind the others; where it touches the last one, the two are one.
  mutating func join(_ range: Range<Int>, with bytes: [UInt8]) {
    if let last, last.range.upperBound == range.lowerBound {
      self[count - 1] = TextEdit.Replacement(
        last.range.lowerBound..<range.upperBound, with: last.bytes + bytes)
    } else {
      append(TextEdit.Replacement(range, with: bytes))
    }
  }
}
