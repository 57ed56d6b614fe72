/// The labels of possible footnotes of a document, with the number of lines that define each.
struct FootnoteIndex: Sendable {
  private var counts: [LabelKey: Int] = [:]

  var labels: Set<LabelKey> { Set(counts.keys) }

  /// Counts the labels of a text. O(*n*).
  init(_ text: Bytes) {
    FootnoteLabel.forEachDefinition(in: text) { counts[$0, default: 0] += 1 }
  }

  init() {}

  /// Replaces the labels of some lines by those of other lines.
  ///
  /// - Returns: Whether the set of labels has changed: false if `[^a]: b` becomes `[^a]: c`.
  mutating func replace(_ old: FootnoteIndex, with new: FootnoteIndex) -> Bool {
    if old.counts == new.counts { return false }
    for (label, count) in new.counts { counts[label, default: 0] += count }
    for (label, count) in old.counts {
      let left = (counts[label] ?? 0) - count
      counts[label] = left > 0 ? left : nil
    }
    return old.labels != new.labels
  }
}

extension MarkdownDocument {
  /// The start of the slice in which a range begins, and the labels of footnotes on the lines from
  /// there to the end of the range.
  func linesWithFootnotes(around range: Range<Int>) -> (start: Int, labels: FootnoteIndex) {
    let start = slices.place(containing: max(0, range.lowerBound - 1))?.start ?? 0
    let end = lineEnd(from: range.upperBound, limit: buffer.utf8Count)
    return (start, labels(of: start..<end))
  }

  /// The labels of footnotes on some lines. O(*m*) in their length.
  func labels(of lines: Range<Int>) -> FootnoteIndex {
    var hasCaret = false
    buffer.forEachChunk(in: lines) { chunk in
      hasCaret = chunk.firstOffset(of: .circumflex, from: 0) < chunk.count
      return !hasCaret
    }
    guard hasCaret else { return FootnoteIndex() }
    return buffer.bytes(in: lines).withUnsafeBufferPointer { FootnoteIndex($0) }
  }
}
