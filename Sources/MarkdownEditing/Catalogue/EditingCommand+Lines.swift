extension EditingCommand {
  /// Makes the selected items children of the item before them.
  ///
  /// ### Before
  ///
  ///     - a
  ///     - b‸
  ///
  /// ### After
  ///
  ///     - a
  ///       - b‸
  public static var indent: EditingCommand { EditingCommand(.indent(isOutdent: false)) }

  /// Moves the selected items one level out.
  ///
  /// ### Before
  ///
  ///     - a
  ///       - b‸
  ///       - c
  ///
  /// ### After
  ///
  ///     - a
  ///     - b‸
  ///       - c
  public static var outdent: EditingCommand { EditingCommand(.indent(isOutdent: true)) }

  /// Moves the selected items or blocks before the one above.
  ///
  /// ### Before
  ///
  ///     - a
  ///     - b‸
  ///       - x
  ///
  /// ### After
  ///
  ///     - b‸
  ///       - x
  ///     - a
  public static var moveLineUp: EditingCommand { EditingCommand(.move(.up)) }

  /// Moves the selected items or blocks after the one below.
  ///
  /// ### Before
  ///
  ///     1. a‸
  ///     2. b
  ///
  /// ### After
  ///
  ///     1. b
  ///     2. a‸
  public static var moveLineDown: EditingCommand { EditingCommand(.move(.down)) }

  /// Duplicates the selected items or blocks, and inserts the copy after them.
  ///
  /// ### Before
  ///
  ///     - a‸
  ///       - b
  ///
  /// ### After
  ///
  ///     - a
  ///       - b
  ///     - a‸
  ///       - b
  public static var duplicateLine: EditingCommand { EditingCommand(.move(.duplicate)) }
}

extension EditingCommand {
  /// Ends the line, continues a list or a quote, or leaves an empty item, as Enter does.
  ///
  /// ### Before
  ///
  ///     - a‸
  ///
  /// ### After
  ///
  ///     - a
  ///     - ‸
  public static var newline: EditingCommand { EditingCommand(.newline) }

  /// Deletes the selection or the character before the caret, or removes a marker, as Backspace
  /// does.
  ///
  /// ### Before
  ///
  ///     - ‸a
  ///
  /// ### After
  ///
  ///     ‸a
  public static var backspace: EditingCommand { EditingCommand(.backspace) }

  /// Types text in place of the selection, without leaving a delimiter unpaired.
  ///
  /// - Parameter text: the text to type.
  ///
  /// ### Before
  ///
  ///     a ⟦b **c⟧ d** e
  ///
  /// ### After
  ///
  ///     a x‸ **d** e
  public static func insertText(_ text: String) -> EditingCommand {
    EditingCommand(.insertText, argument: text)
  }
}
