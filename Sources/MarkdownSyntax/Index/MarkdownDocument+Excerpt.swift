import TextEditing

extension MarkdownDocument {
  /// The blocks at some ranges and at the start of the document, and their neighbours, as one text
  /// with a comment between those that are apart.
  ///
  /// - Returns: The parts in document order, each with the whole text as its bytes.
  /// - Complexity: O(*m*) in the length of these blocks.
  package func excerpt(ofBlocksAt ranges: [Range<Int>], in dialect: Dialect) -> [DocumentRegion] {
    let places = [0..<(frontMatterEnd(in: dialect) ?? 0)] + ranges
    var regions: [DocumentRegion] = []
    var known = -1
    for place in places.sorted(byKey: { $0.lowerBound }) where place.upperBound > known {
      let blocks = children(at: place, in: dialect)
      known = max(known, (slices.place(containing: place.upperBound)?.end ?? 0) - 1)
      if let last = regions.last?.range, blocks.lowerBound <= last.upperBound {
        regions[regions.count - 1].range =
          last.lowerBound..<max(last.upperBound, blocks.upperBound)
      } else {
        regions.append(DocumentRegion(bytes: [], range: blocks, prefixCount: 0))
      }
    }
    // A comment belongs to no list, quote or footnote.
    let comment = Array("\n<!-- -->\n\n".utf8)
    let labels = labels(in: regions.flatMap { buffer.bytes(in: $0.range) })
    var gap = comment + definitionsInForce(for: labels, in: 0..<0, dialect.extensions)
    var bytes: [UInt8] = []
    for index in regions.indices {
      if index > 0 { bytes += gap }
      if index == 1 { gap = comment }
      regions[index].prefixCount = bytes.count
      bytes += buffer.bytes(in: regions[index].range)
    }
    for index in regions.indices { regions[index].bytes = bytes }
    return regions
  }

  /// The places of `[^`, if a line may define a footnote. O(*n*) then.
  package var footnotePlaces: [Range<Int>] {
    if footnotes.labels.isEmpty { return [] }
    var places: [Range<Int>] = []
    var start = 0
    buffer.forEachChunk(in: 0..<buffer.utf8Count) { chunk in
      var caret = chunk.firstOffset(of: .circumflex, from: 0)
      while caret < chunk.count {
        if caret == 0 || chunk[caret - 1] == .leftBracket {
          places.append(start + caret..<start + caret)
        }
        caret = chunk.firstOffset(of: .circumflex, from: caret + 1)
      }
      start += chunk.count
      return true
    }
    return places
  }

  /// The starts of the slices with labels that some lines define, of links or footnotes. O(*n*) if
  /// there are any.
  package func places(ofLabelsDefinedIn lines: Range<Int>) -> [Range<Int>] {
    var defined = Set(labels(of: lines).labels.map { [.circumflex] + $0.bytes })
    let first = slices.place(containing: lines.lowerBound)?.index ?? 0
    let last = slices.place(containing: lines.upperBound)?.index ?? 0
    slices.forEach(in: first..<last + 1) {
      defined.formUnion(definitions.definitions(of: $0.group).map { $0.label.bytes })
    }
    if defined.isEmpty { return [] }
    var places: [Range<Int>] = []
    var start = 0
    slices.forEach(in: 0..<slices.count) { slice in
      let text = buffer.bytes(in: start..<start + slice.length)
      let labels = text.withUnsafeBufferPointer { LabelScan.labels(in: $0) }
      if labels.contains(where: { defined.contains(LabelKey($0).bytes) }) {
        places.append(start..<start)
      }
      start += slice.length
    }
    return places
  }

  /// The children of the root, and the footnotes, that a range touches, with their neighbours.
  private func children(at range: Range<Int>, in dialect: Dialect) -> Range<Int> {
    /// The slice at an offset if it belongs to what is before, like the text of `[^1]: a⏎⏎    b`.
    func continuation(at offset: Int) -> SliceTree.Place? {
      slices.place(containing: offset).flatMap {
        $0.slice.isInner || mayContinueFootnote(at: offset, in: dialect) ? $0 : nil
      }
    }
    let blocks = blocks(at: range, with: BlockNeighbours())
    var (lower, upper) = (blocks.lowerBound, blocks.upperBound)
    while let place = continuation(at: lower), let before = slices.place(at: place.index - 1) {
      lower = before.start
    }
    while upper < buffer.utf8Count, let place = continuation(at: upper) { upper = place.end }
    return lower..<upper
  }
}
