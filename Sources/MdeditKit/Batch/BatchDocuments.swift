import MarkdownEditing
import TextEditing

/// An open document of a batch.
struct KeptDocument {
  var text: TextBuffer
  /// The pending marks and the last toggle of its lines.
  var marking = MarkingSession()
}

/// The open documents of a batch, by the name that the opening line gave.
///
/// Sendable is unchecked, because the monitor admits one thread at a time.
package final class BatchDocuments: @unchecked Sendable {
  private let texts = Monitor<[[UInt8]: KeptDocument]>([:])

  package init() {}

  /// A document; nil if none of that name is open. Setting nil closes it.
  subscript(name: [UInt8]) -> KeptDocument? {
    get { texts.waiting(as: .worker) { .some($0[name]) } }
    set {
      texts.changing { texts in
        texts[name] = newValue
        return .nobody
      }
    }
  }
}

/// A replacement in the field `edits`, in the line's `unit`.
package struct BatchEdit: Hashable, Sendable {
  package var start: Int
  package var end: Int
  package var text: [UInt8]
}
