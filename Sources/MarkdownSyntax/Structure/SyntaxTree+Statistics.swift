import CommonMark
import TextEditing

extension SyntaxTree {
  /// The contents of a document in figures.
  public struct Statistics: Hashable, Sendable {
    /// The words of the visible text. Each Chinese or Japanese character is a word.
    public var words = 0
    /// The visible characters, with blanks but without line endings.
    public var characters = 0
    /// The seconds to read the text, at 238 words or 500 Chinese or Japanese characters a minute.
    public var readingSeconds = 0
    /// The items with a box.
    public var tasks = 0
    /// The items with a checked box.
    public var doneTasks = 0
    public var headings = 0
    /// The links, without images.
    public var links = 0
  }

  /// Counts the contents of a text or of a part of it.
  ///
  /// The visible text is that of ``text(of:in:)``: `**a**b` is one word, and code counts. A task,
  /// heading or link counts if a part of it is in the range.
  ///
  /// - Parameters:
  ///   - source: The text that the tree was read from, as UTF-8.
  ///   - range: The UTF-8 range to count in, or nil for the whole text.
  /// - Complexity: O(*n*) in the number of nodes and the length of the range.
  public func statistics(of source: [UInt8], in range: Range<Int>? = nil) -> Statistics {
    let range = range ?? 0..<source.count
    var result = Statistics()
    for (index, node) in nodes.enumerated() where node.range.overlaps(range) {
      switch node.kind {
      case .item:
        guard let isChecked = isChecked(index) else { continue }
        result.tasks += 1
        result.doneTasks += isChecked ? 1 : 0
      case .heading: result.headings += 1
      case .link: result.links += 1
      default: continue
      }
    }
    let text = textBytes(of: 0..<nodes.count, in: source, clippedTo: range)
    let count = WordCount(of: text)
    result.words = count.words + count.ideographs
    // Whole numbers need no mathematics library.
    let parts = 60 * (500 * Int64(count.words) + 238 * Int64(count.ideographs))
    result.readingSeconds = Int((parts + 238 * 500 - 1) / (238 * 500))
    result.characters = String(decoding: text, as: UTF8.self).count { !$0.isNewline }
    return result
  }
}

extension MarkdownDocument {
  /// Counts the contents of a part of the document, as ``SyntaxTree/statistics(of:in:)`` does.
  ///
  /// - Parameters:
  ///   - range: The UTF-8 range to count in, or nil for the whole text.
  ///   - dialect: The constructs to read in addition to CommonMark.
  /// - Precondition: The range is in `0...buffer.utf8Count`.
  /// - Throws: `ParsingRefusal` if the text to read exceeds the standard limits.
  /// - Complexity: O(*m*) in the length of the touched blocks, plus a copy of the text.
  public func statistics(
    of range: Range<Int>? = nil, in dialect: Dialect
  ) throws(ParsingRefusal) -> SyntaxTree.Statistics {
    let range = range ?? 0..<buffer.utf8Count
    let tree = try syntaxTree(of: range, in: dialect)
    return tree.statistics(of: buffer.utf8Bytes, in: range)
  }
}
