import CommonMark
import MarkdownSyntax
import TextEditing

/// A Markdown text that is being edited, with its index, selections and history, as one value.
///
/// ```swift
/// var editor = try MarkdownEditor("See the seed list.")
/// try editor.select(utf16: [8..<12])
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
  public private(set) var revision = 0
  /// The unconfirmed text of an input method, in UTF-8 offsets.
  private(set) var marked: Range<Int>?
  private var selected: [Range<Int>]
  /// The pending marks and the last toggle.
  var marking = MarkingSession()
  /// The blocks that have changed since ``takeChanges()``.
  private var changed = ChangedBlocks()

  /// Creates an editor from `text` and its selection.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - dialect: the dialect of the text.
  ///   - byteLimit: the maximum size of the history, in bytes of text and bookkeeping.
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

  /// Selects ranges of UTF-8 bytes, in ascending order; an empty one is an insertion point.
  ///
  /// - Throws: `TextEditError`, with nothing changed, if a range is not in the text, overlaps the
  ///   previous one, or cuts a character.
  public mutating func select(utf8 ranges: [Range<Int>]) throws(TextEditError) {
    guard areSelectable(ranges) else {
      let wrong = ranges.first { !areSelectable([$0]) } ?? ranges.last ?? 0..<0
      throw .outOfBounds(wrong, utf8Count: buffer.utf8Count)
    }
    utf8Selections = ranges
  }

  /// Selects ranges of UTF-16 code units, as `NSRange` and language servers count them.
  ///
  /// - Throws: `TextEditError`, with nothing changed, if a range is not in the text, overlaps the
  ///   previous one, or cuts a character.
  public mutating func select(utf16 ranges: [Range<Int>]) throws(TextEditError) {
    let buffer = buffer
    try select(
      utf8: ranges.map { (range) throws(TextEditError) in
        guard let utf8 = buffer.utf8Range(ofUTF16: range) else {
          throw .outOfBounds(range, utf8Count: buffer.utf8Count)
        }
        return utf8
      })
  }

  /// Whether `ranges` are in the text, in ascending order, do not overlap, and do not cut a scalar.
  package func areSelectable(_ ranges: [Range<Int>]) -> Bool {
    var end = 0
    return ranges.allSatisfy { range in
      defer { end = range.upperBound }
      return range.lowerBound >= end && range.upperBound <= buffer.utf8Count
        && buffer.isScalarBoundary(utf8Offset: range.lowerBound)
        && buffer.isScalarBoundary(utf8Offset: range.upperBound)
    }
  }

  /// Applies an edit, selects, and records both as one step of undo.
  ///
  /// - Parameters:
  ///   - edit: the edit, in UTF-8 offsets.
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

  /// Moves the history out of the editor, so that it can write to the rest.
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

  /// Makes an edit and selects; if that fails, nothing changes.
  private mutating func make(
    _ edit: TextEdit, selecting selections: [Range<Int>]
  ) throws(DocumentEditError) {
    do throws(TextEditError) { try buffer.validate(edit) } catch { throw .edit(error) }
    let inverse = edit.inverted(in: buffer)
    try document.apply(edit, in: dialect, addingTo: &changed)
    guard areSelectable(selections) else {
      let wrong = selections.first ?? 0..<0
      let count = buffer.utf8Count
      try document.apply(inverse, in: dialect, addingTo: &changed)
      throw .edit(.outOfBounds(wrong, utf8Count: count))
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

  /// Confirms the text of an input method.
  mutating func endComposition() {
    guard marked != nil else { return }
    marked = nil
    history.endGroup()
  }
}
