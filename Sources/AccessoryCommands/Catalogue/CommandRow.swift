/// A row of the catalogue: what a bar needs to know of a command.
public struct CommandRow: Sendable {
  /// The parts of a bar.
  public enum Group: String, Hashable, Sendable, CaseIterable {
    case headings, lists, blocks, inlines, tables, lines, typing
  }
  /// What the command does.
  enum Action: Hashable, Sendable {
    case heading(HeadingCommand.Target)
    case list(ListCommand.Target)
    case quote, taskToggle, codeBlock, rule, newline, backspace, insertText
    case indent(isOutdent: Bool)
    case move(MoveCommand.Action)
    case link(LinkCommand.Action)
    case pasteAddress, clear, tableInsert
    case table(TableCommand.Action)
  }

  /// The name, as in `mdedit do heading-2`.
  public let name: String
  /// The title for people.
  public let title: String
  /// Which part of a bar it belongs to.
  public let group: Group
  /// The shortcut that most editors have, as `mod+shift+8`; empty where there is none.
  public let shortcut: String
  /// What the argument is, for people; empty where the command takes none.
  public let argument: String
  let action: Action

  private init(
    _ name: String, _ title: String, _ group: Group, _ action: Action, shortcut: String = "",
    argument: String = ""
  ) {
    self.name = name
    self.title = title
    self.group = group
    self.action = action
    self.shortcut = shortcut
    self.argument = argument
  }

  /// The catalogue, in the order of a bar.
  public static let all: [CommandRow] = [
    CommandRow("heading-1", "Heading 1", .headings, .heading(.level(1)), shortcut: "mod+alt+1"),
    CommandRow("heading-2", "Heading 2", .headings, .heading(.level(2)), shortcut: "mod+alt+2"),
    CommandRow("heading-3", "Heading 3", .headings, .heading(.level(3)), shortcut: "mod+alt+3"),
    CommandRow("heading-4", "Heading 4", .headings, .heading(.level(4)), shortcut: "mod+alt+4"),
    CommandRow("heading-5", "Heading 5", .headings, .heading(.level(5)), shortcut: "mod+alt+5"),
    CommandRow("heading-6", "Heading 6", .headings, .heading(.level(6)), shortcut: "mod+alt+6"),
    CommandRow("heading", "Heading", .headings, .heading(.deeper)),
    CommandRow("paragraph", "Paragraph", .headings, .heading(.paragraph), shortcut: "mod+alt+0"),
    CommandRow("bullet-list", "Bullet List", .lists, .list(.bullet), shortcut: "mod+shift+8"),
    CommandRow("ordered-list", "Numbered List", .lists, .list(.ordered), shortcut: "mod+shift+7"),
    CommandRow("task-list", "Task List", .lists, .list(.task), shortcut: "mod+shift+9"),
    CommandRow("task-toggle", "Check", .lists, .taskToggle, shortcut: "mod+enter"),
    CommandRow("quote", "Quote", .blocks, .quote, shortcut: "mod+shift+."),
    CommandRow("code-block", "Code Block", .blocks, .codeBlock, shortcut: "mod+alt+c"),
    CommandRow("horizontal-rule", "Rule", .blocks, .rule),
    CommandRow(
      "link", "Link", .inlines, .link(.link), shortcut: "mod+k", argument: "the destination"),
    CommandRow("unlink", "Remove Link", .inlines, .link(.unlink)),
    CommandRow("image", "Image", .inlines, .link(.image), argument: "the address"),
    CommandRow(
      "paste-url", "Paste Address", .inlines, .pasteAddress, shortcut: "mod+v",
      argument: "what is pasted"),
    CommandRow("clear-formatting", "Clear Formatting", .inlines, .clear, shortcut: "mod+\\"),
    CommandRow(
      "table-insert", "Table", .tables, .tableInsert, argument: "rows and columns, as 2x3"),
    CommandRow("table-next-cell", "Next Cell", .tables, .table(.nextCell), shortcut: "tab"),
    CommandRow(
      "table-previous-cell", "Previous Cell", .tables, .table(.previousCell),
      shortcut: "shift+tab"),
    CommandRow("table-add-row", "Add Row", .tables, .table(.addRow)),
    CommandRow("table-add-column", "Add Column", .tables, .table(.addColumn)),
    CommandRow("table-delete-row", "Delete Row", .tables, .table(.deleteRow)),
    CommandRow("table-delete-column", "Delete Column", .tables, .table(.deleteColumn)),
    CommandRow("table-format", "Format Table", .tables, .table(.format)),
    CommandRow("align-left", "Align Left", .tables, .table(.align(.left))),
    CommandRow("align-center", "Centre", .tables, .table(.align(.center))),
    CommandRow("align-right", "Align Right", .tables, .table(.align(.right))),
    CommandRow("indent", "Indent", .lines, .indent(isOutdent: false), shortcut: "tab"),
    CommandRow("outdent", "Outdent", .lines, .indent(isOutdent: true), shortcut: "shift+tab"),
    CommandRow("move-line-up", "Move Up", .lines, .move(.up), shortcut: "alt+up"),
    CommandRow("move-line-down", "Move Down", .lines, .move(.down), shortcut: "alt+down"),
    CommandRow(
      "duplicate-line", "Duplicate", .lines, .move(.duplicate), shortcut: "alt+shift+down"),
    CommandRow("newline", "New Line", .typing, .newline, shortcut: "enter"),
    CommandRow("backspace", "Backspace", .typing, .backspace, shortcut: "backspace"),
    CommandRow("insert-text", "Type", .typing, .insertText, argument: "the text"),
  ]

  /// The row with a name, or nil.
  public init?(name: String) {
    guard let row = Self.all.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      return nil
    }
    self = row
  }
}

extension CommandRow: Hashable {
  /// Whether two are the same row.
  public static func == (left: CommandRow, right: CommandRow) -> Bool {
    left.action == right.action
  }

  /// Hashes what tells the rows apart.
  public func hash(into hasher: inout Hasher) { hasher.combine(action) }
}
