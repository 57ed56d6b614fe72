import CommonMark
import TextEditing

/// The purpose of a projection: a command changes one mark, and the others are structure to it.
package enum ProjectionPurpose: Hashable, Sendable {
  /// Strong and emphasis.
  case delimited
  /// Code spans, which contain only text.
  case code
  /// A mark of an extension, which is strong in the projection.
  case mark(SyntaxExtensions)
}

/// The facts about a document that reading a part of it needs.
package struct ProjectionContext: Hashable, Sendable {
  /// The offset of the document's start, which front matter may follow; nil in a later part.
  package var documentStart: Int?
  /// The labels of footnotes that are defined outside.
  package var footnotes: Set<LabelKey> = []

  package static let document = ProjectionContext(documentStart: 0)

  package init(documentStart: Int?) { self.documentStart = documentStart }
}

/// Finds the constructs of a document in stages. Each stage reads the projection of the one before.
struct ProjectionReader {
  private(set) var projection: Projection
  let dialect: Dialect
  let purpose: ProjectionPurpose
  private let context: ProjectionContext
  private var pieces: [ProjectedPiece] = []
  /// The labels of the defined footnotes.
  private var footnotes: Set<LabelKey> = []
  /// The blocks of the source, if the projection is the source.
  private var blocks: SyntaxTree?
  /// The reading of the current projection, if there is one.
  private(set) var reading: DocumentReading?
  /// libcmark's tree of the source, if it has been parsed.
  private let tree: MarkdownTree?
  private let limits: ParsingLimits

  init(
    _ source: [UInt8], _ dialect: Dialect, _ purpose: ProjectionPurpose,
    _ context: ProjectionContext, parsedAs tree: MarkdownTree? = nil,
    limits: ParsingLimits = .standard
  ) {
    self.limits = limits
    self.tree = tree
    self.dialect = dialect
    self.purpose = purpose
    self.context = context
    footnotes = context.footnotes
    projection = Projection(source, [])
  }

  /// Finds metadata, footnotes, tables and the prefixes of paragraphs.
  ///
  /// - Throws: `ParsingRefusal` if the text exceeds the limits.
  mutating func readBlocks() throws(ParsingRefusal) {
    if let refusal = limits.refusal(of: projection.source) { throw refusal }
    let found = projection.source.withUnsafeBufferPointer { source in
      let tree = BlockParser.tree(
        of: source, dialect.extensions, documentStart: context.documentStart)
      return BlockProjection(tree, in: source, dialect.extensions)
    }
    footnotes.formUnion(found.footnotes)
    if found.pieces.isEmpty {
      blocks = found.tree
      return
    }
    pieces = found.pieces
    projection = Projection(projection.source, pieces)
  }

  /// The reading of the projection after its blocks have been replaced.
  func blockReading() throws(ParsingRefusal) -> DocumentReading {
    if let reading { return reading }
    if let tree, projection.isIdentity {
      return DocumentReading(projection.source, tree: tree, blocks: blocks)
    }
    let text = projection.text
    return DocumentReading(
      text, tree: try MarkdownTree(parsing: text, limits: limits),
      blocks: projection.isIdentity ? blocks : nil)
  }

  /// Finds islands, marks and bare links.
  ///
  /// - Parameter escapes: Whether to escape literal delimiters.
  mutating func readInlines(cutBy selections: [Range<Int>], escapes: Bool) throws(ParsingRefusal) {
    guard let syntax = InlineSyntax.known(dialect) else { return }
    let constructs = InlineConstructs(dialect)
    let reading = try blockReading()
    self.reading = reading
    let cuts = selections.map { projection.projected($0) }
    var found: [ProjectedPiece] = []
    var unreadable: [Range<Int>] = []
    for leaf in reading.leaves {
      let mayPairOtherwise = reading.mayPairOtherwise(syntax, leaf)
      guard
        mayPairOtherwise || escapes || (purpose.isOfExtension && reading.hasRuns(leaf))
          || reading.mayHold(constructs, leaf)
      else { continue }
      let tokens = reading.tokens(of: leaf, syntax)
      let written = LeafProjection(
        of: leaf, in: reading, tokens, syntax, purpose, cuts, footnotes: footnotes,
        escapes: escapes, mayPairOtherwise: mayPairOtherwise)
      if written.needsEscapes { return try readInlines(cutBy: selections, escapes: true) }
      found += written.pieces
      if !written.isReadable { unreadable.append(projection.lifted(leaf.content)) }
    }
    if found.isEmpty { return }
    projection = Projection(projection.source, merged(found))
    self.reading = nil
    projection.unreadable = unreadable
    projection.escapesDelimiters = escapes
  }

  /// The replacements of inlines and those already in the projection, in the order of its text: a
  /// cell's link ends before the cell does. Outer parts come first; parts inside them are left out.
  private func merged(_ found: [ProjectedPiece]) -> [ProjectedPiece] {
    let old = projection.segments.map { segment in
      (
        place: segment.text,
        piece: ProjectedPiece(
          source: segment.source, bytes: Array(projection.text[segment.text]), kind: segment.kind,
          construct: segment.construct)
      )
    }
    var result: [ProjectedPiece] = []
    result.reserveCapacity(old.count + found.count)
    var index = 0
    for piece in found.sorted(byKey: { $0.source.lowerBound }) {
      while index < old.count, old[index].place.upperBound <= piece.source.lowerBound {
        result.append(old[index].piece)
        index += 1
      }
      result.append(lifted(piece))
    }
    return result + old[index...].map { $0.piece }
  }

  private func lifted(_ piece: ProjectedPiece) -> ProjectedPiece {
    var piece = piece
    if piece.source.isEmpty {
      let place = projection.lifted(piece.source.lowerBound, isPast: true)
      piece.source = place..<place
    } else {
      piece.source = projection.lifted(piece.source)
    }
    return piece
  }
}

extension DocumentReading {
  /// Whether GitHub may pair the runs of `*` and `_` in a leaf differently from libcmark: there are
  /// three, and one may both open and close.
  func mayPairOtherwise(_ syntax: InlineSyntax, _ leaf: LeafBlock) -> Bool {
    guard syntax.pairsAsGitHub, hasRuns(leaf) else { return false }
    return source.withUnsafeBufferPointer { Self.mayPairOtherwise(leaf.lines, of: $0) }
  }

  /// Whether a leaf has a `*` or `_`, which may look like delimiters of a replaced mark.
  fileprivate func hasRuns(_ leaf: LeafBlock) -> Bool {
    source.withUnsafeBufferPointer { text in
      leaf.lines.contains { text.contains(.asterisk, in: $0) || text.contains(.underscore, in: $0) }
    }
  }

  /// Whether the runs in the lines of a leaf may be paired differently: `*a*b*`, not `*a* b`.
  private static func mayPairOtherwise(_ lines: [Range<Int>], of text: Bytes) -> Bool {
    var runs = 0
    var hasBoth = false
    for line in lines {
      var index = line.lowerBound
      while index < line.upperBound {
        let byte = text[index]
        guard byte == .asterisk || byte == .underscore else {
          index += 1
          continue
        }
        let start = index
        while index < line.upperBound, text[index] == byte { index += 1 }
        runs += 1
        guard start > line.lowerBound, index < line.upperBound else { continue }
        let (before, after) = (text[start - 1], text[index])
        hasBoth =
          hasBoth
          || !before.isMarkdownSpace && !after.isMarkdownSpace
            && (before.isASCIIPunctuation
              ? after.isASCIIPunctuation : byte == .asterisk && !after.isASCIIPunctuation)
      }
    }
    return hasBoth && runs > 2
  }

  /// Whether a leaf may have a construct: `a ~b` a mark, but `[a](http://b)` not a bare link.
  fileprivate func mayHold(_ constructs: InlineConstructs, _ leaf: LeafBlock) -> Bool {
    let isInSource = source.withUnsafeBufferPointer { text in
      leaf.lines.contains { constructs.inSource.mayOccur(in: text, $0) }
    }
    if isInSource { return true }
    return tree.bytes.withUnsafeBufferPointer { literals in
      tree.nodes[leaf.node..<Int(tree.nodes[leaf.node].end)].contains {
        $0.kind == .text && constructs.inText.mayOccur(in: literals, $0.literal.inInt)
      }
    }
  }
}

extension Bytes {
  /// Whether a byte occurs in a part: `*` in `a*b`.
  fileprivate func contains(_ byte: UInt8, in part: Range<Int>) -> Bool {
    Bytes(rebasing: self[part]).firstOffset(of: byte, from: 0) < part.count
  }
}
