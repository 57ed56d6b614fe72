import MarkdownEditing
import MarkdownSyntax
import Testing

/// A typed delimiter toggles its mark or completes a pair, if the options say so.
@Suite struct TypedDelimiterTests {
  private func typed(
    _ text: String, _ before: String, _ typing: EditingOptions.TypedDelimiters,
    in dialect: Dialect = .gitHub
  ) throws -> String {
    var command = EditingCommand.insertText(text)
    command.options.typedDelimiters = typing
    return try command.result(on: before, in: dialect)
  }

  @Test(
    "a typed delimiter toggles its mark over a selection",
    arguments: [
      ("*", "a ⟦b⟧ c", "a *⟦b⟧* c"),
      ("*", "a *⟦b⟧* c", "a **⟦b⟧** c"),
      ("*", "a **⟦b⟧** c", "a ***⟦b⟧*** c"),
      ("*", "a ***⟦b⟧*** c", "a ⟦b⟧ c"),
      ("_", "a ⟦b⟧ c", "a *⟦b⟧* c"),
      ("_", "a _⟦b⟧_ c", "a **⟦b⟧** c"),
      ("`", "a ⟦b⟧ c", "a `⟦b⟧` c"),
      ("`", "a `⟦b⟧` c", "a ⟦b⟧ c"),
      ("~", "a ⟦b⟧ c", "a ~~⟦b⟧~~ c"),
      ("~", "a ~~⟦b⟧~~ c", "a ⟦b⟧ c"),
      ("=", "a ⟦b⟧ c", "a =‸ c"),
      ("x", "a ⟦b⟧ c", "a x‸ c"),
      ("**", "a ⟦b⟧ c", "a **‸ c"),
      ("*", "a ⟦b **c⟧ d** e", "a *⟦b* ***c⟧* d** e"),
      ("*", "⟦a\n\nb⟧", "*⟦a*\n\n*b⟧*"),
      ("*", "| ⟦a⟧ | b |\n|---|---|", "| *⟦a⟧* | b |\n|---|---|"),
      ("*", "```\n⟦a⟧\n```", "```\n*‸\n```"),
      ("*", "a‸", "a*‸"),
      ("*", "> - ⟦日本⟧語", "> - *⟦日本⟧*語"),
    ])
  func marks(_ text: String, _ before: String, _ after: String) throws {
    #expect(try typed(text, before, .marks) == after)
  }

  @Test(
    "a typed delimiter completes its pair at a caret",
    arguments: [
      ("`", "a ‸", "a `‸`"),
      ("`", "a `‸`", "a ``‸"),
      ("`", "a `b‸`", "a `b`‸"),
      ("`", "a `b‸", "a `b`‸"),
      ("`", "‸", "`‸`"),
      ("`", "- ‸", "- `‸`"),
      ("`", "```\n‸\n```", "```\n`‸\n```"),
      ("`", "``‸", "```‸"),
      ("_", "a ‸", "a _‸_"),
      ("_", "a‸", "a_‸"),
      ("_", "a ‸b", "a _‸b"),
      ("_", "a _b‸_", "a _b_‸"),
      ("_", "a __b‸__", "a __b_‸_"),
      ("_", "a __b_‸_", "a __b__‸"),
      ("*", "a ‸", "a *‸*"),
      ("*", "‸", "*‸"),
      ("*", "> ‸", "> *‸"),
      ("*", "2‸", "2*‸"),
      ("*", "(‸)", "(*‸*)"),
      ("*", "a *‸*", "a **‸"),
      ("*", "a **b‸**", "a **b*‸*"),
      ("~", "a ‸", "a ~‸"),
      ("~", "a ~‸", "a ~~‸~~"),
      ("~", "a ~~b‸~~", "a ~~b~‸~"),
      ("=", "a =‸", "a ==‸"),
      ("*", "a \\‸", "a \\*‸"),
      ("`", "| ‸ | b |\n|---|---|", "| `‸` | b |\n|---|---|"),
      ("*", "a ⟦b⟧", "a *⟦b⟧*"),
      ("`", "a `b ‸ c`", "a `b `‸ c`"),
    ])
  func pairs(_ text: String, _ before: String, _ after: String) throws {
    #expect(try typed(text, before, .pairs) == after)
  }

  @Test("a typed delimiter is plain text by default") func literal() throws {
    #expect(try typed("*", "a ⟦b⟧", .literal) == "a *‸")
    #expect(try typed("`", "a ‸", .literal) == "a `‸")
  }

  @Test("a view's key is a command only if the option is pairs") func keys() throws {
    var options = EditingOptions.standard
    #expect(TypedKey(replacing: 1..<1, with: "*", selection: 1..<1, removed: "") == nil)
    options.typedDelimiters = .pairs
    let key = TypedKey(replacing: 1..<1, with: "*", selection: 1..<1, removed: "", options: options)
    #expect(key?.commands.map(\.row.name) == ["insert-text"])
    let letter = TypedKey(
      replacing: 1..<1, with: "a", selection: 1..<1, removed: "", options: options)
    #expect(letter == nil)
  }

  @Test("a typed = marks a highlight only in Obsidian's dialect") func highlight() throws {
    #expect(try typed("=", "a ⟦b⟧", .marks, in: .obsidian) == "a ==⟦b⟧==")
  }
}
