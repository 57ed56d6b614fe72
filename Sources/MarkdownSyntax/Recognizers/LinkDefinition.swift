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
    /// The label, and the contents of the destination and the title.
    var label: Range<Int>
    var destination: Range<Int>
    var title: Range<Int>?
    /// The offset after the last of them with its delimiters.
    var close: Int
    /// The offset after the line ending.
    var end: Int
  }

  /// The parts of the definition that begins at `start`, or nil if there is none.
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
  /// The first definition of each label.
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

  /// The definition of a label, without its brackets.
  func definition(of label: Bytes) -> LinkDefinition? {
    definitions.isEmpty ? nil : definitions[LabelKey(label)]
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Skips blanks with at most one line ending among them.
  fileprivate func skippingBlanksAndLineFeed(from index: Int) -> Int {
    let next = skippingBlanks(from: index)
    return next < count && self[next] == .lineFeed ? skippingBlanks(from: next + 1) : next
  }

  /// Skips blanks and the line ending after them; nil if something else follows.
  fileprivate func lineEnd(from index: Int) -> Int? {
    let next = skippingBlanks(from: index)
    if next == count { return next }
    return self[next] == .lineFeed ? next + 1 : nil
  }
}
