import CommonMark
import TextEditing

/// A document of a dialect as a command on a mark sees it, with the blocks that its edits must
/// preserve.
///
/// An object, because copying its parts takes as long as finding that a text has no constructs.
package final class ProjectedDocument: Sendable {
  package let projection: Projection
  private let dialect: Dialect
  private let context: ProjectionContext
  /// The blocks of the document, if it is its own projection.
  private let blocks: SyntaxTree?
  /// How the command sees the inlines; nil if the dialect has none of its own.
  private let view: InlineView?
  /// Whether the quick check found that there are no constructs: in `a b`, not in `a ~b`.
  private let hasNone: Bool

  /// Reads the blocks of a document.
  ///
  /// - Parameters:
  ///   - source: The document, as UTF-8.
  ///   - dialect: The constructs to read in addition to CommonMark.
  ///   - purpose: The mark of the command.
  ///   - context: The facts about the rest, if `source` is a part.
  /// - Throws: `ParsingRefusal` if the document exceeds the limits.
  /// - Complexity: O(*n*); a document without any byte that begins a construct is scanned once.
  package init(
    _ source: [UInt8], in dialect: Dialect, for purpose: InlineView.Purpose,
    context: ProjectionContext = .document
  ) throws(ParsingRefusal) {
    (self.dialect, self.context) = (dialect, context)
    hasNone = !Constructs.mayOccur(in: source, dialect, context)
    let found = hasNone ? nil : try BlockProjection(of: source, in: dialect, context)
    projection = Projection(source, found?.pieces ?? [])
    blocks = found?.ownTree
    view = InlineView(dialect, purpose, context, footnotes: found?.footnotes ?? [])
  }

  /// The reading of the projection's text, as the command sees it.
  ///
  /// - Parameter tree: libcmark's tree of the text, if it has been parsed.
  /// - Throws: `ParsingRefusal` if the text is not passed to libcmark.
  package func reading(parsedAs tree: MarkdownTree? = nil) throws(ParsingRefusal) -> DocumentReading
  {
    let text = projection.text
    let parsed = if let tree { tree } else { try MarkdownTree(parsing: text) }
    return DocumentReading(text, tree: parsed, blocks: blocks, view: view)
  }

  /// Maps an edit of the projection to the document; nil if it changes a block of the dialect.
  /// Making the cell `a` of `| a | b |` strong does not change one.
  ///
  /// - Parameters:
  ///   - edit: The edit, in UTF-8 offsets of the projection's text.
  ///   - wanted: The edited text.
  /// - Returns: The edit of the document, and the projection after it.
  /// - Complexity: O(*n*) in the length of the document.
  package func applying(
    _ edit: TextEdit, making wanted: [UInt8]
  ) -> (edit: TextEdit, after: Projection)? {
    guard let lifted = projection.lifted(edit) else { return nil }
    let source = projection.isIdentity ? wanted : lifted.applying(to: projection.source)
    var pieces: [ProjectedPiece] = []
    if Constructs.mayOccur(in: source, dialect, context, after: hasNone ? edit : nil) {
      guard let found = try? BlockProjection(of: source, in: dialect, context) else { return nil }
      pieces = found.pieces
    }
    let after = Projection(source, pieces)
    return after.text == wanted ? (lifted, after) : nil
  }
}
