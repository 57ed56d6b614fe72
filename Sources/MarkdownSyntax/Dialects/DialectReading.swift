import CommonMark

/// A reading of a document in its dialect: libcmark's blocks of the projection, in which each cell
/// of a table is a heading, and tokens with their positions in the source.
package struct DialectReading: Sendable {
  /// The reading of the projection; in CommonMark, of the document itself.
  package let reading: DocumentReading
  private let projection: Projection
  private let syntax: InlineSyntax?

  /// Reads a document, or a part of one with its context.
  ///
  /// - Throws: `ParsingRefusal` if the document exceeds `limits`.
  /// - Complexity: O(*n*); libcmark parses the document once.
  package init(
    _ source: [UInt8], in dialect: Dialect, limits: ParsingLimits = .standard,
    context: ProjectionContext = .document
  ) throws(ParsingRefusal) {
    syntax = InlineSyntax(dialect)
    let found = try BlockProjection(of: source, in: dialect, context, limits: limits)
    projection = Projection(source, found.pieces)
    reading = DocumentReading(
      projection.text, tree: try MarkdownTree(parsing: projection.text, limits: limits),
      blocks: found.ownTree)
  }

  /// The tokens of a leaf, with their positions in the source.
  ///
  /// - Complexity: O(*n* log *s*) in the length of the leaf and the number of constructs.
  package func tokens(of leaf: LeafBlock) -> [InlineToken] {
    var tokens = syntax.map { reading.tokens(of: leaf, $0) } ?? reading.tokens(of: leaf)
    if projection.isIdentity { return tokens }
    for index in tokens.indices { tokens[index].source = projection.lifted(tokens[index].source) }
    return tokens
  }

  /// Whether libcmark reads a leaf as this reading does without the dialect's constructs, so that
  /// commands can change it.
  package func agrees(on leaf: LeafBlock) -> Bool {
    reading.agrees(reading.tokens(of: leaf), on: leaf)
  }

  /// Maps an offset to the source; inside a replacement, to its end if `isPast`, else to its start.
  package func place(of offset: Int, isPast: Bool = false) -> Int {
    projection.lifted(offset, isPast: isPast)
  }

  /// The construct whose replacement contains an offset of the projection, and its source range.
  ///
  /// - Complexity: O(log *s*) in the number of constructs.
  package func construct(at offset: Int) -> (kind: DialectConstruct, source: Range<Int>)? {
    let index = projection.firstSegment(endingPastText: offset)
    guard index < projection.segments.count else { return nil }
    let segment = projection.segments[index]
    return segment.text.lowerBound <= offset ? (segment.construct, segment.source) : nil
  }
}
