import TextEditing

/// An edit that libcmark has proved, with a description of it.
public struct Plan: Hashable, Sendable {
  /// The kinds of edits.
  public enum Effect: String, Hashable, Sendable, CaseIterable {
    /// It adds what the command names: a mark, a heading, a list.
    case added
    /// It removes that.
    case removed
    /// One thing becomes another: a bullet list a numbered one.
    case converted
    /// Text, an item or the caret moves.
    case moved
    /// Text is typed or deleted.
    case typed
  }
  /// The replacements, in UTF-8 offsets of the original text.
  public var edit: TextEdit
  /// The selections afterwards, in UTF-8 offsets of the edited text: ascending, none overlapping. Those that meet
  /// in one character, as two in `&ouml;` do, are one.
  public var selections: [Range<Int>]
  /// The kind of the edit.
  public var effect: Effect
  /// The UTF-8 ranges, in the original text, of the leaves that a mark's command touched; of a long paragraph of a
  /// `MarkdownDocument` the part that was looked at.
  public var leaves: [Range<Int>] = []
  /// The UTF-8 ranges, in the original text, of characters that became character references.
  public var references: [Range<Int>] = []
  /// Whether the edit adds or removes delimiters around a caret with no text between them: `**‸**`.
  package var isEmptyPair = false

  package init(
    edit: TextEdit, selections: [Range<Int>], effect: Effect, leaves: [Range<Int>] = [],
    references: [Range<Int>] = [], isEmptyPair: Bool = false
  ) {
    self.edit = edit
    self.selections = selections
    self.effect = effect
    self.leaves = leaves
    self.references = references
    self.isEmptyPair = isEmptyPair
  }
}
