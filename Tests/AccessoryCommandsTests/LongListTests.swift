import AccessoryCommands
import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

/// A command on a long list does what it does where each item has to be read: a lazy line behind the
/// last one makes it so.
@Suite struct LongListTests {
  private static let commands = [
    "newline", "backspace", "indent", "outdent", "move-line-up", "move-line-down", "duplicate-line",
    "ordered-list", "task-list", "heading-1",
  ]

  /// The start of a list, and its items from there on.
  private struct List {
    let start: String
    let marker: String
    var first: Int?
    var step = 1

    func text(_ ending: String, _ tail: String) -> String {
      let items = (0..<210).map { index in
        let number = first.map { "\($0 + index * step)" } ?? ""
        return "\(number)\(marker) item *\(index % 7)*"
      }
      return (start + items.joined(separator: "\n") + tail).replacing("\n", with: ending)
    }
  }

  private static let lists = [
    List(start: "1. a‸\n2. b\n", marker: ".", first: 3),
    List(start: "1. a\n   1. b‸\n", marker: ".", first: 2),
    List(start: "before\n\n1. a\n2. ‸b\n   - x\n", marker: ".", first: 3),
    List(start: "1. ‸\n2. b\n", marker: ".", first: 3),
    List(start: "95) a\n96) ⟦b\n97) c⟧\n", marker: ")", first: 98),
    List(start: "1. a‸\n1. b\n", marker: ".", first: 1, step: 0),
    List(start: "7. a\n8. b‸\n", marker: ".", first: 3, step: 0),
    List(start: "- a\n- b‸\n", marker: "-"),
    List(start: "* [ ] a‸\n* b\n", marker: "* [x]"),
    List(start: "- a\n‸\n", marker: "-"),
  ]

  @Test(
    "a long list is one that is read as a whole",
    arguments: [("\n", ""), ("\r\n", "\n"), ("\n", "\n\nafter\n"), ("\n", "\n# after")])
  func theSame(_ ending: String, _ tail: String) throws {
    var plans = 0
    for list in Self.lists {
      let (text, selections) = try MarkedText.read(list.text(ending, tail))
      let (other, _) = try MarkedText.read(list.text(ending, "\nlazy" + tail))
      let document = try MarkdownDocument(TextBuffer(text))
      for name in Self.commands {
        let command = try #require(EditingCommand(name: name))
        let outcome = command.outcome(onUTF8: selections, in: Array(text.utf8))
        let whole = command.outcome(onUTF8: selections, in: Array(other.utf8))
        #expect(outcome == whole, "\(name): \(list.start.debugDescription)")
        #expect(
          command.outcome(onUTF8: selections, in: document) == outcome,
          "\(name) in a document: \(list.start.debugDescription)")
        if outcome.plan != nil { plans += 1 }
      }
    }
    #expect(plans > 50)
  }
}
