import CommonMark
import MarkdownSyntax

/// A document of a dialect, read for all commands of one purpose at the same selections.
struct DialectText {
  let document: ProjectedDocument
  let text: SelectedText

  /// Reads a document; `other` is the same document, read for another purpose.
  ///
  /// - Throws: `ParsingRefusal` if the text is not passed to libcmark.
  init(
    _ source: [UInt8], for command: MarkCommand, on selections: [Range<Int>],
    _ context: ProjectionContext, besides other: DialectText? = nil
  ) throws(ParsingRefusal) {
    document = try ProjectedDocument(
      source, in: command.options.dialect, for: command.mark.purpose, context: context)
    let projected = selections.map { [document] in document.projection.projected($0) }
    if let other, !other.text.trial.mayDiffer, command.mark.syntax.isEmpty {
      text = other.text
    } else {
      let reading = try document.reading(parsedAs: other?.text.reading.tree)
      text = SelectedText(reading, reading.withWholeReferences(projected))
    }
  }

  var projection: Projection { document.projection }

  /// Returns an outcome that is known without planning; nil for ordinary text.
  func outcomeBeforePlanning(on selections: [Range<Int>]) -> Outcome? {
    if selections.count == 1, selections[0].isEmpty,
      projection.isMarker(at: selections[0].lowerBound)
    {
      return .unchanged(.caretOutsideText)
    }
    // Only markers are selected.
    if text.selections.allSatisfy({ $0.isEmpty }), selections.contains(where: { !$0.isEmpty }) {
      return .unchanged(.nothingMarkable)
    }
    return nil
  }
}
