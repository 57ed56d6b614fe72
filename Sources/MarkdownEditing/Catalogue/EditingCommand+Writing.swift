// Sections, footnotes, callouts and tags. Each comment shows the text before and after, `⟦…⟧` the selection and `‸` the
// caret. The tests carry the examples out.

extension EditingCommand {
  /// Moves the selected headings one level up, or the selected items one level out if no heading is selected.
  ///
  /// Headings of level 1 stay.
  ///
  /// - Parameter section: Whether all headings of the section change, not only the selected ones.
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

  /// Moves the selected headings one level down, or the selected items one level in if no heading is selected.
  ///
  /// Headings of level 6 stay.
  ///
  /// - Parameter section: Whether all headings of the section change, not only the selected ones.
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

  /// Numbers the items of a list from its first number on.
  ///
  /// ### Before
  ///
  ///     1. a‸
  ///     1. b
  ///
  /// ### After
  ///
  ///     1. a‸
  ///     2. b
  public static var renumberList: EditingCommand { EditingCommand(.renumber) }

  /// Puts the selected tasks into the next state.
  ///
  /// - Parameter states: The states in order, one character each. The default is `" x"`, and `" /x-"` in a dialect
  ///   with `SyntaxExtensions.taskStates`.
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

  /// Makes a callout, also called an alert, of the selected blocks or of their quote, or changes its kind.
  ///
  /// A callout of the same kind becomes text again.
  ///
  /// - Parameter kind: `note`, `tip`, `important`, `warning` or `caution`; in Obsidian's dialect any name.
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

  /// Makes a wiki link of the selected text, or text of a wiki link. Only Obsidian's dialect has them.
  ///
  /// ### Before
  ///
  ///     a ⟦page⟧ b
  ///
  /// ### After
  ///
  ///     a [[⟦page⟧]] b
  public static var wikiLink: EditingCommand { EditingCommand(.tag(.wikiLink)) }

  /// Adds a footnote: a reference at the selection, and a definition, in which the caret is afterwards.
  ///
  /// - Parameter label: The label; nil is the next number. If the document defines it, only a reference is added.
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

  /// Moves the caret from a reference to its definition, or from a definition to the first reference.
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

  /// Deletes the footnote at the caret: its definition and all references.
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

  /// Numbers the footnotes in the order of their first references. Those with names keep them.
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

  /// Moves a heading with everything under it before the section above it of the same level.
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

  /// Moves a heading with everything under it after the section below it of the same level.
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

  /// Selects a heading with everything under it.
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

  /// Deletes a heading with everything under it, except for definitions that the rest of the document uses.
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
