/// A link reference definition (CommonMark 0.30 §4.7).
struct LinkDefinition: Hashable, Sendable {
  /// Its label.
  var label: LabelKey
  /// The definition on one line, without a line ending: it means the same as a paragraph of its own.
  var text: [UInt8]
  /// How many bytes of destination and title a use of it brings in.
  var byteCount: Int

  /// The definition that begins at `start` with its end, past its line ending; nil if there is none.
  ///
  /// - Precondition: every line of `text` ends with a line feed, the last one too.
  static func match(in text: Bytes, at start: Int) -> (definition: LinkDefinition, end: Int)? {
    guard let label = LinkLabel.match(in: text, at: start), !label.label.isEmpty,
      label.end < text.count, text[label.end] == 0x3A
    else { return nil }
    let first = text.skippingBlanksAndLineFeed(from: label.end + 1)
    guard let destination = LinkDestination.match(in: text, at: first) else { return nil }
    let titleStart = text.skippingBlanksAndLineFeed(from: destination.end)
    var (title, close) = (0..<0, destination.end)
    var end = text.lineEnd(from: close)
    // What looks like a title but is followed by something belongs to the paragraph; libcmark takes it for the title
    // as well.
    if titleStart > close, let titleEnd = LinkTitle.end(in: text, at: titleStart) {
      end = text.lineEnd(from: titleEnd) ?? end
      (title, close) = (titleStart + 1..<titleEnd - 1, titleEnd)
    }
    guard let end else { return nil }
    var line = Array(text[start..<close])
    for index in line.indices.reversed() where line[index] == lineFeed {
      let isContent = destination.content.contains(start + index) || title.contains(start + index)
      line.replaceSubrange(index...index, with: isContent ? Array("&#10;".utf8) : [0x20])
    }
    return (
      LinkDefinition(
        label: LabelKey(Bytes(rebasing: text[label.label])), text: line,
        byteCount: text.unescapedCount(destination.content) + text.unescapedCount(title)), end
    )
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Past blanks with at most one line ending among them.
  fileprivate func skippingBlanksAndLineFeed(from index: Int) -> Int {
    let next = skippingBlanks(from: index)
    return next < count && self[next] == lineFeed ? skippingBlanks(from: next + 1) : next
  }

  /// Past the line ending if only blanks precede it; else nil.
  fileprivate func lineEnd(from index: Int) -> Int? {
    let next = skippingBlanks(from: index)
    if next == count { return next }
    return self[next] == lineFeed ? next + 1 : nil
  }

  /// How many bytes a stretch has once its character references and then its escapes are read.
  fileprivate func unescapedCount(_ range: Range<Int>) -> Int {
    let text = Bytes(rebasing: self[range])
    guard text.contains(where: { $0 == 0x26 || $0 == 0x5C || $0 == 0 }) else { return text.count }
    var bytes: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == 0x26, let match = CharacterReference.match(in: text, at: index) {
        for scalar in [match.first, match.second] {
          if let scalar { bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter }
        }
        index = match.end
      } else {
        bytes += text[index] == 0 ? Array(UTF8.encodedReplacementCharacter) : [text[index]]
        index += 1
      }
    }
    var escapes = 0
    index = 0
    while index + 1 < bytes.count {
      let isEscape = bytes[index] == 0x5C && bytes[index + 1].isASCIIPunctuation
      if isEscape { escapes += 1 }
      index += isEscape ? 2 : 1
    }
    return bytes.count - escapes
  }
}
