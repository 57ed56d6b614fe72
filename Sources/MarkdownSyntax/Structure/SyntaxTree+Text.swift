import CommonMark
import TextEditing

extension SyntaxTree {
  /// The visible text of a node and its descendants, without markup.
  ///
  /// A line ending becomes a space, and each block starts a line. Code and the descriptions of
  /// images are included; HTML, front matter and definitions are not. `# *a* [b](c)` gives `a b`.
  ///
  /// - Parameters:
  ///   - index: The index of the node.
  ///   - source: The text that the tree was read from, as UTF-8.
  /// - Complexity: O(*n*) in the length of the node.
  public func text(of index: Int, in source: [UInt8]) -> String {
    let bytes = textBytes(of: index..<nodes[index].endIndex, in: source)
    return String(decoding: bytes, as: UTF8.self)
  }

  func textBytes(
    of indices: Range<Int>, in source: [UInt8], hasImages: Bool = true,
    clippedTo range: Range<Int> = 0..<Int.max
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    source.withUnsafeBufferPointer { source in
      forEachPiece(of: indices, in: source, hasImages: hasImages) { piece in
        switch piece {
        case .source(let piece):
          for byte in source[piece.clamped(to: range)] {
            if byte == 0 { bytes += UTF8.encodedReplacementCharacter } else { bytes.append(byte) }
          }
        case .scalar(let scalar, let place):
          guard range.lowerBound <= place.lowerBound, place.upperBound <= range.upperBound else {
            return
          }
          bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
      }
    }
    return bytes
  }

  enum Piece {
    case source(Range<Int>)
    /// A character, and the range of its spelling: an escape, a reference or a line ending.
    case scalar(Unicode.Scalar, at: Range<Int>)
  }

  func forEachPiece(
    of indices: Range<Int>, in source: Bytes, hasImages: Bool = true, _ body: (Piece) -> Void
  ) {
    var index = indices.lowerBound
    var isFirst = true
    while index < indices.upperBound {
      let node = nodes[index]
      index += 1
      switch node.kind {
      case .paragraph, .heading, .cell, .code:
        if !isFirst { body(.scalar("\n", at: node.range.lowerBound..<node.range.lowerBound)) }
        isFirst = false
        if node.kind == .code {
          forEachLine(ofCode: index - 1, body)
          index = node.endIndex
        }
      case .text:
        for _ in 0..<node.blanks { body(.scalar(" ", at: node.range)) }
        body(.source(node.range))
      case .escape, .reference:
        for scalar in node.scalars { body(.scalar(scalar, at: node.range)) }
      case .softBreak, .hardBreak: body(.scalar(" ", at: node.range))
      case .html, .inlineHTML: index = node.endIndex
      case .image where !hasImages: index = node.endIndex
      case .island:
        let shown = shownRange(ofIsland: node, in: source)
        for part in nodes[index..<node.endIndex] {
          let range = part.range.clamped(to: shown)
          if range.isEmpty { continue }
          switch part.kind {
          case .text: body(.source(range))
          case .escape: for scalar in part.scalars { body(.scalar(scalar, at: range)) }
          default: body(.scalar(" ", at: range))
          }
        }
        index = node.endIndex
      default: break
      }
    }
  }

  private func forEachLine(ofCode index: Int, _ body: (Piece) -> Void) {
    var isFirst = true
    for line in nodes[index + 1..<nodes[index].endIndex] where line.kind == .text {
      if !isFirst { body(.scalar("\n", at: line.range.lowerBound..<line.range.lowerBound)) }
      isFirst = false
      for _ in 0..<line.blanks { body(.scalar(" ", at: line.range)) }
      body(.source(line.range))
    }
  }

  /// The visible part of an island: `a` of `$a$`, `b` of `[[a|b]]`, and an empty range for `%%a%%`.
  package func shownRange(ofIsland node: Node, in source: Bytes) -> Range<Int> {
    let range = node.range
    switch node.syntax {
    case .comments, .blockIdentifiers, .attributes, .directiveLines, .shortcodes, .liquidTags:
      return range.lowerBound..<range.lowerBound
    case .math:
      let width = range.count >= 4 && source[range.lowerBound + 1] == .dollarSign ? 2 : 1
      let shown = range.lowerBound + width..<range.upperBound - width
      // GitHub also has formulas in code.
      let isCode =
        width == 1 && shown.count > 2 && source[shown.lowerBound] == .backtick
        && source[shown.upperBound - 1] == .backtick
      return isCode ? shown.lowerBound + 1..<shown.upperBound - 1 : shown
    case .wikiLinks:
      let pipe = source[range].firstIndex(of: .verticalLine)
      let bracket = source[range].firstIndex(of: .leftBracket) ?? range.lowerBound
      let start = pipe.map { $0 + 1 } ?? bracket + 2
      return start..<max(start, range.upperBound - 2)
    default: return range
    }
  }

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
