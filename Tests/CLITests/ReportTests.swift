import Foundation
import MarkdownEditing
import Testing

@Suite struct ReportTests {
  @Test func rendersHTML() throws {
    let text = "# a\n\n*b* <i>c</i>\n"
    let run = try ToolRun("render -", input: text)
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.text.hasPrefix("<h1 id=\"a\">a</h1>\n<p><em>b</em> <!--"))
    let unsafe = try ToolRun("render - --unsafe --no-ids", input: text)
    #expect(unsafe.text == "<h1>a</h1>\n<p><em>b</em> <i>c</i></p>\n")
  }

  @Test func showsATreeOfBlocksAndInlines() throws {
    let text =
      "\u{FEFF}# é *there*\n\n> 1. some **b`o`ld**  \n>    lazy &amp; [l](u)\n\n"
      + "```x\n\u{1B}\n```\n"
    let run = try ToolRun("tree -", input: text)
    #expect(
      run.text == """
        document
          heading 1  1:1
            text  1:3-1:5  “é ”
            emphasis  1:5-1:12  “*” “*”
              text  1:6-1:11  “there”
          quote  3:1
            tight ordered list from 1.  3:3
              item  3:3
                paragraph  3:6
                  text  3:6-3:11  “some ”
                  strong  3:11-3:21  “**” “**”
                    text  3:13-3:14  “b”
                    code  3:14-3:17  “`” “`”
                      code text  3:15-3:16  “o”
                    text  3:17-3:19  “ld”
                  hard break  3:21-4:6  “  \\u{A}>    ”
                  text  4:6-4:17  “lazy &amp; ”
                  inline link  4:17-4:23  “[” “](u)”
                    text  4:18-4:19  “l”
          code block  6:1  “x” “\\u{1B}\\u{A}”

        """)
  }

  @Test func namesWhatADialectReads() throws {
    let text = """
      ---
      title: x
      ---

      | a | **b** |
      |---|:-:|
      | `x \\| y` | ~~no~~ | hidden |

      - [x] done[^1]

      [^1]: see www.example.org

      > [!NOTE]
      > $x$

      """
    let run = try ToolRun("tree -", input: text)
    #expect(
      run.text == """
        document
          front matter  1:1
          table  5:1
            row  5:1
              cell  5:3
                text  5:3-5:4  “a”
              cell  5:7
                strong  5:7-5:12  “**” “**”
                  text  5:9-5:10  “b”
            delimiter row  6:1  “|---|:-:|”
            row  7:1
              cell  7:3
                code  7:3-7:11  “`” “`”
                  code text  7:4-7:10  “x \\| y”
              cell  7:14
                strikethrough  7:14-7:20  “~~” “~~”
                  text  7:16-7:18  “no”
          tight bullet list  9:1
            done task  9:1
              paragraph  9:3
                text  9:7-9:11  “done”
                footnote reference  9:11-9:15  “[^1]”
          footnote definition  11:1  “[^1]:”
            paragraph  11:7
              text  11:7-11:11  “see ”
              bare link  11:11-11:26  “” “”
                text  11:11-11:26  “www.example.org”
          alert “[!NOTE]”  13:1
            paragraph  13:3
              math  14:3-14:6  “$x$”

        """)
    let plain = try ToolRun("tree - --dialect commonmark", input: text)
    #expect(plain.text.hasPrefix("document\n  thematic break  1:1\n  heading 2  2:1\n"))
    let hugo = try ToolRun(
      "tree - --dialect hugo", input: ":::x\n\n!!! y\n    {{< z >}}\n")
    #expect(
      hugo.text == """
        document
          paragraph  1:1
            directive  1:1-1:5  “:::x”
          paragraph  3:1
            directive  3:1-3:6  “!!! y”
            soft break  3:6-4:5  “\\u{A}    ”
            shortcode  4:5-4:14  “{{< z >}}”

        """)
  }

  @Test func checksTheFilesAfterOneThatCannotBeRead() throws {
    let scratch = try Scratch()
    try scratch.file("a.md", "# x\n\ny *z*\n")
    try scratch.file("b.md", "")
    let run = try ToolRun("check none.md a.md b.md", in: scratch.url)
    #expect(run.status == 66)
    #expect(run.errors == "mdedit: none.md: No such file or directory.\n")
    #expect(
      run.text == """
        a.md: OK: 2 paragraphs and headings match libcmark.
        b.md: OK: 0 paragraphs and headings match libcmark.

        """)
    #expect(try ToolRun("check a.md b.md", in: scratch.url).status == 0)
  }

  @Test func showsStatesAsATableOrAsJSON() throws {
    let text = "a **b** `c`\n"
    let table = try ToolRun("state - --select 1:1-1:6", input: text)
    #expect(table.status == 0)
    #expect(
      table.text.hasPrefix(
        """
        strong                   mixed  applies
        emphasis                 off    applies
        code                     off    applies
        strikethrough            off    applies

        heading-1                off    applies

        """))
    for line in [
      "paragraph                on     Nothing to change: the selection already has this form\n",
      "outdent                  off    The selection is not in a list item that",
    ] {
      #expect(table.text.contains("\n\(line)"))
    }
    // Every command except the keys has a line, and marks of other dialects have none.
    let lines = "\n" + table.text
    for row in CommandRow.all {
      let isShown = row.group != .typing && (row.mark?.isAvailable(in: .gitHub) ?? true)
      #expect(lines.contains("\n\(row.name) ") == isShown, "\(row.name)")
    }
    let json = try ToolRun("state - --caret 1:10 --json", input: text)
    #expect(json.text.hasPrefix(#"{"marks":[{"mark":"strong","presence":"off","applies":true},"#))
    for part in [
      #"{"mark":"code","presence":"on","applies":true},"#,
      #"],"commands":[{"command":"heading-1","presence":"off","applies":true},"#,
      #"{"command":"task-toggle","presence":"off","applies":false,"reason":"noTask"}"#,
    ] {
      #expect(json.text.contains(part))
    }
    let none = try ToolRun("state - --caret 1:2", input: "    x\n")
    let reason = "No mark can be added here: the caret is not in text"
    #expect(none.text.hasPrefix("strong                   off    \(reason)\n"))
  }

  @Test func findsSlipsInSeveralFiles() throws {
    let scratch = try Scratch()
    try scratch.file("a.md", "é *b\r\n\r\n```\r\n")
    try scratch.file("b.md", "# c\n")
    let found = try ToolRun("lint a.md b.md", in: scratch.url)
    #expect(found.status == 1 && found.errors.isEmpty)
    #expect(
      found.text == """
        a.md:1:3: * could open a mark, and nothing closes it. (half-open-mark)
        a.md:3:1: Nothing closes the code that this fence opens. (open-fence)

        """)
    let none = try ToolRun("lint b.md", in: scratch.url)
    #expect(none.status == 0 && none.text.isEmpty)
    let missing = try ToolRun("lint none.md a.md", in: scratch.url)
    #expect(missing.status == 66 && missing.text == found.text)
    let ignoring = "lint a.md --ignore open-fence --ignore half-open-mark"
    #expect(try ToolRun(ignoring, in: scratch.url).status == 0)
  }

  @Test func findsBrokenLinksInAFolder() throws {
    let scratch = try Scratch()
    for folder in ["notes/sub", "notes/built", "notes/.git"] {
      try FileManager.default.createDirectory(
        at: scratch.url.appending(path: folder), withIntermediateDirectories: true)
    }
    try scratch.file("notes/.gitignore", "built\n")
    try scratch.file("notes/built/x.md", "[a](none.md)\n\n# Here\n")
    try scratch.file(
      "notes/a.md",
      "# One\n\n[b](sub/b.md#two) [c](/sub/b#Two) [d](d.md) <a href='#three'>e</a> [f](built/x.md#here)\n"
        + "[g](built/x.md#there) ![h](http://x.y/z.png) [i]\n\n[i]: ../i.md\n[j]: j.md\n")
    try scratch.file("notes/sub/b.md", "# Two\n\n-\u{A0}c [up](../a.md#One)\r\n")
    let found = try ToolRun("lint notes --ignore unused-definition", in: scratch.url)
    #expect(
      found.text == """
        notes/a.md:3:23: There is no anchor #Two in “b.md”. The anchor is #two. (broken-anchor)
        notes/a.md:3:39: There is no file “d.md”. (broken-link)
        notes/a.md:3:54: There is no anchor #three in this document. (broken-anchor)
        notes/a.md:4:5: There is no anchor #there in “x.md”. (broken-anchor)
        notes/a.md:6:6: There is no file “../i.md”. (broken-link)
        notes/sub/b.md:3:1: A blank after this marker is none that Markdown knows, so the marker has no effect. (foreign-blank)
        notes/sub/b.md:3:10: There is no anchor #One in “a.md”. The anchor is #one. (broken-anchor)

        """)
    let fixed = try ToolRun("lint notes/sub --fix", in: scratch.url)
    #expect(fixed.status == 0 && fixed.text.isEmpty && fixed.errors.isEmpty)
    #expect(try scratch.text(of: "notes/sub/b.md") == "# Two\n\n- c [up](../a.md#one)\r\n")
    #expect(try ToolRun("lint - --fix", input: "a").status == 64)
  }

  @Test(arguments: [
    ("outline -", "# é\n\n## b [c](d)\n", "é  1:1\n  b c  3:1\n"),
    (
      "outline - --json", "# é\n\n## b\n",
      #"[{"level":1,"line":1,"start":0,"end":11,"text":"é","parent":null},"#
        + #"{"level":2,"line":3,"start":6,"end":11,"text":"b","parent":0}]"#
    ),
    (
      "lint - --json", "é *b\n",
      #"{"file":"standard input","line":1,"column":3,"start":3,"end":4,"kind":"half-open-mark","#
        + #""message":"* could open a mark, and nothing closes it.","fixable":false}"#
    ),
    (
      "statistics - --json", "# a b\n\n- [x] [c](d)\n- [ ] e\n",
      #"{"words":4,"characters":5,"readingSeconds":2,"tasks":2,"doneTasks":1,"headings":1,"links":1}"#
    ),
    ("outline -", "", ""), ("outline - --json", "", "[]\n"), ("lint -", "", ""),
    (
      "statistics -", "",
      """
             0  words
             0  characters
             0  seconds to read
             0  tasks
             0  tasks done
             0  headings
             0  links

      """
    ),
    ("commands --json", "", nil), ("commands", "", nil),
  ])
  func printsTheStructure(_ command: String, _ text: String, _ output: String?) throws {
    let run = try ToolRun(command, input: text)
    #expect(run.status == (command.hasPrefix("lint") && !text.isEmpty ? 1 : 0))
    if let output { #expect(run.text == output || run.text == output + "\n") }
    guard command.hasPrefix("commands") else { return }
    let first = ["strong", "Bold", "marks"]
    if command == "commands" {
      let lines = run.text.split(separator: "\n")
      #expect(lines.count == CommandRow.all.count && !lines.contains { $0.hasSuffix(" ") })
      #expect(lines[0].split(separator: " ").prefix(3).map(String.init) == first)
    } else {
      let rows = JSON(try JSON(reading: run.output).value)
      #expect(try rows.list.count == CommandRow.all.count)
      #expect(["name", "title", "group"].map { rows[0][$0].shown } == first)
    }
  }
}
