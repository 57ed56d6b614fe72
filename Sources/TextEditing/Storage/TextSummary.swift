/// The length of a text in every unit.
package struct TextSummary: Hashable, Sendable {
  package var utf8 = 0
  package var utf16 = 0
  package var scalars = 0
  /// Line endings: LF, CR, or CR LF as one.
  package var lineBreaks = 0

  package init() {}

  package init(utf8: Int, utf16: Int, scalars: Int, lineBreaks: Int) {
    self.utf8 = utf8
    self.utf16 = utf16
    self.scalars = scalars
    self.lineBreaks = lineBreaks
  }

  /// The length of `count` ASCII characters that are not line endings.
  @inline(__always)
  init(plain count: Int) { self.init(utf8: count, utf16: count, scalars: count, lineBreaks: 0) }

  /// Makes a length from the result of `length` for each unit.
  @inline(__always)
  init(_ length: (TextMetric) -> Int) {
    self.init(
      utf8: length(.utf8), utf16: length(.utf16), scalars: length(.scalars),
      lineBreaks: length(.lineBreaks))
  }

  /// The difference from plain text with as many UTF-8 bytes.
  @inline(__always)
  var beyondPlain: TextSummary { self - TextSummary(plain: utf8) }

  /// Whether this is the length of ASCII without line endings: of `"abc"`, not of `"é"` or `"\n"`.
  @inline(__always)
  var isPlain: Bool { (utf8 ^ utf16) | (utf8 ^ scalars) | lineBreaks == 0 }

  /// Calls `body` with the stored value of each unit that is not zero.
  @inline(__always)
  func eachStoredUnit(_ body: (TextMetric, Int) -> Void) {
    if utf8 != 0 { body(.utf8, utf8) }
    if utf16 != utf8 { body(.utf16, utf8 &- utf16) }
    if scalars != utf8 { body(.scalars, utf8 &- scalars) }
    if lineBreaks != 0 { body(.lineBreaks, lineBreaks) }
  }

  /// The length of two texts joined, if that does not join a CR and an LF.
  @inline(__always)
  package static func + (first: TextSummary, second: TextSummary) -> TextSummary {
    TextSummary(
      utf8: first.utf8 + second.utf8, utf16: first.utf16 + second.utf16,
      scalars: first.scalars + second.scalars, lineBreaks: first.lineBreaks + second.lineBreaks)
  }

  @inline(__always)
  package static func - (first: TextSummary, second: TextSummary) -> TextSummary {
    TextSummary(
      utf8: first.utf8 - second.utf8, utf16: first.utf16 - second.utf16,
      scalars: first.scalars - second.scalars, lineBreaks: first.lineBreaks - second.lineBreaks)
  }

  @inline(__always)
  package static func += (first: inout TextSummary, second: TextSummary) { first = first + second }
  @inline(__always)
  package static func -= (first: inout TextSummary, second: TextSummary) { first = first - second }

  @inline(__always)
  package subscript(metric: TextMetric) -> Int {
    switch metric {
    case .utf8: utf8
    case .utf16: utf16
    case .scalars: scalars
    case .lineBreaks: lineBreaks
    }
  }
}

/// The length or growth of a leaf in one word: 16 bits for each unit.
struct PackedSummary {
  let word: UInt64

  /// Packs a summary. The sum of two words is the word of the sum, also for negative lengths.
  @inline(__always)
  init(_ summary: TextSummary) {
    word =
      UInt64(truncatingIfNeeded: summary.utf8)
      &+ UInt64(truncatingIfNeeded: summary.utf16) &<< 16
      &+ UInt64(truncatingIfNeeded: summary.scalars) &<< 32
      &+ UInt64(truncatingIfNeeded: summary.lineBreaks) &<< 48
  }

  /// The lengths, each from -32,768 to 32,767.
  @inline(__always)
  var summary: TextSummary {
    let utf8 = Int64(Int16(truncatingIfNeeded: word))
    let second = (Int64(bitPattern: word) &- utf8) &>> 16
    let utf16 = Int64(Int16(truncatingIfNeeded: second))
    let third = (second &- utf16) &>> 16
    let scalars = Int64(Int16(truncatingIfNeeded: third))
    let fourth = (third &- scalars) &>> 16
    return TextSummary(
      utf8: Int(truncatingIfNeeded: utf8), utf16: Int(truncatingIfNeeded: utf16),
      scalars: Int(truncatingIfNeeded: scalars),
      lineBreaks: Int(truncatingIfNeeded: fourth))
  }
}

/// A unit in which a text is measured.
package enum TextMetric: Int, Hashable, Sendable, CaseIterable {
  case utf8, utf16, scalars, lineBreaks

  /// Whether the tree stores this unit as the difference from UTF-8: `.utf16` and `.scalars`. For
  /// ASCII the difference is 0, so an edit of ASCII changes only one unit.
  @inline(__always)
  var isStoredAsRest: Bool {
    switch self {
    case .utf8, .lineBreaks: false
    case .utf16, .scalars: true
    }
  }
}
