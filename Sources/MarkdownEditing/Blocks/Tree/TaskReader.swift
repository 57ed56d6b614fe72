import MarkdownSyntax

/// Finds the box of a task: `[ ]` at the start of an item's first paragraph (GFM 0.29 §5.3).
struct TaskReader {
  let source: [UInt8]
  let dialect: Dialect

  init(_ source: [UInt8], _ dialect: Dialect) {
    self.source = source
    self.dialect = dialect
  }

  /// Turns an item into a task if its first leaf begins with a box.
  func readBox(of block: inout Block) {
    guard dialect.extensions.contains(.tasks), block.kind == .item,
      let first = block.children.first, first.kind == .paragraph,
      let content = first.lines[0].content, let end = Self.box(at: content, in: source, dialect),
      end > content.lowerBound
    else { return }
    block.marker.box = Box(
      state: source[content.lowerBound + 1], source: content.lowerBound..<end)
    block.children[0].lines[0].pieces = [.source(end..<content.upperBound)]
    let words = block.children[0].words
    // For libcmark, `[`, the state, `]` and the blanks are characters.
    block.children[0].words = Array(words.dropFirst(end - content.lowerBound))
  }

  /// Returns the start of the text after a box; nil if there is none.
  static func box(at content: Range<Int>, in source: [UInt8], _ dialect: Dialect) -> Int? {
    let start = content.lowerBound
    guard content.count > 3, source[start] == .leftBracket, source[start + 2] == .rightBracket,
      LeafPrefix.isState(source[start + 1], dialect.extensions)
    else { return nil }
    var end = start + 3
    while end < content.upperBound, source[end].isBlank { end += 1 }
    return end > start + 3 && end < content.upperBound ? end : nil
  }
}

extension HeadingForm {
  /// Reads `## text ##`; nil if the line is not an ATX heading (CommonMark 0.30 §4.2).
  static func atx(on line: Range<Int>, in source: [UInt8]) -> (form: HeadingForm, text: Range<Int>)?
  {
    var start = line.lowerBound
    while start < line.upperBound, source[start] == .numberSign { start += 1 }
    guard start > line.lowerBound, start - line.lowerBound <= 6 else { return nil }
    var form = HeadingForm()
    form.hashes = line.lowerBound..<start
    var text = start
    while text < line.upperBound, source[text].isBlank { text += 1 }
    form.padding = Array(source[start..<text])
    var end = line.upperBound
    while end > text, source[end - 1].isBlank { end -= 1 }
    var hashes = end
    while hashes > text, source[hashes - 1] == .numberSign { hashes -= 1 }
    if hashes < end, hashes == text || source[hashes - 1].isBlank {
      end = hashes
      while end > text, source[end - 1].isBlank { end -= 1 }
    }
    if end < line.upperBound { form.closing = end..<line.upperBound }
    return (form, text..<end)
  }
}
