import TextEditing

/// An edit that libcmark has proved, with a description of it.
public struct Plan: Hashable, Sendable {
  /// The kinds of edits.
  public enum Effect: String, Hashable, Sendable, CaseIterable {
    /// The edit adds what the command names, such as a mark, a heading or a list.
    case added
    /// The edit removes what the command names.
    case removed
    /// The edit turns one construct into another, such as a bullet list into a numbered one.
    case converted
    /// The edit moves text, an item or the caret.
    case moved
    /// The edit inserts typed text or deletes text.
    case typed
    /// There is no edit: in an editing session, the text typed next gets or loses the mark.
    case pending
  }
  /// The replacements, in UTF-8 offsets of the original text.
  public var edit: TextEdit
  /// The selections after the edit, in UTF-8 offsets of the edited text, in ascending order without
  /// overlaps. Selections that touch the same character, such as two inside `&ouml;`, become one.
  public var selections: [Range<Int>]
  /// The kind of the edit.
  public var effect: Effect
  /// The UTF-8 ranges, in the original text, of the leaves that a mark's command touched. For a
  /// long paragraph of a `MarkdownDocument`, only the examined part.
  public var leaves: [Range<Int>] = []
  /// The UTF-8 ranges, in the original text, of characters that become character references.
  public var references: [Range<Int>] = []

  package init(
    edit: TextEdit, selections: [Range<Int>], effect: Effect, leaves: [Range<Int>] = [],
    references: [Range<Int>] = []
  ) {
    self.edit = edit
    self.selections = selections
    self.effect = effect
    self.leaves = leaves
    self.references = references
  }
}
