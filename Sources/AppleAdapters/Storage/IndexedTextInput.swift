import MarkdownEditing
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
  /// The range of an inline prediction, which is in the text although nobody has typed it; nil if
  /// there is none. By default, there is never one.
  var predictedTextRange: InputRange? { get }
  /// Whether the text may be changed by a person. By default, it may.
  var isEditable: Bool { get }
  /// Whether the system is rewriting the text, as Writing Tools do. By default, it never is.
  var isBeingRewritten: Bool { get }
}

// Text that is not committed: marked text is either an inline prediction or a composition.

extension IndexedTextInput {
  /// Nil: an input without inline predictions.
  public var predictedTextRange: InputRange? { nil }
  /// True: an input that is not only for reading.
  public var isEditable: Bool { true }
  /// False: an input whose text only commands and keys change.
  public var isBeingRewritten: Bool { false }

  /// Whether an input method has unconfirmed text in the input, such as `にほ` before it is `日本`.
  public var isComposing: Bool {
    predictedTextRange == nil && markedTextRange.map { !$0.isEmpty } ?? false
  }

  /// The text without an inline prediction. The text of an input method is a part of it.
  ///
  /// - Complexity: O(1), or O(log *n*) if there is a prediction.
  public var typedText: TextBuffer {
    // An editor does not have a text that exceeds the limits of parsing.
    let length = offset(from: beginningOfDocument, to: endOfDocument)
    let editor = markdownEditor.buffer
    let buffer = editor.utf16Count == length ? editor : textBuffer()
    return removalOfPrediction(in: buffer).flatMap { try? buffer.applying($0) } ?? buffer
  }

  private func removalOfPrediction(in buffer: TextBuffer) -> TextEdit? {
    predictedTextRange.flatMap { utf8Range(of: $0, in: buffer) }
      .map { TextEdit([.init($0, with: [])]) }
  }

  /// The reason why no command changes the text now; nil if commands do.
  ///
  /// Every command asks it, from a bar, a menu, a key or a tapped task box.
  public func barrier(_ options: EditingOptions = .standard) -> Outcome.Unchanged? {
    if !isEditable { return .readOnly }
    if isBeingRewritten { return .beingRewritten }
    return isComposing ? options.barrierOfComposition : nil
  }

  /// Removes an inline prediction, or makes the text of an input method normal text.
  package func endMarkedText() {
    var input = self
    if predictedTextRange != nil {
      input.setMarkedText("", selectedRange: .init(location: 0, length: 0))
    } else if isComposing {
      input.unmarkText()
    }
  }
}

extension IndexedTextInput {
  /// Reads the text of the input into its editor again, which discards the editor's history.
  ///
  /// - Throws: `ParsingRefusal`, with the editor unchanged, if the text is not passed to libcmark.
  /// - Complexity: O(*n*).
  public func readAgain() throws(ParsingRefusal) {
    var editor = try MarkdownEditor(textBuffer(), dialect: markdownEditor.dialect)
    editor.revision = markdownEditor.revision + 1
    // Pending marks end by themselves if the text around the caret is another one.
    editor.marking = markdownEditor.marking
    markdownEditor = editor
  }

  /// Carries out a command on the selection, as one step of the input's own undo.
  ///
  /// - Returns: the plan that was carried out, or the reason why nothing changed.
  /// - Complexity: O(the blocks of the selection), and the costs of the input's own `replace`.
  @discardableResult
  public func perform(_ command: EditingCommand) -> Outcome {
    perform(command) { editor, selection in
      editor.marking.outcome(
        of: command.reading(editor.dialect), utf8: [selection], in: editor.document)
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
    guard markdownEditor.marking.hasPending, predictedTextRange == nil, barrier() == nil else {
      return false
    }
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
  public func perform(_ command: EditingCommand, utf8 range: Range<Int>) -> Outcome {
    perform(command) { editor, selection in
      let outcome = command.outcome(utf8: [range], in: editor.document, dialect: editor.dialect)
      guard case .plan(var plan) = outcome else { return outcome }
      plan.selections = [plan.edit.mapping(utf8: selection)]
      return .plan(plan)
    }
  }

  private func perform(
    _ command: EditingCommand, _ plan: (inout MarkdownEditor, Range<Int>) -> Outcome
  ) -> Outcome {
    if let barrier = barrier(command.options) { return .unchanged(barrier) }
    endMarkedText()
    return carryOut(plan)
  }

  /// Carries out an edit of the app, as one step of the input's own undo. It ends a composition and
  /// pending marks, and removes an inline prediction. The selection moves with the text.
  ///
  /// - Parameter edit: the replacements, in UTF-8 offsets of ``typedText``.
  /// - Returns: the plan that was carried out, or the reason why nothing changed.
  /// - Complexity: O(the blocks of the edit), and the costs of the input's own `replace`.
  @discardableResult
  public func apply(_ edit: TextEdit) -> Outcome {
    if isBeingRewritten { return .unchanged(.beingRewritten) }
    // A text that becomes normal here gets no pending marks, which would move what the edit replaces.
    markdownEditor.marking = MarkingSession()
    endMarkedText()
    return carryOut { _, selection in
      .plan(Plan(edit: edit, selections: [edit.mapping(utf8: selection)], effect: .typed))
    }
  }

  /// Returns the states of the commands for the selection, in the editor's dialect.
  ///
  /// - Complexity: O(the blocks of the selection).
  public func commandStates(
    _ groups: [CommandRow.Group] = .ofBars, options: EditingOptions = .standard
  ) -> [CommandState] {
    let (editor, selections) = typedState()
    markdownEditor.marking.follow(selections, in: editor.buffer)
    let states = CommandState.all(
      of: selections, in: editor.document, groups: groups, dialect: editor.dialect, options: options
    )
    return markdownEditor.marking.lighting(states, at: selections, in: editor.buffer)
      .inInput(barrier(options))
  }

  /// Ends the pending marks if the caret has moved. Call it after a change of the selection, unless
  /// `commandStates` is called then.
  ///
  /// - Complexity: O(1), or O(log *n*) if marks are pending.
  package func followSelection() {
    guard markdownEditor.marking.hasPending else { return }
    let (editor, selections) = typedState()
    markdownEditor.marking.follow(selections, in: editor.buffer)
  }

  /// The editor and the selection without a prediction, which a command removes first. The caret is
  /// before it.
  private func typedState() -> (editor: MarkdownEditor, selections: [Range<Int>]) {
    var editor = (try? editorOfTheText()) ?? markdownEditor
    let selections = selection(in: editor).map { [$0] } ?? []
    if let removal = removalOfPrediction(in: editor.buffer) { try? editor.apply(removal) }
    return (editor, selections)
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
      input.replace(range, withText: after.text(utf8: changed))
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
    return (text(in: around) ?? "").utf8.elementsEqual(buffer.text(utf8: start..<end).utf8)
  }
}

extension IndexedTextInput {
  /// Carries out the first command of a key that applies.
  ///
  /// - Returns: whether one applied; if not, as for Tab in plain text, the view handles the key.
  public func perform(_ key: TypedKey) -> Bool {
    key.commands.contains { command in
      if case .plan = perform(command) { true } else { false }
    }
  }
}
