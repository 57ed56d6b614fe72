import Foundation
import MarkdownEditing
import Testing
import TextEditing

/// A mark with nothing to mark is held pending by an editing session, and the text typed next gets it.
@Suite struct PendingMarkTests {
  /// The lines of Fixtures/Sessions: before, keys and after.
  static let sessions: [[String]] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/Sessions/marks.txt").standardizedFileURL
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.matches(of: /(?m)^(?!\/\/)(.*) \| (.*) => (.*)$/).map { match in
      [match.1, match.2, match.3].map { CommandFixture.unescaped(String($0)) }
    }
  }()

  @Test(arguments: sessions) func aSessionEndsAsItsFixtureShows(_ session: [String]) throws {
    var editor = try MarkdownEditor(marked: session[0])
    for key in session[1].matches(of: /<([a-zA-Z-]+)>|[^<]/) {
      guard let name = key.1 else {
        editor.insertText(String(key.0))
        continue
      }
      let command = ["Enter": "newline", "Backspace": "backspace"][name] ?? String(name)
      editor.perform(try #require(EditingCommand(named: command)))
    }
    #expect(editor.marked == session[2])
  }

  @Test func thePendingMarkIsLit() throws {
    var editor = try MarkdownEditor("a ")
    editor.utf8Selections = [2..<2]
    #expect(editor.commandStates([.marks])[.strong]?.presence == .off)
    #expect(editor.perform(.toggle(.strong)).plan?.effect == .pending)
    #expect(editor.pendingMarks == [PendingMark(mark: .strong, isOn: true)])
    #expect(editor.commandStates([.marks])[.strong]?.presence == .on)
    editor.utf8Selections = [0..<0]
    #expect(editor.pendingMarks.isEmpty)
  }

  @Test func aComposedTextGetsThePendingMark() throws {
    var editor = try MarkdownEditor("見 ")
    editor.utf8Selections = [4..<4]
    editor.perform(.toggle(.strong))
    editor.setMarkedText("に", selectedRange: UTF16Range(location: 1, length: 0))
    editor.setMarkedText("日本", selectedRange: UTF16Range(location: 2, length: 0))
    editor.unmarkText()
    #expect(editor.text == "見 **日本**")
    editor.undo()
    #expect(editor.text == "見 ")
  }

  /// A caret that has moved, or another command, ends the mark, also if the caret returns.
  @Test func aMarkThatHasEndedDoesNotReturn() throws {
    var editor = try MarkdownEditor("a ")
    for end in [
      { $0.utf8Selections = [0..<0] },
      {
        $0.perform(.heading(1))
        $0.undo()
      },
    ]
      as [(inout MarkdownEditor) -> Void]
    {
      editor.utf8Selections = [2..<2]
      editor.perform(.toggle(.strong))
      #expect(!editor.pendingMarks.isEmpty)
      end(&editor)
      editor.utf8Selections = [2..<2]
      #expect(editor.pendingMarks.isEmpty)
    }
  }
}
