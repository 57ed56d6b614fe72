import EditorTestSupport
import MarkdownSyntax
import Testing

@Suite("Visible characters")
struct StyledTextTests {
  private func text(_ source: String) throws -> StyledText {
    let reading = try DocumentReading(Array(source.utf8))
    return StyledText(reading.tokens(of: try #require(reading.leaves.first)))
  }

  @Test func stylesAreThoseOfTheNodesAround() throws {
    let characters = try text("*a **b `c`***[d](e)![f](g)<b>h").characters
    #expect(String(String.UnicodeScalarView(characters.map(\.scalar))) == "a b cdfh")
    #expect(
      characters.map(\.styles) == [
        [.emphasis], [.emphasis], [.emphasis, .strong], [.emphasis, .strong],
        [.emphasis, .strong, .code], [.link], [.image], [],
      ])
  }

  @Test func emphasisInEmphasisStaysOnToItsEnd() throws {
    let characters = try text("*a *b* c*").characters
    #expect(characters.allSatisfy { $0.styles == .emphasis })
  }

  /// The characters that a selection touches.
  private func touched(_ marked: String) throws -> String {
    let (source, selections) = MarkedText.parse(marked)
    let text = try text(source)
    let indices = text.indices(touching: try #require(selections.first))
    return String(String.UnicodeScalarView(text.characters[indices].map(\.scalar)))
  }

  @Test func aSelectionTouchesCharacters() throws {
    #expect(try touched("*⟦a* b⟧c") == "a b")
    #expect(try touched("a&a⟦m⟧p;b") == "&")
    #expect(try touched("a⟦\\⟧*b") == "*")
    #expect(try touched("a⟦**⟧b**") == "")
    #expect(try touched("a‸b") == "")
    #expect(try touched("a⟦&nGt;⟧b") == "≫\u{20D2}")
    #expect(try touched("⟦abc⟧") == "abc")
  }
}
