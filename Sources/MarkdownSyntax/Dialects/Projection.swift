import TextEditing

/// The blocks of a document of a dialect, printed in CommonMark.
///
/// In ``text``, blocks that CommonMark does not have are replaced by ones that it has and that
/// behave the same way: a table's cell is a heading of its own, a footnote an item. Commands on
/// marks plan on `text`, and libcmark proves their edits there. An edit is mapped to ``source`` byte
/// by byte. It is right if the projection of the edited source is the edited text: then every
/// construct is preserved.
package struct Projection: Hashable, Sendable {
  /// A part of the source and its replacement in the text.
  struct Segment: Hashable, Sendable {
    var source: Range<Int>
    var text: Range<Int>
    var construct: DialectConstruct
  }

  /// The document, as UTF-8.
  package let source: [UInt8]
  /// The text for commands, as UTF-8.
  package let text: [UInt8]
  /// The segments in ascending order; between them, source and text are the same.
  let segments: [Segment]

  init(source: [UInt8], text: [UInt8], segments: [Segment]) {
    self.source = source
    self.text = text
    self.segments = segments
  }

  /// Makes a projection of `source` with replacements.
  ///
  /// - Parameter pieces: In any order, except those at the same offset. One that begins inside an
  ///   earlier one is left out.
  init(_ source: [UInt8], _ pieces: [ProjectedPiece]) {
    self.source = source
    if pieces.isEmpty {
      text = source
      segments = []
      return
    }
    var text: [UInt8] = []
    text.reserveCapacity(source.count + 16 * pieces.count)
    var segments: [Segment] = []
    segments.reserveCapacity(pieces.count)
    var position = 0
    // The sort is stable: an insertion comes before a part that begins there.
    let ordered = pieces.sorted(byKey: { 2 * $0.source.lowerBound + ($0.source.isEmpty ? 0 : 1) })
    for piece in ordered where piece.source.lowerBound >= position {
      text.append(contentsOf: source[position..<piece.source.lowerBound])
      let start = text.count
      text.append(contentsOf: piece.bytes)
      segments.append(
        Segment(
          source: piece.source, text: start..<text.count,
          construct: piece.construct))
      position = piece.source.upperBound
    }
    text.append(contentsOf: source[position...])
    self.text = text
    self.segments = segments
  }

  /// The constructs of blocks, and those at their starts, in order, without the cells of tables.
  package var blockConstructs: [DialectConstruct] {
    segments.map { $0.construct }.filter { !$0.isInTable }
  }

  /// Whether the document is plain CommonMark: `*a*`, not `~~a~~` in GitHub's dialect.
  package var isIdentity: Bool { segments.isEmpty }
}

extension Projection {
  /// Maps a selection of the source to the text, with whole units, without markers and separators.
  package func projected(_ selection: Range<Int>) -> Range<Int> {
    if selection.isEmpty {
      let caret = projectedCaret(selection.lowerBound)
      return caret..<caret
    }
    var low = selection.lowerBound
    var high = selection.upperBound
    var isCut = false
    if let index = segment(holding: low) {
      let segment = segments[index]
      low = segment.construct == .escapedPipe ? segment.text.lowerBound : segment.text.upperBound
    } else {
      low += shift(beforeSource: low, isPast: true)
    }
    if let index = segment(holding: high) {
      let segment = segments[index]
      high = segment.construct == .escapedPipe ? segment.text.upperBound : segment.text.lowerBound
    } else {
      isCut = true
      high += shift(beforeSource: high, isPast: false)
    }
    return low < high ? low..<high : (isCut ? high..<high : low..<low)
  }

  /// Maps a caret of the source to the text, from inside a segment to its end.
  private func projectedCaret(_ offset: Int) -> Int {
    if let index = segment(holding: offset) { return segments[index].text.upperBound }
    // The caret stays before an insertion, except at the start of a cell: neither the insertion nor
    // the blanks before the cell's text are part of the cell, as in `‸ a|b`.
    let start = pastBlanks(offset)
    let index = firstSegment(endingPast: start) - 1
    if index >= 0, segments[index].source == start..<start, segments[index].construct == .cell,
      text[segments[index].text].last == .space
    {
      return segments[index].text.upperBound
    }
    return offset + shift(beforeSource: offset, isPast: false)
  }

  /// The end of the blanks after an offset of the source.
  private func pastBlanks(_ offset: Int) -> Int {
    source[offset...].firstIndex { !$0.isBlank } ?? offset
  }

  /// Whether a caret of the source is in a marker or separator, or where a typed word would destroy
  /// one: `|-‸-|` in the delimiter row of a table, `- ‸[x] a`, and before front matter.
  package func isMarker(at caret: Int) -> Bool {
    if let index = segment(holding: caret) { return segments[index].construct != .escapedPipe }
    let start = pastBlanks(caret)
    let next = firstSegment(endingPast: start)
    return (next - 1...next).contains { index in
      guard segments.indices.contains(index) else { return false }
      let (place, construct) = (segments[index].source, segments[index].construct)
      return (construct == .frontMatter && place.lowerBound == caret)
        || ((construct == .task || construct == .alert)
          && (place.lowerBound == start || place.upperBound == caret))
    }
  }

  /// The first segment that ends after an offset of the text, or the number of segments.
  ///
  /// - Complexity: O(log *s*) in their number.
  func firstSegment(endingPastText offset: Int) -> Int {
    segments.partitionPoint { $0.text.upperBound > offset }
  }

  /// Maps an offset to the source; inside a segment, to its end if `isPast`, else to its start.
  package func lifted(_ offset: Int, isPast: Bool) -> Int {
    let low = firstSegment(endingPastText: offset)
    if low < segments.count, segments[low].text.lowerBound < offset {
      return isPast ? segments[low].source.upperBound : segments[low].source.lowerBound
    }
    guard low > 0 else { return offset }
    let last = segments[low - 1]
    return offset - last.text.upperBound + last.source.upperBound
  }

  /// Maps a range of the text to the source.
  package func lifted(_ range: Range<Int>) -> Range<Int> {
    let low = lifted(range.lowerBound, isPast: false)
    return low..<Swift.max(low, lifted(range.upperBound, isPast: true))
  }

  /// The segment with an offset of the source inside it.
  func segment(holding offset: Int) -> Int? {
    let index = firstSegment(endingPast: offset)
    guard index < segments.count, segments[index].source.lowerBound < offset else { return nil }
    return index
  }

  /// The first segment whose source ends after an offset.
  private func firstSegment(endingPast offset: Int) -> Int {
    segments.partitionPoint { $0.source.upperBound > offset }
  }

  /// The number to add to an offset of the source that is not inside a segment.
  ///
  /// - Parameter isPast: Whether insertions at the offset come before it.
  private func shift(beforeSource offset: Int, isPast: Bool) -> Int {
    var index = firstSegment(endingPast: offset) - 1
    if !isPast {
      while index >= 0, segments[index].source.isEmpty, segments[index].source.lowerBound == offset
      {
        index -= 1
      }
    }
    guard index >= 0 else { return 0 }
    return segments[index].text.upperBound - segments[index].source.upperBound
  }
}

extension Projection {
  /// Maps an edit of the text to the source; nil if it changes a replaced part.
  package func lifted(_ edit: TextEdit) -> TextEdit? {
    if isIdentity { return edit }
    var result: [TextEdit.Replacement] = []
    for replacement in edit.replacements {
      guard let next = lifted(replacement) else { return nil }
      if let last = result.last, last.range.upperBound == next.range.lowerBound {
        result[result.count - 1] = TextEdit.Replacement(
          last.range.lowerBound..<next.range.upperBound, with: last.bytes + next.bytes)
      } else {
        result.append(next)
      }
    }
    return TextEdit(result)
  }

  private func lifted(_ replacement: TextEdit.Replacement) -> TextEdit.Replacement? {
    let range = replacement.range
    let next = firstSegment(endingPastText: range.lowerBound)
    if next < segments.count {
      let start = segments[next].text.lowerBound
      guard start >= range.upperBound, start > range.lowerBound || range.isEmpty else { return nil }
    }
    let start = lifted(range.lowerBound, isPast: false)
    let target = start..<Swift.max(start, lifted(range.upperBound, isPast: false))
    var bytes = replacement.bytes
    if bytes.contains(.verticalLine), isInCell(start, behind: next) {
      bytes = bytes.flatMap { $0 == .verticalLine ? [.backslash, .verticalLine] : [$0] }
    }
    return TextEdit.Replacement(target, with: bytes)
  }

  /// Whether a source offset after the segments before `index` is in a cell, as in `a|‸|`, because
  /// its line begins with a part of a table.
  private func isInCell(_ offset: Int, behind index: Int) -> Bool {
    guard let start = segments[..<index].last, start.construct.isInTable,
      start.source.upperBound <= offset
    else { return false }
    return !source[start.source.upperBound..<offset].contains { $0.isLineEnding }
  }
}
