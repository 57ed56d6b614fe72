import CommonMark
import TextEditing

/// The reason why an edit was not applied; the document is then unchanged.
public enum DocumentEditError: Error, Hashable, Sendable {
  /// The edit does not fit the text.
  case edit(TextEditError)
  /// The edited text is not passed to libcmark.
  case parsing(ParsingRefusal)
}

extension DocumentEditError: CustomStringConvertible {
  /// A sentence that names the position.
  public var description: String {
    switch self {
    case .edit(let error): error.description
    case .parsing(let refusal): refusal.description
    }
  }
}
