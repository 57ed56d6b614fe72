import AppleAdapters
import MarkdownEditing
import Testing
@_spi(StandIn) import UIKit

/// Uses a text view with VoiceOver.
@MainActor struct AccessibilityTests {
  let stage = Stage()

  private func view(_ marked: String) -> MarkdownTextView {
    let view = stage.fill(with: MarkdownTextView())
    view.set(marked)
    view.layoutIfNeeded()
    return view
  }

  @Test func aRotorGoesFromHeadingToHeading() throws {
    let view = view("‸# é one\n\ntext\n\ntwo 👍\n===\r\n\n```\n# no\n```\n\n## three ##\n")
    let rotor = try #require(view.accessibilityCustomRotors?.first)
    #expect(rotor.systemRotorType == .heading)
    func walk(_ direction: UIAccessibilityCustomRotor.Direction) -> [String] {
      let predicate = UIAccessibilityCustomRotorSearchPredicate()
      predicate.searchDirection = direction
      var found: [String] = []
      while let result = rotor.itemSearchBlock(predicate), found.count < 9 {
        #expect(result.targetElement === view)
        found.append(result.targetRange.flatMap { view.text(in: $0) } ?? "none")
        predicate.currentItem = result
      }
      return found
    }
    #expect(walk(.next) == ["# é one", "two 👍", "## three ##"])
    #expect(walk(.previous) == ["## three ##", "two 👍", "# é one"])
    view.text = "a"
    #expect(walk(.next).isEmpty)
  }

  @Test func aTaskAndALinkAtTheCaretHaveActions() throws {
    let view = view("- [ ] a [b](/c)\n- [x] d‸\n\nplain")
    var heard: [String] = []
    func names() -> [String] { view.accessibilityCustomActions?.map(\.name) ?? [] }
    func run(_ name: String) throws -> Bool {
      let action = try #require(view.accessibilityCustomActions?.first { $0.name == name })
      let handler = try #require(action.actionHandler)
      return handler(action)
    }
    #expect(names() == ["Uncheck"])
    #expect(try run("Uncheck") && view.marked == "- [ ] a [b](/c)\n- [ ] d‸\n\nplain")
    view.selectedRange = NSRange(location: 15, length: 0)
    #expect(names() == ["Check"])
    view.onLinkTap = { heard.append($0) }
    #expect(names() == ["Check", "Open Link"])
    #expect(try run("Check") && run("Open Link") && heard == ["/c"])
    #expect(view.text.hasPrefix("- [x] a"))
    view.bar.wording = .german
    #expect(names() == ["Haken entfernen", "Link öffnen"])
    view.isEditable = false
    #expect(names() == ["Link öffnen"])
    view.selectedRange = NSRange(location: 28, length: 0)
    view.accessibilityCustomActions = [UIAccessibilityCustomAction(name: "own", actionHandler: nil)]
    #expect(names() == ["own"])
  }
}
