// In the examples, `⟦…⟧` is the selection, `‸` the caret and `⏎` a line ending. Tests run them.

extension EditingCommand {
  /// Removes a mark if the whole selection has it; otherwise adds it. A caret selects its word.
  ///
  ///     some ⟦words ⟧here → some **⟦words⟧** here
  public static func toggle(_ mark: Mark) -> EditingCommand {
    marking(mark, .toggle)
  }

  /// Adds a mark to the whole selection.
  ///
  ///     **a** ⟦b⟧ → **a ⟦b⟧**
  public static func mark(_ mark: Mark) -> EditingCommand {
    marking(mark, .mark)
  }

  /// Removes a mark from the whole selection.
  ///
  ///     **a ⟦b⟧ c** → **a** ⟦b⟧ **c**
  public static func unmark(_ mark: Mark) -> EditingCommand {
    marking(mark, .unmark)
  }

  /// Turns the selected blocks into headings of a level, or headings of that level into paragraphs.
  ///
  ///     te‸xt → ## te‸xt
  ///
  /// - Parameter level: 1 to 6; with another one, the command answers `badArgument`.
  public static func heading(_ level: Int) -> EditingCommand {
    (1...6).contains(level)
      ? EditingCommand(.heading(.level(level)))
      : EditingCommand(.heading(.deeper), argument: "\(level)")
  }

  /// Makes a heading one level deeper. Paragraphs become headings of level 1, and those of level 6
  /// paragraphs.
  ///
  ///     ## a‸ → ### a‸
  public static var deeperHeading: EditingCommand { EditingCommand(.heading(.deeper)) }

  /// Turns headings into paragraphs.
  ///
  ///     # a‸ → a‸
  public static var paragraph: EditingCommand { EditingCommand(.heading(.paragraph)) }

  /// Turns the selected lines into items of a bullet list, or removes their bullets.
  ///
  ///     ⟦a⏎b⟧ → - ⟦a⏎- b⟧
  public static var bulletList: EditingCommand { EditingCommand(.list(.bullet)) }

  /// Turns the selected lines into items of a numbered list, or removes their numbers.
  ///
  ///     ⟦- a⏎- b⟧ → ⟦1. a⏎2. b⟧
  public static var orderedList: EditingCommand { EditingCommand(.list(.ordered)) }

  /// Turns the selected lines into tasks, or removes their boxes.
  ///
  ///     - a‸ → - [ ] a‸
  public static var taskList: EditingCommand { EditingCommand(.list(.task)) }

  /// Checks the selected tasks, or opens them if all are checked.
  ///
  ///     ⟦- [x] a⏎- [ ] b⟧ → ⟦- [x] a⏎- [x] b⟧
  public static var toggleTask: EditingCommand { EditingCommand(.taskToggle) }

  /// Quotes the selected blocks, or removes the quote.
  ///
  ///     ⟦a⏎⏎b⟧ → > ⟦a⏎>⏎> b⟧
  public static var quote: EditingCommand { EditingCommand(.quote) }

  /// Encloses the selected lines in a fence, or removes the fence.
  ///
  ///     ⟦a⏎b⟧ → ```⏎⟦a⏎b⟧⏎```
  public static var codeBlock: EditingCommand { EditingCommand(.codeBlock) }

  /// Turns the selected text or blocks into a comment that no reader sees, or the reverse. A caret
  /// means its block.
  ///
  ///     a ⟦b⟧ c → a <!-- ⟦b⟧ --> c
  public static var comment: EditingCommand { EditingCommand(.comment) }

  /// Inserts a rule after the block at the caret.
  ///
  ///     a‸⏎⏎b → a⏎⏎---‸⏎⏎b
  public static var horizontalRule: EditingCommand { EditingCommand(.rule) }

  /// Links the selected text, or changes the destination of the link at the caret.
  ///
  ///     a ⟦word⟧ b → a [⟦word⟧](https://u.io) b
  ///
  /// - Parameter destination: the address; nil leaves the caret in the empty parentheses.
  public static func link(to destination: String?) -> EditingCommand {
    EditingCommand(.link(.link), argument: destination)
  }

  /// Removes the links in the selection; their text stays.
  ///
  ///     [a‸](u.io) → a‸
  public static var unlink: EditingCommand { EditingCommand(.link(.unlink)) }

  /// Inserts an image with the selected text as its description.
  ///
  ///     ⟦alt⟧ → ![⟦alt⟧](a.png)
  ///
  /// - Parameter address: the address; nil leaves the caret in the empty parentheses.
  public static func image(at address: String?) -> EditingCommand {
    EditingCommand(.link(.image), argument: address)
  }

  /// Pastes Markdown, whose blocks stay the same, into the caret's item, quote or cell.
  ///
  /// An address links the selected text. In a cell, line endings become `<br>`. A list pasted into
  /// an item becomes items of that list, with their level, marker and numbers. In code, the text is
  /// literal. On an empty line, cells of a spreadsheet become a table.
  ///
  ///     1. a‸⏎2. b → 1. a⏎2. x⏎3. y‸⏎4. b
  ///
  /// - Parameter text: the Markdown to paste. ``insertText(_:)`` types text without these changes.
  public static func paste(_ text: String) -> EditingCommand {
    EditingCommand(.paste, argument: text)
  }

  /// Pastes HTML from a clipboard as Markdown, in the way of ``paste(_:)``.
  ///
  /// Headings, paragraphs, marks, links, images, lists, tasks, quotes, code and tables are kept.
  /// Other elements leave only their text; styles and scripts are removed.
  ///
  ///     a ‸ → a **b** [c](u.io)‸
  public static func pasteHTML(_ html: String) -> EditingCommand {
    EditingCommand(.pasteHTML, argument: html)
  }

  /// Pastes the contents of a clipboard: HTML as Markdown, or else text that is Markdown.
  ///
  /// Many editors add HTML that only colours the text. If nothing in the HTML can be written in
  /// Markdown, as in `<span style="color:red"># Seeds</span>`, the text is pasted. For example,
  /// `<b>b</b>` at the caret in `a ‸` becomes `a **b**‸`.
  ///
  /// - Parameters:
  ///   - text: the text of the clipboard.
  ///   - html: the HTML of the clipboard, or nil if there is none.
  /// - Complexity: O(*n*) in the length of the HTML.
  public static func paste(_ text: String, html: String?) -> EditingCommand {
    guard let html, text.isEmpty || hasMarkup(html) else { return paste(text) }
    return pasteHTML(html)
  }

  /// Whether something in HTML can be written in Markdown, other than the text itself.
  package static func hasMarkup(_ html: String) -> Bool {
    HTMLDocument(Array(html.utf8)).hasMarkup
  }

  /// Links the selected text to a pasted address. Other text is pasted in the way of ``paste(_:)``.
  ///
  ///     a ⟦word⟧ → a [word](https://u.io)‸
  public static func pasteAddress(_ text: String) -> EditingCommand {
    EditingCommand(.pasteAddress, argument: text)
  }

  /// Removes all marks from the selection; links stay.
  ///
  ///     ⟦**a** `b` ~~c~~⟧ → ⟦a b c⟧
  public static var clearFormatting: EditingCommand { EditingCommand(.clear) }

  /// Returns the command with other options.
  public func with(_ options: EditingOptions) -> EditingCommand {
    var result = self
    result.options = options
    return result
  }

  init(_ action: CommandRow.Action, argument: String? = nil) {
    self.init(CommandRow(action), argument: argument)
  }

  package static func marking(_ mark: Mark, _ action: MarkAction) -> EditingCommand {
    var command = EditingCommand(.mark(mark))
    command.markAction = action
    return command
  }

  /// Moves the selected headings one level up, or the selected items one level out if there are
  /// none.
  ///
  /// Headings of level 1 do not change.
  ///
  ///     ## te‸xt → # te‸xt
  ///
  /// - Parameter section: whether all headings of the section change, not only the selected ones.
  public static func promote(section: Bool = false) -> EditingCommand {
    EditingCommand(.promote(isOutward: true), argument: section ? "section" : nil)
  }

  /// Moves the selected headings one level down, or the selected items one level in if there are
  /// none.
  ///
  /// Headings of level 6 do not change.
  ///
  ///     # te‸xt → ## te‸xt
  ///
  /// - Parameter section: whether all headings of the section change, not only the selected ones.
  public static func demote(section: Bool = false) -> EditingCommand {
    EditingCommand(.promote(isOutward: false), argument: section ? "section" : nil)
  }

  /// Numbers the items of a list consecutively from its first number.
  ///
  ///     1. a‸⏎3. b → 1. a‸⏎2. b
  ///
  /// - Parameter keepsEqual: whether a list stays as it is if its items all have the same number.
  public static func renumberList(keepsEqual: Bool = false) -> EditingCommand {
    EditingCommand(.renumber, argument: keepsEqual ? "keep" : nil)
  }

  /// Sets the selected tasks to their next state.
  ///
  ///     - [ ] a‸ → - [x] a‸
  ///
  /// - Parameter states: the states in order, one character each. The default is `" x"`, or
  ///   `" /x-"` in a dialect with `SyntaxExtensions.taskStates`.
  public static func cycleTask(_ states: String? = nil) -> EditingCommand {
    EditingCommand(.taskCycle, argument: states)
  }

  /// Turns the selected blocks or their quote into a callout (or alert), or changes its kind.
  ///
  /// A callout of the same kind becomes plain text again.
  ///
  ///     te‸xt → > [!NOTE]⏎> te‸xt
  ///
  /// - Parameter kind: `note`, `tip`, `important`, `warning` or `caution`; for Obsidian, any name.
  public static func callout(_ kind: String = "note") -> EditingCommand {
    EditingCommand(.callout, argument: kind)
  }

  /// Adds `<kbd>` to the selected text, or removes it.
  ///
  ///     press ⟦Enter⟧ → press <kbd>⟦Enter⟧</kbd>
  public static var keyboard: EditingCommand { EditingCommand(.tag(.keyboard)) }

  /// Adds `<u>` to the selected text, or removes it.
  ///
  ///     a ⟦b⟧ c → a <u>⟦b⟧</u> c
  public static var underline: EditingCommand { EditingCommand(.tag(.underline)) }

  /// Adds `<sub>` to the selected text, or removes it.
  ///
  ///     H⟦2⟧O → H<sub>⟦2⟧</sub>O
  public static var `subscript`: EditingCommand { EditingCommand(.tag(.subscript)) }

  /// Adds `<sup>` to the selected text, or removes it.
  ///
  ///     x⟦2⟧ → x<sup>⟦2⟧</sup>
  public static var superscript: EditingCommand { EditingCommand(.tag(.superscript)) }

  /// Turns the selected text into a wiki link, or the reverse. Only Obsidian's dialect has them.
  ///
  ///     a ⟦page⟧ b → a [[⟦page⟧]] b
  public static var wikiLink: EditingCommand { EditingCommand(.tag(.wikiLink)) }

  /// Turns the selected text into the alias of a wiki link. Without a word at the caret, inserts a
  /// link; in a wiki link, changes its page. Only Obsidian's dialect has them. For example,
  /// `a ⟦text⟧ b` becomes `a [[page|⟦text⟧]] b`.
  ///
  /// - Parameter page: the page, without brackets and pipes.
  public static func wikiLink(to page: String) -> EditingCommand {
    EditingCommand(.tag(.wikiLink), argument: page)
  }

  /// Inserts a date in place of the selection, as text: nothing of it becomes markup.
  ///
  /// The library has no clock. The app formats the date.
  ///
  ///     ⟦then⟧ → 12\. May‸
  ///
  /// - Parameter text: the date on one line, such as `2026-05-12`.
  public static func date(_ text: String) -> EditingCommand {
    EditingCommand(.date, argument: text)
  }

  /// Adds a footnote: a reference at the selection, and a definition that then has the caret. In
  /// code, an image or an address, the reference is added after that.
  ///
  ///     text‸ → text[^1]⏎⏎[^1]: ‸
  ///
  /// - Parameter label: the label; nil for the next number. If it is defined, only a reference is
  ///   added.
  public static func footnote(_ label: String? = nil) -> EditingCommand {
    EditingCommand(.footnote(.insert), argument: label)
  }

  /// Moves the caret from a reference to its definition, or from there to the first reference.
  ///
  ///     a[^1]‸⏎⏎[^1]: note → a[^1]⏎⏎[^1]: ‸note
  public static var jumpToFootnote: EditingCommand { EditingCommand(.footnote(.jump)) }

  /// Deletes the footnote at the caret: its definition and all references. With the caret at one of
  /// several references, deletes that reference alone.
  ///
  ///     a[^1]‸ b⏎⏎[^1]: note → a‸ b
  public static var deleteFootnote: EditingCommand { EditingCommand(.footnote(.delete)) }

  /// Numbers the footnotes in the order of their first references. Footnotes with names keep them.
  ///
  ///     a[^3]‸⏎⏎[^3]: note → a[^1]‸⏎⏎[^1]: note
  public static var renumberFootnotes: EditingCommand { EditingCommand(.footnote(.renumber)) }

  /// Moves a heading and everything below it before the previous section of the same level.
  ///
  ///     # a⏎⏎# b‸⏎⏎text → # b‸⏎⏎text⏎⏎# a
  public static var moveSectionUp: EditingCommand { EditingCommand(.section(.up)) }

  /// Moves a heading and everything below it after the next section of the same level.
  ///
  ///     # a‸⏎⏎text⏎⏎# b → # b⏎⏎# a‸⏎⏎text
  public static var moveSectionDown: EditingCommand { EditingCommand(.section(.down)) }

  /// Selects a heading and everything below it.
  ///
  ///     # a⏎⏎te‸xt⏎⏎# b → ⟦# a⏎⏎text⏎⏎⟧# b
  public static var selectSection: EditingCommand { EditingCommand(.section(.select)) }

  /// Deletes a heading and everything below it, except definitions that are used elsewhere.
  ///
  ///     # a⏎⏎te‸xt⏎⏎# b → ‸# b
  public static var deleteSection: EditingCommand { EditingCommand(.section(.delete)) }

  /// Breaks the line inside its item, quote or cell, as Shift and Enter do in many editors.
  ///
  ///     - te‸xt → - te⏎  ‸xt
  public static var lineBreak: EditingCommand { EditingCommand(.lineBreak) }

  /// Makes the selected items children of the item before them.
  ///
  ///     - a⏎- b‸ → - a⏎  - b‸
  public static var indent: EditingCommand { EditingCommand(.indent(isOutdent: false)) }

  /// Moves the selected items one level out.
  ///
  ///     - a⏎  - b‸⏎  - c → - a⏎- b‸⏎  - c
  public static var outdent: EditingCommand { EditingCommand(.indent(isOutdent: true)) }

  /// Moves the selected items or blocks before the one above.
  ///
  ///     - a⏎- b‸⏎  - x → - b‸⏎  - x⏎- a
  public static var moveLineUp: EditingCommand { EditingCommand(.move(.up)) }

  /// Moves the selected items or blocks after the one below.
  ///
  ///     1. a‸⏎2. b → 1. b⏎2. a‸
  public static var moveLineDown: EditingCommand { EditingCommand(.move(.down)) }

  /// Duplicates the selected items or blocks, and inserts the copy after them.
  ///
  ///     - a‸⏎  - b → - a⏎  - b⏎- a‸⏎  - b
  public static var duplicateLine: EditingCommand { EditingCommand(.move(.duplicate)) }

  /// Inserts a list of links to the headings below the caret, or updates the one that is there.
  ///
  /// The list is between two comments, by which it is found again; those of other tools are known,
  /// too. The document's only heading of level 1, and a heading with `<!-- omit in toc -->`, are not
  /// listed.
  ///
  ///     # T‸⏎⏎## A⏎ → # T‸⏎⏎<!-- toc -->⏎⏎- [A](#a)⏎⏎<!-- /toc -->⏎⏎## A⏎
  ///
  /// - Parameter levels: the levels of the headings, such as `2-3`; the comment keeps them.
  public static func tableOfContents(levels: String? = nil) -> EditingCommand {
    EditingCommand(.contents, argument: levels)
  }

  /// Turns the inline links and images in the selection into reference links. At a caret outside of
  /// links, turns all of the document.
  ///
  /// Links with the same destination and title share a definition, as do those with one that is
  /// there. New definitions are after the last one, or at the end of the document.
  ///
  ///     [a‸](u.io) → [a‸][1]⏎⏎[1]: u.io
  ///
  /// - Parameters:
  ///   - inDocument: whether all links of the document change, wherever the selection is.
  ///   - namedByText: whether a label is the text of the link, as in `[a][]`, if it can be. Otherwise,
  ///     it is the next number.
  public static func referenceLinks(
    inDocument: Bool = false, namedByText: Bool = false
  ) -> EditingCommand {
    let words = (inDocument ? ["document"] : []) + (namedByText ? ["text"] : [])
    return EditingCommand(
      .references(.labels), argument: words.isEmpty ? nil : words.joined(separator: " "))
  }

  /// Turns the reference links and images in the selection into inline links. At a caret outside of
  /// links, turns all of the document.
  ///
  /// Definitions that nothing uses afterwards are removed; those that nothing used before stay.
  ///
  ///     [a‸][b]⏎⏎[b]: u.io → [a‸](u.io)
  ///
  /// - Parameter inDocument: whether all links of the document change, wherever the selection is.
  public static func inlineLinks(inDocument: Bool = false) -> EditingCommand {
    EditingCommand(.references(.inline), argument: inDocument ? "document" : nil)
  }

  /// Moves all link definitions to the end of the document, in the order of their labels.
  ///
  /// Of several definitions of a label, the first one stays the first. Unused ones stay, too.
  ///
  ///     [b]: /b⏎⏎[a] [b]‸⏎⏎[a]: /a → [a] [b]‸⏎⏎[a]: /a⏎[b]: /b
  public static var sortDefinitions: EditingCommand { EditingCommand(.references(.sort)) }

  /// Ends the line, continues a list or a quote, or leaves an empty item, as Enter does.
  ///
  ///     - a‸ → - a⏎- ‸
  public static var newline: EditingCommand { EditingCommand(.newline) }

  /// Deletes the selection or the character before the caret, or removes a marker, as Backspace
  /// does.
  ///
  ///     - ‸a → ‸a
  public static var backspace: EditingCommand { EditingCommand(.backspace) }

  /// Types text in place of the selection, without leaving a delimiter unpaired.
  ///
  ///     a ⟦b **c⟧ d** e → a x‸ **d** e
  public static func insertText(_ text: String) -> EditingCommand {
    EditingCommand(.insertText, argument: text)
  }

  /// Changes the case of the selected letters, or of those of the word at the caret.
  ///
  /// Code, addresses, mentions, tags and character references stay as they are. In `title` and
  /// `sentence`, a word with capitals inside it stays, such as `GitHub`, unless all letters are
  /// capitals.
  ///
  ///     ⟦see `a` [the](u.io) page⟧ → ⟦See `a` [The](u.io) Page⟧
  ///
  /// - Parameter name: `upper`, `lower`, `title` or `sentence`; nil for the next one of the first
  ///   three.
  public static func letterCase(_ name: String? = nil) -> EditingCommand {
    EditingCommand(.letterCase, argument: name)
  }

  /// Inserts a table after the block at the caret.
  ///
  ///     ‸ → | ‸    |     |⏎| --- | --- |⏎|     |     |
  ///
  /// - Parameter rows: the rows, including the header.
  public static func insertTable(rows: Int, columns: Int) -> EditingCommand {
    EditingCommand(.tableInsert, argument: "\(rows)x\(columns)")
  }

  /// Selects the next cell, adding a row after the last. After a header such as `| a | b |`, begins
  /// a table.
  ///
  ///     | a‸ | b |⏎|---|---|⏎| c | d | → | a | ⟦b⟧ |⏎|---|---|⏎| c | d |
  public static var nextCell: EditingCommand { EditingCommand(.table(.nextCell)) }

  /// Selects the previous cell.
  ///
  ///     | a | b‸ |⏎|---|---|⏎| c | d | → | ⟦a⟧ | b |⏎|---|---|⏎| c | d |
  public static var previousCell: EditingCommand { EditingCommand(.table(.previousCell)) }

  /// Adds a row below the caret's row.
  ///
  ///     | a‸ |⏎|---|⏎| c | → | a |⏎|---|⏎| ‸  |⏎| c |
  public static var addRow: EditingCommand { EditingCommand(.table(.addRow)) }

  /// Adds a column after the caret's column.
  ///
  ///     | a‸ |⏎| --- |⏎| c | → | a | ‸    |⏎| --- | --- |⏎| c |     |
  public static var addColumn: EditingCommand { EditingCommand(.table(.addColumn)) }

  /// Deletes the caret's row.
  ///
  ///     | a |⏎|---|⏎| c‸ | → | ‸a |⏎|---|
  public static var deleteRow: EditingCommand { EditingCommand(.table(.deleteRow)) }

  /// Deletes the caret's column.
  ///
  ///     | a‸ | b |⏎|---|---|⏎| c | d | → | ‸b |⏎|---|⏎| d |
  public static var deleteColumn: EditingCommand { EditingCommand(.table(.deleteColumn)) }

  /// Moves the selected rows past the row above. The header stays.
  ///
  ///     | a |⏎|---|⏎| b |⏎| c‸ | → | a |⏎|---|⏎| c‸ |⏎| b |
  public static var moveRowUp: EditingCommand { EditingCommand(.table(.moveRow(isUp: true))) }

  /// Moves the selected rows past the row below.
  ///
  ///     | a |⏎|---|⏎| b‸ |⏎| c | → | a |⏎|---|⏎| c |⏎| b‸ |
  public static var moveRowDown: EditingCommand { EditingCommand(.table(.moveRow(isUp: false))) }

  /// Moves the selected columns past the one to their left, with their alignment.
  ///
  ///     | a | b‸ |⏎|---|:-:|⏎| c | d | → | b‸ | a |⏎|:-:|---|⏎| d | c |
  public static var moveColumnLeft: EditingCommand {
    EditingCommand(.table(.moveColumn(isLeft: true)))
  }

  /// Moves the selected columns past the one to their right, with their alignment.
  ///
  ///     | a‸ | b |⏎|--:|---|⏎| c | d | → | b | a‸ |⏎|---|--:|⏎| d | c |
  public static var moveColumnRight: EditingCommand {
    EditingCommand(.table(.moveColumn(isLeft: false)))
  }

  /// Sorts the items of the list at the caret, or the selected ones, with everything in them.
  ///
  /// Text is compared without case, and numbers in it by their value. Empty items, and those without
  /// a number or a date, come last. `checked` moves done tasks below the others. Equal items keep
  /// their order.
  ///
  ///     - b10⏎- B2‸⏎  - x⏎- ä → - ä⏎- B2‸⏎  - x⏎- b10
  ///
  /// - Parameter order: `text`, `number`, `date` or `checked`, and perhaps `descending`, as in
  ///   `number descending`.
  public static func sortList(_ order: String = "text") -> EditingCommand {
    EditingCommand(.sortList, argument: order)
  }

  /// Makes a bullet item of text, then an open task, then a done one, then text again. Several lines
  /// become what the first one does. An item in another one never becomes text.
  ///
  ///     a‸ → - a‸
  public static var cycleList: EditingCommand { EditingCommand(.cycleList) }

  /// Moves the done tasks of the list at the caret, or else of all lists of the document, to the end
  /// of a section, with everything in them. A section that is missing is added at the end.
  ///
  /// A task in another one, in a quote or in the section itself stays.
  ///
  ///     - [x] a⏎  - x⏎- [ ] b‸⏎ → - [ ] b‸⏎⏎## Done⏎⏎- [x] a⏎  - x⏎
  ///
  /// - Parameter section: the text of the section's heading, such as `Done` or `### Done`.
  public static func moveDone(to section: String = "Done") -> EditingCommand {
    EditingCommand(.moveDone, argument: section)
  }

  /// Breaks the lines of the paragraph at the caret, or of the selected ones, at a width.
  ///
  /// Hard breaks stay, and so do code blocks, tables, headings and HTML blocks. A line is not broken in
  /// code, a tag or a formula, nor where the next one would begin a block. A wide character has two
  /// columns, and lines of ideographs are broken between them.
  ///
  ///     - aaa bbb‸⏎ccc ddd → - aaa⏎  bbb‸⏎  ccc⏎  ddd
  ///
  /// - Parameter width: the number of columns, from 1 to 9999.
  public static func reflow(width: Int = 80) -> EditingCommand {
    EditingCommand(.reflow(isJoining: false), argument: String(width))
  }

  /// Writes each selected paragraph, or that at the caret, on one line, apart from hard breaks.
  ///
  /// No blank is written between two ideographs.
  ///
  ///     > a‸⏎> b\⏎c → > a‸ b\⏎> c
  public static var joinLines: EditingCommand { EditingCommand(.reflow(isJoining: true)) }

  /// Sorts the rows below the header by the caret's column. Empty cells come last.
  ///
  /// If all cells of the column are numbers, they are compared as numbers; otherwise, their visible
  /// text is compared as in ``sortList(_:)``. Rows with equal cells keep their order.
  ///
  ///     | a‸ |⏎|---|⏎| 10 |⏎| 9 | → | a‸ |⏎|---|⏎| 9 |⏎| 10 |
  public static func sortRows(descending isDescending: Bool = false) -> EditingCommand {
    EditingCommand(.table(.sort), argument: isDescending ? "descending" : "ascending")
  }

  /// Makes all cells of a column equally wide.
  ///
  ///     a‸|b⏎-|-⏎longer|x → | a‸      | b   |⏎| ------ | --- |⏎| longer | x   |
  public static var formatTable: EditingCommand { EditingCommand(.table(.format)) }

  /// Aligns the caret's column to the left.
  ///
  ///     | a‸ |⏎|---| → | a‸ |⏎|:--|
  public static var alignLeft: EditingCommand { EditingCommand(.table(.align(.left))) }

  /// Centres the caret's column.
  ///
  ///     | a‸ |⏎|---| → | a‸ |⏎|:-:|
  public static var alignCenter: EditingCommand { EditingCommand(.table(.align(.center))) }

  /// Aligns the caret's column to the right.
  ///
  ///     | a‸ |⏎|---| → | a‸ |⏎|--:|
  public static var alignRight: EditingCommand { EditingCommand(.table(.align(.right))) }

  /// Turns the selected lines of CSV or TSV, or those of the code block at the caret, into a table.
  ///
  /// The separator is the tab, semicolon or comma that all lines contain. Fields may be quoted (RFC
  /// 4180).
  ///
  ///     ⟦name,n⏎"a, b",1⟧ → | name | n   |⏎| ---- | --- |⏎| a, b | 1   |‸
  public static var tableFromText: EditingCommand { EditingCommand(.tableFromText) }

  /// Turns the table at the caret into a code block, with its cells as CSV or TSV.
  ///
  ///     | name‸ | n |⏎|---|---|⏎| a, b | 1 | → ```csv⏎‸name,n⏎"a, b",1⏎```
  ///
  /// - Parameter format: `csv` or `tsv`.
  public static func tableToText(_ format: String) -> EditingCommand {
    EditingCommand(.tableToText, argument: format)
  }
}
