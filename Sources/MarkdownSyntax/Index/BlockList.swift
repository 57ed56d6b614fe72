import CommonMark

/// A run of children of the root: a part of a document that a fresh parser can start with.
///
/// It begins on the first line of a child of the root, or at the start of the text, and ends before
/// the next one. Blank lines between two blocks belong to the first.
struct DocumentBlock: Sendable {
  var length: Int32
  /// The level of the heading that it is; 0 for other blocks.
  var level: UInt8
  /// The bits of the labels in brackets, as ``LabelScan/bits(in:)`` gives them.
  var uses: UInt32
  /// The labels that it defines; nil for most blocks.
  var labels: BlockLabels?
}

/// The labels that a block defines. An object, so that most blocks need only a null pointer.
final class BlockLabels: Sendable {
  let definitions: [LinkDefinition]
  let footnotes: [LabelKey]

  init(_ definitions: [LinkDefinition], footnotes: [LabelKey]) {
    (self.definitions, self.footnotes) = (definitions, footnotes)
  }

  /// All labels, those of footnotes with `^` before them.
  var keys: Set<LabelKey> {
    Set(definitions.map { $0.label } + footnotes.map { LabelKey([.circumflex] + $0.bytes) })
  }
}

/// The blocks of a document in order, in chunks. A copy costs O(1).
struct BlockList: Sendable {
  struct Chunk: Sendable {
    var blocks: [DocumentBlock]
    var length = 0
    var uses: UInt32 = 0
    var defines = false

    init(_ blocks: [DocumentBlock]) {
      self.blocks = blocks
      for block in blocks {
        length += Int(block.length)
        uses |= block.uses
        defines = defines || block.labels != nil
      }
    }
  }

  struct Place: Sendable {
    fileprivate var chunk: Int
    fileprivate var index: Int
    var start: Int
    var block: DocumentBlock

    var end: Int { start + Int(block.length) }
  }

  #if DEBUG
    /// The greatest number of blocks in a chunk; few in debug builds, so that small tests have many.
    private static let capacity = 4
  #else
    private static let capacity = 256
  #endif

  private(set) var chunks: [Chunk] = []

  var length: Int { chunks.reduce(0) { $0 + $1.length } }

  /// The block that contains the byte at an offset, or the last if the text ends there; nil if there
  /// are no blocks.
  func place(containing offset: Int) -> Place? {
    guard !chunks.isEmpty else { return nil }
    var (chunk, start) = (0, 0)
    while chunk < chunks.count - 1, start + chunks[chunk].length <= offset {
      start += chunks[chunk].length
      chunk += 1
    }
    let blocks = chunks[chunk].blocks
    var index = 0
    while index < blocks.count - 1, start + Int(blocks[index].length) <= offset {
      start += Int(blocks[index].length)
      index += 1
    }
    return Place(chunk: chunk, index: index, start: start, block: blocks[index])
  }

  func before(_ place: Place) -> Place? {
    var (chunk, index) = (place.chunk, place.index - 1)
    if index < 0 {
      guard chunk > 0 else { return nil }
      chunk -= 1
      index = chunks[chunk].blocks.count - 1
    }
    let block = chunks[chunk].blocks[index]
    return Place(chunk: chunk, index: index, start: place.start - Int(block.length), block: block)
  }

  func after(_ place: Place) -> Place? {
    var (chunk, index) = (place.chunk, place.index + 1)
    if index == chunks[chunk].blocks.count {
      guard chunk + 1 < chunks.count else { return nil }
      (chunk, index) = (chunk + 1, 0)
    }
    return Place(
      chunk: chunk, index: index, start: place.end, block: chunks[chunk].blocks[index])
  }

  mutating func replace(from first: Place?, upTo end: Place?, with new: [DocumentBlock]) {
    let low = first?.chunk ?? max(0, chunks.count - 1)
    let high = end?.chunk ?? max(0, chunks.count - 1)
    var blocks = new
    if low < chunks.count {
      blocks = chunks[low].blocks[..<(first?.index ?? chunks[low].blocks.count)] + new
    }
    if let end { blocks += chunks[high].blocks[end.index...] }
    let count = (blocks.count + Self.capacity - 1) / Self.capacity
    let pieces = (0..<count).map { piece in
      Chunk(Array(blocks[blocks.count * piece / count..<blocks.count * (piece + 1) / count]))
    }
    chunks.replaceSubrange(low..<min(high + 1, chunks.count), with: pieces)
    joinSmall(near: low)
  }

  private mutating func joinSmall(near chunk: Int) {
    let low = max(0, min(chunk, chunks.count - 2))
    guard low + 1 < chunks.count,
      chunks[low].blocks.count + chunks[low + 1].blocks.count <= Self.capacity / 2
    else { return }
    chunks.replaceSubrange(
      low...low + 1, with: [Chunk(chunks[low].blocks + chunks[low + 1].blocks)])
  }

  /// Passes the blocks of the wanted chunks to `body`, each with its start. By a pointer, because a
  /// copy of a block would count references to its labels.
  private func forEach(
    inChunks isWanted: (_ chunk: Chunk, _ start: Int) -> Bool,
    do body: (_ start: Int, _ block: UnsafePointer<DocumentBlock>) -> Void
  ) {
    var start = 0
    for chunk in chunks {
      if isWanted(chunk, start) {
        chunk.blocks.withUnsafeBufferPointer { blocks in
          guard let first = blocks.baseAddress else { return }
          var place = start
          for index in blocks.indices {
            body(place, first + index)
            place += Int(first[index].length)
          }
        }
      }
      start += chunk.length
    }
  }

  func levels(in range: Range<Int>, ofHeadingsOnly: Bool = false) -> [(start: Int, level: Int)] {
    var result: [(start: Int, level: Int)] = []
    forEach(
      inChunks: { $1 + $0.length > range.lowerBound && $1 < range.upperBound },
      do: { start, block in
        let level = Int(block.pointee.level)
        if range.contains(start), level > 0 || !ofHeadingsOnly { result.append((start, level)) }
      })
    return result
  }

  /// The ranges of the blocks whose bits of labels in brackets meet a condition, which also holds for
  /// the bits of several blocks if it holds for one of them.
  func ranges(using isWanted: (_ uses: UInt32) -> Bool) -> [Range<Int>] {
    var result: [Range<Int>] = []
    forEach(
      inChunks: { chunk, _ in isWanted(chunk.uses) },
      do: { start, block in
        guard isWanted(block.pointee.uses) else { return }
        result.append(start..<start + Int(block.pointee.length))
      })
    return result
  }

  var definers: [(range: Range<Int>, labels: BlockLabels)] {
    var result: [(range: Range<Int>, labels: BlockLabels)] = []
    forEach(
      inChunks: { chunk, _ in chunk.defines },
      do: { start, block in
        guard let labels = block.pointee.labels else { return }
        result.append((start..<start + Int(block.pointee.length), labels))
      })
    return result
  }
}

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
    let definitions = parser.tree.definitions
    parser.tree.definitions = []
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
