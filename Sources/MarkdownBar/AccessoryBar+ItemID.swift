import MarkdownEditing

extension AccessoryBar {
  /// The identifier of a button, of the catalogue or of the app.
  ///
  /// ```swift
  /// let order: [AccessoryBar.ItemID] = [.strong, .link, .headings, .own("date")]
  /// ```
  public struct ItemID: Hashable, Sendable {
    /// The name in commands and tests, as in `mdedit do bullet-list`.
    public let name: String

    package init(name: String) { self.name = name }

    /// Creates the identifier of a row of the catalogue, such as `heading-2`, or of a button that has
    /// a name here; nil if there is none.
    public init?(named name: String) {
      self.init(name: name)
      if Self.others.contains(self) { return }
      guard let row = CommandRow(named: name), row.group != .typing else { return nil }
    }

    /// The identifier of a button of the app.
    public static func own(_ name: String) -> ItemID { ItemID(name: name) }

    private static let others: [ItemID] = [.headings, .undo, .redo, .paste, .hideKeyboard]
  }
}

extension AccessoryBar.ItemID {
  /// Strong emphasis.
  public static let strong = Self(name: "strong")
  /// Emphasis.
  public static let emphasis = Self(name: "emphasis")
  /// A code span.
  public static let code = Self(name: "code")
  /// Strikethrough.
  public static let strikethrough = Self(name: "strikethrough")
  /// Highlighted text.
  public static let highlight = Self(name: "highlight")
  /// The button with a menu of all headings.
  public static let headings = Self(name: "headings")
  /// A paragraph instead of a heading.
  public static let paragraph = Self(name: "paragraph")
  /// A bullet list.
  public static let bulletList = Self(name: "bullet-list")
  /// A numbered list.
  public static let orderedList = Self(name: "ordered-list")
  /// A task list.
  public static let taskList = Self(name: "task-list")
  /// Checks or unchecks a task.
  public static let taskToggle = Self(name: "task-toggle")
  /// A quote.
  public static let quote = Self(name: "quote")
  /// A code block.
  public static let codeBlock = Self(name: "code-block")
  /// A horizontal rule.
  public static let horizontalRule = Self(name: "horizontal-rule")
  /// A link.
  public static let link = Self(name: "link")
  /// An image.
  public static let image = Self(name: "image")
  /// A footnote.
  public static let footnote = Self(name: "footnote")
  /// A new table.
  public static let table = Self(name: "table-insert")
  /// More indentation.
  public static let indent = Self(name: "indent")
  /// Less indentation.
  public static let outdent = Self(name: "outdent")
  /// The lines, one line up.
  public static let moveLineUp = Self(name: "move-line-up")
  /// The lines, one line down.
  public static let moveLineDown = Self(name: "move-line-down")
  /// The text without marks.
  public static let clearFormatting = Self(name: "clear-formatting")
  /// The last step, undone.
  public static let undo = Self(name: "undo")
  /// The last undone step, done again.
  public static let redo = Self(name: "redo")
  /// Pastes as Markdown; a row of the catalogue with the same name needs the text as an argument.
  public static let paste = Self(name: "paste")
  /// The keyboard, hidden.
  public static let hideKeyboard = Self(name: "hide-keyboard")
}
