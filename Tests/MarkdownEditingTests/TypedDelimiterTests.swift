import EditorTestSupport
import Foundation
import MarkdownEditing
import MarkdownSyntax
import Testing

/// A typed delimiter toggles its mark or completes a pair, if the options say so.
@Suite struct TypedDelimiterTests {
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
      let outcome = command.outcome(utf8: [caret..<caret], in: source, dialect: dialect)
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
    #expect(count > 50)
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
