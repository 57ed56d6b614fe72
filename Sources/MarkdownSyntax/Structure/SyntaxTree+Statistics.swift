import CommonMark
import TextEditing

extension SyntaxTree {
  /// What a document consists of, as a reader counts.
  public struct Statistics: Hashable, Sendable {
    /// The words of the visible text. Each Chinese or Japanese character is a word.
    public var words = 0
    /// The characters of the visible text as a reader sees them, blanks included and line endings not.
    public var characters = 0
    /// The time for reading the text in seconds: 238 words or 500 Chinese or Japanese characters a minute.
    public var readingSeconds = 0
    /// The items with a box.
    public var tasks = 0
    /// The items with a checked box.
    public var doneTasks = 0
    public var headings = 0
    /// The links, images not included.
    public var links = 0
  }

  /// Counts what is in a text, or in a part of it.
  ///
  /// The visible text is that of ``text(of:in:)``: `**a**b` is one word, and code counts. A task, a heading or a link
  /// counts if some of it is in the range.
  ///
  /// - Parameters:
  ///   - source: The text that the tree was read from, as UTF-8.
  ///   - range: The UTF-8 range to count in; nil for all of the text.
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
    // A minute has 238 words or 500 ideographs; whole numbers need no mathematics library.
    let parts = 60 * (500 * Int64(count.words) + 238 * Int64(count.ideographs))
    result.readingSeconds = Int((parts + 238 * 500 - 1) / (238 * 500))
    result.characters = String(decoding: text, as: UTF8.self).count { !$0.isNewline }
    return result
  }
}

extension MarkdownDocument {
  /// Counts what is in a part of the document, as ``SyntaxTree/statistics(of:in:)`` does.
  ///
  /// - Parameters:
  ///   - range: The UTF-8 range to count in; nil for all of the text.
  ///   - dialect: What is read besides CommonMark.
  /// - Precondition: The range is in `0...buffer.utf8Count`.
  /// - Throws: `ParsingRefusal` if what is to be read exceeds the standard limits.
  /// - Complexity: O(*m*) in the length of the blocks that the range touches, and a copy of the text.
  public func statistics(
    of range: Range<Int>? = nil, in dialect: Dialect
  ) throws(ParsingRefusal) -> SyntaxTree.Statistics {
    let range = range ?? 0..<buffer.utf8Count
    let tree = try syntaxTree(of: range, in: dialect)
    return tree.statistics(of: buffer.utf8Bytes, in: range)
  }
}
