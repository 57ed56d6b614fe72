/// A link reference definition (CommonMark 0.30 §4.7).
struct LinkDefinition: Hashable, Sendable {
  /// Its label.
  var label: LabelKey
  /// The definition on one line, without a line ending: it means the same as a paragraph of its own.
  var text: [UInt8]
  /// How many bytes of destination and title a use of it brings in.
  var byteCount: Int

  /// Where the parts of a definition are.
  struct Parts {
    /// The label and the content of the destination and of the title, or nil if there is none.
    var label: Range<Int>
    var destination: Range<Int>
    var title: Range<Int>?
    /// Past the last of them with its delimiters.
    var close: Int
    /// Past the line ending.
    var end: Int
  }

  /// The parts of the definition that begins at `start`; nil if there is none.
  ///
  /// - Precondition: every line of `text` ends with a line feed, the last one too.
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
    // What looks like a title but is followed by something belongs to the paragraph; libcmark takes it for the title
    // as well.
    if titleStart > parts.close, let titleEnd = LinkTitle.end(in: text, at: titleStart) {
      end = text.lineEnd(from: titleEnd) ?? end
      (parts.title, parts.close) = (titleStart + 1..<titleEnd - 1, titleEnd)
    }
    guard let end else { return nil }
    parts.end = end
    return parts
  }

  /// The definition that begins at `start` with its end, past its line ending; nil if there is none.
  ///
  /// - Precondition: every line of `text` ends with a line feed, the last one too.
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

extension UnsafeBufferPointer<UInt8> {
  /// Past blanks with at most one line ending among them.
  fileprivate func skippingBlanksAndLineFeed(from index: Int) -> Int {
    let next = skippingBlanks(from: index)
    return next < count && self[next] == .lineFeed ? skippingBlanks(from: next + 1) : next
  }

  /// Past the line ending if only blanks precede it; else nil.
  fileprivate func lineEnd(from index: Int) -> Int? {
    let next = skippingBlanks(from: index)
    if next == count { return next }
    return self[next] == .lineFeed ? next + 1 : nil
  }
}
