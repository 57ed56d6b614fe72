// In the examples, `⟦…⟧` is the selection and `‸` the caret. Tests run the examples.

extension EditingCommand {
  /// Moves the selected headings one level up, or the selected items one level out if there are
  /// none.
  ///
  /// Headings of level 1 do not change.
  ///
  /// - Parameter section: whether all headings of the section change, not only the selected ones.
  ///
  /// ### Before
  ///
  ///     ## te‸xt
  ///
  /// ### After
  ///
  ///     # te‸xt
  public static func promote(section: Bool = false) -> EditingCommand {
    EditingCommand(.promote(isOutward: true), argument: section ? "section" : nil)
  }

  /// Moves the selected headings one level down, or the selected items one level in if there are
  /// none.
  ///
  /// Headings of level 6 do not change.
  ///
  /// - Parameter section: whether all headings of the section change, not only the selected ones.
  ///
  /// ### Before
  ///
  ///     # te‸xt
  ///
  /// ### After
  ///
  ///     ## te‸xt
  public static func demote(section: Bool = false) -> EditingCommand {
    EditingCommand(.promote(isOutward: false), argument: section ? "section" : nil)
  }

  /// Numbers the items of a list consecutively from its first number. A list in which all numbers
  /// are 1, or all are 0, stays as it is.
  ///
  /// ### Before
  ///
  ///     1. a‸
  ///     3. b
  ///
  /// ### After
  ///
  ///     1. a‸
  ///     2. b
  public static var renumberList: EditingCommand { EditingCommand(.renumber) }

  /// Sets the selected tasks to their next state.
  ///
  /// - Parameter states: the states in order, one character each. The default is `" x"`, or
  ///   `" /x-"` in a dialect with `SyntaxExtensions.taskStates`.
  ///
  /// ### Before
  ///
  ///     - [ ] a‸
  ///
  /// ### After
  ///
  ///     - [x] a‸
  public static func cycleTask(_ states: String? = nil) -> EditingCommand {
    EditingCommand(.taskCycle, argument: states)
  }

  /// Turns the selected blocks or their quote into a callout (or alert), or changes its kind.
  ///
  /// A callout of the same kind becomes plain text again.
  ///
  /// - Parameter kind: `note`, `tip`, `important`, `warning` or `caution`; for Obsidian, any name.
  ///
  /// ### Before
  ///
  ///     te‸xt
  ///
  /// ### After
  ///
  ///     > [!NOTE]
  ///     > te‸xt
  public static func callout(_ kind: String = "note") -> EditingCommand {
    EditingCommand(.callout, argument: kind)
  }

  /// Adds `<kbd>` to the selected text, or removes it.
  ///
  /// ### Before
  ///
  ///     press ⟦Enter⟧
  ///
  /// ### After
  ///
  ///     press <kbd>⟦Enter⟧</kbd>
  public static var keyboard: EditingCommand { EditingCommand(.tag(.keyboard)) }

  /// Adds `<u>` to the selected text, or removes it.
  ///
  /// ### Before
  ///
  ///     a ⟦b⟧ c
  ///
  /// ### After
  ///
  ///     a <u>⟦b⟧</u> c
  public static var underline: EditingCommand { EditingCommand(.tag(.underline)) }

  /// Adds `<sub>` to the selected text, or removes it.
  ///
  /// ### Before
  ///
  ///     H⟦2⟧O
  ///
  /// ### After
  ///
  ///     H<sub>⟦2⟧</sub>O
  public static var `subscript`: EditingCommand { EditingCommand(.tag(.subscript)) }

  /// Adds `<sup>` to the selected text, or removes it.
  ///
  /// ### Before
  ///
  ///     x⟦2⟧
  ///
  /// ### After
  ///
  ///     x<sup>⟦2⟧</sup>
  public static var superscript: EditingCommand { EditingCommand(.tag(.superscript)) }

  /// Turns the selected text into a wiki link, or the reverse. Only Obsidian's dialect has them.
  ///
  /// ### Before
  ///
  ///     a ⟦page⟧ b
  ///
  /// ### After
  ///
  ///     a [[⟦page⟧]] b
  public static var wikiLink: EditingCommand { EditingCommand(.tag(.wikiLink)) }

  /// Adds a footnote: a reference at the selection, and a definition that then has the caret. In
  /// code, an image or an address, the reference is added after that.
  ///
  /// - Parameter label: the label; nil for the next number. If it is defined, only a reference is
  ///   added.
  ///
  /// ### Before
  ///
  ///     text‸
  ///
  /// ### After
  ///
  ///     text[^1]
  ///
  ///     [^1]: ‸
  public static func footnote(_ label: String? = nil) -> EditingCommand {
    EditingCommand(.footnote(.insert), argument: label)
  }

  /// Moves the caret from a reference to its definition, or from there to the first reference.
  ///
  /// ### Before
  ///
  ///     a[^1]‸
  ///
  ///     [^1]: note
  ///
  /// ### After
  ///
  ///     a[^1]
  ///
  ///     [^1]: ‸note
  public static var jumpToFootnote: EditingCommand { EditingCommand(.footnote(.jump)) }

  /// Deletes the footnote at the caret: its definition and all references. With the caret at one of
  /// several references, deletes that reference alone.
  ///
  /// ### Before
  ///
  ///     a[^1]‸ b
  ///
  ///     [^1]: note
  ///
  /// ### After
  ///
  ///     a‸ b
  public static var deleteFootnote: EditingCommand { EditingCommand(.footnote(.delete)) }

  /// Numbers the footnotes in the order of their first references. Footnotes with names keep them.
  ///
  /// ### Before
  ///
  ///     a[^3]‸
  ///
  ///     [^3]: note
  ///
  /// ### After
  ///
  ///     a[^1]‸
  ///
  ///     [^1]: note
  public static var renumberFootnotes: EditingCommand { EditingCommand(.footnote(.renumber)) }

  /// Moves a heading and everything below it before the previous section of the same level.
  ///
  /// ### Before
  ///
  ///     # a
  ///
  ///     # b‸
  ///
  ///     text
  ///
  /// ### After
  ///
  ///     # b‸
  ///
  ///     text
  ///
  ///     # a
  public static var moveSectionUp: EditingCommand { EditingCommand(.section(.up)) }

  /// Moves a heading and everything below it after the next section of the same level.
  ///
  /// ### Before
  ///
  ///     # a‸
  ///
  ///     text
  ///
  ///     # b
  ///
  /// ### After
  ///
  ///     # b
  ///
  ///     # a‸
  ///
  ///     text
  public static var moveSectionDown: EditingCommand { EditingCommand(.section(.down)) }

  /// Selects a heading and everything below it.
  ///
  /// ### Before
  ///
  ///     # a
  ///
  ///     te‸xt
  ///
  ///     # b
  ///
  /// ### After
  ///
  ///     ⟦# a
  ///
  ///     text
  ///
  ///     ⟧# b
  public static var selectSection: EditingCommand { EditingCommand(.section(.select)) }

  /// Deletes a heading and everything below it, except definitions that are used elsewhere.
  ///
  /// ### Before
  ///
  ///     # a
  ///
  ///     te‸xt
  ///
  ///     # b
  ///
  /// ### After
  ///
  ///     ‸# b
  public static var deleteSection: EditingCommand { EditingCommand(.section(.delete)) }

  /// Breaks the line inside its item, quote or cell, as Shift and Enter do in many editors.
  ///
  /// ### Before
  ///
  ///     - te‸xt
  ///
  /// ### After
  ///
  ///     - te
  ///       ‸xt
  public static var lineBreak: EditingCommand { EditingCommand(.lineBreak) }
}
