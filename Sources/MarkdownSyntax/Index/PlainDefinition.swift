/// A link reference definition on a line of its own that is written so plainly that it can be read
/// in one way only: libcmark, where a paragraph at the root begins with it, takes the line, and
/// nothing else, for a definition of just these bytes.
///
/// There are no escapes and references in it, no parentheses, nothing but blanks between its parts;
/// its label is printable ASCII without two blanks together (CommonMark 0.30 §4.7).
struct PlainDefinition: Sendable {
  /// The hash of the label folded, which is exact.
  var hash: UInt64
  /// Where in the text the parts stand; an empty title is none.
  private var labelStart: UInt32
  private var labelEnd: UInt32
  private var destinationStart: UInt32
  private var destinationEnd: UInt32
  private var titleStart: UInt32
  private var titleEnd: UInt32

  var label: Range<Int> { Int(labelStart)..<Int(labelEnd) }
  var destination: Range<Int> { Int(destinationStart)..<Int(destinationEnd) }
  var title: Range<Int> { Int(titleStart)..<Int(titleEnd) }

  /// Reads the line that begins with the bracket at `start`; nil where it is not as plain.
  ///
  /// - Parameter endsText: whether nothing follows the bytes of `text`.
  /// - Returns: the definition, and the offset of the next line.
  static func match(
    in text: Bytes, at start: Int, endsText: Bool
  ) -> (definition: PlainDefinition, end: Int)? {
    guard let labelEnd = endOfLabel(in: text, from: start + 1), labelEnd + 1 < text.count,
      text[labelEnd + 1] == 0x3A
    else { return nil }
    // What is parsed at once has less than 256 MiB.
    guard let destination = destination(in: text, from: text.skippingBlanks(from: labelEnd + 2))
    else { return nil }
    var index = text.skippingBlanks(from: destination.end)
    var title = index..<index
    if index < text.count, text[index] == 0x22 || text[index] == 0x27 {
      let quote = text[index]
      guard index > destination.end, let end = endOfTitle(in: text, from: index + 1, quote)
      else { return nil }
      title = index + 1..<end
      index = text.skippingBlanks(from: end + 1)
    }
    guard let end = text.endOfLineEnding(at: index, endsText: endsText) else { return nil }
    if title.isEmpty {
      // A title may stand on the next line.
      let next = text.skippingBlanks(from: end)
      guard next < text.count ? !text[next].opensTitle : endsText else { return nil }
    }
    let label = start + 1..<labelEnd
    let definition = PlainDefinition(
      hash: LabelKey.hash(of: Bytes(rebasing: text[label])).hash,
      labelStart: UInt32(label.lowerBound), labelEnd: UInt32(label.upperBound),
      destinationStart: UInt32(destination.range.lowerBound),
      destinationEnd: UInt32(destination.range.upperBound),
      titleStart: UInt32(title.lowerBound), titleEnd: UInt32(title.upperBound))
    return (definition, end)
  }

  /// The offset of the bracket behind a label that is not empty and has no blanks at its ends.
  private static func endOfLabel(in text: Bytes, from start: Int) -> Int? {
    var index = start
    var last: UInt8 = 0x20
    while index < text.count, text[index].isPlainInLabel {
      if text[index] == 0x20, last == 0x20 { return nil }
      last = text[index]
      index += 1
    }
    guard index < text.count, text[index] == 0x5D, last != 0x20,
      index - start <= LinkLabel.byteLimit
    else { return nil }
    return index
  }

  /// A destination, in angle brackets or not, with white space or nothing behind it.
  private static func destination(
    in text: Bytes, from start: Int
  ) -> (range: Range<Int>, end: Int)? {
    let isInBrackets = start < text.count && text[start] == 0x3C
    let first = isInBrackets ? start + 1 : start
    var index = first
    while index < text.count, text[index].isPlainInDestination { index += 1 }
    if index == first { return nil }
    if !isInBrackets { return (first..<index, index) }
    guard index < text.count, text[index] == 0x3E else { return nil }
    let end = index + 1
    let isEnded = end == text.count || text[end].isBlank || text[end] == 0x0A || text[end] == 0x0D
    return isEnded ? (first..<index, end) : nil
  }

  /// The offset of the quote behind a title on one line that is not empty.
  private static func endOfTitle(in text: Bytes, from start: Int, _ quote: UInt8) -> Int? {
    var index = start
    while index < text.count, text[index] != quote {
      let byte = text[index]
      if byte < 0x20 || byte == 0x26 || byte == 0x5C { return nil }
      index += 1
    }
    return index < text.count && index > start ? index : nil
  }
}

extension UInt8 {
  /// Whether the byte is printable ASCII other than a bracket or the backslash: `a`, not `]`.
  fileprivate var isPlainInLabel: Bool { self >= 0x20 && self < 0x7F && self &- 0x5B > 2 }

  /// Whether the byte is no white space, no control character and no ASCII that may have a meaning
  /// in a link destination: `/`, not `(`.
  fileprivate var isPlainInDestination: Bool {
    switch self {
    case 0...0x20, 0x26, 0x28, 0x29, 0x3C, 0x3E, 0x5C, 0x7F: false
    default: true
    }
  }

  fileprivate var opensTitle: Bool { self == 0x22 || self == 0x27 || self == 0x28 }
}

extension UnsafeBufferPointer<UInt8> {
  /// The offset behind the line ending at `index`; nil where none surely ends there.
  fileprivate func endOfLineEnding(at index: Int, endsText: Bool) -> Int? {
    if index == count { return endsText ? count : nil }
    if self[index] == 0x0A { return index + 1 }
    guard self[index] == 0x0D, index + 1 < count || endsText else { return nil }
    return index + 1 < count && self[index + 1] == 0x0A ? index + 2 : index + 1
  }
}
