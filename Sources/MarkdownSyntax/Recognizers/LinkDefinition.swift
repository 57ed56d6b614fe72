/// A link reference definition (CommonMark 0.30 §4.7).
enum LinkDefinition {
  /// Where the definition that begins at `start` ends, past its line ending; nil where none does.
  ///
  /// - Precondition: every line of `text` ends with a line feed, the last one too.
  static func end(in text: Bytes, at start: Int) -> Int? {
    guard let label = LinkLabel.match(in: text, at: start), !label.label.isEmpty,
      label.end < text.count, text[label.end] == 0x3A
    else { return nil }
    let first = text.skippingBlanksAndLineFeed(from: label.end + 1)
    guard let destination = LinkDestination.match(in: text, at: first) else { return nil }
    let title = text.skippingBlanksAndLineFeed(from: destination.end)
    if title > destination.end, let titleEnd = LinkTitle.end(in: text, at: title),
      let end = text.lineEnd(from: titleEnd)
    {
      return end
    }
    // What looks like a title but is followed by something belongs to the paragraph.
    return text.lineEnd(from: destination.end)
  }

  /// Where the definitions at the start of `text` end: 0 where it begins with none.
  static func endOfAll(in text: Bytes) -> Int {
    var end = 0
    while end < text.count, text[end] == 0x5B, let next = Self.end(in: text, at: end) { end = next }
    return end
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Past blanks with at most one line ending among them.
  fileprivate func skippingBlanksAndLineFeed(from index: Int) -> Int {
    let next = skippingBlanks(from: index)
    return next < count && self[next] == lineFeed ? skippingBlanks(from: next + 1) : next
  }

  /// Past the line ending, where nothing but blanks stands before it; else nil.
  fileprivate func lineEnd(from index: Int) -> Int? {
    let next = skippingBlanks(from: index)
    if next == count { return next }
    return self[next] == lineFeed ? next + 1 : nil
  }
}
