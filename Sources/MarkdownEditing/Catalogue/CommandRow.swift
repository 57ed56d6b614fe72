import MarkdownSyntax

enum ReferenceAction: Hashable {
  case labels, inline, sort
}

enum SectionAction: Hashable {
  case up, down, select, delete
}

/// A row of the catalogue: the name, title, symbol, key and group of a command.
public struct CommandRow: Sendable {
  /// The parts of a bar, in order.
  public enum Group: String, Hashable, Sendable, CaseIterable {
    /// Strong, emphasis, code and the other marks.
    case marks
    /// Headings of each level, and paragraphs.
    case headings
    /// Lists and tasks.
    case lists
    /// Quotes, callouts, code blocks and rules.
    case blocks
    /// Links, images, pasting, tags, footnotes, and clearing marks.
    case inlines
    /// Tables: their cells, rows, columns and alignment.
    case tables
    /// Indenting, moving and duplicating, and sections.
    case lines
    /// Enter, Backspace and typing, which a bar does not show.
    case typing
    /// The app's own buttons, such as undo. No row has this group.
    case editing
  }
  enum Action: Hashable, Sendable {
    case mark(Mark)
    case heading(HeadingTarget)
    case promote(isOutward: Bool)
    case list(ListTarget)
    case quote, taskToggle, taskCycle, codeBlock, rule, newline, lineBreak, backspace, insertText,
      renumber, sortList, cycleList, moveDone, callout
    case reflow(isJoining: Bool)
    case indent(isOutdent: Bool)
    case move(MoveAction)
    case contents
    case references(ReferenceAction)
    case date, comment
    case section(SectionAction)
    case link(LinkAction)
    case tag(InlineTag)
    case footnote(FootnoteAction)
    case pasteAddress, paste, pasteHTML, clear, letterCase, tableInsert, tableFromText, tableToText
    case table(TableAction)
  }

  package struct Words: Sendable {
    package let name, title, symbol, shortcut, argument: StaticString
  }

  package let words: Words
  /// The name, as in `mdedit do heading-2`.
  public var name: String { words.name.description }
  /// The title for people.
  public var title: String { words.title.description }
  /// The name of the symbol in Apple's SF Symbols; empty for a key.
  public var symbolName: String { words.symbol.description }
  /// The part of a bar that the command belongs to.
  public let group: Group
  /// The shortcut that most editors have; nil if there is none.
  public var shortcut: KeyShortcut? { KeyShortcut(words.shortcut.description) }
  /// A description of the argument for people; empty if there is none.
  public var argument: String { words.argument.description }
  let action: Action

  private init(
    _ name: StaticString, _ title: StaticString, _ group: Group, _ action: Action,
    symbol: StaticString = "", shortcut: StaticString = "", argument: StaticString = ""
  ) {
    words = Words(name: name, title: title, symbol: symbol, shortcut: shortcut, argument: argument)
    self.group = group
    self.action = action
  }

  private init(_ row: MarkSyntax) {
    self.init(
      row.name, row.title, .marks, .mark(Mark(row)), symbol: row.symbol, shortcut: row.shortcut)
  }

  /// The catalogue, in the order of a bar.
  public static let all = commonMarks + MarkSyntax.all.map { CommandRow($0) } + others

  private static let commonMarks = [
    CommandRow("strong", "Bold", .marks, .mark(.strong), symbol: "bold", shortcut: "mod+b"),
    CommandRow(
      "emphasis", "Italic", .marks, .mark(.emphasis), symbol: "italic", shortcut: "mod+i"),
    CommandRow(
      "code", "Code", .marks, .mark(.code), symbol: "chevron.left.forwardslash.chevron.right",
      shortcut: "mod+e"),
  ]

  private static let others = [
    CommandRow(
      "heading-1", "Heading 1", .headings, .heading(.level(1)),
      symbol: "1.square", shortcut: "mod+alt+1"),
    CommandRow(
      "heading-2", "Heading 2", .headings, .heading(.level(2)),
      symbol: "2.square", shortcut: "mod+alt+2"),
    CommandRow(
      "heading-3", "Heading 3", .headings, .heading(.level(3)),
      symbol: "3.square", shortcut: "mod+alt+3"),
    CommandRow(
      "heading-4", "Heading 4", .headings, .heading(.level(4)),
      symbol: "4.square", shortcut: "mod+alt+4"),
    CommandRow(
      "heading-5", "Heading 5", .headings, .heading(.level(5)),
      symbol: "5.square", shortcut: "mod+alt+5"),
    CommandRow(
      "heading-6", "Heading 6", .headings, .heading(.level(6)),
      symbol: "6.square", shortcut: "mod+alt+6"),
    CommandRow("heading", "Heading", .headings, .heading(.deeper), symbol: "number"),
    CommandRow(
      "paragraph", "Paragraph", .headings, .heading(.paragraph),
      symbol: "paragraphsign", shortcut: "mod+alt+0"),
    CommandRow(
      "promote", "Promote", .headings, .promote(isOutward: true), symbol: "arrow.up.left",
      argument: "section, for all headings of the section"),
    CommandRow(
      "demote", "Demote", .headings, .promote(isOutward: false), symbol: "arrow.down.right",
      argument: "section, for all headings of the section"),
    CommandRow(
      "bullet-list", "Bullet List", .lists, .list(.bullet),
      symbol: "list.bullet", shortcut: "mod+shift+8"),
    CommandRow(
      "ordered-list", "Numbered List", .lists, .list(.ordered),
      symbol: "list.number", shortcut: "mod+shift+7"),
    CommandRow(
      "task-list", "Task List", .lists, .list(.task), symbol: "checklist", shortcut: "mod+shift+9"),
    CommandRow(
      "task-toggle", "Check", .lists, .taskToggle,
      symbol: "checkmark.square", shortcut: "mod+enter"),
    CommandRow(
      "task-cycle", "Next Task State", .lists, .taskCycle,
      symbol: "square.dashed", argument: "the states in order, as \" /x-\""),
    CommandRow(
      "renumber-list", "Renumber", .lists, .renumber, symbol: "textformat.123",
      argument: "keep, for lists with equal numbers to stay"),
    CommandRow(
      "list-sort", "Sort List", .lists, .sortList, symbol: "arrow.up.arrow.down.square",
      argument: "text, number, date or checked, and descending"),
    CommandRow(
      "list-cycle", "Next List State", .lists, .cycleList, symbol: "arrow.2.circlepath"),
    CommandRow(
      "move-done", "Move Done Tasks", .lists, .moveDone, symbol: "archivebox",
      argument: "the heading of their section; else Done"),
    CommandRow("quote", "Quote", .blocks, .quote, symbol: "text.quote", shortcut: "mod+shift+."),
    CommandRow(
      "callout", "Callout", .blocks, .callout,
      symbol: "exclamationmark.bubble", argument: "the kind, as note"),
    CommandRow(
      "code-block", "Code Block", .blocks, .codeBlock,
      symbol: "curlybraces.square", shortcut: "mod+alt+c"),
    CommandRow("comment", "Comment", .blocks, .comment, symbol: "text.bubble", shortcut: "mod+/"),
    CommandRow("horizontal-rule", "Rule", .blocks, .rule, symbol: "minus"),
    CommandRow(
      "link", "Link", .inlines, .link(.link),
      symbol: "link", shortcut: "mod+k", argument: "the destination"),
    CommandRow("unlink", "Remove Link", .inlines, .link(.unlink), symbol: "xmark.circle"),
    CommandRow("image", "Image", .inlines, .link(.image), symbol: "photo", argument: "the address"),
    CommandRow(
      "paste", "Paste", .inlines, .paste, symbol: "doc.on.clipboard.fill",
      argument: "the Markdown that is pasted"),
    CommandRow(
      "paste-html", "Paste HTML", .inlines, .pasteHTML, symbol: "doc.richtext",
      argument: "the HTML that is pasted"),
    CommandRow(
      "paste-url", "Paste Address", .inlines, .pasteAddress,
      symbol: "doc.on.clipboard", shortcut: "mod+v", argument: "what is pasted"),
    CommandRow(
      "reference-links", "To Reference Links", .inlines, .references(.labels),
      symbol: "link.circle",
      argument: "document, for all links, and text, for labels from the text"),
    CommandRow(
      "inline-links", "To Inline Links", .inlines, .references(.inline), symbol: "link.circle.fill",
      argument: "document, for all links"),
    CommandRow(
      "sort-definitions", "Sort Definitions", .inlines, .references(.sort),
      symbol: "arrow.up.arrow.down.circle"),
    CommandRow("keyboard", "Keyboard", .inlines, .tag(.keyboard), symbol: "keyboard"),
    CommandRow(
      "underline", "Underline", .inlines, .tag(.underline), symbol: "underline", shortcut: "mod+u"),
    CommandRow(
      "subscript", "Subscript", .inlines, .tag(.subscript), symbol: "textformat.subscript"),
    CommandRow(
      "superscript", "Superscript", .inlines, .tag(.superscript), symbol: "textformat.superscript"),
    CommandRow(
      "wiki-link", "Wiki Link", .inlines, .tag(.wikiLink), symbol: "link.badge.plus",
      argument: "the page; else the text is the page"),
    CommandRow(
      "footnote", "Footnote", .inlines, .footnote(.insert),
      symbol: "text.append", argument: "the label; else the next number"),
    CommandRow(
      "footnote-jump", "Go to Footnote", .inlines, .footnote(.jump), symbol: "arrow.up.arrow.down"),
    CommandRow(
      "footnote-delete", "Delete Footnote", .inlines, .footnote(.delete), symbol: "text.badge.minus"
    ),
    CommandRow(
      "footnote-renumber", "Renumber Footnotes", .inlines, .footnote(.renumber),
      symbol: "list.number"),
    CommandRow(
      "date", "Date", .inlines, .date, symbol: "calendar", argument: "the date as a text"),
    CommandRow(
      "clear-formatting", "Clear Formatting", .inlines, .clear,
      symbol: "eraser", shortcut: "mod+\\"),
    CommandRow(
      "case", "Change Case", .inlines, .letterCase, symbol: "textformat",
      argument: "upper, lower, title or sentence; else the next"),
    CommandRow(
      "table-insert", "Table", .tables, .tableInsert,
      symbol: "tablecells", argument: "rows and columns, as 2x3"),
    CommandRow(
      "table-next-cell", "Next Cell", .tables, .table(.nextCell),
      symbol: "arrow.right.to.line", shortcut: "tab"),
    CommandRow(
      "table-previous-cell", "Previous Cell", .tables, .table(.previousCell),
      symbol: "arrow.left.to.line", shortcut: "shift+tab"),
    CommandRow("table-add-row", "Add Row", .tables, .table(.addRow), symbol: "rectangle.split.1x2"),
    CommandRow(
      "table-add-column", "Add Column", .tables, .table(.addColumn), symbol: "rectangle.split.2x1"),
    CommandRow(
      "table-delete-row", "Delete Row", .tables, .table(.deleteRow), symbol: "minus.rectangle"),
    CommandRow(
      "table-delete-column", "Delete Column", .tables, .table(.deleteColumn),
      symbol: "minus.rectangle.portrait"),
    CommandRow(
      "table-move-row-up", "Move Row Up", .tables, .table(.moveRow(isUp: true)),
      symbol: "arrow.up.square"),
    CommandRow(
      "table-move-row-down", "Move Row Down", .tables, .table(.moveRow(isUp: false)),
      symbol: "arrow.down.square"),
    CommandRow(
      "table-move-column-left", "Move Column Left", .tables, .table(.moveColumn(isLeft: true)),
      symbol: "arrow.left.square"),
    CommandRow(
      "table-move-column-right", "Move Column Right", .tables,
      .table(.moveColumn(isLeft: false)), symbol: "arrow.right.square"),
    CommandRow(
      "table-sort", "Sort Rows", .tables, .table(.sort),
      symbol: "arrow.up.arrow.down", argument: "ascending or descending"),
    CommandRow(
      "table-from-text", "Text to Table", .tables, .tableFromText, symbol: "tablecells.fill"),
    CommandRow(
      "table-to-text", "Table to Text", .tables, .tableToText, symbol: "list.dash",
      argument: "csv or tsv"),
    CommandRow(
      "table-format", "Format Table", .tables, .table(.format),
      symbol: "tablecells.badge.ellipsis"),
    CommandRow(
      "align-left", "Align Left", .tables, .table(.align(.left)), symbol: "text.alignleft"),
    CommandRow(
      "align-center", "Centre", .tables, .table(.align(.center)), symbol: "text.aligncenter"),
    CommandRow(
      "align-right", "Align Right", .tables, .table(.align(.right)), symbol: "text.alignright"),
    CommandRow(
      "indent", "Indent", .lines, .indent(isOutdent: false),
      symbol: "increase.indent", shortcut: "tab"),
    CommandRow(
      "outdent", "Outdent", .lines, .indent(isOutdent: true),
      symbol: "decrease.indent", shortcut: "shift+tab"),
    CommandRow(
      "move-line-up", "Move Up", .lines, .move(.up), symbol: "arrow.up", shortcut: "alt+up"),
    CommandRow(
      "move-line-down", "Move Down", .lines, .move(.down),
      symbol: "arrow.down", shortcut: "alt+down"),
    CommandRow(
      "duplicate-line", "Duplicate", .lines, .move(.duplicate),
      symbol: "plus.square.on.square", shortcut: "alt+shift+down"),
    CommandRow(
      "reflow", "Wrap Lines", .lines, .reflow(isJoining: false), symbol: "text.justify",
      argument: "the width in columns; else 80"),
    CommandRow(
      "join-lines", "Join Lines", .lines, .reflow(isJoining: true), symbol: "arrow.merge"),
    CommandRow(
      "move-section-up", "Move Section Up", .lines, .section(.up), symbol: "arrow.up.to.line"),
    CommandRow(
      "move-section-down", "Move Section Down", .lines, .section(.down),
      symbol: "arrow.down.to.line"),
    CommandRow(
      "select-section", "Select Section", .lines, .section(.select), symbol: "selection.pin.in.out"),
    CommandRow(
      "delete-section", "Delete Section", .lines, .section(.delete), symbol: "trash"),
    CommandRow(
      "table-of-contents", "Table of Contents", .lines, .contents,
      symbol: "list.bullet.indent", argument: "the levels of headings, as 2-3"),
    CommandRow("newline", "New Line", .typing, .newline, shortcut: "enter"),
    CommandRow("line-break", "Line Break", .typing, .lineBreak, shortcut: "shift+enter"),
    CommandRow("backspace", "Backspace", .typing, .backspace, shortcut: "backspace"),
    CommandRow("insert-text", "Type", .typing, .insertText, argument: "the text"),
  ]

  /// Whether a dialect has what the command writes; `.commonMark`, for example, has no tables.
  public func isAvailable(in dialect: Dialect) -> Bool {
    switch action {
    case .mark(let mark): mark.isAvailable(in: dialect)
    case .list(.task), .taskToggle, .taskCycle, .cycleList, .moveDone:
      dialect.extensions.contains(.tasks)
    case .tableInsert, .table, .tableFromText, .tableToText: dialect.extensions.contains(.tables)
    case .tag(.wikiLink): dialect.extensions.contains(.wikiLinks)
    case .footnote: dialect.extensions.contains(.footnotes)
    case .callout: dialect.extensions.contains(.alerts)
    default: true
    }
  }

  init(_ action: Action) {
    guard let row = Self.all.first(where: { $0.action == action }) else {
      preconditionFailure("the catalogue has no row for \(action)")
    }
    self = row
  }

  package var mark: Mark? { if case .mark(let mark) = action { mark } else { nil } }

  /// Creates the row with a name; nil if there is none.
  public init?(named name: String) {
    guard let row = Self.all.first(where: { $0.isCalled(name.utf8) }) else {
      return nil
    }
    self = row
  }

  package func isCalled(_ name: some Sequence<UInt8>) -> Bool {
    words.name.bytes.elementsEqual(name)
  }
}

extension CommandRow: Hashable {
  /// Whether two rows have the same action.
  public static func == (left: CommandRow, right: CommandRow) -> Bool {
    left.action == right.action
  }

  /// Hashes the action.
  public func hash(into hasher: inout Hasher) { hasher.combine(action) }
}

/// A key of a hardware keyboard, with modifiers.
public struct KeyShortcut: Hashable, Sendable {
  /// The modifiers, with the numbers of UIKit and AppKit.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The flags as one number.
    public let rawValue: Int
    /// The shift key.
    public static let shift = Modifiers(rawValue: 1 << 17)
    /// The control key.
    public static let control = Modifiers(rawValue: 1 << 18)
    /// The option key.
    public static let option = Modifiers(rawValue: 1 << 19)
    /// The command key.
    public static let command = Modifiers(rawValue: 1 << 20)

    /// Creates modifiers from their number.
    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// The character that the key types, or the key's name.
  public var key: String
  /// The modifier keys to hold down.
  public var modifiers: Modifiers

  /// Creates a shortcut.
  public init(_ key: String, _ modifiers: Modifiers) {
    self.key = key
    self.modifiers = modifiers
  }

  /// The catalogue's names. They are compared as bytes, because comparing strings would add 30 kB
  /// of Unicode tables to the C library.
  private static let names: [(name: String, modifier: Modifiers)] = [
    ("mod", .command), ("shift", .shift), ("alt", .option), ("ctrl", .control),
  ]

  /// Creates the shortcut of a row of the catalogue, such as `mod+shift+8`; nil if `text` is empty.
  ///
  /// Keys such as `tab`, `enter` and `up` are named; `mod` is the command key.
  init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    self.init("", [])
    for bytes in text.utf8.split(separator: .plusSign) {
      let modifier = Self.names.first { $0.name.utf8.elementsEqual(bytes) }?.modifier
      if let modifier {
        modifiers.insert(modifier)
      } else {
        key = String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  /// The shortcut in the notation of Apple's menus: ⌃⌥⇧⌘ and the key.
  public var symbols: String {
    let signs: [(Modifiers, String)] = [
      (.control, "⌃"), (.option, "⌥"), (.shift, "⇧"), (.command, "⌘"),
    ]
    return signs.reduce("") { modifiers.contains($1.0) ? $0 + $1.1 : $0 } + key.uppercased()
  }
}
