import CommonMark
import MarkdownSyntax

/// A document as its blocks, with the reading that they were made from.
struct BlockTree {
  let source: [UInt8]
  let dialect: Dialect
  /// The document's blocks.
  var root: Block
  /// libcmark's reading. Front matter is blank lines and a footnote's definition is text. The last row of a table is
  /// a heading if the next line would otherwise continue a paragraph.
  let reading: DocumentReading
  /// Where each line begins and ends, without its line ending.
  let lines: [Range<Int>]
  /// How many containers have ids.
  let containerCount: Int

  /// The most tables that a block ends which ends no paragraph (`1. ` behind a row): each may take
  /// libcmark another reading.
  private static let mostEndedTables = 64

  /// The deepest nesting that is read: what is deeper is refused.
  static let greatestDepth = 100

  /// Reads a document.
  ///
  /// - Throws: where libcmark is not asked to parse it, or where it nests deeper than commands go.
  /// - Complexity: O(*n*) in the length of the source.
  init(
    _ source: [UInt8], in dialect: Dialect, context: ProjectionContext = .document
  ) throws(MarkOutcome.Refusal) {
    let metadata = Self.metadata(of: source, dialect, context)
    var masked = Self.masked(source, dialect, metadata)
    var lastRows: Set<Int> = []
    while true {
      let reading: DocumentReading
      do { reading = try DocumentReading(masked) } catch {
        throw .unparsable(error.description)
      }
      var reader = BlockReader(reading, source, dialect, metadata: metadata, lastRows: lastRows)
      guard reader.run(), lastRows.count <= Self.mostEndedTables else {
        throw .tooIntricate(0..<source.count)
      }
      if reader.endedRows.isEmpty {
        self.reading = reading
        root = reader.root
        lines = reader.lines
        break
      }
      // What follows a table's row is a paragraph's line to libcmark, but not what follows a heading's.
      for row in reader.endedRows {
        lastRows.insert(row.line)
        for index in row.content { masked[index] = index == row.content.lowerBound ? 0x23 : 0x20 }
      }
    }
    self.source = source
    self.dialect = dialect
    containerCount = reading.tree.nodes.count
  }

  /// The text that libcmark reads: front matter is blanks, and a footnote's definition is text. To libcmark it
  /// may be a link's: with `[^a]: b` it reads a link in `[c][^a]`.
  private static func masked(
    _ source: [UInt8], _ dialect: Dialect, _ metadata: Range<Int>?
  ) -> [UInt8] {
    var masked = source
    if let metadata {
      for index in metadata where masked[index] != 0x0A && masked[index] != 0x0D {
        masked[index] = 0x20
      }
    }
    if dialect.extensions.contains(.footnotes) {
      for colon in masked.footnoteColons { masked[colon] = UInt8(ascii: ";") }
    }
    return masked
  }

  /// The front matter that a document begins with; nil of none, and of a part that is not its start.
  static func metadata(
    of source: [UInt8], _ dialect: Dialect, _ context: ProjectionContext
  ) -> Range<Int>? {
    guard let start = context.documentStart else { return nil }
    let mark = source[start...].starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return source.withUnsafeBufferPointer {
      FrontMatter.range(in: $0, from: start + mark, dialect.extensions)
    }
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
