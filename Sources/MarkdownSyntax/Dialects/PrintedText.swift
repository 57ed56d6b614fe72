import CommonMark

/// A text of a dialect with its blocks printed in CommonMark, for libcmark.
///
/// Blocks that CommonMark does not have are replaced by ones that it has and that behave the same
/// way: a table's cell is a heading of its own, a footnote an item.
package struct PrintedText: Sendable {
  /// The text for libcmark, as UTF-8.
  package let bytes: [UInt8]
  /// The end of each part that is printed in another way, in the source and in the text.
  private var ends: [(source: Int, text: Int)] = []

  /// Prints a text, or a part of one with its context.
  ///
  /// - Throws: `ParsingRefusal` if the text exceeds the limits.
  package init(
    _ source: [UInt8], in dialect: Dialect, _ context: ReadingContext = .document
  ) throws(ParsingRefusal) {
    guard !dialect.isCommonMark, Constructs.mayOccur(in: source, dialect, context) else {
      bytes = source
      return
    }
    let pieces = try BlockPrinting(of: source, in: dialect, context).pieces
    var text: [UInt8] = []
    text.reserveCapacity(source.count + 16 * pieces.count)
    var position = 0
    // The sort is stable: an insertion is before a part that begins there.
    let ordered = pieces.sorted(byKey: { 2 * $0.source.lowerBound + ($0.source.isEmpty ? 0 : 1) })
    for piece in ordered where piece.source.lowerBound >= position {
      text += source[position..<piece.source.lowerBound] + piece.bytes
      position = piece.source.upperBound
      ends.append((position, text.count))
    }
    bytes = text + source[position...]
  }

  /// Where an offset of the source is printed, if it is outside of what is printed in another way.
  package func place(of offset: Int) -> Int {
    let next = ends.partitionPoint { $0.source > offset }
    return next == 0 ? offset : offset - ends[next - 1].source + ends[next - 1].text
  }

  /// The place in the source of an offset of the text, or the end of the part that it is in.
  package func source(of offset: Int) -> Int {
    let next = ends.partitionPoint { $0.text > offset }
    return next == 0 ? offset : offset - ends[next - 1].text + ends[next - 1].source
  }

  /// The paragraphs and headings of the text with the place of their content, and whether libcmark
  /// reads each as our own reader reads it in CommonMark; nil if it reads other blocks.
  ///
  /// - Throws: `ParsingRefusal` if the text exceeds the limits.
  package func leaves(
    in part: Range<Int>
  ) throws(ParsingRefusal) -> [(content: Range<Int>, isSame: Bool)]? {
    let library = try MarkdownTree(parsing: bytes)
    let own = SyntaxTree(bytes, in: .commonMark, .document, inlinesOf: part)
    var leaves: [(content: Range<Int>, isSame: Bool)] = []
    let line = bytes.withUnsafeBufferPointer { source in
      own.disagreement(with: library, in: source) { node, other in
        let content = own.nodes[node].content
        guard part.overlaps(own.nodes[node].range), library.nodes[other].kind.holdsInlines else {
          return
        }
        leaves.append((content, own.hasSameInlines(node, as: other, of: library, in: source)))
      }
    }
    return line == nil ? leaves : nil
  }
}
