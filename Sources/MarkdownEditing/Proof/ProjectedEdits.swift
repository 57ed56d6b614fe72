import CommonMark
import MarkdownSyntax
import TextEditing

/// Judges edits of a projection by the document that it is the projection of.
///
/// A plan asks twice of the same edit: when it is proved, and when it is carried over.
final class ProjectedEdits {
  let document: ProjectedDocument
  private var last: (edit: TextEdit, result: Result?)?

  typealias Result = (edit: TextEdit, after: ProjectedDocument)

  init(_ document: ProjectedDocument) { self.document = document }

  /// What an edit of the projection makes of the document (``ProjectedDocument/applying(_:making:)``).
  func applying(_ edit: TextEdit, making edited: ProjectedDocument.Edited? = nil) -> Result? {
    if let last, last.edit == edit { return last.result }
    let result = document.applying(edit, making: edited)
    last = (edit, result)
    return result
  }
}
