/// A range of whole blocks whose tokens may have changed.
///
/// ```swift
/// editor.insertText("*")
/// for change in editor.takeChanges() {
///   let tokens = try editor.document.tokens(of: change.utf8Range, in: editor.dialect)
/// }
/// ```
public struct ChangedRange: Hashable, Sendable {
  /// The UTF-8 range in the text at the last call of ``MarkdownEditor/takeChanges()``.
  public var before: Range<Int>
  /// The UTF-8 range in the text.
  public var utf8Range: Range<Int>
  /// The range of UTF-16 code units in the text.
  public var utf16Range: Range<Int>

  /// Creates a change.
  public init(before: Range<Int>, utf8Range: Range<Int>, utf16Range: Range<Int>) {
    self.before = before
    self.utf8Range = utf8Range
    self.utf16Range = utf16Range
  }
}
