import CommonMark
import TextEditing

/// A document of a dialect as a command sees it, with the constructs that its edits must preserve.
///
/// An object, because copying its parts takes as long as finding that a text has no constructs.
package final class ProjectedDocument: Sendable {
  package let projection: Projection
  package let dialect: Dialect
  package let purpose: ProjectionPurpose
  package let context: ProjectionContext
  private let cuts: [Range<Int>]
  /// The reading of the projection, if the search for constructs has made it.
  private let known: DocumentReading?
  /// Whether the quick check found that there are no constructs: in `a b`, not in `a ~b`.
  package let hasNone: Bool

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - source: The document, as UTF-8.
  ///   - dialect: The constructs to read in addition to CommonMark.
  ///   - purpose: The purpose of the projection.
  ///   - cuts: The selections of a command. A bare link that one cuts becomes a link in brackets.
  ///   - context: The facts about the rest, if `source` is a part.
  ///   - tree: libcmark's tree of `source`, if it has been parsed.
  /// - Throws: `ParsingRefusal` if the document is not passed to libcmark.
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
      !purpose.isOfExtension && !Constructs.mayOccur(in: source, dialect, context, after: edit)
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
  /// - Throws: `ParsingRefusal` if the text is not passed to libcmark.
  package func reading() throws(ParsingRefusal) -> DocumentReading {
    if let known { return known }
    return try DocumentReading(projection.text)
  }

  /// The projection's text after an edit, and libcmark's tree of it.
  package typealias Edited = (text: [UInt8], tree: MarkdownTree)

  /// Maps an edit of the projection to the document; nil if it changes a construct. Making the cell
  /// `a` of `| a | b |` strong does not change one.
  ///
  /// - Parameters:
  ///   - edit: The edit, in UTF-8 offsets of the projection's text.
  ///   - edited: The edited text, if it has been parsed.
  /// - Returns: The edit of the document, and the document after it.
  /// - Complexity: O(*n*) in the length of the document.
  package func applying(
    _ edit: TextEdit, making edited: Edited? = nil
  ) -> (edit: TextEdit, after: ProjectedDocument)? {
    let wanted = edited?.text ?? edit.applying(to: projection.text)
    // A run with delimiters of one tilde is split with one.
    for width in [2, 1] {
      guard let lifted = projection.lifted(edit, for: purpose, width: width) else { continue }
      // Most documents have no constructs: the edit is the same, and so is the text.
      let isSame = projection.isIdentity && lifted == edit
      let source = isSame ? wanted : lifted.applying(to: projection.source)
      // Bare links that are cut but not changed must be replaced as before.
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
