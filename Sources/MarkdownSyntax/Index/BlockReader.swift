import CommonMark

/// Divides a text into blocks, from the start of one.
struct BlockReader {
  private(set) var blocks: [DocumentBlock] = []

  /// Reads a text up to a line where an old block begins, or to its end.
  ///
  /// - Returns: The offset at which reading ended.
  /// - Throws: `ParsingRefusal` if the text is too long, or its lines are in too many containers.
  mutating func read(
    _ text: Bytes, isDocumentStart: Bool, isEnd: (_ offset: Int) -> Bool
  ) throws(ParsingRefusal) -> Int {
    guard text.count <= ParsingLimits.greatestByteCount else {
      throw .tooLarge(byteCount: text.count, limit: ParsingLimits.greatestByteCount)
    }
    var parser = BlockParser(text, isDocumentStart: isDocumentStart)
    var lines = LineIterator(text)
    var (start, number) = (0, 0)
    while let line = lines.next() {
      parser.read(line)
      number += 1
      if parser.steps > ParsingLimits.standard.steps + 16 * text.count {
        throw .tooManyContainers(line: number, count: parser.open.count - 1)
      }
      guard parser.beginsRootChild else { continue }
      if line.lowerBound > start {
        add(start..<line.lowerBound, of: text, &parser)
        start = line.lowerBound
        if isEnd(start) { return start }
      }
      parser.forgetClosed()
    }
    _ = parser.closeDocument()
    if start < text.count { add(start..<text.count, of: text, &parser) }
    return text.count
  }

  private mutating func add(_ range: Range<Int>, of text: Bytes, _ parser: inout BlockParser) {
    let block = Bytes(rebasing: text[range])
    let definitions = parser.takeFoundDefinitions()
    var footnotes: [LabelKey] = []
    FootnoteLabel.forEachDefinition(in: block) { footnotes.append($0) }
    let hasLabels = !definitions.isEmpty || !footnotes.isEmpty
    // The first child of the root may be the next block, after blank lines.
    let first = parser.nodeCount > 1 ? parser[1] : parser[0]
    let level = Int(first.start) < range.upperBound ? first.level ?? 0 : 0
    blocks.append(
      DocumentBlock(
        length: Int32(truncatingIfNeeded: range.count),
        level: UInt8(truncatingIfNeeded: level), uses: LabelScan.bits(in: block),
        labels: hasLabels ? BlockLabels(definitions, footnotes: footnotes) : nil))
  }
}
