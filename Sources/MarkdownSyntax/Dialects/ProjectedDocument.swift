import CommonMark
import TextEditing

/// A document of a dialect as a command sees it, and what its edits have to leave alone.
///
/// An object, since to copy its parts cost as much as to find that a text has no constructs.
package final class ProjectedDocument: Sendable {
  package let projection: Projection
  package let dialect: Dialect
  package let purpose: ProjectionPurpose
  package let context: ProjectionContext
  private let cuts: [Range<Int>]
  /// The reading of the projection, where finding the constructs has made it.
  private let known: DocumentReading?
  /// Whether the first look found that no construct may stand in it: in `a b`, not in `a ~b`.
  package let hasNone: Bool

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - source: the document, as UTF-8.
  ///   - dialect: what is read besides CommonMark.
  ///   - purpose: what the projection is for.
  ///   - cuts: the selections of a command: a bare link that one of them cuts is a link in brackets.
  ///   - context: what is known of the rest, where `source` is a part.
  ///   - tree: libcmark's tree of `source`, where it has been parsed.
  /// - Throws: `ParsingRefusal` where libcmark is not asked to parse it.
  /// - Complexity: O(*n*); a document without any byte that begins a construct is scanned once,
  ///   others are parsed once or twice.
  package convenience init(
    _ source: [UInt8], in dialect: Dialect, for purpose: ProjectionPurpose,
    cutBy cuts: [Range<Int>] = [], context: ProjectionContext = .document,
    parsedAs tree: MarkdownTree? = nil
  ) throws(ParsingRefusal) {
    try self.init(
      source, parsedAs: tree, in: dialect, for: purpose, cutBy: cuts, context: context,
      escapes: false)
  }

  private init(
    _ source: [UInt8], parsedAs tree: MarkdownTree?, in dialect: Dialect,
    for purpose: ProjectionPurpose, cutBy cuts: [Range<Int>], context: ProjectionContext,
    escapes: Bool, after edit: TextEdit? = nil
  ) throws(ParsingRefusal) {
    self.dialect = dialect
    self.purpose = purpose
    self.context = context
    self.cuts = cuts
    let isPlain =
      !purpose.isOfExtension && !Constructs.mayStand(in: source, dialect, context, after: edit)
    hasNone = isPlain && edit == nil
    if isPlain {
      projection = Projection(source, [])
      known = nil
      return
    }
    var reader = ProjectionReader(source, dialect, purpose, context, parsedAs: tree)
    try reader.readBlocks()
    try reader.readInlines(cutBy: cuts, escapes: escapes)
    projection = reader.projection
    known = reader.reading
  }

  /// The reading of the projection's text.
  ///
  /// - Throws: `ParsingRefusal` where libcmark is not asked to parse it.
  package func reading() throws(ParsingRefusal) -> DocumentReading {
    if let known { return known }
    return try DocumentReading(projection.text)
  }

  /// The projection's text after an edit, and libcmark's tree of it.
  package typealias Edited = (text: [UInt8], tree: MarkdownTree)

  /// What an edit of the projection makes of the document; nil where it changes a construct. One
  /// that makes the cell `a` of `| a | b |` strong does not.
  ///
  /// - Parameters:
  ///   - edit: in UTF-8 offsets of the projection's text.
  ///   - edited: the edited text, where it has been parsed.
  /// - Returns: the edit of the document, and the document after it.
  /// - Complexity: O(the document).
  package func applying(
    _ edit: TextEdit, making edited: Edited? = nil
  ) -> (edit: TextEdit, after: ProjectedDocument)? {
    let wanted = edited?.text ?? edit.applying(to: projection.text)
    // A run that is written with one tilde is cut with one.
    for width in [2, 1] {
      guard let lifted = projection.lifted(edit, for: purpose, width: width) else { continue }
      // Most documents have no constructs: the edit is the same, and so is the text.
      let isSame = projection.isIdentity && lifted == edit
      let source = isSame ? wanted : lifted.applying(to: projection.source)
      // Bare links that are cut and not changed are to stand as they did.
      let cuts = cuts.map { cut in
        let start = lifted.mapping(utf8Offset: cut.lowerBound, bias: .after)
        return start..<Swift.max(start, lifted.mapping(utf8Offset: cut.upperBound, bias: .before))
      }
      if let after = try? ProjectedDocument(
        source, parsedAs: source == wanted ? edited?.tree : nil, in: dialect, for: purpose,
        cutBy: cuts, context: context, escapes: projection.escapesDelimiters,
        after: hasNone ? edit : nil),
        after.projection.text == wanted,
        after.projection.unreadable.count <= projection.unreadable.count
      {
        return (lifted, after)
      }
      if !purpose.isOfExtension { return nil }
    }
    return nil
  }
}
