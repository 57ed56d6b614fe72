import CommonMark
import TextEditing

extension MarkdownDocument {
  /// What a reading of a stretch has found.
  struct Found {
    /// The slices of the stretch.
    var slices: [Slice] = []
    /// Which of them have definitions, by index, and which.
    var definitions: [(index: Int, definitions: [LinkDefinition])] = []

    /// Drops everything found from an index on.
    mutating func dropAll(from index: Int) {
      slices.removeSubrange(index...)
      while let last = definitions.last, last.index >= index { definitions.removeLast() }
    }
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

  /// How a slice begins.
  struct Opening {
    /// The UTF-8 offset.
    var offset: Int
    /// Whether it goes on with the root's child before it. True of `- b` behind the slice `- a`.
    var isInner = false
    /// The kind of the root's child.
    var kind = MarkdownTree.Kind.paragraph
    /// The lines that open the containers, code or HTML around its beginning again.
    var prefix: PrefixTable.Number = 0
  }

  /// Reads the whole text, in pieces that each begin at a restart point of the one before.
  mutating func readAll() throws(ParsingRefusal) {
    var found = Found()
    found.slices.reserveCapacity(buffer.utf8Count / 128 + 4)
    var opening = Opening(offset: 0)
    var length = sizes.piece
    var memory = ParsingMemory(forSourcesOf: min(sizes.piece, buffer.utf8Count))
    while opening.offset < buffer.utf8Count {
      let limit = min(opening.offset + length, buffer.utf8Count)
      let isLast = limit == buffer.utf8Count
      let stretch = try read(
        opening.offset..<limit, opening.prefix, blocksFrom: sizes.inner, wholeLines: !isLast,
        memory: memory)
      let middle = opening.offset + length / 2
      let end =
        isLast ? nil : stretch.points.last { $0.isRootChild && $0.offset > middle }?.offset
      let before = found.slices.count
      let last = try cut(stretch, at: end ?? limit, opening, into: &found)
      if !isLast, end == nil, found.slices.count == before + 1 {
        // By large steps, so that what is read in vain stays a small part.
        found.dropAll(from: before)
        length = lengthToEnd(ofBlockAt: opening.offset, over: length)
        memory = ParsingMemory(forSourcesOf: length)
        continue
      }
      if isLast { break }
      opening = end.map { Opening(offset: $0) } ?? last
      if end == nil { found.dropAll(from: found.slices.count - 1) }
      length = sizes.piece
    }
    replace(0..<0, with: found)
  }

  /// How much to read of a block that goes on over a length: to a blank line at least, at which
  /// paragraphs and definitions end.
  private func lengthToEnd(ofBlockAt offset: Int, over length: Int) -> Int {
    var (end, isBlank) = (offset + length, false)
    buffer.forEachChunk(in: end..<buffer.utf8Count) { chunk in
      var index = 0
      while index < chunk.count {
        if isBlank {
          let byte = chunk[index]
          index += 1
          if byte == lineFeed {
            end += index
            return false
          }
          isBlank = byte <= 0x20
        } else {
          index = chunk.firstOffset(of: lineFeed, from: index)
          isBlank = index < chunk.count
          index += 1
        }
      }
      end += chunk.count
      return true
    }
    return max(8 * length, end - offset + sizes.piece)
  }

  /// Has libcmark read the bytes of `range`, which begins at a restart point.
  ///
  /// - Parameters:
  ///   - prefix: what opens the containers that the range begins in.
  ///   - blocksFrom: how far a block in an item must be from the place before to be told of.
  ///   - wholeLines: whether to leave out a last line that is not ended, unless it is all there is.
  mutating func read(
    _ range: Range<Int>, _ prefix: PrefixTable.Number, blocksFrom distance: Int = 0,
    wholeLines: Bool = false, memory: ParsingMemory? = nil
  ) throws(ParsingRefusal) -> Stretch {
    let bytes = buffer.bytes(in: range)
    var count = bytes.count
    while wholeLines, count > 0, bytes[count - 1] != 0x0A, bytes[count - 1] != 0x0D { count -= 1 }
    if count == 0 { count = bytes.count }
    readByteCount += count
    // Past the start of a document U+FEFF is a character; after an empty line it stays one.
    let isMark = prefix == 0 && range.lowerBound > 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let before = isMark ? [lineFeed] : prefixes[prefix]
    let text = before.isEmpty && count == bytes.count ? bytes : before + bytes[..<count]
    let findings = try text.withUnsafeBufferPointer { (text) throws(ParsingRefusal) in
      try RestartPoint.find(in: text, blocksFrom: distance, limits: Self.limits, memory: memory)
    }
    var stretch = Stretch(start: range.lowerBound, bytes: bytes, points: findings.points)
    let openings = findings.openings.map { prefixes.number(of: $0) }
    for index in stretch.points.indices {
      stretch.points[index].offset += range.lowerBound - before.count
      let opening = Int(stretch.points[index].opening)
      if opening > 0 { stretch.points[index].opening = openings[opening - 1] }
    }
    return stretch
  }

  /// How a block of a kind that begins a slice closes.
  static func closing(of kind: MarkdownTree.Kind, in text: Bytes) -> Slice.Closing {
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
