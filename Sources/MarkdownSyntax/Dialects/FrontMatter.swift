/// Metadata at the very start of a document, between two lines of `---` (YAML; Jekyll's
/// documentation, “Front Matter”) or of `+++` (TOML; Hugo's, “Front matter”).
package enum FrontMatter {
  /// The front matter that the beginning of a document shows.
  enum Beginning {
    /// There is none, whatever follows.
    case none
    /// The text ends before that is known.
    case unfinished
    /// The lines of the metadata, with the ending of the last.
    case lines(Range<Int>)
  }

  /// The lines of the metadata, with the ending of the last, or nil if there are none.
  package static func range(
    in source: Bytes, from start: Int, _ extensions: SyntaxExtensions
  ) -> Range<Int>? {
    guard case .lines(let lines) = beginning(of: source, from: start, extensions) else {
      return nil
    }
    return lines
  }

  /// Reads the front matter of a document as far as `source` has it.
  ///
  /// A document may also begin with a thematic break. So the first nonblank line must look like
  /// metadata: a key, a comment or an item of a list.
  static func beginning(
    of source: Bytes, from start: Int, _ extensions: SyntaxExtensions
  ) -> Beginning {
    guard start + 3 <= source.count else { return .unfinished }
    let byte = source[start]
    switch byte {
    case .hyphen where extensions.contains(.yamlFrontMatter): break
    case .plusSign where extensions.contains(.tomlFrontMatter): break
    default: return .none
    }
    guard let first = fenceEnd(byte, in: source, at: start) else { return .none }
    var line = first
    var isMetadata = false
    while line < source.count {
      if let end = fenceEnd(byte, in: source, at: line)
        ?? (byte == .hyphen ? fenceEnd(.fullStop, in: source, at: line) : nil)
      {
        return isMetadata || line == first ? .lines(start..<end) : .none
      }
      let end = lineEnd(in: source, from: line)
      if !isMetadata, !isBlank(source[line..<end]) {
        guard looksLikeMetadata(source[line..<end]) else {
          return end < source.count ? .none : .unfinished
        }
        isMetadata = true
      }
      line = pastLineEnding(in: source, at: end)
    }
    return .unfinished
  }

  /// The offset after a line of three times a byte and blanks, or nil if the line is another.
  private static func fenceEnd(_ byte: UInt8, in source: Bytes, at start: Int) -> Int? {
    let end = lineEnd(in: source, from: start)
    guard end - start >= 3, source[start] == byte, source[start + 1] == byte,
      source[start + 2] == byte, isBlank(source[start + 3..<end])
    else { return nil }
    return pastLineEnding(in: source, at: end)
  }

  private static func looksLikeMetadata(_ line: Swift.Slice<Bytes>) -> Bool {
    guard let first = line.first(where: { !$0.isBlank }) else { return false }
    if first == .numberSign || first == .leftBrace { return true }
    if first == .hyphen { return line.starts(with: [.hyphen, .space]) }
    guard
      first.isASCIIAlphanumeric || first == .quotationMark || first == .apostrophe
        || first == .underscore
        || first >= 0x80 || first == .leftBracket
    else { return false }
    if first == .leftBracket { return true }
    guard let mark = line.firstIndex(where: { $0 == .colon || $0 == .equalsSign }) else {
      return false
    }
    let next = mark + 1
    return line[mark] == .equalsSign || next == line.endIndex || line[next].isBlank
  }

  private static func isBlank(_ line: Swift.Slice<Bytes>) -> Bool { line.allSatisfy { $0.isBlank } }

  static func lineEnd(in source: Bytes, from start: Int) -> Int {
    var end = start
    while end < source.count, !source[end].isLineEnding { end += 1 }
    return end
  }

  static func pastLineEnding(in source: Bytes, at end: Int) -> Int {
    guard end < source.count else { return end }
    let isPair =
      source[end] == .carriageReturn && end + 1 < source.count && source[end + 1] == .lineFeed
    return end + (isPair ? 2 : 1)
  }
}
