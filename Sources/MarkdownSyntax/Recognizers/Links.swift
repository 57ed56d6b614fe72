/// A link reference definition (CommonMark 0.30 §4.7).
struct LinkDefinition: Hashable, Sendable {
  var label: LabelKey
  /// The definition on one line, without a line ending; alone in a paragraph it means the same.
  var text: [UInt8]
  /// The number of bytes of destination and title that a use of it adds.
  var byteCount: Int
  /// Whether a dialect with footnotes reads it as one, or as the text of one before it in the same
  /// paragraph: both of `[^1]: a⏎[b]: c`.
  var isOfFootnote = false

  struct Parts {
    var label: Range<Int>
    var destination: Range<Int>
    var title: Range<Int>?
    /// The offset after the last of them with its delimiters.
    var close: Int
    var end: Int
  }

  static func parts(in text: Bytes, at start: Int) -> Parts? {
    guard let label = LinkLabel.match(in: text, at: start), !label.label.isEmpty,
      label.end < text.count, text[label.end] == .colon
    else { return nil }
    let first = text.skippingBlanksAndLineFeed(from: label.end + 1)
    guard let destination = LinkDestination.match(in: text, at: first) else { return nil }
    let titleStart = text.skippingBlanksAndLineFeed(from: destination.end)
    var parts = Parts(
      label: label.label, destination: destination.content, close: destination.end, end: 0)
    var end = text.lineEnd(from: parts.close)
    // A title with other text after it belongs to the paragraph; libcmark uses it as the title too.
    if titleStart > parts.close, let titleEnd = LinkTitle.end(in: text, at: titleStart) {
      end = text.lineEnd(from: titleEnd) ?? end
      (parts.title, parts.close) = (titleStart + 1..<titleEnd - 1, titleEnd)
    }
    guard let end else { return nil }
    parts.end = end
    return parts
  }

  /// The definition that begins at `start`, and the offset after its line ending, if any.
  static func match(in text: Bytes, at start: Int) -> (definition: LinkDefinition, end: Int)? {
    guard let parts = parts(in: text, at: start) else { return nil }
    var line = Array(text[start..<parts.close])
    for index in line.indices.reversed() where line[index] == .lineFeed {
      let isContent =
        parts.destination.contains(start + index) || parts.title?.contains(start + index) == true
      line.replaceSubrange(index...index, with: isContent ? Array("&#10;".utf8) : [.space])
    }
    return (
      LinkDefinition(
        label: LabelKey(Bytes(rebasing: text[parts.label])), text: line,
        byteCount: Unescaping.count(text, parts.destination)
          + Unescaping.count(text, parts.title ?? 0..<0)),
      parts.end
    )
  }
}

/// The labels that a document defines (CommonMark 0.30 §4.7), and the size of their targets.
struct ReferenceMap: Hashable, Sendable {
  private var definitions: [LabelKey: LinkDefinition] = [:]
  /// The number of bytes of destinations and titles that libcmark lets references add.
  private(set) var expansionLimit = 100_000

  init() {}

  /// Makes a map of the definitions of a source of `byteCount` bytes, in document order.
  init(_ definitions: [LinkDefinition], byteCount: Int) {
    expansionLimit = Swift.max(byteCount, expansionLimit)
    for definition in definitions where self.definitions[definition.label] == nil {
      self.definitions[definition.label] = definition
    }
  }

  var isEmpty: Bool { definitions.isEmpty }

  func definition(of label: Bytes) -> LinkDefinition? {
    definitions.isEmpty ? nil : definitions[LabelKey(label)]
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func skippingBlanksAndLineFeed(from index: Int) -> Int {
    let next = skippingBlanks(from: index)
    return next < count && self[next] == .lineFeed ? skippingBlanks(from: next + 1) : next
  }

  fileprivate func lineEnd(from index: Int) -> Int? {
    let next = skippingBlanks(from: index)
    if next == count { return next }
    return self[next] == .lineFeed ? next + 1 : nil
  }
}

/// A link destination (CommonMark 0.30 §6.3).
enum LinkDestination {
  /// The number of nested parentheses that libcmark allows in a destination.
  static let parenthesisLimit = 32

  /// The end and the content of the destination that begins at `start`, or nil if there is none.
  static func match(in text: Bytes, at start: Int) -> (end: Int, content: Range<Int>)? {
    guard start < text.count, text[start] == .lessThan else { return bare(in: text, at: start) }
    var index = start + 1
    while index < text.count {
      switch text[index] {
      case .greaterThan:
        // libcmark needs a byte after the `>`; a link or definition has one anyway.
        guard index + 1 < text.count else { return nil }
        return (index + 1, start + 1..<index)
      case .backslash:
        // libcmark skips any byte after a backslash here, even a line ending, which the
        // specification does not allow.
        index += 2
      case .lineFeed, .lessThan: return nil
      default: index += 1
      }
    }
    return nil
  }

  private static func bare(in text: Bytes, at start: Int) -> (end: Int, content: Range<Int>)? {
    var index = start
    var depth = 0
    scan: while index < text.count {
      switch text[index] {
      case .backslash where index + 1 < text.count && text[index + 1].isASCIIPunctuation:
        index += 1
      case .leftParenthesis:
        depth += 1
        if depth > parenthesisLimit { return nil }
      case .rightParenthesis:
        if depth == 0 { break scan }
        depth -= 1
      case let byte where byte.isMarkdownSpace:
        if index == start { return nil }
        break scan
      default: break
      }
      index += 1
    }
    guard index < text.count, depth == 0 else { return nil }
    return (index, start..<index)
  }
}

/// A link label: `[…]` (CommonMark 0.30 §6.3).
enum LinkLabel {
  /// The number of bytes that libcmark allows in a label.
  static let byteLimit = 1000

  /// The end, after its bracket, of the label that opens at `start`, and its text without white
  /// space at the ends, which may be empty. Nil if there is no label.
  static func match(
    in text: Bytes, at start: Int, limit: Int = byteLimit
  ) -> (end: Int, label: Range<Int>)? {
    guard start < text.count, text[start] == .leftBracket else { return nil }
    var index = start + 1
    var length = 0
    while index < text.count, text[index] != .leftBracket, text[index] != .rightBracket {
      let byte = text[index]
      index += 1
      // A NUL counts as the three bytes of U+FFFD, by which libcmark replaces it.
      length += byte == 0 ? 3 : 1
      if byte == .backslash, index < text.count, text[index].isASCIIPunctuation {
        index += 1
        length += 1
      }
      if length > limit { return nil }
    }
    guard index < text.count, text[index] == .rightBracket else { return nil }
    return (index + 1, text.trimming(start + 1..<index))
  }
}

extension UnsafeBufferPointer<UInt8> {
  func trimming(_ range: Range<Int>) -> Range<Int> {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high, self[low].isMarkdownSpace { low += 1 }
    while low < high, self[high - 1].isMarkdownSpace { high -= 1 }
    return low..<high
  }

  func skippingSpace(from index: Int) -> Int { skipping(from: index) { $0.isMarkdownSpace } }

  func skippingBlanks(from index: Int) -> Int { skipping(from: index) { $0.isBlank } }

  /// The first index from `index` on, or `limit`, with a byte for which `isSkipped` is false.
  @inline(__always)
  func skipping(from index: Int, upTo limit: Int? = nil, _ isSkipped: (UInt8) -> Bool) -> Int {
    let limit = limit ?? count
    var index = index
    while index < limit, isSkipped(self[index]) { index += 1 }
    return index
  }
}

/// The tail of an inline link: `(destination "title")` (CommonMark 0.30 §6.3).
enum LinkTail {
  static func end(in text: Bytes, at start: Int) -> Int? { parts(in: text, at: start)?.end }

  static func parts(
    in text: Bytes, at start: Int
  ) -> (end: Int, destination: Range<Int>, title: Range<Int>?)? {
    guard start < text.count, text[start] == .leftParenthesis else { return nil }
    let first = text.skippingSpace(from: start + 1)
    guard let destination = LinkDestination.match(in: text, at: first) else { return nil }
    let title = text.skippingSpace(from: destination.end)
    // Only white space may separate the title from the destination.
    let titleEnd = title == destination.end ? title : LinkTitle.end(in: text, at: title) ?? title
    let last = text.skippingSpace(from: titleEnd)
    guard last < text.count, text[last] == .rightParenthesis else { return nil }
    let isTitled = titleEnd > title
    return (last + 1, destination.content, isTitled ? title + 1..<titleEnd - 1 : nil)
  }
}

/// A link title (CommonMark 0.30 §6.3).
enum LinkTitle {
  /// The end, after its closing mark, of the title that begins at `start`, or nil if there is none.
  ///
  /// libcmark matches the longest possible title, and may read a backslash as an escape or as
  /// itself. So a closing mark after a backslash ends the title only if no other follows. Against
  /// the specification, `\\"` does not end a title that continues.
  static func end(in text: Bytes, at start: Int) -> Int? {
    guard start < text.count else { return nil }
    let close: UInt8
    switch text[start] {
    case .quotationMark: close = .quotationMark
    case .apostrophe: close = .apostrophe
    case .leftParenthesis: close = .rightParenthesis
    default: return nil
    }
    var escapedEnd: Int?
    var index = start + 1
    while index < text.count {
      let byte = text[index]
      let isEscaped = index > start + 1 && text[index - 1] == .backslash
      if byte == close {
        guard isEscaped else { return index + 1 }
        escapedEnd = index + 1
      } else if byte == .leftParenthesis, close == .rightParenthesis, !isEscaped {
        return escapedEnd
      }
      index += 1
    }
    return escapedEnd
  }
}

/// An autolink: `<scheme:…>` or `<name@host>` (CommonMark 0.30 §6.5).
enum Autolink {
  static func endOfURI(in text: Bytes, at start: Int) -> Int? {
    guard start + 1 < text.count, text[start + 1].isASCIILetter else { return nil }
    let scheme = text.skipping(from: start + 1, upTo: Swift.min(text.count, start + 35)) {
      $0.isASCIIAlphanumeric || $0 == .plusSign || $0 == .hyphen || $0 == .fullStop
    }
    let length = scheme - start - 1
    guard length >= 2, length <= 32, scheme < text.count, text[scheme] == .colon else { return nil }
    // libcmark reads a NUL as U+FFFD.
    let end = text.skipping(from: scheme + 1) {
      ($0 > .space || $0 == 0) && $0 != .lessThan && $0 != .greaterThan
    }
    return end < text.count && text[end] == .greaterThan ? end + 1 : nil
  }

  static func endOfEmail(in text: Bytes, at start: Int) -> Int? {
    var index = text.skipping(from: start + 1) { $0.isEmailAtom }
    guard index > start + 1, index < text.count, text[index] == .atSign else { return nil }
    repeat {
      guard let end = endOfHostLabel(in: text, at: index + 1) else { return nil }
      index = end
    } while index < text.count && text[index] == .fullStop
    return index < text.count && text[index] == .greaterThan ? index + 1 : nil
  }

  /// Letters and digits, with hyphens only inside; at most 63.
  private static func endOfHostLabel(in text: Bytes, at start: Int) -> Int? {
    let index = text.skipping(from: start) { $0.isASCIIAlphanumeric || $0 == .hyphen }
    guard index > start, index - start <= 63, text[start] != .hyphen, text[index - 1] != .hyphen
    else { return nil }
    return index
  }
}

extension UInt8 {
  fileprivate var isEmailAtom: Bool {
    switch self {
    case .exclamationMark, .numberSign ... .apostrophe, .asterisk, .plusSign, .hyphen ... .slash,
      .equalsSign, .questionMark, .circumflex ... .backtick, .leftBrace ... .tilde:
      true
    default: isASCIIAlphanumeric
    }
  }
}
