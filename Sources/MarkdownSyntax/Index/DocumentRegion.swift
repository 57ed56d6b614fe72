import CommonMark
import TextEditing

/// Blocks of a document with everything that must be read with them, as a text of its own.
///
/// Reading ``bytes`` gives the same blocks and inlines for the parts as reading the whole document.
package struct DocumentRegion: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    package var range: Range<Int>
    package var start: Int
    package var shift: Int { start - range.lowerBound }
    package var rangeInBytes: Range<Int> { start..<start + range.count }
  }

  /// The text to read, as UTF-8: the definitions in force for the labels in the parts, and the parts,
  /// each with a comment after it unless it ends the document.
  package let bytes: [UInt8]
  /// The parts in ascending order, of which there is nearly always one; they do not touch.
  package let parts: [Part]
  package let context: ReadingContext

  package var range: Range<Int> {
    parts[0].range.lowerBound..<parts[parts.count - 1].range.upperBound
  }

  package func part(at range: Range<Int>) -> Part {
    parts.last { $0.range.lowerBound <= range.lowerBound } ?? parts[0]
  }

  /// A range of the document, which begins in a part, in ``bytes``.
  package func inBytes(_ range: Range<Int>) -> Range<Int> {
    let shift = part(at: range).shift
    return range.lowerBound + shift..<range.upperBound + shift
  }

  /// A range of ``bytes`` in the document, without what is outside of the parts.
  package func inDocument(_ range: Range<Int>) -> Range<Int> {
    let part = parts.last { $0.start <= range.lowerBound } ?? parts[0]
    let inside = range.clamped(to: part.rangeInBytes)
    return inside.lowerBound - part.shift..<inside.upperBound - part.shift
  }

  /// The part that a range of ``bytes`` is in; nil if it is not in one.
  package func part(holding range: Range<Int>) -> Part? {
    parts.first {
      $0.start <= range.lowerBound && range.upperBound <= $0.start + $0.range.count
    }
  }
}

extension MarkdownDocument {
  /// The region of the blocks that some ranges touch.
  ///
  /// Metadata is read with all blocks that it covers in CommonMark, and an indented block with the
  /// footnote that may contain it.
  @inline(never)
  package func region(
    ofBlocksAt ranges: [Range<Int>], before: Int = 0, after: Int = 0, in dialect: Dialect
  ) -> DocumentRegion {
    let front = frontMatterEnd(in: dialect) ?? 0
    var found: [Range<Int>] = []
    for range in ranges {
      precondition(
        range.lowerBound >= 0 && range.upperBound <= buffer.utf8Count,
        "the UTF-8 range \(range.lowerBound)..<\(range.upperBound) is outside a text of \(buffer.utf8Count) bytes"
      )
      if let last = found.last, last.contains(range.lowerBound), last.contains(range.upperBound) {
        continue
      }
      var own = blocks(at: range, before: before, after: after, in: dialect)
      if own.lowerBound < front {
        own = blocks(
          at: 0..<max(front, own.upperBound - (own.isEmpty ? 0 : 1)), before: 0, after: 0,
          in: dialect)
      }
      found.append(own)
    }
    if found.count > 1 { found = found.sorted(byKey: { $0.lowerBound }) }
    var joined: [Range<Int>] = []
    for range in found {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return region(of: joined, in: dialect)
  }

  private func region(of ranges: [Range<Int>], in dialect: Dialect) -> DocumentRegion {
    let texts = ranges.map { buffer.bytes(in: $0) }
    let text = texts.count == 1 ? texts[0] : texts.flatMap { $0 }
    let definitions = definitionsInForce(
      for: text, besides: definingBlocks(in: ranges), dialect.extensions)
    var bytes: [UInt8] = []
    var parts: [DocumentRegion.Part] = []
    for (range, own) in zip(ranges, texts) {
      var mark = 0
      if parts.isEmpty {
        // The document's byte order mark stays first. Elsewhere, U+FEFF is a character.
        if range.lowerBound == 0, !definitions.isEmpty { mark = own.byteOrderMarkCount }
        bytes = own[..<mark] + definitions
        if range.lowerBound > 0, bytes.isEmpty { bytes = [.lineFeed] }
      }
      parts.append(
        DocumentRegion.Part(range: range.lowerBound + mark..<range.upperBound, start: bytes.count))
      bytes += own[mark...]
      // It ends any block, as the next block of the document does.
      if range.upperBound < buffer.utf8Count {
        let ending = own.suffix(own.suffix(2) == [.carriageReturn, .lineFeed] ? 2 : 1)
        bytes += Array("<!-- -->".utf8) + ending + ending
      }
    }
    let isStart = ranges[0].lowerBound == 0
    var context = ReadingContext(documentStart: isStart ? parts[0].start : nil)
    if dialect.extensions.contains(.footnotes) { context.footnotes = footnotes(in: text) }
    return DocumentRegion(bytes: bytes, parts: parts, context: context)
  }

  private func definingBlocks(in ranges: [Range<Int>]) -> [BlockLabels] {
    if labels.hasNoLinks { return [] }
    var result: [BlockLabels] = []
    for range in ranges {
      var place = blocks.place(containing: range.lowerBound)
      while let block = place, block.start < range.upperBound {
        if let own = block.block.labels { result.append(own) }
        place = blocks.after(block)
      }
    }
    return result
  }

  package func blocks(
    at range: Range<Int>, before: Int, after: Int, in dialect: Dialect
  ) -> Range<Int> {
    guard var first = blocks.place(containing: range.lowerBound),
      var last = blocks.place(containing: range.upperBound)
    else { return 0..<0 }
    for _ in 0..<before { first = blocks.before(first) ?? first }
    for _ in 0..<after { last = blocks.after(last) ?? last }
    while mayContinueFootnote(at: first.start, in: dialect), let place = blocks.before(first) {
      first = place
    }
    while mayContinueFootnote(at: last.end, in: dialect), let place = blocks.after(last) {
      last = place
    }
    return first.start..<last.end
  }

  private func mayContinueFootnote(at offset: Int, in dialect: Dialect) -> Bool {
    dialect.extensions.contains(.footnotes) && !labels.hasNoFootnotes && isIndented(at: offset)
  }

  func isIndented(at offset: Int) -> Bool {
    guard offset > 0, offset < buffer.utf8Count else { return false }
    var columns = 0
    for byte in buffer.bytes(in: offset..<min(offset + 4, buffer.utf8Count)) {
      if byte == .tab { return true }
      if byte != .space { return false }
      columns += 1
    }
    return columns == 4
  }

  /// The end of the block that a word typed at an offset may become a part of. On a line without text
  /// it may turn a blank line, a marker or a thematic break into a paragraph, which continues below
  /// (CommonMark 0.30 §4.8, §5.2).
  package func end(ofBlockTypedAt offset: Int) -> Int {
    var index = offset
    while index > 0 {
      let byte = buffer.byte(atUTF8: index - 1)
      if byte.isLineEnding { break }
      if byte.isASCIILetter || byte >= 0x80 || byte == .verticalLine { return offset }
      index -= 1
    }
    guard let place = blocks.place(containing: offset) else { return offset }
    return max(offset, (blocks.after(place)?.end ?? place.end) - 1)
  }

  /// The end of the front matter, or nil if there is none. O(*m*) in the length of the metadata.
  func frontMatterEnd(in dialect: Dialect) -> Int? {
    let count = buffer.utf8Count
    let start = buffer.bytes(in: 0..<min(count, 4))
    guard let first = start.dropFirst(start.byteOrderMarkCount).first,
      first == .hyphen || first == .plusSign
    else { return nil }
    var length = min(count, 4096)
    while true {
      let text = buffer.bytes(in: 0..<length)
      let mark = text.byteOrderMarkCount
      let beginning = text.withUnsafeBufferPointer {
        FrontMatter.beginning(of: $0, from: mark, dialect.extensions)
      }
      switch beginning {
      case .none: return nil
      case .lines(let range) where range.upperBound < length || length == count:
        return range.upperBound
      // Metadata that ends with this part of the text may continue.
      case .lines, .unfinished: if length == count { return nil }
      }
      length = min(count, 4 * length)
    }
  }
}
