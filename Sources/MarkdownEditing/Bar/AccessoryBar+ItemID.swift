extension AccessoryBar {
  /// The identifier of a button. A string literal is the identifier of a button of the app, or of a
  /// row of the catalogue that has no name here.
  ///
  /// ```swift
  /// let order: [AccessoryBar.ItemID] = [.strong, .link, .headings, "date"]
  /// ```
  public struct ItemID: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable {
    /// The name in commands and tests, as in `mdedit do bullet-list`.
    public var rawValue: String

    /// Creates an identifier from a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates an identifier from a name.
    public init(stringLiteral value: String) { rawValue = value }
  }

  /// Returns the identifiers that no button has, in any dialect: misspelt ones, and those of missing
  /// buttons of the app. `arranged` skips them.
  ///
  /// - Complexity: O(*n* · *m*) for *n* identifiers and *m* rows of the catalogue.
  public static func unknown(in identifiers: [ItemID], own: [Item] = []) -> [ItemID] {
    let names = CommandRow.all.filter { $0.group != .typing }.map { $0.name }
    let hosts: [ItemID] = [.headings, .undo, .redo, .paste, .hideKeyboard]
    return identifiers.filter { id in
      !names.contains(id.rawValue) && !hosts.contains(id) && !own.contains { $0.id == id }
    }
  }
}

extension AccessoryBar.ItemID {
  /// Strong emphasis.
  public static let strong: Self = "strong"
  /// Emphasis.
  public static let emphasis: Self = "emphasis"
  /// A code span.
  public static let code: Self = "code"
  /// Strikethrough.
  public static let strikethrough: Self = "strikethrough"
  /// Highlighted text.
  public static let highlight: Self = "highlight"
  /// The button with a menu of all headings.
  public static let headings: Self = "headings"
  /// The button of one level, from 1 to 6; in a menu if the order has `headings`.
  public static func heading(_ level: Int) -> Self { Self(rawValue: "heading-\(level)") }
  /// A paragraph instead of a heading.
  public static let paragraph: Self = "paragraph"
  /// A bullet list.
  public static let bulletList: Self = "bullet-list"
  /// A numbered list.
  public static let orderedList: Self = "ordered-list"
  /// A task list.
  public static let taskList: Self = "task-list"
  /// Checks or unchecks a task.
  public static let taskToggle: Self = "task-toggle"
  /// A quote.
  public static let quote: Self = "quote"
  /// A code block.
  public static let codeBlock: Self = "code-block"
  /// A horizontal rule.
  public static let horizontalRule: Self = "horizontal-rule"
  /// A link.
  public static let link: Self = "link"
  /// An image.
  public static let image: Self = "image"
  /// A footnote.
  public static let footnote: Self = "footnote"
  /// A new table.
  public static let table: Self = "table-insert"
  /// More indentation.
  public static let indent: Self = "indent"
  /// Less indentation.
  public static let outdent: Self = "outdent"
  /// The lines, one line up.
  public static let moveLineUp: Self = "move-line-up"
  /// The lines, one line down.
  public static let moveLineDown: Self = "move-line-down"
  /// The text without marks.
  public static let clearFormatting: Self = "clear-formatting"
  /// The last step, undone.
  public static let undo: Self = "undo"
  /// The last undone step, done again.
  public static let redo: Self = "redo"
  /// Pastes as Markdown; a row of the catalogue with the same name needs the text as an argument.
  public static let paste: Self = "paste"
  /// The keyboard, hidden.
  public static let hideKeyboard: Self = "hide-keyboard"
}
