/// Grapheme clusters as the standard library's `Character` has them, found without reading more
/// of the text than the cluster's neighbourhood.
enum Graphemes {
  /// The start of the cluster that ends at or holds the byte before `offset`; 0 at the start.
  ///
  /// - Complexity: O(*c*) in the length of the cluster and what its boundaries depend on.
  static func boundary<Text: ScalarText>(before offset: Int, in text: inout Text) -> Int {
    guard offset > 0 else { return 0 }
    let start = safeBoundary(before: offset, in: &text)
    var last = start
    for end in boundaries(from: start, to: offset, in: &text) where end < offset { last = end }
    return last
  }

  /// The end of the cluster that holds the byte at `offset`; the text's length at its end.
  static func boundary<Text: ScalarText>(after offset: Int, in text: inout Text) -> Int {
    guard offset < text.utf8Count else { return text.utf8Count }
    let start = safeBoundary(before: offset, in: &text)
    let stop = safeBoundary(after: offset, in: &text)
    return boundaries(from: start, to: stop, in: &text).first { $0 > offset } ?? stop
  }

  /// The start of the cluster that holds the byte at `offset`, which may be `offset` itself.
  static func start<Text: ScalarText>(ofClusterAt offset: Int, in text: inout Text) -> Int {
    guard offset < text.utf8Count else { return text.utf8Count }
    return boundary(before: boundary(after: offset, in: &text), in: &text)
  }

  /// The ends of the clusters of `start..<end`, where `start` is a boundary.
  private static func boundaries<Text: ScalarText>(
    from start: Int, to end: Int, in text: inout Text
  ) -> [Int] {
    var offset = start
    return string(start..<end, of: &text).map { character in
      offset += character.utf8.count
      return offset
    }
  }

  private static func string<Text: ScalarText>(_ range: Range<Int>, of text: inout Text) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for offset in range { bytes.append(text.byte(at: offset)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A boundary before `offset` that can be told from the two scalars at it.
  private static func safeBoundary<Text: ScalarText>(
    before offset: Int, in text: inout Text
  ) -> Int {
    guard var right = text.scalar(before: offset) else { return 0 }
    while let left = text.scalar(before: right.start) {
      if left.scalar.isAloneBefore(right.scalar) { return right.start }
      right = left
    }
    return 0
  }

  /// A boundary after `offset` that can be told from the two scalars at it.
  private static func safeBoundary<Text: ScalarText>(
    after offset: Int, in text: inout Text
  ) -> Int {
    guard var left = text.scalar(at: offset) else { return text.utf8Count }
    while let right = text.scalar(at: left.end) {
      if left.scalar.isAloneBefore(right.scalar) { return left.end }
      left = right
    }
    return left.end
  }
}

extension Unicode.Scalar {
  /// Whether a grapheme boundary is certain between this scalar and `next`, whatever is around.
  ///
  /// Sufficient, not necessary: a letter, digit, blank or common mark of punctuation before another. Left
  /// out are the few that join by the rules of UAX #29: jamo (GB6 to GB8), prepended letters (GB9b),
  /// the Thai and Lao vowel AM (GB9a); a control is alone but for CR LF (GB3 to GB5). The classes are those
  /// of the word rules, which are here anyway: the standard library's general categories are 33 kB of their
  /// own.
  func isAloneBefore(_ next: Unicode.Scalar) -> Bool {
    if value < 0x80 && next.value < 0x80 { return !(value == 0x0D && next.value == 0x0A) }
    return standsAlone && next.standsAlone
  }

  /// Whether the scalar joins no grapheme cluster but through one that extends it: `"a"`, not U+0301.
  private var standsAlone: Bool {
    if value < 0x80 { return true }
    if isCommonPunctuation { return true }
    let wordClass = wordBreakClass
    return (wordClass.makesWord || wordClass == .whiteSpace) && !joinsNeighbours
  }

  /// Whether the scalar is in a block of punctuation that runs of it are written with: `"…"`, `"。"`.
  private var isCommonPunctuation: Bool {
    switch value {
    case 0x2010...0x2027, 0x2030...0x205E, 0x3001...0x3003, 0x3008...0x301B: true
    case 0xFF01...0xFF0F, 0xFF1A...0xFF20: true
    default: false
    }
  }

  /// Whether a letter may join a grapheme cluster, as a jamo, a Prepend or a SpacingMark:
  /// `"ำ"` (U+0E33), not `"ก"` (U+0E01).
  private var joinsNeighbours: Bool {
    switch value {
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF, 0x0E33, 0x0EB3, 0x0D4E: true
    case 0x11000...0x11FFF, 0x16100...0x1613F, 0x16D40...0x16D7F: true
    default: false
    }
  }
}
