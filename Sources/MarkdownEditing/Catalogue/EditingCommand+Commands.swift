// In the examples, `⟦…⟧` is the selection and `‸` the caret. Tests run the examples.

extension EditingCommand {
  /// Removes a mark if the whole selection has it; otherwise adds it. A caret selects its word.
  ///
  /// ### Before
  ///
  ///     some ⟦words ⟧here
  ///
  /// ### After
  ///
  ///     some **⟦words⟧** here
  public static func toggle(_ mark: Mark) -> EditingCommand {
    marking(mark, .toggle)
  }

  /// Adds a mark to the whole selection.
  ///
  /// ### Before
  ///
  ///     **a** ⟦b⟧
  ///
  /// ### After
  ///
  ///     **a ⟦b⟧**
  public static func mark(_ mark: Mark) -> EditingCommand {
    marking(mark, .mark)
  }

  /// Removes a mark from the whole selection.
  ///
  /// ### Before
  ///
  ///     **a ⟦b⟧ c**
  ///
  /// ### After
  ///
  ///     **a** ⟦b⟧ **c**
  public static func unmark(_ mark: Mark) -> EditingCommand {
    marking(mark, .unmark)
  }
}

extension EditingCommand {
  /// Turns the selected blocks into headings of a level, or headings of that level into paragraphs.
  ///
  /// - Parameter level: 1 to 6; a smaller or larger one counts as 1 or 6.
  ///
  /// ### Before
  ///
  ///     te‸xt
  ///
  /// ### After
  ///
  ///     ## te‸xt
  public static func heading(_ level: Int) -> EditingCommand {
    EditingCommand(.heading(.level(min(max(level, 1), 6))))
  }

  /// Makes a heading one level deeper. Paragraphs become headings of level 1, and those of level 6
  /// paragraphs.
  ///
  /// ### Before
  ///
  ///     ## a‸
  ///
  /// ### After
  ///
  ///     ### a‸
  public static var deeperHeading: EditingCommand { EditingCommand(.heading(.deeper)) }

  /// Turns headings into paragraphs.
  ///
  /// ### Before
  ///
  ///     # a‸
  ///
  /// ### After
  ///
  ///     a‸
  public static var paragraph: EditingCommand { EditingCommand(.heading(.paragraph)) }

  /// Turns the selected lines into items of a bullet list, or removes their bullets.
  ///
  /// ### Before
  ///
  ///     ⟦a
  ///     b⟧
  ///
  /// ### After
  ///
  ///     - ⟦a
  ///     - b⟧
  public static var bulletList: EditingCommand { EditingCommand(.list(.bullet)) }

  /// Turns the selected lines into items of a numbered list, or removes their numbers.
  ///
  /// ### Before
  ///
  ///     ⟦- a
  ///     - b⟧
  ///
  /// ### After
  ///
  ///     ⟦1. a
  ///     2. b⟧
  public static var orderedList: EditingCommand { EditingCommand(.list(.ordered)) }

  /// Turns the selected lines into tasks, or removes their boxes.
  ///
  /// ### Before
  ///
  ///     - a‸
  ///
  /// ### After
  ///
  ///     - [ ] a‸
  public static var taskList: EditingCommand { EditingCommand(.list(.task)) }

  /// Checks the selected tasks, or opens them if all are checked.
  ///
  /// ### Before
  ///
  ///     ⟦- [x] a
  ///     - [ ] b⟧
  ///
  /// ### After
  ///
  ///     ⟦- [x] a
  ///     - [x] b⟧
  public static var toggleTask: EditingCommand { EditingCommand(.taskToggle) }

  /// Quotes the selected blocks, or removes the quote.
  ///
  /// ### Before
  ///
  ///     ⟦a
  ///
  ///     b⟧
  ///
  /// ### After
  ///
  ///     > ⟦a
  ///     >
  ///     > b⟧
  public static var quote: EditingCommand { EditingCommand(.quote) }

  /// Encloses the selected lines in a fence, or removes the fence.
  ///
  /// ### Before
  ///
  ///     ⟦a
  ///     b⟧
  ///
  /// ### After
  ///
  ///     ```
  ///     ⟦a
  ///     b⟧
  ///     ```
  public static var codeBlock: EditingCommand { EditingCommand(.codeBlock) }

  /// Inserts a rule after the block at the caret.
  ///
  /// ### Before
  ///
  ///     a‸
  ///
  ///     b
  ///
  /// ### After
  ///
  ///     a
  ///
  ///     ---‸
  ///
  ///     b
  public static var horizontalRule: EditingCommand { EditingCommand(.rule) }
}

extension EditingCommand {
  /// Links the selected text, or changes the destination of the link at the caret.
  ///
  /// - Parameter destination: the address; nil leaves the caret in the empty parentheses.
  ///
  /// ### Before
  ///
  ///     a ⟦word⟧ b
  ///
  /// ### After
  ///
  ///     a [⟦word⟧](https://u.io) b
  public static func link(to destination: String?) -> EditingCommand {
    EditingCommand(.link(.link), argument: destination)
  }

  /// Removes the links in the selection; their text stays.
  ///
  /// ### Before
  ///
  ///     [a‸](u.io)
  ///
  /// ### After
  ///
  ///     a‸
  public static var unlink: EditingCommand { EditingCommand(.link(.unlink)) }

  /// Inserts an image with the selected text as its description.
  ///
  /// - Parameter address: the address; nil leaves the caret in the empty parentheses.
  ///
  /// ### Before
  ///
  ///     ⟦alt⟧
  ///
  /// ### After
  ///
  ///     ![⟦alt⟧](a.png)
  public static func image(at address: String?) -> EditingCommand {
    EditingCommand(.link(.image), argument: address)
  }

  /// Pastes Markdown, whose blocks stay the same, into the caret's item, quote or cell.
  ///
  /// An address links the selected text. In a cell, line endings become `<br>`. A list pasted into
  /// an item becomes items of that list, with their level, marker and numbers. In code, the text is
  /// literal. On an empty line, cells of a spreadsheet become a table.
  ///
  /// - Parameter text: the Markdown to paste. ``insertText(_:)`` types text without these changes.
  ///
  /// ### Before
  ///
  ///     1. a‸
  ///     2. b
  ///
  /// ### After
  ///
  ///     1. a
  ///     2. x
  ///     3. y‸
  ///     4. b
  public static func paste(_ text: String) -> EditingCommand {
    EditingCommand(.paste, argument: text)
  }

  /// Pastes HTML from a clipboard as Markdown, in the way of ``paste(_:)``.
  ///
  /// Headings, paragraphs, marks, links, images, lists, tasks, quotes, code and tables are kept.
  /// Other elements leave only their text; styles and scripts are removed.
  ///
  /// - Parameter html: the HTML to paste.
  ///
  /// ### Before
  ///
  ///     a ‸
  ///
  /// ### After
  ///
  ///     a **b** [c](u.io)‸
  public static func pasteHTML(_ html: String) -> EditingCommand {
    EditingCommand(.pasteHTML, argument: html)
  }

  /// Links the selected text to a pasted address. Other text is pasted in the way of ``paste(_:)``.
  ///
  /// - Parameter text: the text to paste.
  ///
  /// ### Before
  ///
  ///     a ⟦word⟧
  ///
  /// ### After
  ///
  ///     a [word](https://u.io)‸
  public static func pasteAddress(_ text: String) -> EditingCommand {
    EditingCommand(.pasteAddress, argument: text)
  }

  /// Removes all marks from the selection; links stay.
  ///
  /// ### Before
  ///
  ///     ⟦**a** `b` ~~c~~⟧
  ///
  /// ### After
  ///
  ///     ⟦a b c⟧
  public static var clearFormatting: EditingCommand { EditingCommand(.clear) }
}

extension EditingCommand {
  /// Returns the command with other options.
  public func with(_ options: EditingOptions) -> EditingCommand {
    var result = self
    result.options = options
    return result
  }

  init(_ action: CommandRow.Action, argument: String? = nil) {
    self.init(CommandRow(action), argument: argument)
  }

  /// Returns the command that applies `action` to a mark.
  package static func marking(_ mark: Mark, _ action: MarkAction) -> EditingCommand {
    var command = EditingCommand(.mark(mark))
    command.markAction = action
    return command
  }
}
