import CommonMark

package enum TableRow {
  /// The number of columns of a delimiter row, or nil if the line is another.
  package static func delimiterColumns(of line: Range<Int>, in source: Bytes) -> Int? {
    var index = line.lowerBound
    var columns = 0
    var isAfterPipe = true
    if index < line.upperBound, source[index] == .verticalLine { index += 1 }
    func skipBlanks() {
      index = source.skipping(from: index, upTo: line.upperBound) {
        $0.isBlank || $0 == .verticalTab || $0 == .formFeed
      }
    }
    while true {
      skipBlanks()
      if index == line.upperBound { return columns > 0 ? columns : nil }
      guard isAfterPipe else { return nil }
      if source[index] == .colon { index += 1 }
      let dashes = index
      while index < line.upperBound, source[index] == .hyphen { index += 1 }
      guard index > dashes else { return nil }
      if index < line.upperBound, source[index] == .colon { index += 1 }
      skipBlanks()
      columns += 1
      isAfterPipe = index < line.upperBound && source[index] == .verticalLine
      if isAfterPipe { index += 1 }
    }
  }

  /// The cells of a row, from pipe to pipe, with the blanks around their content.
  package static func cells(of line: Range<Int>, in source: Bytes) -> [Range<Int>] {
    var end = line.upperBound
    while end > line.lowerBound, source[end - 1].isMarkdownSpace { end -= 1 }
    var cells: [Range<Int>] = []
    var start = line.lowerBound
    if start < end, source[start] == .verticalLine { start += 1 }
    var index = start
    while index < end {
      // A pipe after a backslash is escaped, even if that is escaped.
      if source[index] == .verticalLine, index == start || source[index - 1] != .backslash {
        cells.append(start..<index)
        start = index + 1
      }
      index += 1
    }
    if start < end { cells.append(start..<line.upperBound) }
    return cells
  }
}

/// Metadata at the very start of a document, between two lines of `---` (YAML; Jekyll's
/// documentation, “Front Matter”) or of `+++` (TOML; Hugo's, “Front matter”).
package enum FrontMatter {
  /// The front matter that the beginning of a document shows.
  enum Beginning {
    case none
    case unfinished
    /// The lines of the metadata, with the ending of the last.
    case lines(Range<Int>)
  }

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
    source.skipping(from: start) { !$0.isLineEnding }
  }

  static func pastLineEnding(in source: Bytes, at end: Int) -> Int {
    guard end < source.count else { return end }
    let isPair =
      source[end] == .carriageReturn && end + 1 < source.count && source[end + 1] == .lineFeed
    return end + (isPair ? 2 : 1)
  }
}

/// The start of a paragraph that is not content: a task's box, an alert's name.
package enum LeafPrefix {
  /// What is printed for a prefix: white space that CommonMark does not strip.
  static let blank = Array("\u{2003}".utf8)

  /// The box of a task: `[ ]`, `[x]` or `[X]` before a blank, right after an item's marker that
  /// begins its line (cmark-gfm 0.29.0.gfm.6; GFM 0.29 §5.3).
  static func task(
    at start: Int, in source: Bytes, _ extensions: SyntaxExtensions
  ) -> Range<Int>? {
    let end = start + 3
    guard end < source.count, source[start] == .leftBracket, source[start + 2] == .rightBracket,
      isState(source[start + 1], extensions),
      source[end].isBlank
    else { return nil }
    var index = start
    while index > 0, !source[index - 1].isLineEnding { index -= 1 }
    if index == 0 { index = source.byteOrderMarkCount }
    index = source.skippingBlanks(from: index)
    if source[index].isASCIIDigit {
      index = source.skipping(from: index) { $0.isASCIIDigit }
    } else if ![.hyphen, .plusSign, .asterisk].contains(source[index]) {
      return nil
    }
    index += 1
    return source.skippingBlanks(from: index) == start && index < start ? start..<end : nil
  }

  package static func isState(_ byte: UInt8, _ extensions: SyntaxExtensions) -> Bool {
    if byte == .space || byte | 0x20 == UInt8(ascii: "x") { return true }
    return extensions.contains(.taskStates) && byte > .space && byte < .delete
      && byte != .leftBracket && byte != .rightBracket && byte != .backslash
  }

  /// The name of an alert, `[!NOTE]` alone on its line, or of a callout, `[!name]-` before a title.
  package static func alert(
    on line: Range<Int>, in source: Bytes, hasTitles: Bool
  ) -> Range<Int>? {
    guard line.count > 3, source[line.lowerBound] == .leftBracket,
      source[line.lowerBound + 1] == .exclamationMark
    else { return nil }
    var end = source.skipping(from: line.lowerBound + 2, upTo: line.upperBound) {
      $0.isASCIIAlphanumeric || $0 == .hyphen
    }
    let name = source[line.lowerBound + 2..<end]
    guard !name.isEmpty, end < line.upperBound, source[end] == .rightBracket else { return nil }
    end += 1
    if hasTitles {
      if end < line.upperBound, source[end] == .plusSign || source[end] == .hyphen { end += 1 }
      return line.lowerBound..<end
    }
    guard source[end..<line.upperBound].allSatisfy({ $0.isBlank }) else { return nil }
    let capitals = name.map { $0 & 0xDF }
    return alertNames.contains { capitals.elementsEqual($0.utf8) } ? line.lowerBound..<end : nil
  }

  fileprivate static let alertNames = ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"]
}

extension Dialect {
  /// The names of alerts, or of Obsidian's callouts (Obsidian's documentation, “Callouts”), as they are usually written.
  package var calloutNames: [String] {
    guard extensions.contains(.alerts) else { return [] }
    guard extensions.contains(.wikiLinks) else { return LeafPrefix.alertNames }
    return [
      "note", "abstract", "info", "todo", "tip", "success", "question", "warning", "failure",
      "danger", "bug", "example", "quote",
    ]
  }
}

/// The lines of directives (`:::`) and admonitions (`!!!`, with content indented by four columns).
enum DirectiveLine {
  static func replacement(for line: Range<Int>, in source: Bytes) -> [UInt8]? {
    guard line.count >= 3 else { return nil }
    let byte = source[line.lowerBound]
    guard byte == .colon || byte == .exclamationMark, source[line.lowerBound + 1] == byte,
      source[line.lowerBound + 2] == byte
    else { return nil }
    return byte == .colon ? Array("***".utf8) : Array("+   ###### #".utf8)
  }
}
