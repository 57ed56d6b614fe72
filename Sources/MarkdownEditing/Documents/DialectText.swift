import CommonMark
import MarkdownSyntax

/// A document of a dialect read for the commands with one purpose at the same selections.
struct DialectText {
  let edits: ProjectedEdits
  /// The selections in the projection.
  let text: SelectedText

  /// Reads a document for a command.
  ///
  /// - Parameter other: the same document, read for another purpose.
  /// - Throws: `ParsingRefusal` where libcmark is not asked to parse it.
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

  /// What is known of a selection or one caret before anything is planned; nil of ordinary text.
  func outcomeBeforePlanning(on selections: [Range<Int>]) -> Outcome? {
    if selections.count == 1, selections[0].isEmpty,
      projection.isMarker(at: selections[0].lowerBound)
    {
      return .unchanged(.caretOutsideText)
    }
    if let leaf = unreadableLeaf(at: selections) { return .refused(.readingsDiffer(leaf)) }
    // What is selected is all markers.
    if text.selections.allSatisfy({ $0.isEmpty }), selections.contains(where: { !$0.isEmpty }) {
      return .unchanged(.nothingMarkable)
    }
    return nil
  }

  /// The first leaf at selections whose projection would not mean what it does.
  func unreadableLeaf(at selections: [Range<Int>]) -> Range<Int>? {
    projection.unreadable.first { leaf in
      selections.contains { leaf.lowerBound <= $0.upperBound && $0.lowerBound <= leaf.upperBound }
    }
  }
}
