import TextEditing

/// A document of a dialect as a text of CommonMark that means the same to a command.
///
/// Where a construct is not CommonMark's, ``text`` has another that is and that behaves alike: a
/// table's cell is a heading of its own, a footnote reference one character, strikethrough an
/// element that nothing crosses. Commands plan on `text`, and libcmark proves their edits there;
/// an edit is carried over to ``source`` byte by byte. It is right where the projection of the
/// edited source is the edited text: then every construct is left as it was.
package struct Projection: Hashable, Sendable {
  /// A stretch that is written otherwise.
  struct Segment: Hashable, Sendable {
    var source: Range<Int>
    var text: Range<Int>
    var kind: ProjectedPiece.Kind
    var construct: DialectConstruct

    /// Whether a selection that touches a part of the segment touches all of it: true of the
    /// footnote reference `[^a]`.
    var isOneThing: Bool { kind == .unit || kind == .escape }
  }

  /// The document, as UTF-8.
  package let source: [UInt8]
  /// What a command works on, as UTF-8.
  package let text: [UInt8]
  /// The content of the leaves whose projection would not mean what the source does, in ascending
  /// order: nothing in them is planned on. UTF-8 offsets in the source.
  package var unreadable: [Range<Int>] = []
  /// Whether every delimiter that is text is escaped in the text: somewhere it would not be text.
  var escapesDelimiters = false
  /// In ascending order; between them both are the same.
  let segments: [Segment]

  /// Makes a projection of its parts.
  init(source: [UInt8], text: [UInt8], segments: [Segment]) {
    self.source = source
    self.text = text
    self.segments = segments
  }

  /// Makes the projection of `source` in which some stretches are written otherwise.
  ///
  /// - Parameter pieces: in any order; those at one place in the order in which they stand there.
  ///   One that reaches into another is left out.
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
    // The sort is stable: what is put in stands before what begins there.
    let ordered = pieces.sorted(byKey: { 2 * $0.source.lowerBound + ($0.source.isEmpty ? 0 : 1) })
    for piece in ordered where piece.source.lowerBound >= position {
      text.append(contentsOf: source[position..<piece.source.lowerBound])
      let start = text.count
      text.append(contentsOf: piece.bytes)
      segments.append(
        Segment(
          source: piece.source, text: start..<text.count, kind: piece.kind,
          construct: piece.construct))
      position = piece.source.upperBound
    }
    text.append(contentsOf: source[position...])
    self.text = text
    self.segments = segments
  }

  /// The blocks of the dialect and what begins some, in order, without the cells of tables.
  package var blockConstructs: [DialectConstruct] {
    segments.map { $0.construct }.filter { $0 != .inline && !$0.isInTable }
  }

  /// Whether the document is a text of CommonMark already. True of `*a*`, not of `~~a~~` in
  /// GitHub's dialect.
  package var isIdentity: Bool { segments.isEmpty }
}

extension Projection {
  /// A selection of the source as one of the text: what it touches in part counts whole, and of a
  /// marker or separator it touches nothing.
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
      low = segment.isOneThing ? segment.text.lowerBound : segment.text.upperBound
    } else {
      low += shift(beforeSource: low, isPast: true)
    }
    if let index = segment(holding: high) {
      let segment = segments[index]
      high = segment.isOneThing ? segment.text.upperBound : segment.text.lowerBound
    } else {
      isCut = true
      high += shift(beforeSource: high, isPast: false)
    }
    return low < high ? low..<high : (isCut ? high..<high : low..<low)
  }

  /// A caret of the source as one of the text: at the end of what it stands in.
  private func projectedCaret(_ offset: Int) -> Int {
    if let index = segment(holding: offset) { return segments[index].text.upperBound }
    // Before what is put in: it begins something, or the caret is in what it ends. What begins a cell is
    // no part of the cell, nor are the blanks before it: `‸ a|b`.
    let start = pastBlanks(offset)
    let index = firstSegment(endingPast: start) - 1
    if index >= 0, segments[index].source == start..<start, segments[index].construct == .cell,
      text[segments[index].text].last == .space
    {
      return segments[index].text.upperBound
    }
    return offset + shift(beforeSource: offset, isPast: false)
  }

  /// Where the blanks behind an offset of the source end.
  private func pastBlanks(_ offset: Int) -> Int {
    source[offset...].firstIndex { !$0.isBlank } ?? offset
  }

  /// Whether a caret of the source stands in a marker or a separator, or beside what a word there would
  /// undo. True of `|-‸-|`, in the delimiter row of a table, of `- ‸[x] a`, and before front matter.
  package func isMarker(at caret: Int) -> Bool {
    if let index = segment(holding: caret) { return segments[index].kind == .fixed }
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

  /// The first segment that ends behind an offset of the text, or the number of segments.
  ///
  /// - Complexity: O(log *s*) in their number.
  func firstSegment(endingPastText offset: Int) -> Int {
    segments.partitionPoint { $0.text.upperBound > offset }
  }

  /// An offset of the text as one of the source; inside a segment, that at its end if `isPast`, else
  /// that at its start.
  package func lifted(_ offset: Int, isPast: Bool) -> Int {
    let low = firstSegment(endingPastText: offset)
    if low < segments.count, segments[low].text.lowerBound < offset {
      return isPast ? segments[low].source.upperBound : segments[low].source.lowerBound
    }
    guard low > 0 else { return offset }
    let last = segments[low - 1]
    return offset - last.text.upperBound + last.source.upperBound
  }

  /// A range of the text as one of the source.
  package func lifted(_ range: Range<Int>) -> Range<Int> {
    let low = lifted(range.lowerBound, isPast: false)
    return low..<Swift.max(low, lifted(range.upperBound, isPast: true))
  }

  /// The segment that an offset of the source is inside of.
  func segment(holding offset: Int) -> Int? {
    let index = firstSegment(endingPast: offset)
    guard index < segments.count, segments[index].source.lowerBound < offset else { return nil }
    return index
  }

  /// The first segment whose source ends past an offset.
  private func firstSegment(endingPast offset: Int) -> Int {
    segments.partitionPoint { $0.source.upperBound > offset }
  }

  /// What is added to an offset of the source that is inside no segment.
  ///
  /// - Parameter isPast: whether what is put in at the offset stands before it.
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
