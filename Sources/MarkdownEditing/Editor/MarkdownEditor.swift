import CommonMark
import MarkdownSyntax
import TextEditing

/// A Markdown text that is being edited, with its index, selections and history, as one value.
///
/// ```swift
/// var editor = try MarkdownEditor("See the seed list.")
/// try editor.select(.utf16(8..<12))
/// editor.perform(.toggle(.strong))
/// editor.undo()
/// ```
///
/// The cost of a command, a key, the states of a bar or undo depends on the blocks at the
/// selections, not on the length of the text. A copy is a snapshot and costs O(1).
public struct MarkdownEditor: Sendable {
  /// The text with its blocks.
  public private(set) var document: MarkdownDocument
  /// The dialect in which commands and states read the text.
  public var dialect: Dialect {
    didSet {
      if dialect != oldValue { changed.add(0..<buffer.utf8Count, growth: 0) }
    }
  }
  package private(set) var history: History
  /// Whether there is a step to undo, as after `insertText("a")`, and no composition in progress.
  public var canUndo: Bool { history.canUndo }
  /// Whether there is a step to redo, as after `undo()`, and no composition in progress.
  public var canRedo: Bool { history.canRedo }
  /// The number of changes so far, by which a mirror of the text knows whether it is current.
  public package(set) var revision = 0
  private(set) var marked: Range<Int>?
  private var selected: [Range<Int>]
  package var marking = MarkingSession()
  private var changed = ChangedBlocks()

  /// Creates an editor from `text` and its selection.
  ///
  /// - Parameter byteLimit: the maximum size of the history, in bytes of text and bookkeeping.
  /// - Throws: `ParsingRefusal` if some part of the text is not passed to libcmark.
  /// - Complexity: O(*n*); libcmark parses the text once, in pieces.
  public init(
    _ text: TextBuffer, dialect: Dialect = .gitHub, historyByteLimit byteLimit: Int = 16 << 20
  ) throws(ParsingRefusal) {
    document = try MarkdownDocument(text)
    self.dialect = dialect
    history = History(byteLimit: byteLimit)
    selected = text.selection.map { [$0] } ?? []
    if !text.isEmpty { changed.add(0..<0, growth: text.utf8Count) }
  }

  /// Creates an editor from `text`, with the insertion point before it.
  ///
  /// - Throws: `ParsingRefusal` if some part of the text is not passed to libcmark.
  /// - Complexity: O(*n*); libcmark parses the text once, in pieces.
  public init(_ text: String, dialect: Dialect = .gitHub) throws(ParsingRefusal) {
    try self.init(TextBuffer(text), dialect: dialect)
  }

  /// The text.
  public var buffer: TextBuffer { document.buffer }
  /// The text as a string.
  ///
  /// - Complexity: O(*n*).
  public var text: String { buffer.description }

  /// The selections, if any, as ascending UTF-8 ranges; an empty one is an insertion point.
  public package(set) var utf8Selections: [Range<Int>] {
    get { selected }
    set {
      precondition(
        areSelectable(newValue),
        "the selections \(newValue) overlap, are outside a text of \(buffer.utf8Count) bytes, or cut a scalar"
      )
      selected = newValue
      marking.follow(newValue, in: buffer)
      history.endStep()
    }
  }

  /// The selections, as ranges of UTF-16 code units in ascending order.
  public var utf16Selections: [Range<Int>] { selected.map { buffer.utf16Range(ofUTF8: $0) } }

  /// Selects a range; an empty one is an insertion point.
  ///
  /// - Throws: `TextEditError`, with nothing changed, if the range is not in the text or splits a
  ///   character.
  public mutating func select(_ range: TextRange) throws(TextEditError) {
    try select([range])
  }

  /// Selects several ranges, in ascending order.
  ///
  /// - Throws: `TextEditError`, with nothing changed, if a range is not in the text, splits a
  ///   character, or begins before the end of the range before it.
  public mutating func select(_ ranges: [TextRange]) throws(TextEditError) {
    utf8Selections = try buffer.utf8Ranges(of: ranges)
  }

  package func areSelectable(_ ranges: [Range<Int>]) -> Bool {
    (try? buffer.utf8Ranges(of: ranges.map { .utf8($0) })) != nil
  }

  /// Applies an edit, selects, and records both as one step of undo.
  ///
  /// - Parameters:
  ///   - selections: the selections afterwards; if nil, the present ones move with the text.
  ///   - kind: the kind of the edit; typing is undone word by word.
  /// - Throws: `DocumentEditError`, with the editor unchanged, if the edit or the selections do not
  ///   fit, or if the result is not passed to libcmark.
  /// - Complexity: as `MarkdownDocument.apply(_:)`.
  public mutating func apply(
    _ edit: TextEdit, selecting selections: [Range<Int>]? = nil,
    kind: HistoryStep.Kind = .command
  ) throws(DocumentEditError) {
    try record(edit, selecting: selections, kind: kind)
    endComposition()
  }

  /// Returns the blocks whose tokens may have changed since the last call, by edits, undo or
  /// another dialect; at first, the whole text.
  ///
  /// Outside these ranges, the edits only moved the tokens. If a label of a link or a footnote
  /// becomes defined or undefined, the range is the whole document.
  ///
  /// - Complexity: O(log *n*) for each range.
  public mutating func takeChanges() -> [ChangedRange] {
    defer { changed = ChangedBlocks() }
    return changed.stretches.map {
      ChangedRange(
        before: $0.before, utf8Range: $0.range, utf16Range: buffer.utf16Range(ofUTF8: $0.range))
    }
  }

  /// Undoes the last step, with its selections.
  ///
  /// - Returns: whether there was a step to undo; false while an input method is composing.
  /// - Complexity: as `MarkdownDocument.apply(_:)` of the step.
  @discardableResult
  public mutating func undo() -> Bool {
    var history = takeHistory()
    defer { self.history = history }
    do throws(DocumentEditError) {
      return try history.undo { (edit, selections) throws(DocumentEditError) in
        try make(edit, selecting: selections)
      }
    } catch { return false }
  }

  /// Redoes the last undone step, with its selections.
  ///
  /// - Returns: whether there was a step to redo; false while an input method is composing.
  /// - Complexity: as `MarkdownDocument.apply(_:)` of the step.
  @discardableResult
  public mutating func redo() -> Bool {
    var history = takeHistory()
    defer { self.history = history }
    do throws(DocumentEditError) {
      return try history.redo { (edit, selections) throws(DocumentEditError) in
        try make(edit, selecting: selections)
      }
    } catch { return false }
  }

  /// Makes the next change a new step of undo, for example after the caret has moved.
  public mutating func endStep() { history.endStep() }

  private mutating func takeHistory() -> History {
    var taken = History(byteLimit: 0)
    swap(&taken, &history)
    return taken
  }

  private mutating func record(
    _ edit: TextEdit, selecting selections: [Range<Int>]?, kind: HistoryStep.Kind
  ) throws(DocumentEditError) {
    let step: HistoryStep
    do throws(TextEditError) {
      step = try HistoryStep(
        edit, kind: kind, selectionsBefore: selected,
        selectionsAfter: selections ?? selected.map { edit.mapping(utf8: $0) }, in: buffer)
    } catch { throw .edit(error) }
    try make(edit, selecting: step.selectionsAfter)
    history.record(step)
  }

  private mutating func make(
    _ edit: TextEdit, selecting selections: [Range<Int>]
  ) throws(DocumentEditError) {
    do throws(TextEditError) { try buffer.validate(edit) } catch { throw .edit(error) }
    let inverse = edit.inverted(in: buffer)
    try document.apply(edit, in: dialect, addingTo: &changed)
    do throws(TextEditError) { _ = try buffer.utf8Ranges(of: selections.map { .utf8($0) }) } catch {
      try document.apply(inverse, in: dialect, addingTo: &changed)
      throw .edit(error)
    }
    if !edit.isEmpty { revision += 1 }
    selected = selections
  }

  /// Replaces the unconfirmed text, or else the selection. A whole composition is one step of undo.
  mutating func compose(_ text: String, selecting selection: (Range<Int>) -> Range<Int>) {
    guard let range = marked ?? selected.first else { return }
    if marked == nil { history.beginGroup() }
    let place = range.lowerBound..<(range.lowerBound + text.utf8.count)
    do throws(DocumentEditError) {
      try record(
        TextEdit([.init(range, with: text)]),
        selecting: [place.upperBound..<place.upperBound],
        kind: .typing)
      selected = [selection(place)]
      marked = place
    } catch {
      marked = range
    }
    if marked?.isEmpty ?? true { endComposition() }
  }

  mutating func endComposition() {
    guard marked != nil else { return }
    marked = nil
    history.endGroup()
  }
}

extension MarkdownEditor {
  /// Carries out a command on the selections, as one step of undo.
  ///
  /// ```swift
  /// editor.perform(.toggle(.strong))
  /// ```
  ///
  /// ``EditingOptions/whileComposing`` determines what happens while an input method is composing.
  ///
  /// - Returns: the plan that was carried out, or the reason why nothing changed.
  /// - Complexity: O(the blocks around the selections).
  @discardableResult
  public mutating func perform(_ command: EditingCommand) -> Outcome {
    if isComposing {
      if let barrier = command.options.barrierOfComposition { return .unchanged(barrier) }
      unmarkText()
    }
    let outcome = marking.outcome(
      of: command.reading(dialect), utf8: utf8Selections, in: document)
    if case .plan(let plan) = outcome {
      do { try apply(plan.edit, selecting: plan.selections) } catch {
        return .refused(.unparsable(error.description))
      }
    }
    return outcome
  }

  /// The marks that the text typed next gets or loses, beside those of the text around the caret.
  ///
  /// A mark becomes pending when its command has nothing to mark, and when it ends a run. It ends
  /// with the first text, when the caret moves, or when the command is given again.
  public var pendingMarks: [PendingMark] { marking.pending(at: utf8Selections, in: buffer) }

  /// Types a text with the pending marks, at the caret or over itself if it is there already, as one
  /// step of undo. Returns whether there are such marks, and the text can be written so.
  mutating func typePending(_ text: String, over ranges: [Range<Int>]) -> Bool {
    let options = EditingOptions.standard.reading(dialect)
    guard let plan = marking.typing(text, over: ranges, in: document, options) else { return false }
    return (try? apply(plan.edit, selecting: plan.selections, kind: .typing)) != nil
  }

  /// Returns the states of the commands for the selections. While an input method is composing,
  /// none applies unless the options say otherwise.
  ///
  /// - Complexity: O(the blocks around the selections).
  public func commandStates(
    _ groups: [CommandRow.Group] = .ofBars, options: EditingOptions = .standard
  ) -> [CommandState] {
    let states = CommandState.all(
      of: utf8Selections, in: document, groups: groups, dialect: dialect, options: options)
    return marking.lighting(states, at: utf8Selections, in: buffer)
      .inInput(isComposing ? options.barrierOfComposition : nil)
  }
}

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
  package init(before: Range<Int>, utf8Range: Range<Int>, utf16Range: Range<Int>) {
    self.before = before
    self.utf8Range = utf8Range
    self.utf16Range = utf16Range
  }
}
