import CommonMark
import MarkdownSyntax

/// A document of a dialect, read for all commands of one purpose at the same selections.
struct DialectText {
  let edits: ProjectedEdits
  let text: SelectedText

  /// Reads a document; `other` is the same document, read for another purpose.
  ///
  /// - Throws: `ParsingRefusal` if the text is not passed to libcmark.
  init(
    _ source: [UInt8], for command: MarkCommand, on selections: [Range<Int>],
    _ context: ProjectionContext, besides other: DialectText? = nil
  ) throws(ParsingRefusal) {
    let tree = other.flatMap { $0.projection.isIdentity ? $0.text.reading.tree : nil }
    let document = try ProjectedDocument(
      source, in: command.options.dialect, for: command.mark.purpose, cutBy: selections,
      context: context, parsedAs: tree)
    edits = ProjectedEdits(document)
    let projected = selections.map { document.projection.projected($0) }
    if let other, other.projection.text == document.projection.text,
      other.text.selections == projected
    {
      text = other.text
    } else {
      text = SelectedText(try document.reading(), projected)
    }
  }

  var projection: Projection { edits.document.projection }

  /// Returns an outcome that is known without planning; nil for ordinary text.
  func outcomeBeforePlanning(on selections: [Range<Int>]) -> Outcome? {
    if selections.count == 1, selections[0].isEmpty,
      projection.isMarker(at: selections[0].lowerBound)
    {
      return .unchanged(.caretOutsideText)
    }
    if let leaf = unreadableLeaf(at: selections) { return .refused(.readingsDiffer(leaf)) }
    // Only markers are selected.
    if text.selections.allSatisfy({ $0.isEmpty }), selections.contains(where: { !$0.isEmpty }) {
      return .unchanged(.nothingMarkable)
    }
    return nil
  }

  /// Returns the first leaf at the selections that the projection cannot represent.
  func unreadableLeaf(at selections: [Range<Int>]) -> Range<Int>? {
    projection.unreadable.first { leaf in
      selections.contains { leaf.lowerBound <= $0.upperBound && $0.lowerBound <= leaf.upperBound }
    }
  }
}
