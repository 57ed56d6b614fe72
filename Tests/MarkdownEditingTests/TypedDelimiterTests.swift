import EditorTestSupport
import Foundation
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
      ("_", "a ⟦b⟧ c", "a _⟦b⟧_ c"),
      ("_", "a _⟦b⟧_ c", "a __⟦b⟧__ c"),
      ("_", "a __⟦b⟧__ c", "a ___⟦b⟧___ c"),
      ("_", "a⟦b⟧c", "a*⟦b⟧*c"),
      ("_", "| ⟦a⟧ | b |\n|---|---|", "| _⟦a⟧_ | b |\n|---|---|"),
      ("_", "⟦a\n\nb⟧", "_⟦a_\n\n_b⟧_"),
      ("_", "a ⟦b_c⟧ d", "a _⟦b_c⟧_ d"),
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
      ("~", "a ~~‸~~", "a ~~~‸"),
      ("~", "~‸", "~~‸"),
      (" ", "a *‸*", "a * ‸"),
      (" ", "a ~~‸~~", "a ~~ ‸"),
      (" ", "a `‸`", "a ` ‸"),
      (" ", "a *b‸*", "a *b ‸*"),
      (" ", "a **b**‸ c", "a **b** ‸ c"),
      (" ", "*a*‸*b*", "*a* ‸*b*"),
      (".", "a *‸*", "a *.‸"),
      (".", "a `‸`", "a `.‸`"),
      ("*", "a `‸`", "a `*‸`"),
      ("*", "a `b‸", "a `b*‸"),
      ("*", "a (b).‸", "a (b).*‸"),
      ("*", "| *a‸* | b |\n|---|---|", "| *a*‸ | b |\n|---|---|"),
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

  @Test(
    "Enter and Backspace in an empty pair leave no half of it",
    arguments: [
      ("backspace", "a *‸* b", "a ‸ b"),
      ("backspace", "a ~~‸~~", "a ‸"),
      ("backspace", "a `‸`", "a ‸"),
      ("backspace", "a *b‸*", "a ‸"),
      ("newline", "a `‸`", "a `\n‸"),
      ("newline", "- a _‸_", "- a _\n- ‸"),
    ])
  func keysInPairs(_ name: String, _ before: String, _ after: String) throws {
    var command = try #require(EditingCommand(named: name))
    command.options.typedDelimiters = .pairs
    #expect(try command.result(on: before) == after)
  }

  /// Types a text by keys, as a view does with pairs: keys without a command are only inserted.
  private func keys(_ text: String, in dialect: Dialect) throws -> String {
    var options = EditingOptions.standard
    options.typedDelimiters = .pairs
    var source: [UInt8] = []
    var caret = 0
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      // Enter repeats prefixes, which the text has already.
      let command = EditingCommand.insertText(String(scalar)).with(options)
      let isKey =
        scalar == "\n"
        ? caret < source.count
        : TypedKey(
          replacing: caret..<caret, with: String(scalar), selection: caret..<caret, removed: "",
          options: options) != nil
      guard isKey else {
        source.insert(contentsOf: bytes, at: caret)
        caret += bytes.count
        continue
      }
      let outcome = command.outcome(onUTF8: [caret..<caret], in: source, dialect: dialect)
      let plan = try #require(outcome.plan)
      source = plan.edit.applying(to: source)
      caret = try #require(plan.selections.first).lowerBound
    }
    return MarkedText.render(source, selections: [caret..<caret])
  }

  @Test(
    "what is typed key by key is the text itself",
    arguments: [
      "2 * 3", "my_var_name is 5 * 3", "a **bold** b", "**bold** *it* ***both***", "_a_ __b__",
      "`code` ``a`b`` `` `a` ``", "a `*` and `_` b", "- a\n* b *c*", "```\na `b\n```",
      "~~~\na\n~~~",
      "a ~~x~~ b ~~ c", "a\n===", "* * *", "_ _ _", "___", "snake_case *foo **bar** baz*",
      "see (*a*) and *.md", "| *x* y | `z` |\n|---|---|", "a == b ==> c === d ==e==",
      "*a* _b\nc_", "> *a*\n> `b`", "[*a*](b_c) ![_d_](e)", "a \\* b \\` c",
    ])
  func keyByKey(_ text: String) throws {
    for dialect in [Dialect.commonMark, .gitHub, .obsidian, .hugo] {
      #expect(try keys(text, in: dialect) == text + "‸")
    }
  }

  @Test("the project's pages typed key by key are the pages") func pages() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Documentation").standardizedFileURL
    let files =
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "md" } ?? []
    var count = 0
    for file in files {
      for text in try String(contentsOf: file, encoding: .utf8).blocksWithDelimiters {
        count += 1
        #expect(try keys(text, in: .gitHub) == text + "‸", "\(file.lastPathComponent)")
      }
    }
    #expect(count > 300)
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

extension String {
  /// The stretches between blank lines outside fences that have a delimiter.
  fileprivate var blocksWithDelimiters: [String] {
    var result: [[Substring]] = [[]]
    var isFenced = false
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty, !isFenced {
        result.append([])
      } else {
        result[result.count - 1].append(line)
        if line.drop(while: { $0 == " " }).hasPrefix("```") { isFenced.toggle() }
      }
    }
    return result.map { $0.joined(separator: "\n") }
      .filter { $0.contains { "*_`~=".contains($0) } }
  }
}
