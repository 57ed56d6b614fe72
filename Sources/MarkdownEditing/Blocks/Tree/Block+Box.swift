import MarkdownSyntax

extension Block {
  /// The start of a leaf's text, after the box of a task.
  var textStart: Int { lines[0].content?.lowerBound ?? 0 }

  /// Turns an item into a task if its first leaf begins with a box. Returns the box, which the
  /// leaf's units still contain.
  mutating func takeBox(_ source: [UInt8], _ dialect: Dialect) -> Range<Int>? {
    guard let first = children.first, let box = first.box(in: source, dialect),
      let content = first.lines[0].content
    else { return nil }
    marker.box = Box(state: source[box.lowerBound + 1], source: box)
    children[0].lines[0].pieces = [.source(box.upperBound..<content.upperBound)]
    return box
  }

  /// Returns the box of a task, with the blanks after it: `[ ]` at the start of an item's first
  /// paragraph (GFM 0.29 §5.3).
  func box(in source: [UInt8], _ dialect: Dialect) -> Range<Int>? {
    guard dialect.extensions.contains(.tasks), kind == .paragraph, let content = lines[0].content,
      case let start = content.lowerBound, content.count > 3, source[start] == .leftBracket,
      source[start + 2] == .rightBracket, LeafPrefix.isState(source[start + 1], dialect.extensions)
    else { return nil }
    let blanks = source[(start + 3)..<content.upperBound].prefix { $0.isBlank }
    return blanks.isEmpty || blanks.endIndex == content.upperBound
      ? nil : start..<blanks.endIndex
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
