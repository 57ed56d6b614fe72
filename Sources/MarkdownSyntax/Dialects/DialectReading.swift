import CommonMark

/// A document of a dialect as it is read: libcmark's blocks of its projection, in which each cell of
/// a table is a heading, and its tokens with their places in the source.
package struct DialectReading: Sendable {
  /// The reading of the projection; of CommonMark it is the document's own.
  package let reading: DocumentReading
  private let projection: Projection
  private let syntax: InlineSyntax?
  /// The leaves whose projection would not mean what the source does: no command plans on them.
  private let unreadable: Set<Range<Int>>

  /// Reads a document, or a part of one with what it has to know of the rest.
  ///
  /// - Throws: `ParsingRefusal` where it is beyond `limits`.
  /// - Complexity: O(*n*); libcmark parses the document once to three times.
  package init(
    _ source: [UInt8], in dialect: Dialect, limits: ParsingLimits = .standard,
    context: ProjectionContext = .document
  ) throws(ParsingRefusal) {
    syntax = InlineSyntax(dialect)
    guard Constructs.mayStand(in: source, dialect, context) else {
      reading = try DocumentReading(source, limits: limits)
      projection = Projection(source, [])
      unreadable = []
      return
    }
    var reader = ProjectionReader(source, dialect, .delimited, context, limits: limits)
    try reader.readBlocks()
    projection = reader.projection
    reading = try reader.blockReading()
    try reader.readInlines(cutBy: [], escapes: false)
    unreadable = Set(reader.projection.unreadable)
  }

  /// The tokens of a leaf, with their places in the source.
  ///
  /// - Complexity: O(*n* log *s*) in the length of the leaf and the number of constructs.
  package func tokens(of leaf: LeafBlock) -> [InlineToken] {
    var tokens = syntax.map { reading.tokens(of: leaf, $0) } ?? reading.tokens(of: leaf)
    if projection.isIdentity { return tokens }
    for index in tokens.indices { tokens[index].source = projection.lifted(tokens[index].source) }
    return tokens
  }

  /// Whether libcmark reads a leaf as it is read here, so that commands plan on it.
  package func agrees(on leaf: LeafBlock) -> Bool {
    reading.agrees(reading.tokens(of: leaf), on: leaf)
      && !unreadable.contains(projection.lifted(leaf.content))
  }

  /// Where an offset of the projection stands in the source; at the end of what is written otherwise
  /// if `isPast`, else at its start.
  package func place(of offset: Int, isPast: Bool = false) -> Int {
    projection.lifted(offset, isPast: isPast)
  }

  /// The construct at whose start, in the projection, an offset stands, and the construct's UTF-8
  /// range in the source.
  ///
  /// - Complexity: O(log *s*) in the number of constructs.
  package func construct(at offset: Int) -> (kind: DialectConstruct, source: Range<Int>)? {
    let index = projection.firstSegment(endingPastText: offset)
    guard index < projection.segments.count else { return nil }
    let segment = projection.segments[index]
    return segment.text.lowerBound <= offset ? (segment.construct, segment.source) : nil
  }
}
