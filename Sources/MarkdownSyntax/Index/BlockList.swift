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
    /// Whether any of the blocks defines a label.
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
  ///
  /// - Complexity: O(*n* / 256) in the number of blocks, all in one piece of memory.
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
  ///
  /// - Complexity: O(*m*) in the number of blocks in the chunks that change, and O(*c*) in the number
  ///   of chunks if it changes or a copy shares them.
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

  /// The blocks with their starts in chunks that meet a condition.
  ///
  /// - Complexity: O(*c* + *m*) in the numbers of chunks and of blocks in those.
  func blocks(inChunks isWanted: (Chunk) -> Bool) -> [(start: Int, block: DocumentBlock)] {
    var result: [(start: Int, block: DocumentBlock)] = []
    var start = 0
    for chunk in chunks {
      if isWanted(chunk) {
        var place = start
        for block in chunk.blocks {
          result.append((place, block))
          place += Int(block.length)
        }
      }
      start += chunk.length
    }
    return result
  }

  /// The starts of the blocks that begin in a range, with the levels of headings; 0 for other blocks.
  ///
  /// - Complexity: O(*n*) in the number of blocks, a few nanoseconds each.
  func levels(in range: Range<Int>, ofHeadingsOnly: Bool = false) -> [(start: Int, level: Int)] {
    var result: [(start: Int, level: Int)] = []
    var start = 0
    for chunk in chunks {
      if start + chunk.length > range.lowerBound, start < range.upperBound {
        // Only the numbers are read; a copy of a block would count references to its labels.
        chunk.blocks.withUnsafeBufferPointer { blocks in
          var place = start
          for index in blocks.indices {
            let level = Int(blocks[index].level)
            if range.contains(place), level > 0 || !ofHeadingsOnly { result.append((place, level)) }
            place += Int(blocks[index].length)
          }
        }
      }
      start += chunk.length
    }
    return result
  }

  /// The ranges of the blocks whose bits of labels in brackets meet a condition, which also holds for
  /// the bits of several blocks if it holds for one of them.
  ///
  /// - Complexity: O(*c* + *m*) in the numbers of chunks and of blocks in those that may have some.
  func ranges(using isWanted: (_ uses: UInt32) -> Bool) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    for chunk in chunks {
      if isWanted(chunk.uses) {
        chunk.blocks.withUnsafeBufferPointer { blocks in
          var place = start
          for index in blocks.indices {
            let end = place + Int(blocks[index].length)
            if isWanted(blocks[index].uses) { result.append(place..<end) }
            place = end
          }
        }
      }
      start += chunk.length
    }
    return result
  }

  /// The range of the last block that defines labels and meets a condition.
  func lastDefiner(where isWanted: (BlockLabels) -> Bool) -> Range<Int>? {
    var end = length
    for chunk in chunks.reversed() {
      var place = end
      for block in chunk.blocks.reversed() where chunk.defines {
        let start = place - Int(block.length)
        if let labels = block.labels, isWanted(labels) { return start..<place }
        place = start
      }
      end -= chunk.length
    }
    return nil
  }

  /// The numbers of blocks, by the labels that they define, in the order of the document.
  ///
  /// - Complexity: O(*n*) in the number of blocks in chunks that define labels.
  func order(of labels: [BlockLabels]) -> [ObjectIdentifier: Int] {
    let wanted = Set(labels.map { ObjectIdentifier($0) })
    var order: [ObjectIdentifier: Int] = [:]
    for chunk in chunks where chunk.defines {
      chunk.blocks.withUnsafeBufferPointer { blocks in
        for index in blocks.indices {
          guard let own = blocks[index].labels.map({ ObjectIdentifier($0) }), wanted.contains(own)
          else { continue }
          order[own] = order.count
        }
      }
    }
    return order
  }
}
