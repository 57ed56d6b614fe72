import CommonMark
import MarkdownSyntax

/// A document as its blocks, with the reading that they were made from.
struct BlockTree {
  let source: [UInt8]
  let dialect: Dialect
  /// The document's blocks.
  var root: Block
  /// libcmark's reading, in which front matter is blank lines.
  let reading: DocumentReading
  /// Where each line begins and ends, without its line ending.
  let lines: [Range<Int>]
  /// How many containers have ids.
  let containerCount: Int

  /// The deepest nesting that is read: what is deeper is refused.
  static let greatestDepth = 100

  /// Reads a document.
  ///
  /// - Parameter isEnough: whether libcmark's tree is worth reading on.
  /// - Throws: where libcmark is not asked to parse it, or where it nests deeper than commands go.
  /// - Complexity: O(*n*) in the length of the source.
  init(
    _ source: [UInt8], in dialect: Dialect, context: ProjectionContext = .document,
    where isEnough: (MarkdownTree) -> Bool = { _ in true }
  ) throws(MarkOutcome.Refusal) {
    let metadata = source.withUnsafeBufferPointer { bytes -> Range<Int>? in
      guard let start = context.documentStart else { return nil }
      let mark = source[start...].starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      return FrontMatter.range(in: bytes, from: start + mark, dialect.extensions)
    }
    var masked = source
    if let metadata {
      for index in metadata where masked[index] != 0x0A && masked[index] != 0x0D {
        masked[index] = 0x20
      }
    }
    do { reading = try DocumentReading(masked) } catch {
      throw .unparsable(error.description)
    }
    guard isEnough(reading.tree) else { throw .tooIntricate(0..<source.count) }
    var reader = BlockReader(reading, source, dialect, metadata: metadata)
    guard reader.run() else { throw .tooIntricate(0..<source.count) }
    self.source = source
    self.dialect = dialect
    root = reader.root
    lines = reader.lines
    containerCount = reading.tree.nodes.count
  }

  /// The line that holds a UTF-8 offset; O(log n).
  func line(at offset: Int) -> Int {
    var low = 0
    var high = lines.count
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    return Swift.max(0, low - 1)
  }

  /// The bytes of a line's content, as far as they are known.
  func bytes(of line: Line) -> [UInt8] {
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
