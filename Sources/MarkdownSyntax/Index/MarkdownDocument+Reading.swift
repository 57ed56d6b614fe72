import CommonMark
import TextEditing

extension MarkdownDocument {
  /// What a reading of a stretch has found.
  struct Found {
    /// The slices of the stretch.
    var slices: [Slice] = []
    /// Which of them have definitions, by index, and which.
    var definitions: [(index: Int, definitions: [DefinitionIndex.Definition])] = []
  }

  /// A stretch of the text with what libcmark says of it.
  struct Stretch {
    /// The UTF-8 offset at which it starts.
    var start: Int
    /// Its bytes.
    var bytes: [UInt8]
    /// The places where slices may begin, as offsets in the document.
    var points: [RestartPoint]
  }

  /// Reads the whole text, in pieces that each begin at a restart point of the one before.
  mutating func readAll() throws(ParsingRefusal) {
    var found = Found()
    var start = 0
    var length = sizes.piece
    var isInner = false
    while start < buffer.utf8Count {
      let limit = min(start + length, buffer.utf8Count)
      let isLast = limit == buffer.utf8Count
      let stretch = try read(start..<limit, wholeLines: !isLast)
      let next = Self.restart(after: stretch, length: length)
      if !isLast, next == nil {
        // By large steps, so that what is read in vain stays a small part.
        length *= 8
        continue
      }
      let end = isLast ? limit : next?.offset ?? limit
      try cut(stretch, at: end, isInner: isInner, into: &found)
      isInner = next?.isRootChild == false
      start = end
      length = sizes.piece
    }
    replace(0..<0, with: found)
  }

  /// Where the piece after `stretch` begins: at a child of the root where one is near its end.
  private static func restart(after stretch: Stretch, length: Int) -> RestartPoint? {
    let later = stretch.points.last { $0.isRootChild && $0.offset > stretch.start + length / 2 }
    if let later { return later }
    return stretch.points.last.flatMap { $0.offset > stretch.start ? $0 : nil }
  }

  /// Has libcmark read the bytes of `range`, which begins at a restart point.
  ///
  /// - Parameter wholeLines: whether to leave out a last line that is not ended.
  mutating func read(
    _ range: Range<Int>, wholeLines: Bool = false
  ) throws(ParsingRefusal) -> Stretch {
    let bytes = buffer.bytes(in: range)
    var count = bytes.count
    while wholeLines, count > 0, bytes[count - 1] != 0x0A, bytes[count - 1] != 0x0D { count -= 1 }
    readByteCount += count
    let needsLine = range.lowerBound > 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF])
    var points: [RestartPoint]
    if needsLine {
      // Past the start of a document U+FEFF is a character; after an empty line it stays one.
      let text = [lineFeed] + bytes[..<count]
      points = try text.withUnsafeBufferPointer { (text) throws(ParsingRefusal) in
        try RestartPoint.points(in: text, limits: Self.limits)
      }
    } else {
      points = try bytes.withUnsafeBufferPointer { (text) throws(ParsingRefusal) in
        try RestartPoint.points(in: Bytes(rebasing: text[..<count]), limits: Self.limits)
      }
    }
    let shift = range.lowerBound - (needsLine ? 1 : 0)
    for index in points.indices { points[index].offset += shift }
    return Stretch(start: range.lowerBound, bytes: bytes, points: points)
  }

  /// Cuts a stretch up to the offset `end` into slices, and gathers what they define.
  ///
  /// - Parameter isInner: whether the stretch begins inside a child of the root.
  func cut(
    _ stretch: Stretch, at end: Int, isInner: Bool, into found: inout Found
  ) throws(ParsingRefusal) {
    var start = stretch.start
    var opening = RestartPoint(offset: start, isRootChild: !isInner, kind: .paragraph)
    for point in stretch.points where point.offset < end {
      if point.offset == start {
        opening.kind = point.kind
      } else if point.isRootChild || point.offset - start >= sizes.inner {
        try append(start..<point.offset, opening, of: stretch, to: &found)
        start = point.offset
        opening = point
      }
    }
    if start < end { try append(start..<end, opening, of: stretch, to: &found) }
  }

  private func append(
    _ range: Range<Int>, _ opening: RestartPoint, of stretch: Stretch, to found: inout Found
  ) throws(ParsingRefusal) {
    let inBytes = range.lowerBound - stretch.start..<range.upperBound - stretch.start
    let (closing, definitions) = try stretch.bytes.withUnsafeBufferPointer {
      (bytes) throws(ParsingRefusal) in
      let text = Bytes(rebasing: bytes[inBytes])
      // Only the document's own byte order mark is no content.
      return (
        Self.closing(of: opening.kind, in: text),
        try DefinitionReader.definitions(
          in: text, isAtStart: range.lowerBound == 0, limits: Self.limits)
      )
    }
    if !definitions.isEmpty { found.definitions.append((found.slices.count, definitions)) }
    found.slices.append(
      Slice(
        length: range.count, isInner: !opening.isRootChild,
        closing: definitions.isEmpty ? closing : max(closing, .atBlankLine)))
  }

  /// How a block of a kind that begins a slice closes.
  private static func closing(of kind: MarkdownTree.Kind, in text: Bytes) -> Slice.Closing {
    switch kind {
    case .list: return .late
    case .codeBlock:
      // A fence goes on to its end whatever comes; it has something behind it only when closed.
      let first = text.skippingBlanks(from: 0)
      return first < text.count && (text[first] == 0x60 || text[first] == 0x7E) ? .atOnce : .late
    case .paragraph, .blockQuote: return .atBlankLine
    default: return .atOnce
    }
  }
}
