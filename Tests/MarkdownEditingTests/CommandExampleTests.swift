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
    "promote": .promote(), "demote": .demote(), "renumberList": .renumberList(),
    "sortList": .sortList(), "cycleList": .cycleList,
    "moveDone": .moveDone(), "reflow": .reflow(width: 6), "joinLines": .joinLines,
    "letterCase": .letterCase("title"),
    "cycleTask": .cycleTask(), "callout": .callout(), "keyboard": .keyboard,
    "underline": .underline, "subscript": .subscript, "superscript": .superscript,
    "wikiLink": .wikiLink, "date": .date("12. May"), "comment": .comment, "footnote": .footnote(),
    "jumpToFootnote": .jumpToFootnote,
    "deleteFootnote": .deleteFootnote, "renumberFootnotes": .renumberFootnotes,
    "moveSectionUp": .moveSectionUp, "moveSectionDown": .moveSectionDown,
    "selectSection": .selectSection, "deleteSection": .deleteSection, "lineBreak": .lineBreak,
    "referenceLinks": .referenceLinks(), "inlineLinks": .inlineLinks(),
    "sortDefinitions": .sortDefinitions,
    "tableOfContents": .tableOfContents(), "backspace": .backspace, "insertText": .insertText("x"),
  ]

  /// The name, the text before and the text after of each example, such as `a ⟦b⟧ → a **⟦b⟧**`.
  private static let examples: [(name: String, before: String, after: String)] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/MarkdownEditing/Catalogue/EditingCommand+Commands.swift")
    let text = (try? String(contentsOf: file.standardizedFileURL, encoding: .utf8)) ?? ""
    let example = /\/\/\/     (.+?) → (.+)\n(?:  \/\/\/.*\n)*  public static (?:func|var) `?(\w+)/
    return text.matches(of: example).map { match in
      let before = String(match.1).replacing("⏎", with: "\n")
      return (String(match.3), before, String(match.2).replacing("⏎", with: "\n"))
    }
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
        on: example.before, in: example.name == "wikiLink" ? .obsidian : .gitHub)
      #expect(after == example.after, "\(example.name)")
    }
  }
}
