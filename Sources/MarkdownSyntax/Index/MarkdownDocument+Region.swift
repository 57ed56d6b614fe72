import CommonMark
import TextEditing

/// The number of blocks to read before and after those of a command.
package struct BlockNeighbours: Hashable, Sendable {
  package var before: Int
  package var after: Int

  package init(before: Int = 1, after: Int = 2) {
    self.before = before
    self.after = after
  }
}

extension MarkdownDocument {
  /// The region that shows what the UTF-8 offsets `range` mean, and what an edit of them does.
  ///
  /// It consists of whole children of the root, or some items or blocks of a long list or quote. A
  /// part of a list is read as a list of its own, with its own first number and tightness.
  ///
  /// - Parameters:
  ///   - wholeItems: Whether to include the items at the end whole.
  ///   - extensions: Those of the dialect. Footnotes need no definition in the region.
  /// - Precondition: The range is in `0...buffer.utf8Count`.
  /// - Complexity: O(log *n* + *m*) in the length of the slices that the range touches.
  package func region(
    covering range: Range<Int>, wholeItems: Bool = false, _ extensions: SyntaxExtensions = []
  ) -> DocumentRegion {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= buffer.utf8Count,
      "the UTF-8 range \(range.lowerBound)..<\(range.upperBound) is outside a text of \(buffer.utf8Count) bytes"
    )
    guard let first = firstPlace(for: range.lowerBound),
      let last = slices.place(containing: range.upperBound)
    else { return DocumentRegion(bytes: [], range: 0..<0, prefixCount: 0) }
    var upper = max(first.index, last.index)
    if wholeItems || movesContent(at: range.lowerBound) || movesContent(at: range.upperBound) {
      while let next = slices.place(at: upper + 1), next.slice.prefix != 0,
        !prefixes.opensBlock(next.slice.prefix)
      {
        upper += 1
      }
    }
    guard let last = slices.place(at: upper) else {
      preconditionFailure("the slice \(upper) is among \(slices.count)")
    }
    let region = region(from: first, through: last, extensions)
    // An edit may move U+FEFF to the document's start, where no definitions may precede it.
    if region.range.lowerBound == 0, region.prefixCount > 0, region.holdsByteOrderMark {
      return wholeRegion
    }
    return region
  }

  /// The UTF-8 offsets of the root's children that a range touches, with neighbours. Of the first
  /// one before, one slice is enough; also of the last but one after, if it has definitions.
  ///
  /// - Complexity: O(*m* log *n*) in the number of slices of the blocks.
  package func blocks(at range: Range<Int>, with neighbours: BlockNeighbours) -> Range<Int> {
    guard var first = firstPlace(for: range.lowerBound),
      var last = slices.place(containing: range.upperBound)
    else { return 0..<0 }
    // All definitions of a paragraph are one block.
    while let place = slices.place(at: first.index - 1), place.slice.closing == .inNext {
      first = place
    }
    while last.slice.closing == .inNext, let place = slices.place(at: last.index + 1) {
      last = place
    }
    for _ in 0..<neighbours.before {
      while first.slice.isInner, let place = slices.place(at: first.index - 1) { first = place }
      first = slices.place(at: first.index - 1) ?? first
    }
    for number in 1...neighbours.after {
      if number == neighbours.after, last.slice.closing == .inNext { break }
      while let place = slices.place(at: last.index + 1), place.slice.isInner { last = place }
      last = slices.place(at: last.index + 1) ?? last
    }
    return first.start..<last.end
  }

  var wholeRegion: DocumentRegion {
    DocumentRegion(bytes: buffer.utf8Bytes, range: 0..<buffer.utf8Count, prefixCount: 0)
  }

  /// The region of the slices at some indices.
  ///
  /// - Precondition: There is at least one index, and a slice at each.
  package func region(ofSlices indices: Range<Int>) -> DocumentRegion {
    guard let first = slices.place(at: indices.lowerBound),
      let last = slices.place(at: indices.upperBound - 1)
    else { preconditionFailure("there are \(slices.count) slices, none at some of \(indices)") }
    return region(from: first, through: last)
  }

  func region(
    from first: SliceTree.Place, through last: SliceTree.Place, _ extensions: SyntaxExtensions = []
  ) -> DocumentRegion {
    let end = slices.place(at: last.index + 1).map { sentinelEnd(of: $0) } ?? last.end
    let text = buffer.bytes(in: first.start..<end)
    let prefix = definitionsInForce(
      for: labels(in: text), in: first.index..<last.index + 1, extensions)
    let hasMark = text.byteOrderMarkCount > 0
    var before = prefix + prefixes[first.slice.prefix]
    // Except at the start of a document, U+FEFF is a character. An edit may move it to the front of
    // the region; after an empty line it stays a character.
    if first.start > 0, before.isEmpty { before = [.lineFeed] }
    if first.start == 0, hasMark, !prefix.isEmpty {
      // The document's byte order mark stays first, and the region begins after it.
      return DocumentRegion(
        bytes: text[..<3] + prefix + text[3...], range: 3..<max(3, last.end),
        prefixCount: 3 + prefix.count)
    }
    return DocumentRegion(
      bytes: before.isEmpty ? text : before + text, range: first.start..<last.end,
      prefixCount: before.count)
  }

  /// The end of the line after a region, which is the first of a slice.
  ///
  /// A title that ends with an escaped quote is a title only if no other quote follows. So a
  /// possible definition with an escape in it is read to its end.
  private func sentinelEnd(of next: SliceTree.Place) -> Int {
    let end = sentinelEnd(from: next.start, length: next.slice.length)
    var hasEscape = false
    buffer.forEachChunk(in: next.start..<end) { chunk in
      hasEscape = chunk.firstOffset(of: .backslash, from: 0) < chunk.count
      return !hasEscape
    }
    guard hasEscape else { return end }
    let line = buffer.bytes(in: next.start..<end)
    return line.withUnsafeBufferPointer { $0.mayDefineLabels } ? next.end : end
  }

  /// The first slice of the region for a range that begins at `offset`.
  ///
  /// An edit of its first line may make a slice continue the one before, which is then included.
  func firstPlace(for offset: Int) -> SliceTree.Place? {
    guard let place = slices.place(containing: offset),
      let before = slices.place(at: place.index - 1)
    else { return slices.place(containing: offset) }
    guard lineEnd(from: place.start, limit: offset) == offset else { return place }
    if place.slice.isInner { return before }
    // After the marker of a quote at the root, no edit makes it continue another block.
    if beginsQuote(place, before: offset) { return place }
    switch before.slice.closing {
    case .atOnce: return place
    case .atBlankLine: return followsBlankLine(place.start) ? place : before
    case .late, .inNext: return before
    }
  }
}

extension MarkdownDocument {
  /// Whether a slice begins with a quote's marker before an offset: `>‸ a`, not `‸> a`.
  private func beginsQuote(_ place: SliceTree.Place, before offset: Int) -> Bool {
    let line = buffer.bytes(in: place.start..<min(offset, place.start + 4))
    return line.first { $0 != .space } == .greaterThan
  }
}

extension DocumentRegion {
  /// Whether U+FEFF occurs in the region, as in `"a\u{FEFF}"`.
  var holdsByteOrderMark: Bool {
    rangeInBytes.contains { bytes[$0] == 0xEF && bytes[$0...].byteOrderMarkCount > 0 }
  }
}
