/// Finds grapheme clusters as in the standard library's `Character`, but reads only the
/// neighbourhood of a cluster.
enum Graphemes {
  /// The start of the cluster with the byte before `offset`; 0 at the start of the text.
  ///
  /// - Complexity: O(*c*) in the length of the cluster and what its boundaries depend on.
  static func boundary<Text: ScalarText>(before offset: Int, in text: inout Text) -> Int {
    guard offset > 0 else { return 0 }
    let start = safeBoundary(before: offset, in: &text)
    var last = start
    for end in boundaries(from: start, to: offset, in: &text) where end < offset { last = end }
    return last
  }

  /// The end of the cluster with the byte at `offset`; at the end of the text, its length.
  static func boundary<Text: ScalarText>(after offset: Int, in text: inout Text) -> Int {
    guard offset < text.utf8Count else { return text.utf8Count }
    let start = safeBoundary(before: offset, in: &text)
    let stop = safeBoundary(after: offset, in: &text)
    return boundaries(from: start, to: stop, in: &text).first { $0 > offset } ?? stop
  }

  /// The start of the cluster with the byte at `offset`, which may be `offset` itself.
  static func start<Text: ScalarText>(ofClusterAt offset: Int, in text: inout Text) -> Int {
    guard offset < text.utf8Count else { return text.utf8Count }
    return boundary(before: boundary(after: offset, in: &text), in: &text)
  }

  /// The ends of the clusters in `start..<end`, where `start` is a boundary.
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

  /// A boundary before `offset` that the two scalars around it prove.
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

  /// A boundary after `offset` that the two scalars around it prove.
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
  /// Whether there is a grapheme boundary between this scalar and `next` in any text, as in `"ab"`.
  ///
  /// The test is sufficient, not necessary. It accepts letters, digits, spaces and common
  /// punctuation, except for the few that UAX #29 joins: jamo (GB6 to GB8), prepended letters
  /// (GB9b), and the Thai and Lao vowel AM (GB9a). In ASCII, it accepts all but CR LF (GB3 to GB5).
  /// The classes are those of the word rules: the standard library's categories would add 33 kB.
  package func isAloneBefore(_ next: Unicode.Scalar) -> Bool {
    if value < 0x80 && next.value < 0x80 { return !(value == 0x0D && next.value == 0x0A) }
    return standsAlone && next.standsAlone
  }

  /// Whether only an extending scalar joins this one to a cluster: `"a"`, not U+0301.
  private var standsAlone: Bool {
    if value < 0x80 { return true }
    if isCommonPunctuation { return true }
    let wordClass = wordBreakClass
    return (wordClass.makesWord || wordClass == .whiteSpace) && !joinsNeighbours
  }

  /// Whether the scalar is in a block of punctuation that often repeats: `"…"`, `"。"`.
  private var isCommonPunctuation: Bool {
    switch value {
    case 0x2010...0x2027, 0x2030...0x205E, 0x3001...0x3003, 0x3008...0x301B: true
    case 0xFF01...0xFF0F, 0xFF1A...0xFF20: true
    default: false
    }
  }

  /// Whether a letter may join a grapheme cluster as a jamo, a Prepend or a SpacingMark: `"ำ"`
  /// (U+0E33), not `"ก"` (U+0E01).
  private var joinsNeighbours: Bool {
    switch value {
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF, 0x0E33, 0x0EB3, 0x0D4E: true
    case 0x11000...0x11FFF, 0x16100...0x1613F, 0x16D40...0x16D7F: true
    default: false
    }
  }
}
