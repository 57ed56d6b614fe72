import CommonMark
import MarkdownSyntax
import TextEditing

/// A text input, such as a view, that keeps a `MarkdownEditor` of its text.
///
/// Commands and the states of a bar are planned in that editor, at any length of the text. The
/// input reports each change that does not come from a command, as soon as it is made:
///
/// ```swift
/// try markdownEditor.apply(TextEdit([.init(range, with: text)]), kind: .typing)
/// ```
///
/// Reporting a command's own change is optional; `MarkdownEditor.revision` shows whether it was
/// reported. A command notices an unreported change by the length of the text, or by the bytes at
/// and around its edit, and reads the text again.
public protocol IndexedTextInput: TextInput, AnyObject {
  /// The text of the input with its blocks.
  var markdownEditor: MarkdownEditor { get set }
  /// Whether an input method has unconfirmed text in the input, such as `にほ` before it is `日本`. By
  /// default, that is whether there is marked text.
  var isComposing: Bool { get }
}

extension IndexedTextInput {
  /// Whether there is marked text, such as `にほ` before it is `日本`.
  public var isComposing: Bool { markedTextRange.map { !$0.isEmpty } ?? false }

  /// Reads the text of the input into its editor again, which discards the editor's history.
  ///
  /// - Throws: `ParsingRefusal`, with the editor unchanged, if the text is not passed to libcmark.
  /// - Complexity: O(*n*).
  public func readAgain() throws(ParsingRefusal) {
    markdownEditor = try MarkdownEditor(textBuffer(), dialect: markdownEditor.dialect)
  }

  /// Carries out a command on the selection, as one step of the input's own undo.
  ///
  /// - Returns: the plan that was carried out, or the reason why nothing changed.
  /// - Complexity: O(the blocks of the selection), and the costs of the input's own `replace`.
  @discardableResult
  public func perform(_ command: EditingCommand) -> Outcome {
    perform(command) { editor, selection in
      editor.marking.outcome(
        of: command.reading(editor.dialect), onUTF8: [selection], in: editor.document)
    }
  }

  /// Whether text typed at the selection gets or loses marks, so that the input should type it by
  /// the command `insertText`.
  ///
  /// - Complexity: O(1).
  public var hasPendingMarks: Bool {
    let editor = markdownEditor
    guard let selection = selection(in: editor) else { return false }
    return !editor.marking.pending(at: [selection], in: editor.buffer).isEmpty
  }

  /// Gives the pending marks to a text that was typed without a command, for example by an input
  /// method. Call it after the change, with the caret after the text.
  ///
  /// - Returns: whether the text was given marks.
  /// - Complexity: O(the blocks of the selection), and the costs of the input's own `replace`.
  @discardableResult
  public func markTypedText() -> Bool {
    guard markdownEditor.marking.hasPending, !isComposing else { return false }
    let outcome = carryOut { editor, selection in
      let options = EditingOptions.standard.reading(editor.dialect)
      let plan = editor.marking.marking(typedBefore: selection, in: editor.document, options)
      return plan.map { .plan($0) } ?? .unchanged(.nothingToMark)
    }
    return outcome.plan != nil
  }

  /// Carries out a command at a range instead of the selection, as one step of the input's own
  /// undo. For example, `toggleTask` acts at a tapped box. The selection only moves with the text.
  ///
  /// - Parameter range: the range, in UTF-8 offsets of the editor's text.
  /// - Returns: the plan that was carried out, or the reason why nothing changed.
  /// - Complexity: O(the blocks of the range), and the costs of the input's own `replace`.
  @discardableResult
  public func perform(_ command: EditingCommand, onUTF8 range: Range<Int>) -> Outcome {
    perform(command) { editor, selection in
      let outcome = command.outcome(onUTF8: [range], in: editor.document, dialect: editor.dialect)
      guard case .plan(var plan) = outcome else { return outcome }
      plan.selections = [plan.edit.mapping(utf8: selection)]
      return .plan(plan)
    }
  }

  private func perform(
    _ command: EditingCommand, _ plan: (inout MarkdownEditor, Range<Int>) -> Outcome
  ) -> Outcome {
    if isComposing {
      guard command.options.whileComposing == .commits else { return .unchanged(.composing) }
      var input = self
      input.unmarkText()
    }
    return carryOut(plan)
  }

  /// Returns the states of the commands for the selection, in the editor's dialect.
  ///
  /// - Complexity: O(the blocks of the selection).
  public func commandStates(
    _ groups: [CommandRow.Group] = .ofBars, options: EditingOptions = .standard
  ) -> [CommandState] {
    let editor = (try? editorOfTheText()) ?? markdownEditor
    let selections = selection(in: editor).map { [$0] } ?? []
    markdownEditor.marking.follow(selections, in: editor.buffer)
    let states = CommandState.all(
      of: selections, in: editor.document, groups: groups, dialect: editor.dialect, options: options
    )
    return markdownEditor.marking.lighting(states, at: selections, in: editor.buffer)
      .inInput(isComposing: isComposing, options)
  }

  private func editorOfTheText() throws(ParsingRefusal) -> MarkdownEditor {
    let length = offset(from: beginningOfDocument, to: endOfDocument)
    if markdownEditor.buffer.utf16Count != length { try readAgain() }
    return markdownEditor
  }

  private func selection(in editor: MarkdownEditor) -> Range<Int>? {
    selectedTextRange.flatMap { utf8Range(of: $0, in: editor.buffer) }
  }

  private func carryOut(_ plan: (inout MarkdownEditor, Range<Int>) -> Outcome) -> Outcome {
    do throws(ParsingRefusal) {
      // A copy: a delegate may change the editor while the input makes the edit.
      var editor = try editorOfTheText()
      for isSecond in [false, true] {
        guard let selection = selection(in: editor) else { return .unchanged(.noSelection) }
        let outcome = plan(&editor, selection)
        markdownEditor.marking = editor.marking
        guard case .plan(let plan) = outcome else { return outcome }
        let edit = plan.edit
        if has(editor.buffer, around: edit.stretch) {
          var before = editor.buffer
          before.selectedTextRange = BufferRange(utf8: selection)
          return made(edit, selecting: plan.selections, in: before) ?? outcome
        }
        if isSecond { break }
        try readAgain()
        editor = markdownEditor
      }
      return .refused(.inputRejectedEdit)
    } catch {
      return .refused(.unparsable(error.description))
    }
  }

  private func made(
    _ edit: TextEdit, selecting selections: [Range<Int>], in before: TextBuffer
  ) -> Outcome? {
    let revision = markdownEditor.revision
    guard let after = try? before.applying(edit),
      let range = inputRange(ofUTF8: edit.stretch, in: before)
    else { return .refused(.inputRejectedEdit) }
    var input = self
    let changed = edit.asOne(from: before, to: after).new
    if !edit.isEmpty {
      input.replace(range, withText: after.text(inUTF8: changed))
      guard has(after, around: changed) else {
        if !has(before, around: edit.stretch) { restore(before, in: &input) }
        return .refused(.inputRejectedEdit)
      }
    }
    if let selection = selections.first {
      input.selectedTextRange = inputRange(ofUTF8: selection, in: after)
    }
    if markdownEditor.revision == revision {
      do { try markdownEditor.apply(edit, selecting: selections) } catch {
        return .refused(.unparsable(error.description))
      }
    }
    return nil
  }

  /// Whether the input has the length of `buffer`, and the same text in a range and 64 bytes around
  /// it. For example, `See` in the buffer differs from `Oh!` in the input.
  private func has(_ buffer: TextBuffer, around range: Range<Int>) -> Bool {
    guard offset(from: beginningOfDocument, to: endOfDocument) == buffer.utf16Count else {
      return false
    }
    var start = max(0, range.lowerBound - 64)
    while start < range.lowerBound, !buffer.isScalarBoundary(utf8Offset: start) { start += 1 }
    var end = min(buffer.utf8Count, range.upperBound + 64)
    while end > range.upperBound, !buffer.isScalarBoundary(utf8Offset: end) { end -= 1 }
    guard let around = inputRange(ofUTF8: start..<end, in: buffer) else { return false }
    // Bytes, not characters: text that is only canonically equivalent has other offsets.
    return (text(in: around) ?? "").utf8.elementsEqual(buffer.text(inUTF8: start..<end).utf8)
  }
}
