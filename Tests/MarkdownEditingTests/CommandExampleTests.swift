import Foundation
import MarkdownEditing
import Testing

/// Checks that every command has an example in its comment, and that the examples are true.
@Suite struct CommandExampleTests {
  private static let commands: [String: EditingCommand] = [
    "toggle": .toggle(.strong), "mark": .mark(.strong), "unmark": .unmark(.strong),
    "heading": .heading(2), "deeperHeading": .deeperHeading, "paragraph": .paragraph,
    "bulletList": .bulletList, "orderedList": .orderedList, "taskList": .taskList,
    "toggleTask": .toggleTask, "quote": .quote, "codeBlock": .codeBlock,
    "horizontalRule": .horizontalRule, "link": .link(to: "https://u.io"), "unlink": .unlink,
    "image": .image(at: "a.png"), "paste": .paste("- x\n- y\n"),
    "pasteHTML": .pasteHTML("<b>b</b> <a href=u.io>c</a>"),
    "pasteAddress": .pasteAddress("https://u.io"),
    "clearFormatting": .clearFormatting, "insertTable": .insertTable(rows: 2, columns: 2),
    "nextCell": .nextCell, "previousCell": .previousCell, "addRow": .addRow,
    "addColumn": .addColumn, "deleteRow": .deleteRow, "deleteColumn": .deleteColumn,
    "moveRowUp": .moveRowUp, "moveRowDown": .moveRowDown, "moveColumnLeft": .moveColumnLeft,
    "moveColumnRight": .moveColumnRight, "sortRows": .sortRows(),
    "tableFromText": .tableFromText, "tableToText": .tableToText("csv"),
    "formatTable": .formatTable, "alignLeft": .alignLeft, "alignCenter": .alignCenter,
    "alignRight": .alignRight, "indent": .indent, "outdent": .outdent, "moveLineUp": .moveLineUp,
    "moveLineDown": .moveLineDown, "duplicateLine": .duplicateLine, "newline": .newline,
    "promote": .promote(), "demote": .demote(), "renumberList": .renumberList,
    "cycleTask": .cycleTask(), "callout": .callout(), "keyboard": .keyboard,
    "underline": .underline, "subscript": .subscript, "superscript": .superscript,
    "wikiLink": .wikiLink, "footnote": .footnote(), "jumpToFootnote": .jumpToFootnote,
    "deleteFootnote": .deleteFootnote, "renumberFootnotes": .renumberFootnotes,
    "moveSectionUp": .moveSectionUp, "moveSectionDown": .moveSectionDown,
    "selectSection": .selectSection, "deleteSection": .deleteSection, "lineBreak": .lineBreak,
    "backspace": .backspace, "insertText": .insertText("x"),
  ]

  private struct Example: Sendable {
    var name = ""
    var before: [String] = []
    var after: [String] = []
  }

  /// Reads `### Before`, `### After` and the name of the declaration below them.
  private static let examples: [Example] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/MarkdownEditing/Catalogue").standardizedFileURL
    var examples: [Example] = []
    let names = ["Commands", "Tables", "Lines", "Writing"].map { "EditingCommand+\($0).swift" }
    for file in names {
      let text = (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
      var example = Example()
      var isAfter = false
      for line in text.split(separator: "\n").map(String.init) {
        if line.hasPrefix("  ///     ") {
          let code = String(line.dropFirst("  ///     ".count))
          if isAfter { example.after.append(code) } else { example.before.append(code) }
        } else if line == "  /// ### Before" {
          (example, isAfter) = (Example(), false)
        } else if line == "  /// ### After" {
          isAfter = true
        } else if line == "  ///", isAfter ? !example.after.isEmpty : !example.before.isEmpty {
          if isAfter { example.after.append("") } else { example.before.append("") }
        } else if let match = line.firstMatch(of: /public static (?:func|var) `?(\w+)/) {
          example.name = String(match.1)
          while example.before.last == "" { example.before.removeLast() }
          if !example.after.isEmpty { examples.append(example) }
          (example, isAfter) = (Example(), false)
        }
      }
    }
    return examples
  }()

  @Test func everyCommandHasAnExample() {
    #expect(Self.examples.map(\.name).sorted() == Self.commands.keys.sorted())
    let rows = Set(Self.commands.values.map(\.row.name))
    for row in CommandRow.all where !row.name.hasPrefix("heading-") && row.mark == nil {
      #expect(rows.contains(row.name))
    }
  }

  @Test func everyExampleIsTrue() throws {
    for example in Self.examples {
      let command = try #require(Self.commands[example.name], "\(example.name)")
      let after = try command.result(
        on: example.before.joined(separator: "\n"),
        in: example.name == "wikiLink" ? .obsidian : .gitHub)
      #expect(after == example.after.joined(separator: "\n"), "\(example.name)")
    }
  }
}
