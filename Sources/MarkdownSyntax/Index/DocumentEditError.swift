import CommonMark
import TextEditing

/// Why a document with an index cannot take an edit; it is then as it was.
public enum DocumentEditError: Error, Hashable, Sendable {
  /// The edit does not fit the text.
  case edit(TextEditError)
  /// What the edit makes of the text is not handed to libcmark.
  case parsing(ParsingRefusal)
}

extension DocumentEditError: CustomStringConvertible {
  /// A sentence that names the place.
  public var description: String {
    switch self {
    case .edit(let error): error.description
    case .parsing(let refusal): refusal.description
    }
  }
}
