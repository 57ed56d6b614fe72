import CommonMark
import MarkdownSyntax

/// A document as its blocks, with the reading that they were made from.
struct BlockTree {
  let source: [UInt8]
  let dialect: Dialect
  /// The document's blocks.
  var root: Block
  /// What they were made from.
  let reading: BlockReading
  /// Where each line begins and ends, without its line ending.
  let lines: [Range<Int>]

  /// The deepest nesting that is read: what is deeper is refused.
  static let greatestDepth = 100

  /// Reads a document.
  ///
  /// - Throws: where libcmark is not asked to parse it, or where it nests deeper than commands go.
  /// - Complexity: O(*n*) in the length of the source.
  init(
    _ source: [UInt8], in dialect: Dialect, context: ProjectionContext = .document
  ) throws(Outcome.Refusal) {
    do { reading = try BlockReading(source, in: dialect, context) } catch {
      throw .unparsable(error.description)
    }
    var lines = reading.blocks.lines.map { Int($0.start)..<Int($0.end) }
    // A text that ends with a line ending has an empty line after it, where a caret can stand.
    if source.last?.isLineEnding == true || lines.isEmpty {
      lines.append(source.count..<source.count)
    }
    guard let nodes = reading.nodes, var reader = BlockReader(reading, nodes, dialect, lines) else {
      throw .tooIntricate(0..<source.count)
    }
    root = reader.document()
    self.source = source
    self.dialect = dialect
    self.lines = lines
  }

  /// The line that holds a UTF-8 offset; O(log n).
  func line(at offset: Int) -> Int {
    Swift.max(0, lines.partitionPoint { $0.lowerBound > offset } - 1)
  }

  /// The content of a leaf as it was read.
  func leafBlock(_ node: Int) -> LeafBlock? { reading.leaf(node) }

  /// The tokens of a leaf in the dialect.
  func tokens(of leaf: LeafBlock) -> [InlineToken] {
    reading.tokens(of: leaf, InlineSyntax(dialect))
  }

  /// The bytes of a line's content, as far as they are known.
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
