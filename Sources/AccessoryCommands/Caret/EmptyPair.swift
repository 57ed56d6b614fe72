import MarkdownSyntax
import TextEditing

/// Two delimiters to be written around a caret, and how the characters beside it are spelled.
struct EmptyPair {
  /// A character beside the caret in another spelling.
  struct Neighbour {
    var source: Range<Int>
    var bytes: [UInt8]
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
    return beside((neighbours + new).sorted { $0.source.lowerBound < $1.source.lowerBound })
  }

  /// The same with a neighbour as it was.
  func without(_ neighbour: Neighbour) -> EmptyPair {
    beside(neighbours.filter { $0.source != neighbour.source })
  }

  /// Where the caret stands between the delimiters.
  var caret: Int {
    neighbours.filter { $0.source.upperBound <= offset }
      .reduce(offset + open.count) { $0 + $1.bytes.count - $1.source.count }
  }

  /// The edit that writes the pair with `bytes` in it.
  func edit(holding bytes: [UInt8]) -> TextEdit {
    var replacements: [Replacement] = []
    let left = neighbours.filter { $0.source.upperBound <= offset }
    for neighbour in left { replacements.join(neighbour.source, with: neighbour.bytes) }
    replacements.join(offset..<offset, with: open + bytes + close)
    for neighbour in neighbours.dropFirst(left.count) {
      replacements.join(neighbour.source, with: neighbour.bytes)
    }
    return TextEdit(replacements)
  }

  /// The edit that only spells the neighbours; nil where they stay as they are.
  var editOfNeighbours: TextEdit? {
    if neighbours.isEmpty { return nil }
    return TextEdit(neighbours.map { Replacement($0.source, with: $0.bytes) })
  }

  /// The UTF-8 ranges of the characters that are spelled as references.
  var references: [Range<Int>] { neighbours.filter { $0.isReference }.map { $0.source } }
}

extension [Replacement] {
  /// Adds a replacement behind the others; where it touches the last one, the two are one.
  mutating func join(_ range: Range<Int>, with bytes: [UInt8]) {
    if let last, last.range.upperBound == range.lowerBound {
      self[count - 1] = Replacement(
        last.range.lowerBound..<range.upperBound, with: last.bytes + bytes)
    } else {
      append(Replacement(range, with: bytes))
    }
  }
}

extension Probe {
  /// How else the characters beside the word can be spelled, each in order of preference; in
  /// offsets of the text without the word.
  func neighbours(
    allowsReferences: Bool
  ) -> (left: [EmptyPair.Neighbour], right: [EmptyPair.Neighbour]) {
    let (left, right) = surroundings
    let token = text.characters[character].token
    func spellings(_ index: Int, shift: Int) -> [EmptyPair.Neighbour] {
      guard text.tokens.indices.contains(index),
        case .character(let scalar, .plain) = text.tokens[index].kind
      else { return [] }
      let source = text.tokens[index].source
      let range = (source.lowerBound - shift)..<(source.upperBound - shift)
      var result: [EmptyPair.Neighbour] = []
      if Escaping.isASCIIPunctuation(scalar) {
        let bytes = Escaping.respelled(scalar)
        result.append(EmptyPair.Neighbour(source: range, bytes: bytes, isReference: false))
      }
      if allowsReferences {
        let bytes = Escaping.reference(scalar)
        result.append(EmptyPair.Neighbour(source: range, bytes: bytes, isReference: true))
      }
      return result
    }
    return (
      spellings(token - 1 - left.count, shift: 0),
      spellings(token + 1 + right.count, shift: Probe.bytes.count)
    )
  }

  /// For each delimiter run beside the word that opens or closes emphasis: it and its partner with
  /// the other character; in offsets of the text without the word.
  var swaps: [[EmptyPair.Neighbour]] {
    let (left, right) = surroundings
    var seen: Set<Int> = []
    return (left + right).compactMap { index in
      let partner = text.tokens[index].partner
      guard text.tokens[index].kind.mark != .code, seen.insert(min(index, partner)).inserted else {
        return nil
      }
      return [min(index, partner), max(index, partner)].map { index in
        let source = text.tokens[index].source
        let isStar = self.source[source.lowerBound] == UInt8(ascii: "*")
        let other = isStar ? UInt8(ascii: "_") : UInt8(ascii: "*")
        let shift = source.lowerBound >= offset ? Probe.bytes.count : 0
        return EmptyPair.Neighbour(
          source: (source.lowerBound - shift)..<(source.upperBound - shift),
          bytes: Array(repeating: other, count: source.count), isReference: false)
      }
    }
  }

  /// The characters of the leaf that are plainly spelled and among `bytes`, escaped; in offsets of
  /// the text without the word.
  func literals(of bytes: [UInt8]) -> [EmptyPair.Neighbour] {
    text.tokens.compactMap { token in
      guard case .character(let scalar, .plain) = token.kind, scalar.isASCII,
        bytes.contains(UInt8(truncatingIfNeeded: scalar.value))
      else { return nil }
      let shift = token.source.lowerBound >= offset ? Probe.bytes.count : 0
      let range = (token.source.lowerBound - shift)..<(token.source.upperBound - shift)
      return EmptyPair.Neighbour(
        source: range, bytes: [UInt8(ascii: "\\")] + Escaping.utf8(scalar), isReference: false)
    }
  }
}
