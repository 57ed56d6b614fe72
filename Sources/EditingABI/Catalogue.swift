import MarkdownEditing

extension Mark {
  /// The mark of a number of `markdown_editing.h`: the catalogue's order.
  init(number: Int32) throws(Fault) {
    guard number >= 0, Int(number) < Mark.allCases.count else {
      throw Fault(Code.argument, "There is no mark \(number).")
    }
    self = Mark.allCases[Int(number)]
  }

  /// The name, for callers who keep it.
  var lastingName: StaticString {
    switch self {
    case .strong: "strong"
    case .emphasis: "emphasis"
    case .code: "code"
    case .strikethrough: "strikethrough"
    case .highlight: "highlight"
    default: ""
    }
  }
}

extension MarkCommand.Action {
  /// The action of a number of `markdown_editing.h`.
  init(number: Int32) throws(Fault) {
    switch number {
    case 0: self = .toggle
    case 1: self = .mark
    case 2: self = .unmark
    default: throw Fault(Code.argument, "There is no action \(number).")
    }
  }
}

extension CommandRow {
  /// The row of a number of the catalogue.
  init(number: Int32) throws(Fault) {
    guard number >= 0, Int(number) < CommandRow.all.count else {
      throw Fault(Code.argument, "There is no command \(number).")
    }
    self = CommandRow.all[Int(number)]
  }
}

extension CommandRow.Group {
  /// The name, for callers who keep it.
  var lastingName: StaticString {
    switch self {
    case .headings: "headings"
    case .lists: "lists"
    case .blocks: "blocks"
    case .inlines: "inlines"
    case .tables: "tables"
    case .lines: "lines"
    case .typing: "typing"
    }
  }
}
