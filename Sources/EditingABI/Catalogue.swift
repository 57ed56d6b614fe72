import MarkdownEditing

extension MarkAction {
  /// The action with a number of `markdown_editing.h`.
  init(number: Int32) throws(Fault) {
    guard number >= 0, Int(number) < Self.allCases.count else {
      throw Fault(Code.argument, "There is no action \(number).")
    }
    self = Self.allCases[Int(number)]
  }
}

extension CommandRow {
  /// The row with a number in the catalogue.
  init(number: Int32) throws(Fault) {
    guard number >= 0, Int(number) < CommandRow.all.count else {
      throw Fault(Code.argument, "There is no command \(number).")
    }
    self = CommandRow.all[Int(number)]
  }
}

extension CommandRow.Group {
  /// The name, as a literal that callers may keep.
  var lastingName: StaticString {
    switch self {
    case .marks: "marks"
    case .headings: "headings"
    case .lists: "lists"
    case .blocks: "blocks"
    case .inlines: "inlines"
    case .tables: "tables"
    case .lines: "lines"
    case .typing: "typing"
    case .editing: "editing"
    }
  }
}
