import MarkdownBar
import MarkdownEditing
import Observation

/// A `MarkdownEditor` that SwiftUI and other observers follow.
///
/// ```swift
/// let note = try ObservableEditor("Sow *beans*.")
/// note.perform(.toggle(.strong))
/// ```
///
/// Use it on one actor, such as the main actor; ``editor`` is a value that can be sent elsewhere.
@Observable public final class ObservableEditor {
  /// The editor. Every change of it is observed.
  public var editor: MarkdownEditor

  /// Creates an observable editor of a text.
  ///
  /// - Throws: `ParsingRefusal` if some part of the text is not passed to libcmark.
  public init(_ text: String, dialect: Dialect = .gitHub) throws(ParsingRefusal) {
    editor = try MarkdownEditor(text, dialect: dialect)
  }

  /// The text.
  public var text: String { editor.text }

  /// The bar for the selection, with ten buttons.
  public var bar: AccessoryBar { AccessoryBar(editor) }

  /// Carries out a command on the selections, as one step of undo.
  @discardableResult
  public func perform(_ command: EditingCommand) -> Outcome { editor.perform(command) }

  /// Types a text in place of the selections.
  public func insertText(_ text: String) { editor.insertText(text) }

  /// Selects a range.
  ///
  /// - Throws: `TextEditError`, with nothing changed, if the range is not in the text or splits a
  ///   character.
  public func select(_ range: TextRange) throws(TextEditError) { try editor.select(range) }

  /// Undoes the last step. Returns whether there was one.
  @discardableResult
  public func undo() -> Bool { editor.undo() }

  /// Redoes the last undone step. Returns whether there was one.
  @discardableResult
  public func redo() -> Bool { editor.redo() }
}
