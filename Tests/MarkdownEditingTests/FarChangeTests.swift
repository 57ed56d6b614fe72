import MarkdownEditing
import Testing

@Suite("A change that the editor missed far from the selection is noticed by the length")
struct FarChangeTests {
  typealias View = IndexedViewTests.IndexedView

  @Test(arguments: ["", "more\n"]) func theTextStays(added: String) {
    let rest = String(repeating: "words that go on\n", count: 20)
    let view = View("See the ⟦seed⟧ list.\n" + rest)
    let end = view.string.utf16.count
    view.replace(View.Stretch(start: end - 8, end: end), withText: added)
    view.selectedTextRange = View.Stretch(start: 8, end: 12)
    let wanted = "See the **seed** list.\n" + rest.dropLast(8) + added
    #expect(view.perform(.toggle(.strong)).plan != nil)
    #expect(view.string == wanted && String(view.markdownEditor.buffer) == wanted)
  }
}
