import AppleAdapters
import MarkdownEditing
@_spi(StandIn) import SwiftUI
import Testing
@_spi(StandIn) import UIKit

@MainActor struct MarkdownTextEditorTests {
  @State var text = "See the seed list."

  @Test func textFlowsBothWays() {
    let host = RepresentableHost(MarkdownTextEditor(text: $text))
    #expect(host.view.text == "See the seed list.")
    host.view.selectedRange = NSRange(location: 8, length: 4)
    #expect(host.view.bar.bar["strong"]?.isEnabled == true)
    host.view.bar.tap("strong")
    #expect(text == "See the **seed** list.")
    host.view.type("!")
    #expect(text == "See the **!** list.")
    let revision = host.view.markdownEditor.revision
    host.update(MarkdownTextEditor(text: $text))
    #expect(host.view.markdownEditor.revision == revision)
    text = "Another."
    host.update(MarkdownTextEditor(text: $text))
    #expect(host.view.text == "Another.")
    #expect(host.view.markdownEditor.buffer.description == "Another.")
  }

  @Test func anUnchangedTextKeepsTheCaret() {
    let host = RepresentableHost(MarkdownTextEditor(text: $text))
    host.view.selectedRange = NSRange(location: 3, length: 0)
    host.update(MarkdownTextEditor(text: $text))
    #expect(host.view.selectedRange == NSRange(location: 3, length: 0))
  }

  @Test func whileAnInputMethodComposesTheViewKeepsItsText() {
    let host = RepresentableHost(MarkdownTextEditor(text: $text))
    host.view.setMarkedText("é", selectedRange: NSRange(location: 1, length: 0))
    text = "Another."
    host.update(MarkdownTextEditor(text: $text))
    #expect(host.view.text == "See the seed list.é")
    host.view.unmarkText()
    host.view.setWritingTools(active: true)
    host.update(MarkdownTextEditor(text: $text))
    #expect(host.view.text == "See the seed list.é")
    host.view.setWritingTools(active: false)
    host.update(MarkdownTextEditor(text: $text))
    #expect(host.view.text == "Another.")
  }

  @Test func dialectAndOptionsAreTakenOver() {
    var options = EditingOptions.standard
    options.atEdge = .pending
    let first = MarkdownTextEditor(text: $text, dialect: .commonMark, options: options)
    let host = RepresentableHost(first)
    #expect(host.view.dialect == .commonMark)
    #expect(host.view.bar.options == options)
    host.update(MarkdownTextEditor(text: $text))
    #expect(host.view.dialect == .gitHub)
    #expect(host.view.bar.options == .standard)
  }

  @Test func anotherBindingIsWrittenTo() {
    let host = RepresentableHost(MarkdownTextEditor(text: $text))
    let other = State(wrappedValue: text)
    host.update(MarkdownTextEditor(text: other.projectedValue))
    host.view.type("!")
    #expect(text == "See the seed list.")
    #expect(other.wrappedValue == "See the seed list.!")
  }

  @Test func aKeyOfTheEditorCopiesNoText() {
    let long = String(repeating: "See the **seed** list.\n\n", count: 1000)
    let state = State(wrappedValue: MarkdownText(long))
    let editor = MarkdownTextEditor(text: state.projectedValue) { $0.bar.wording = .german }
    let host = RepresentableHost(editor)
    #expect(host.view.bar.wording == .german && host.view.text == long)
    host.view.selectedRange = NSRange(location: 4, length: 0)
    let copies = host.view.textStorage.copies
    for key in ["a", "b", "c"] {
      host.view.type(key)
      // SwiftUI updates the view with each new value of the binding.
      host.update(editor)
    }
    #expect(host.view.textStorage.copies == copies)
    #expect(state.wrappedValue.buffer.text(inUTF8: 0..<10) == "See abcthe")
    state.wrappedValue = MarkdownText("other")
    host.update(editor)
    #expect(host.view.text == "other" && state.wrappedValue.string == "other")
    #expect(MarkdownText("a") != MarkdownText("a"))
    let copy = state.wrappedValue
    #expect(copy == state.wrappedValue)
  }
}
