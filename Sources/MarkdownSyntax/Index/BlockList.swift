/// A run of children of the root: a part of a document that a fresh parser can start with.
///
/// It begins on the first line of a child of the root, or at the start of the text, and ends before
/// the next one. Blank lines between two blocks belong to the first.
struct DocumentBlock: Sendable {
  /// The length in UTF-8 bytes.
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
  /// The link reference definitions in order.
  let definitions: [LinkDefinition]
  /// The labels of possible footnotes.
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
  /// Neighbouring blocks, with their sums.
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

  /// A block with its position.
  struct Place: Sendable {
    fileprivate var chunk: Int
    fileprivate var index: Int
    /// The UTF-8 offset of its start.
    var start: Int
    var block: DocumentBlock

    /// The UTF-8 offset of its end.
    var end: Int { start + Int(block.length) }
  }

  #if DEBUG
    /// The greatest number of blocks in a chunk; few in debug builds, so that small tests have many.
    private static let capacity = 4
  #else
    private static let capacity = 256
  #endif

  private(set) var chunks: [Chunk] = []

  /// The number of UTF-8 bytes. O(*c*) in the number of chunks.
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

  /// Replaces the blocks from one, or from the end if it is nil, up to another, or up to the end.
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

  /// Joins a chunk that has become small with the one after it.
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

  /// The starts of the blocks that begin in a range, with the levels of headings; 0 for other blocks.
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

  /// The blocks that define labels, with the labels.
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
