import CommonMark
import MarkdownSyntax

/// A document as blocks, with the reading from which they were made.
struct BlockTree {
  let source: [UInt8]
  let dialect: Dialect
  var root: Block
  let leaves: LeafReader
  /// The range of each line, without its line ending.
  let lines: [Range<Int>]

  /// The maximum nesting; deeper documents are refused.
  static let maximumDepth = 100

  /// Reads a document; throws if the text is not passed to libcmark or is nested too deeply.
  ///
  /// - Complexity: O(*n*) in the length of the source.
  init(
    _ source: [UInt8], in dialect: Dialect, context: ReadingContext = .document
  ) throws(Outcome.Refusal) {
    let reading: BlockReading
    do { reading = try BlockReading(source, in: dialect, context) } catch {
      throw .unparsable(error.description)
    }
    var lines = reading.blocks.lines.map { Int($0.start)..<Int($0.end) }
    // A final line ending is followed by an empty line, which a caret can be in.
    if source.last?.isLineEnding == true || lines.isEmpty {
      lines.append(source.count..<source.count)
    }
    guard let nodes = reading.nodes else { throw .tooIntricate(0..<source.count) }
    leaves = LeafReader(reading, nodes, dialect)
    guard var reader = BlockReader(leaves, dialect, lines) else {
      throw .tooIntricate(0..<source.count)
    }
    root = reader.document()
    self.source = source
    self.dialect = dialect
    self.lines = lines
  }

  /// Returns the line that contains a UTF-8 offset; O(log n).
  func line(at offset: Int) -> Int {
    Swift.max(0, lines.partitionPoint { $0.lowerBound > offset } - 1)
  }

  func leafBlock(_ node: Int) -> LeafBlock? { leaves.reading.leaf(node) }

  func tokens(of leaf: LeafBlock) -> [InlineToken] { leaves.tokens(of: leaf) }

  /// Returns the visible content of a leaf from an offset on.
  func seen(_ leaf: LeafBlock, from start: Int = 0) -> SeenText {
    SeenText(tokens(of: leaf), of: leaf, in: leaves.reading, from: start)
  }

  /// Returns the bytes of a line's content, as far as they are known.
  func bytes(of line: Line) -> [UInt8] {
    if let content = line.content { return Array(source[content]) }
    var result: [UInt8] = []
    for piece in line.pieces {
      switch piece {
      case .source(let range): result += source[range]
      case .bytes(let bytes): result += bytes
      case .caret, .probe: break
      }
    }
    return result
  }
}
