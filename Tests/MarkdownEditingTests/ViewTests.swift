import AppleAdapters
import EditorTestSupport
import MarkdownBar
import MarkdownEditing
import Testing
import TextEditing

/// Commands on a view: a class held in a constant, with a delegate, an undo and rules of its own.
@Suite struct ViewTests {
  @Test func aConstantIsToggled() {
    let view = ViewStandIn("some ⟦words⟧ here")
    view.perform(.toggle(.strong))
    #expect(view.marked == "some **⟦words⟧** here")
    view.perform(.unmark(.strong))
    #expect(view.marked == "some ⟦words⟧ here")
    view.perform(.mark(.code))
    #expect(AccessoryBar(view.commandStates([.marks]))["code"]?.isOn == true)
    _ = AccessoryBar(view.commandStates([.marks])).tap("code") { view.perform($0) }
    #expect(view.marked == "some ⟦words⟧ here")
  }

  /// The delegate sees the text before or after, and may read the view in the meantime.
  @Test func aDelegateReadsDuringTheEdit() {
    final class Owner {
      var view = ViewStandIn("- ⟦one\n- two\n- three⟧")
      var seen: [String] = []
    }
    let owner = Owner()
    owner.view.didChange = { [unowned owner] view in
      owner.seen.append(owner.view.string)
      _ = owner.view.commandStates([.marks])
    }
    owner.view.perform(.toggle(.strong))
    #expect(owner.view.string == "- **one**\n- **two**\n- **three**")
    #expect(owner.seen == [owner.view.string])
    #expect(owner.view.undoable == ["- one\n- two\n- three"])
  }

  /// A view that rejects an edit has its text restored, and the outcome says so.
  @Test func allOrNothing() {
    let text = "⟦a *b* c\n\nd⟧"
    let refusing = ViewStandIn(text)
    refusing.taking = { _, _ in nil }
    let refused = refusing.perform(.toggle(.strong))
    #expect(refused == .refused(.inputRejectedEdit) && refusing.marked == text)

    let changing = ViewStandIn(text)
    changing.taking = { $1.contains("**") ? $1.replacing("**", with: "") + "!" : $1 }
    let changed = changing.perform(.toggle(.strong))
    #expect(changed == .refused(.inputRejectedEdit) && changing.marked == text)
  }

  @Test func composingIsRefusedOrConfirmed() {
    let view = ViewStandIn("some ‸")
    view.setMarkedText("nihon", selectedRange: UTF16Range(location: 5, length: 0))
    let before = view.marked
    let outcome = view.perform(.toggle(.strong))
    #expect(outcome == .unchanged(.composing) && view.marked == before)
    #expect(view.commandStates([.marks]).allSatisfy { !$0.applies })
    var options = EditingOptions.commonMark
    options.whileComposing = .commits
    #expect(view.commandStates([.marks], options: options).contains { $0.applies })
    view.perform(.toggle(.strong).with(options))
    #expect(view.markedTextRange == nil && view.string == "some **nihon**")
  }
}

/// A view that keeps an editor of its text, updated by the delegate or by the command.
@Suite struct IndexedViewTests {
  final class IndexedView: ViewStandIn, IndexedTextInput {
    var markdownEditor: MarkdownEditor
    override init(_ marked: String) {
      markdownEditor = try! MarkdownEditor(MarkedText.parse(marked).text)
      super.init(marked)
    }
  }

  @Test(arguments: [true, false])
  func theEditorFollows(isToldByTheDelegate: Bool) throws {
    let view = IndexedView("- ⟦one\n- two⟧")
    if isToldByTheDelegate {
      view.didChange = { view in
        guard let view = view as? IndexedView else { return }
        let all = 0..<view.markdownEditor.buffer.utf8Count
        try? view.markdownEditor.apply(TextEdit([.init(all, with: view.string)]))
      }
    }
    view.perform(.toggle(.strong))
    #expect(view.marked == "- **⟦one**\n- **two⟧**")
    #expect(String(view.markdownEditor.buffer) == view.string)
    #expect(view.commandStates([.marks])[.strong]?.presence == .on)
    let revision = view.markdownEditor.revision
    _ = AccessoryBar(view.commandStates([.marks])).tap("strong") { view.perform($0) }
    #expect(view.marked == "- ⟦one\n- two⟧")
    #expect(String(view.markdownEditor.buffer) == view.string)
    #expect(view.markdownEditor.revision == revision + 1)
  }

  /// The text typed next gets a pending mark, by the key or after the view has typed it.
  @Test(arguments: [true, false]) func aMarkIsPending(isKey: Bool) throws {
    let view = IndexedView("a ‸")
    #expect(view.perform(.toggle(.strong)).plan?.effect == .pending && view.hasPendingMarks)
    #expect(view.commandStates([.marks])[.strong]?.presence == .on)
    if isKey {
      let key = TypedKey(
        replacing: 2..<2, with: "x", selection: 2..<2, removed: "", hasPendingMarks: true)
      #expect(view.perform(try #require(key)))
    } else {
      view.insertText("x")
      try view.markdownEditor.apply(TextEdit([.init(2..<2, with: "x")]))
      #expect(view.markTypedText())
    }
    #expect(view.marked == "a **x‸**" && view.markdownEditor.text == view.string)
    #expect(!view.hasPendingMarks && !view.markTypedText())
    #expect(view.perform(.toggle(.strong)).plan?.effect == .moved && view.hasPendingMarks)
    view.selectedTextRange = ViewStandIn.Stretch(start: 0, end: 0)
    _ = view.commandStates([.marks])
    #expect(!view.markTypedText() && !view.hasPendingMarks)
  }

  @Test func anInputThatRefusesLeavesTheEditor() {
    let view = IndexedView("⟦one⟧")
    view.taking = { _, _ in nil }
    let outcome = view.perform(.toggle(.strong))
    #expect(outcome == .refused(.inputRejectedEdit))
    #expect(view.markdownEditor.revision == 0 && view.string == "one")
  }
}
