import CommonMark
import MarkdownSyntax
import TextEditing

/// Carries edits of a projection over to its document. Remembers the last result, because a plan
/// needs it twice: for the proof, and for the final edit.
final class ProjectedEdits {
  let document: ProjectedDocument
  private var last: (edit: TextEdit, result: Result?)?

  typealias Result = (edit: TextEdit, after: ProjectedDocument)

  init(_ document: ProjectedDocument) { self.document = document }

  /// Carries an edit over, as ``ProjectedDocument/applying(_:making:)`` does.
  func applying(_ edit: TextEdit, making edited: ProjectedDocument.Edited? = nil) -> Result? {
    if let last, last.edit == edit { return last.result }
    let result = document.applying(edit, making: edited)
    last = (edit, result)
    return result
  }
}
