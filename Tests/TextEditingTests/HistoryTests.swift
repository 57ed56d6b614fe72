import EditorTestSupport
import Testing
import TextEditing

@Suite struct HistoryTests {
  /// A buffer and its history, edited as in an editor.
  struct Editor {
    var buffer: TextBuffer
    var history = History()

    init(_ marked: String) { buffer = MarkedText.buffer(marked) }

    var look: String { MarkedText.render(buffer) }

    mutating func type(_ text: String) {
      for character in text {
        guard let selection = buffer.selection else { return }
        let caret = selection.lowerBound + String(character).utf8.count
        put(String(character), at: selection, .typing, caret)
      }
    }

    mutating func delete(_ count: Int) {
      for _ in 0..<count {
        guard let range = buffer.backwardDeletion, !range.isEmpty else { return }
        put("", at: range, .deleting, range.lowerBound)
      }
    }

    private mutating func put(
      _ text: String, at range: Range<Int>, _ kind: HistoryStep.Kind, _ caret: Int
    ) {
      #expect(throws: Never.self) {
        try history.perform(
          TextEdit([.init(range, with: text)]), kind: kind, selecting: caret..<caret, on: &buffer)
      }
    }

    /// Undoes every step and returns the text with its selections after each.
    mutating func undoAll() throws -> [String] {
      var looks: [String] = []
      while try history.undo(on: &buffer) { looks.append(look) }
      return looks
    }
  }

  @Test(arguments: [
    ("x‸", " one two", ["x one two‸", "x one ‸", "x ‸", "x‸"]),
    ("‸", "a\nb", ["a\nb‸", "a\n‸", "a‸", "‸"]), ("a⟦bc⟧d", "xy", ["axy‸d", "a⟦bc⟧d"]),
  ])
  func typingCoalescesWordByWord(marked: String, typed: String, looks: [String]) throws {
    var editor = Editor(marked)
    editor.type(typed)
    #expect(try [editor.look] + editor.undoAll() == looks)
  }

  @Test func typingElsewhereIsAnotherStep() throws {
    var editor = Editor("‸z")
    editor.type("ab")
    editor.buffer.selectedTextRange = BufferRange(caretAtUTF8: 0)
    editor.type("c")
    #expect(editor.look == "c‸abz")
    #expect(try editor.undoAll() == ["‸abz", "‸z"])
  }

  @Test func goingAwayAndComingBackGoesOn() throws {
    var editor = Editor("‸")
    editor.type("ab")
    editor.buffer.selectedTextRange = BufferRange(caretAtUTF8: 0)
    editor.buffer.selectedTextRange = BufferRange(caretAtUTF8: 2)
    editor.type("c")
    #expect(try editor.undoAll() == ["‸"])
  }

  @Test func anEndedStepIsNotGoneOnWith() throws {
    var editor = Editor("‸")
    editor.type("ab")
    editor.history.endStep()
    editor.type("c")
    #expect(try editor.undoAll() == ["ab‸", "‸"])
  }

  @Test func deletingCoalescesWordByWord() throws {
    var editor = Editor("one two‸")
    editor.delete(5)
    #expect(editor.look == "on‸")
    #expect(try editor.undoAll() == ["one ‸", "one two‸"])
  }

  @Test func aCommandIsOneStepWithItsSelection() throws {
    var editor = Editor("a ⟦b⟧ c")
    let edit = TextEdit([.init(2..<2, with: "**"), .init(3..<3, with: "**")])
    try editor.history.perform(edit, selecting: 4..<5, on: &editor.buffer)
    #expect(editor.look == "a **⟦b⟧** c")
    editor.type("x")
    #expect(try editor.undoAll() == ["a **⟦b⟧** c", "a ⟦b⟧ c"])
    #expect(try editor.history.redo(on: &editor.buffer))
    #expect(editor.look == "a **⟦b⟧** c")
    #expect(try editor.history.redo(on: &editor.buffer))
    #expect(editor.look == "a **x‸** c")
    #expect(try !editor.history.redo(on: &editor.buffer))
  }

  @Test func aNewChangeForgetsWhatCouldBeRedone() throws {
    var editor = Editor("‸")
    editor.type("a")
    #expect(try editor.history.undo(on: &editor.buffer))
    editor.type("b")
    #expect(!editor.history.canRedo)
    #expect(editor.look == "b‸")
  }

  @Test func aGroupIsOneStep() throws {
    var editor = Editor("‸")
    editor.type("a")
    editor.history.beginGroup()
    editor.type("b c")
    editor.history.beginGroup()
    try editor.history.perform(TextEdit([.init(0..<1, with: "")]), on: &editor.buffer)
    editor.history.endGroup()
    #expect(!editor.history.canUndo)
    editor.history.endGroup()
    editor.type("d")
    #expect(editor.look == "b cd‸")
    #expect(try editor.undoAll() == ["b c‸", "a‸", "‸"])
  }

  @Test func memoryIsBounded() throws {
    var editor = Editor("‸")
    editor.history = History(byteLimit: 4_000)
    for _ in 0..<200 {
      try editor.history.perform(TextEdit([.init(0..<0, with: "ab")]), on: &editor.buffer)
      #expect(editor.history.byteCount <= 4_000)
    }
    #expect(editor.history.undoSteps.count > 4)
    try editor.history.perform(
      TextEdit([.init(0..<0, with: String(repeating: "x", count: 9_000))]), on: &editor.buffer)
    #expect(editor.history.undoSteps.count == 1)
  }

  @Test func aStepThatNoLongerFitsChangesNothing() throws {
    var editor = Editor("abc‸")
    editor.type("d")
    editor.buffer.replace(utf8: 0..<4, with: "")
    #expect(throws: TextEditError.self) { try editor.history.undo(on: &editor.buffer) }
    #expect(editor.look == "‸")
    #expect(editor.history.canUndo)
  }

  @Test func anEditThatDoesNotFitIsNotRemembered() {
    var editor = Editor("abc‸")
    #expect(throws: TextEditError.self) {
      try editor.history.perform(TextEdit([.init(2..<9, with: "")]), on: &editor.buffer)
    }
    #expect(!editor.history.canUndo)
    #expect(editor.look == "abc‸")
  }

  @Test func undoingAndRedoingRandomEditsGoesThroughTheSameTexts() throws {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(100) {
      var editor = Editor("some text‸")
      var looks = [editor.look]
      for _ in 0..<20 {
        let steps = editor.history.undoSteps.count
        if Bool.random(using: &random) {
          editor.type(["a", " ", "é"].randomElement(using: &random) ?? "a")
        } else if Bool.random(using: &random) {
          editor.delete(1)
        } else {
          let offset = String(editor.buffer).scalarBoundaries.randomElement(using: &random) ?? 0
          try editor.history.perform(
            TextEdit([.init(offset..<offset, with: "xy")]), on: &editor.buffer)
        }
        if editor.history.undoSteps.count == steps && looks.count > 1 { looks.removeLast() }
        if editor.look != looks.last { looks.append(editor.look) }
      }
      #expect(try editor.undoAll() == looks.dropLast().reversed(), "seed \(RandomTests.seed)")
      var again: [String] = []
      while try editor.history.redo(on: &editor.buffer) { again.append(editor.look) }
      #expect(again == Array(looks.dropFirst()), "seed \(RandomTests.seed)")
    }
  }
}

/// Edits a plain buffer and records each edit, as an editor does.
extension History {
  mutating func perform(
    _ edit: TextEdit, kind: HistoryStep.Kind = .command, selecting selection: Range<Int>? = nil,
    on buffer: inout TextBuffer
  ) throws(TextEditError) {
    let before = buffer
    try buffer.apply(edit)
    if let selection { buffer.selectedTextRange = BufferRange(utf8: selection) }
    record(
      try HistoryStep(
        edit, kind: kind, selectionsBefore: before.selectedTextRange.map { [$0.utf8] } ?? [],
        selectionsAfter: buffer.selectedTextRange.map { [$0.utf8] } ?? [], in: before))
  }

  mutating func undo(on buffer: inout TextBuffer) throws(TextEditError) -> Bool {
    try undo { (edit, selections) throws(TextEditError) in
      try buffer.restore(edit, selections.first)
    }
  }

  mutating func redo(on buffer: inout TextBuffer) throws(TextEditError) -> Bool {
    try redo { (edit, selections) throws(TextEditError) in
      try buffer.restore(edit, selections.first)
    }
  }
}

extension TextBuffer {
  fileprivate mutating func restore(
    _ edit: TextEdit, _ selection: Range<Int>?
  ) throws(TextEditError) {
    try apply(edit, selectingUTF8: selection)
    if selection == nil { selectedTextRange = nil }
  }
}
