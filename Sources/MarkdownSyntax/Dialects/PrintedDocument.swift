import CommonMark

/// A document of a dialect, and its blocks printed in CommonMark for libcmark.
///
/// In ``text``, blocks that CommonMark does not have are replaced by ones that it has and that
/// behave the same way: a table's cell is a heading of its own, a footnote an item. Nothing is
/// translated back: only the places of what libcmark and the scanner read in ``text`` are.
///
/// An object, because copying its parts takes as long as finding that a text has no constructs.
package final class PrintedDocument: Sendable {
  /// A part of the source and its replacement in the text.
  struct Segment: Sendable {
    var source: Range<Int>
    var text: Range<Int>
    var construct: DialectConstruct
  }

  /// The document, as UTF-8.
  package let source: [UInt8]
  /// The text for libcmark, as UTF-8.
  package let text: [UInt8]
  /// The segments in ascending order; between them, source and text are the same.
  let segments: [Segment]
  /// The blocks, if the document is printed as it is and they were read.
  let blocks: SyntaxTree?
  /// The labels of the footnotes that are defined here or outside.
  let footnotes: Set<LabelKey>

  /// A document in CommonMark, which is printed as it is.
  init(_ source: [UInt8]) {
    (self.source, text, segments, blocks, footnotes) = (source, source, [], nil, [])
  }

  /// Prints a document whose blocks have been read.
  init(_ source: [UInt8], _ printing: BlockPrinting, _ context: ReadingContext) {
    self.source = source
    (text, segments) = Self.print(source, printing.pieces)
    blocks = segments.isEmpty ? printing.tree : nil
    footnotes = context.footnotes.union(printing.footnotes)
  }

  /// Reads the blocks of a document, or of a part of one with its context.
  ///
  /// - Throws: `ParsingRefusal` if the document exceeds the limits.
  /// - Complexity: O(*n*); a document without any byte that begins a construct is scanned once.
  package convenience init(
    _ source: [UInt8], in dialect: Dialect, _ context: ReadingContext = .document
  ) throws(ParsingRefusal) {
    if !dialect.isCommonMark, Constructs.mayOccur(in: source, dialect, context) {
      self.init(source, try BlockPrinting(of: source, in: dialect, context), context)
    } else {
      self.init(source)
    }
  }

  /// - Parameter pieces: In any order, except those at the same offset. One that begins inside an
  ///   earlier one is left out.
  private static func print(
    _ source: [UInt8], _ pieces: [PrintedPiece]
  ) -> (text: [UInt8], segments: [Segment]) {
    if pieces.isEmpty { return (source, []) }
    var text: [UInt8] = []
    text.reserveCapacity(source.count + 16 * pieces.count)
    var segments: [Segment] = []
    segments.reserveCapacity(pieces.count)
    var position = 0
    // The sort is stable: an insertion comes before a part that begins there.
    let ordered = pieces.sorted(byKey: { 2 * $0.source.lowerBound + ($0.source.isEmpty ? 0 : 1) })
    for piece in ordered where piece.source.lowerBound >= position {
      text.append(contentsOf: source[position..<piece.source.lowerBound])
      let start = text.count
      text.append(contentsOf: piece.bytes)
      segments.append(
        Segment(source: piece.source, text: start..<text.count, construct: piece.construct))
      position = piece.source.upperBound
    }
    text.append(contentsOf: source[position...])
    return (text, segments)
  }

  /// Whether the document is printed as it is: `*a*`, not `- [ ] a` in GitHub's dialect.
  var isPrintedAsIs: Bool { segments.isEmpty }
}
