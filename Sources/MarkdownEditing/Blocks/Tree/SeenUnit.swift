import MarkdownSyntax

/// One visible item of a leaf, as a renderer of the dialect shows it.
struct SeenUnit: Hashable {
  enum Thing: Hashable {
    case character(Unicode.Scalar)
    case lineBreak(isHard: Bool)
    /// Raw HTML or an island, as a whole.
    case object([UInt8])
    /// An image, with its target. Its description follows.
    case image([UInt8])
  }

  var thing: Thing
  /// CommonMark's marks and the dialect's, one bit each. White space and breaks have none, and no
  /// link.
  var marks: UInt32 = 0
  /// The end of the link around it, or the definition of its label.
  var link: [UInt8] = []

  /// A soft break, as at the line ending of `a⏎b`.
  static let softBreak = SeenUnit(thing: .lineBreak(isHard: false))

  /// The characters of a text without markup.
  static func text(_ bytes: some Sequence<UInt8>) -> [SeenUnit] {
    String(decoding: Array(bytes), as: UTF8.self).unicodeScalars
      .map { SeenUnit(thing: .character($0)) }
  }

  /// The lines of a block of code or raw HTML, of which each byte is a character.
  static func code(_ text: some Sequence<UInt8>, info: some Sequence<UInt8> = []) -> [SeenUnit] {
    [
      info.map { SeenUnit(thing: .character(Unicode.Scalar($0))) }, [softBreak],
      text.map { SeenUnit(thing: .character(Unicode.Scalar($0))) },
    ].flatMap { $0 }
  }

  /// The unit with marks and a link, unless it is white space or a break.
  func with(_ marks: UInt32, _ link: [UInt8]) -> SeenUnit {
    isSolid ? SeenUnit(thing: thing, marks: marks, link: link) : self
  }

  /// Whether it is a space or a tab, like that of `a b`.
  var isBlank: Bool { thing == .character(" ") || thing == .character("\t") }

  /// Whether it is a soft or a hard break, like the line ending of `a⏎b`.
  var isBreak: Bool {
    if case .lineBreak = thing { true } else { false }
  }

  /// Whether it is a hard break, like that of `a\⏎b`.
  var isHardBreak: Bool { thing == .lineBreak(isHard: true) }

  /// Whether it is neither white space nor a break: `a`, not `" "`.
  var isSolid: Bool {
    switch thing {
    case .character(let scalar): !isWhiteSpace(scalar)
    case .lineBreak: false
    case .object, .image: true
    }
  }

  /// The units without white space at both ends, which is not visible.
  static func trimmed(_ units: [SeenUnit]) -> ArraySlice<SeenUnit> {
    units[..<(units.lastIndex { $0.isSolid }.map { $0 + 1 } ?? 0)].drop { !$0.isSolid }
  }
}

/// Whether a scalar is white space and so cannot have a mark: `" "` and U+00A0, not `"a"`.
/// CommonMark's definition (0.30 §2.1, Unicode whitespace) also decides whether delimiters flank.
func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
  // Most characters are visible ASCII.
  scalar.value &- 0x21 > 0x7E &- 0x21 && isUnicodeWhitespace(scalar)
}
