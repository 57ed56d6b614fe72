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

    mutating func perform(
      _ edit: TextEdit, _ kind: HistoryStep.Kind = .command, caret: Int? = nil
    ) throws(TextEditError) {
      let before = buffer
      try buffer.apply(edit)
      if let caret { move(caret) }
      history.record(
        try HistoryStep(
          edit, kind: kind, selectionsBefore: before.selection.map { [$0] } ?? [],
          selectionsAfter: buffer.selection.map { [$0] } ?? [], in: before))
    }

    private mutating func move(_ caret: Int) {
      buffer.selectedTextRange = BufferRange(caretAtUTF8: caret)
    }

    /// Types text, in which some characters stand for other keys and calls.
    mutating func press(_ keys: String) throws(TextEditError) {
      for key in keys {
        switch key {
        case "⇤": move(0)
        case "⇥": move(buffer.utf8Count)
        case "↶": try undo()
        case "↷": try redo()
        case "|": history.endStep()
        case "(": history.beginGroup()
        case ")": history.endGroup()
        case "∅": try perform(TextEdit())
        case "★": try perform(TextEdit([.init(2..<2, with: "**"), .init(3..<3, with: "**")]))
        case "⌫":
          guard let range = buffer.backwardDeletion else { continue }
          try perform(TextEdit([.init(range, with: "")]), .deleting, caret: range.lowerBound)
        default:
          let range = buffer.selection ?? 0..<0
          let edit = TextEdit([.init(range, with: String(key))])
          try perform(edit, .typing, caret: range.lowerBound + String(key).utf8.count)
        }
      }
    }

    @discardableResult mutating func undo() throws(TextEditError) -> Bool {
      try history.undo { (edit, selections) throws(TextEditError) in
        try buffer.apply(edit, selectingUTF8: selections.first)
      }
    }

    @discardableResult mutating func redo() throws(TextEditError) -> Bool {
      try history.redo { (edit, selections) throws(TextEditError) in
        try buffer.apply(edit, selectingUTF8: selections.first)
      }
    }

    /// The text with its selections, now and after each step that is undone.
    mutating func undoAll() throws(TextEditError) -> [String] {
      var looks = [look]
      while try undo() { looks.append(look) }
      return looks
    }
  }

  @Test(arguments: [
    ("x‸", " one two", ["x one two‸", "x one ‸", "x ‸", "x‸"]),
    ("‸", "a\nb", ["a\nb‸", "a\n‸", "a‸", "‸"]), ("‸", "\na", ["\na‸", "\n‸", "‸"]),
    ("a⟦bc⟧d", "xy", ["axy‸d", "a⟦bc⟧d"]), ("‸z", "ab⇤c", ["c‸abz", "‸abz", "‸z"]),
    ("‸", "ab⇤⇥c", ["abc‸", "‸"]), ("‸", "ab|c", ["abc‸", "ab‸", "‸"]),
    ("one two‸", "⌫⌫⌫⌫⌫", ["on‸", "one ‸", "one two‸"]), ("a‸", "b⌫", ["a‸", "ab‸", "a‸"]),
    ("⟦a⟧b", "⌫⇥⌫", ["‸", "b‸", "⟦a⟧b"]), ("ab\nc‸", "⌫⌫⌫", ["a‸", "ab‸", "ab\n‸", "ab\nc‸"]),
    ("a ⟦b⟧", "★x", ["a **x‸**", "a **⟦b⟧**", "a ⟦b⟧"]), ("‸", "∅a", ["a‸", "‸"]),
    ("‸", "a b↶↶↷", ["a ‸", "‸"]), ("‸", "a↶b↷", ["b‸", "‸"]), ("‸", "a↶↷b", ["ab‸", "a‸", "‸"]),
    ("‸", "a(b c(⌫)↶↷)d", ["ab d‸", "ab ‸", "a‸", "‸"]), ("‸", "a(↶)b", ["ab‸", "a‸", "‸"]),
    ("‸", "(a)(b)", ["ab‸", "a‸", "‸"]),
  ])
  func aStepIsUndoneAsAWhole(_ marked: String, _ keys: String, _ looks: [String]) throws {
    var editor = Editor(marked)
    try editor.press(keys)
    #expect(try editor.undoAll() == looks)
    #expect(!editor.history.canUndo)
  }

  @Test func deletingForwardsCoalescesToo() throws {
    var editor = Editor("‸one two")
    for _ in 0..<5 { try editor.perform(TextEdit([.init(0..<1, with: "")]), .deleting) }
    #expect(try editor.undoAll() == ["‸wo", "‸two", "‸one two"])
  }

  @Test func memoryIsBounded() throws {
    var editor = Editor("‸")
    editor.history = History(byteLimit: 4_000)
    for number in 1...200 {
      try editor.perform(TextEdit([.init(0..<0, with: "ab")]))
      // Each step has 128 bytes, and 64 and the text for each of its two replacements.
      #expect(editor.history.undoSteps.count == min(number, 15))
      #expect(editor.history.byteCount == 258 * min(number, 15))
    }
    try editor.perform(TextEdit([.init(0..<0, with: String(repeating: "x", count: 9_000))]))
    #expect(editor.history.undoSteps.count == 1)
    #expect(try editor.undo())
    try editor.press("ab")
    #expect(editor.history.byteCount == 258)
  }

  @Test func anEditThatDoesNotFitChangesNothing() throws {
    var editor = Editor("abc‸")
    #expect(throws: TextEditError.outOfBounds(2..<9, utf8Count: 3)) {
      try editor.perform(TextEdit([.init(2..<9, with: "")]))
    }
    #expect(!editor.history.canUndo && editor.look == "abc‸")
    try editor.press("d")
    editor.buffer.replace(utf8: 0..<4, with: "")
    #expect(throws: TextEditError.self) { try editor.undo() }
    #expect(editor.history.canUndo && editor.look == "‸")
  }

  @Test func undoingAndRedoingGoThroughTheSameTexts() throws {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(100) {
      var editor = Editor("some text‸")
      let keys = (0..<30).map { _ in "ab c⌫⇤⇥★|∅".randomElement(using: &random) ?? "a" }
      try editor.press(String(keys))
      let after = editor.buffer.utf8Bytes
      var looks = try editor.undoAll()
      #expect(String(editor.buffer) == "some text")
      #expect(looks.count == editor.history.redoSteps.count + 1)
      while try editor.redo() {
        looks.removeLast()
        #expect(editor.buffer.utf8Bytes == MarkedText.buffer(looks.last ?? "").utf8Bytes)
      }
      #expect(looks.count == 1 && editor.buffer.utf8Bytes == after, "seed \(RandomTests.seed)")
      #expect(!editor.history.canRedo)
    }
  }
}
