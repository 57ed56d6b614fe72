import CommonMark
import TextEditing

/// A document of a dialect as a command sees it, and what its edits have to leave alone.
package struct ProjectedDocument: Sendable {
  package let projection: Projection
  package let dialect: Dialect
  package let purpose: ProjectionPurpose
  package let context: ProjectionContext
  private let cuts: [Range<Int>]

  /// Reads a document; the parameters are those of the projection.
  ///
  /// - Throws: `ParsingRefusal` where libcmark is not asked to parse it.
  package init(
    _ source: [UInt8], in dialect: Dialect, for purpose: ProjectionPurpose,
    cutBy cuts: [Range<Int>] = [], context: ProjectionContext = .document
  ) throws(ParsingRefusal) {
    try self.init(source, in: dialect, for: purpose, cutBy: cuts, context: context, escapes: false)
  }

  private init(
    _ source: [UInt8], in dialect: Dialect, for purpose: ProjectionPurpose,
    cutBy cuts: [Range<Int>], context: ProjectionContext, escapes: Bool
  ) throws(ParsingRefusal) {
    projection = try Projection(
      source, in: dialect, for: purpose, cutBy: cuts, context: context, escapes: escapes)
    self.dialect = dialect
    self.purpose = purpose
    self.context = context
    self.cuts = cuts
  }

  /// What an edit of the projection makes of the document; nil where it changes a construct.
  ///
  /// - Parameter edit: in UTF-8 offsets of the projection's text.
  /// - Returns: the edit of the document, and the document after it.
  /// - Complexity: O(the document).
  package func applying(_ edit: TextEdit) -> (edit: TextEdit, after: ProjectedDocument)? {
    let wanted = edit.applying(to: projection.text)
    // A run that is written with one tilde is cut with one.
    for width in [2, 1] {
      guard let lifted = projection.lifted(edit, for: purpose, width: width) else { continue }
      let source = lifted.applying(to: projection.source)
      // Bare links that are cut and not changed are to stand as they did.
      let cuts = cuts.map { cut in
        let start = lifted.mapping(utf8Offset: cut.lowerBound, bias: .after)
        return start..<Swift.max(start, lifted.mapping(utf8Offset: cut.upperBound, bias: .before))
      }
      if let after = try? ProjectedDocument(
        source, in: dialect, for: purpose, cutBy: cuts, context: context,
        escapes: projection.escapesDelimiters),
        after.projection.text == wanted,
        after.projection.unreadable.count <= projection.unreadable.count
      {
        return (lifted, after)
      }
      if !purpose.isOfExtension { return nil }
    }
    return nil
  }

  /// Whether an edit of the projection leaves every construct of the document as it is. One that
  /// makes the cell `a` of `| a | b |` strong does.
  package func isKept(by edit: TextEdit) -> Bool { applying(edit) != nil }
}
