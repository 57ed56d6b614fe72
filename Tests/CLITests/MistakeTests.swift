import Foundation
import MarkdownEditing
import MdeditKit
import Testing

/// Checks input of people who do not know the tool well: other names for marks, and mistakes.
@Suite struct MistakeTests {
  @Test(arguments: [
    ("bold", "**a**"), ("b", "**a**"), ("Strong", "**a**"), ("**", "**a**"), ("italic", "*a*"),
    ("i", "*a*"), ("em", "*a*"), ("inline-code", "`a`"), ("`", "`a`"), ("strike", "~~a~~"),
    ("~~", "~~a~~"), ("mark", "==a=="), ("==", "==a=="),
  ])
  func understandsOtherNamesOfMarks(_ name: String, _ marked: String) throws {
    for (command, text, expected) in [
      ("toggle", "a", marked), ("mark", "a", marked), ("do", "a", marked), ("unmark", marked, "a"),
    ] {
      let run = try ToolRun("\(command) \(name) - --find a --dialect obsidian", input: text)
      #expect(run.text == expected && run.status == 0, "\(command): \(run.errors)")
    }
  }

  @Test func understandsEachNameInOneWay() {
    let names =
      Mark.understoodNames + CommandRow.all.filter { $0.group != .marks }.map(\.name)
    #expect(Set(names).count == names.count)
    for mark in Mark.allCases { #expect(Mark(called: mark.name) == mark) }
  }

  /// Wrong arguments and the answer's first words. `∅` is an empty argument,
  /// `␤` a line ending. DocumentationTests has some with the whole answer.
  private static let mistakes = #"""
    toggle → toggle needs a mark, as in “mdedit toggle strong notes.md --select 3:5-3:12”.
    toggle storng - --caret 1:1 → there is no mark “storng”; did you mean “strong”?
    toggle red - --caret 1:1 → there is no mark “red”; choose from strong, emphasis,
    toggle strong - → there is no selection; give --select,
    toggle strong - --caret 1 → --caret: “1” is not a line and a column
    toggle strong - --select 1:1 → --select: “1:1” is not a range of lines and columns, as in 3:5-3:12.
    toggle strong - --nth 2 → --nth is given 1 time and --find or --regex 0
    toggle strong - --caret 1:1 -i → standard input cannot be changed
    toggle strong - --caret 1:1 --diff --json → --diff and --json cannot
    toggle strong - --caret 1:1 --unit utf8 → --unit needs --json.
    toggle strong x --caret 1:1 --break-hard-links → --break-hard-links needs --in-place.
    toggle strong - --utf8 3.. → --utf8: “3..” is not an offset
    toggle strong - --fnd a → toggle has no option “--fnd”; did you mean “--find”?
    toggle strong f.md --find → --find needs a value: --find <text>.
    toggle strong f.md -f x → toggle has no option “-f”; did you mean “--find”?
    toggle strong -dash.md → toggle has no option “-dash.md”; a file of that name is written ./-dash.md.
    toggle strong a b --caret 1:1 → several files need --in-place
    frobnicate → there is no command “frobnicate”.
    strong f.md → there is no command “strong”; did you mean “mdedit toggle strong f.md”?
    bold f.md → there is no command “bold”; did you mean “mdedit toggle bold f.md”?
    headng-2 a'b → there is no command “headng-2”; did you mean “mdedit do heading-2 'a'\''b'”?
    version → there is no command “version”; did you mean “mdedit --version”?
    help togle → there is no command “togle”; did you mean “mdedit help toggle”?
    outlin f.md → there is no command “outlin”; did you mean “mdedit outline f.md”?
    do → do needs a command, as in “mdedit do heading-2 notes.md --caret 3:1”.
    do bullet f.md → there is no command “bullet”; did you mean “bullet-list”?
    do frobnicate f.md → there is no command “frobnicate”; mdedit commands lists them.
    do quote f.md --lines 1 --numbering leave → --numbering does not take “leave”; did you mean “leaves”?
    do quote f.md --lines 1 --argument x → quote takes no --argument.
    do bold f.md --lines 1 --argument x → strong takes no --argument.
    do image f.md --find a → image needs an argument, the address, as in --argument picture.png.
    do paste-url f.md --find a → paste-url needs an argument,
    do insert-text f.md --find a → insert-text needs an argument, the text,
    render → render needs a file, as in “mdedit render notes.md > notes.html”.
    render --frob - → render has no option “--frob”.
    check f.md --dialect githb → --dialect does not take “githb”; did you mean “github”?
    check f.md --dialect x → --dialect does not take “x”; choose from commonmark, github,
    check f.md --memory much → --memory takes a number, not “much”.
    check f.md --memory -1 → --memory needs a value: --memory <MB>.
    lint f.md --jsn → lint has no option “--jsn”; did you mean “--json”?
    lint → lint needs a file, as in “mdedit lint .”.
    lint f.md --ignore links → --ignore does not take “links”; choose from undefined-reference,
    lint f.md --ignore broken-lnk → --ignore does not take “broken-lnk”; did you mean “broken-link”?
    check f.md --dialect gfm → --dialect does not take “gfm”; did you mean “github”?
    do h2 f.md --lines 1 → there is no command “h2”; did you mean “heading-2”?
    do ol f.md --lines 1 → there is no command “ol”; did you mean “ordered-list”?
    do blockquote f.md --lines 1 → there is no command “blockquote”; did you mean “quote”?
    toggle strong f.md --find a -o g.md → toggle has no option “-o”; --in-place changes the file, and
    render f.md --output g.html → render has no option “--output”; “> file” at the end writes a file.
    toggle strong f.md --find a --dry-run → toggle has no option “--dry-run”; --diff shows what would change,
    do quote f.md --lines 1 -w → do has no option “-w”; did you mean “--in-place”?
    do table-insert - --caret 1:1 --argument 0x9 → --argument: “0x9” is not what table-insert takes: rows and columns, as 2x3.
    outline → outline needs a file, as in “mdedit outline notes.md”.
    statistics f.md g.md → statistics takes no further argument: “g.md”.
    state f.md g.md --caret 1:1 → state takes no further argument: “g.md”.
    commands --json=yes → --json takes no value, but has “yes”.
    batch --jobs=0 → --jobs takes a number from 1 to 1024.
    batch --jobs=-1 → --jobs takes a number from 1 to 1024.
    batch --jobs=1025 → --jobs takes a number from 1 to 1024.
    batch --jobs=many → --jobs takes a number, not “many”.
    batch --line-limit 0 → --line-limit takes a number from 1 to 256.
    batch --line-limit 257 → --line-limit takes a number from 1 to 256.
    batch --depth-limit 0 → --depth-limit takes a number from 1 to 512.
    batch --depth-limit 513 → --depth-limit takes a number from 1 to 512.
    check - --memory 0 → --memory takes a number from 1 to 65536.
    check - --memory 65537 → --memory takes a number from 1 to 65536.
    toggle strong - --caret 1:1 --insert ∅ → --insert takes a text of one line.
    toggle strong - --caret 1:1 --insert a␤b → --insert takes a text of one line.
    """#

  @Test(arguments: mistakes.split(separator: "\n").map(String.init))
  func helpsAfterAMistake(_ mistake: String) throws {
    let parts = mistake.components(separatedBy: " → ")
    let words = parts[0].components(separatedBy: " ").map {
      $0.replacing("␤", with: "\n").replacing("∅", with: "")
    }
    let run = try ToolRun(words)
    #expect(run.status == 64 && run.output.isEmpty)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.first?.hasPrefix("mdedit: \(parts[1])") == true, "\(run.errors)")
    #expect(lines.count == 2 && lines.last?.hasPrefix("See mdedit help") == true, "\(run.errors)")
  }

  @Test func showsNoControlCharacter() throws {
    for arguments in [["\u{1B}[31m\n"], ["toggle", "\u{1B}[31m\n"], ["check", "-\u{1B}\n"]] {
      let run = try ToolRun(arguments)
      #expect(run.errors.contains(#"\u{1B}"#) && !run.errors.contains("\u{1B}"))
      #expect(run.errors.split(separator: "\n").count == 2, "\(run.errors)")
    }
  }

  @Test(arguments: [
    (["mark", "strong", "-", "--find", "-x"], "a **-x** - b"),
    (["mark", "strong", "-", "--find", "- b"], "a -x **- b**"),
    (["mark", "strong", "-", "--regex", "-x"], "a **-x** - b"),
    (["mark", "strong", "-", "--regex", "- b"], "a -x **- b**"),
    (["do", "insert-text", "-", "--caret", "1:2", "--argument", "-h"], "a-h -x - b"),
    (["toggle", "strong", "--find", "a", "--", "-h.md"], "**a**"),
    (["toggle", "strong", "--find", "a", "./-h.md"], "**a**"),
  ])
  func takesTextsAndNamesThatBeginWithADash(_ arguments: [String], _ expected: String) throws {
    let scratch = try Scratch()
    try scratch.file("-h.md", "a")
    let run = try ToolRun(arguments, input: "a -x - b", in: scratch.url)
    #expect(run.text == expected, "\(run.errors)")
  }
}
