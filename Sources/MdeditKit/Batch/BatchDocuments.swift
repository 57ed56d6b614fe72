import TextEditing

/// The documents that lines of a batch have opened, each by the name that the line gave it.
///
/// Sendable because the monitor lets one thread at a time see them.
package final class BatchDocuments: @unchecked Sendable {
  private let texts = Monitor<[[UInt8]: TextBuffer]>([:])

  /// Makes a session without documents.
  package init() {}

  /// The text of a document; nil where none of that name is open. Setting nil closes it.
  package subscript(name: [UInt8]) -> TextBuffer? {
    get { texts.waiting(as: .worker) { .some($0[name]) } }
    set {
      texts.changing { texts in
        texts[name] = newValue
        return .nobody
      }
    }
  }
}

/// A replacement in the `edits` of a line, in the line's `unit`.
package struct BatchEdit: Hashable, Sendable {
  package var start: Int
  package var end: Int
  package var text: [UInt8]
}
