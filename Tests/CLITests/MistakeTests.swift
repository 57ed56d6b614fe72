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
    toggle strong a b --caret 1:1 → several files need --in-place, --diff or --json; these are a, b.
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
    check f.md --memory -1 → --memory takes a number from 1 to 65536.
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
    statistics f.md g.md → statistics takes no further argument: “g.md”; it reads one file.
    state f.md g.md --caret 1:1 → state takes no further argument: “g.md”; it reads one file.
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

  /// More of them, each with its status, in a folder with some files. `∅` and `␤` mean the same.
  private static let statuses = #"""
    64 convert a.md -o a.html → there is no command “convert”; did you mean “mdedit render a.md -o a.html”?
    64 pandoc a.md → there is no command “pandoc”; did you mean “mdedit render a.md”?
    64 to-html a.md → there is no command “to-html”; did you mean “mdedit render a.md”?
    64 html a.md → there is no command “html”; did you mean “mdedit render a.md”?
    64 format a.md → there is no command “format”; did you mean “mdedit lint --fix a.md”?
    64 fmt a.md → there is no command “fmt”; did you mean “mdedit lint --fix a.md”?
    64 lint-fix a.md → there is no command “lint-fix”; did you mean “mdedit lint --fix a.md”?
    64 fix a.md → there is no command “fix”; did you mean “mdedit lint --fix a.md”?
    64 validate a.md → there is no command “validate”; did you mean “mdedit lint a.md”?
    64 ls → there is no command “ls”; did you mean “mdedit commands”?
    64 list → there is no command “list”; did you mean “mdedit commands”?
    64 toc a.md → there is no command “toc”; did you mean “mdedit do table-of-contents a.md”?
    64 wc a.md → there is no command “wc”; did you mean “mdedit statistics a.md”?
    64 count a.md → there is no command “count”; did you mean “mdedit statistics a.md”?
    64 edit a.md → there is no command “edit”; did you mean “mdedit serve”?
    64 preview a.md → there is no command “preview”; did you mean “mdedit serve”?
    64 open a.md → there is no command “open”; did you mean “mdedit serve”?
    64 view a.md → there is no command “view”; did you mean “mdedit serve”?
    64 server → there is no command “server”; did you mean “mdedit serve”?
    64 h1 a.md --lines 1 → there is no command “h1”; did you mean “mdedit do heading-1 a.md --lines 1”?
    64 header-2 a.md → there is no command “header-2”.
    64 heading a.md → there is no command “heading”; did you mean “mdedit do heading a.md”?
    64 italics a.md --find words → there is no command “italics”; did you mean “mdedit toggle italics a.md --find words”?
    64 --bold a.md --find words → mdedit has no option “--bold”; did you mean “mdedit toggle bold a.md --find words”?
    64 --vresion → mdedit has no option “--vresion”; did you mean “mdedit --version”?
    64 -v → mdedit has no option “-v”; did you mean “mdedit --version”?
    64 --help-me → mdedit has no option “--help-me”.
    64 a.md → there is no command “a.md”; a command comes before the file, as in “mdedit toggle strong
    64 ./a.md → there is no command “./a.md”; a command comes before the file, as in “mdedit toggle strong
    64 toggle a.md strong --find words → there is no mark “a.md”; it comes before the file, as in “mdedit toggle strong notes.md
    64 toggle strong a.md words → there is no selection; give --select, --caret, --find, --regex, --lines, --utf16 or --utf8, as
    64 toggle strong a.md --text words → toggle has no option “--text”; did you mean “--find”?
    64 toggle strong a.md --selection 1:1-1:3 → toggle has no option “--selection”; did you mean “--select”?
    64 toggle strong a.md --line 3 → toggle has no option “--line”; did you mean “--lines”?
    64 toggle strong a.md --range 3-4 → toggle has no option “--range”; did you mean “--lines”?
    64 toggle strong a.md --find → --find needs a value: --find <text>.
    65 toggle strong a.md --find nothing-there → a.md: “nothing-there” does not occur in the text.
    65 toggle strong a.md --find item → a.md: “item” occurs 2 times, at 5:3 and 6:3; choose one with --nth, or all with --all.
    65 toggle strong a.md --find item --nth 3 → a.md: “item” occurs 2 times, so there is no occurrence 3.
    64 toggle strong a.md --find item --nth 0 → --nth counts from 1.
    64 toggle strong a.md --find item --nth two → --nth takes a number, not “two”.
    64 toggle strong a.md --find item --all --nth 1 → --all and --nth cannot be combined.
    64 toggle strong a.md --regex ( → /(/ is not a regular expression: expected ')'.
    64 toggle strong a.md --regex * → /*/ is not a regular expression: quantifier '*' must appear after expression.
    64 toggle strong a.md --lines 9-3 → --lines: “9-3” ends before it begins.
    64 toggle strong a.md --lines 0 → --lines: “0” is not a range of lines, counted from 1, as in 3-5.
    65 toggle strong a.md --lines 99 → a.md: the text has 7 lines, so there is no line 99.
    65 toggle strong a.md --lines 2-99 → a.md: the text has 7 lines, so there is no line 99.
    64 toggle strong a.md --lines a-b → --lines: “a-b” is not a range of lines, counted from 1, as in 3-5.
    64 toggle strong a.md --lines 3,4 → --lines: “3,4” is not a range of lines, counted from 1, as in 3-5.
    64 toggle strong a.md --lines 3:4 → --lines: “3:4” is not a range of lines, counted from 1, as in 3-5.
    64 toggle strong a.md --lines 3..4 → --lines: “3..4” is not a range of lines, counted from 1, as in 3-5.
    64 toggle strong a.md --lines -1 → --lines: “-1” is not a range of lines, counted from 1, as in 3-5.
    64 toggle strong a.md --select 3:1 → --select: “3:1” is not a range of lines and columns, as in 3:5-3:12.
    64 toggle strong a.md --select 3:5-3:1 → --select: “3:5-3:1” ends before it begins.
    65 toggle strong a.md --select 3:1-3:99 → a.md:3:99: line 3 has 15 characters, so the column at its end is 16.
    65 toggle strong a.md --select 99:1-99:2 → a.md:99:1: the text has 7 lines, so there is no line 99.
    64 toggle strong a.md --select 0:1-0:2 → --select: “0:1” is not a line and a column, both counted from 1, as in 3:5.
    64 toggle strong a.md --select 3-5 → --select: “3” is not a line and a column, both counted from 1, as in 3:5.
    64 toggle strong a.md --caret 3 → --caret: “3” is not a line and a column, both counted from 1, as in 3:5.
    64 toggle strong a.md --caret 3,5 → --caret: “3,5” is not a line and a column, both counted from 1, as in 3:5.
    64 toggle strong a.md --caret 3:0 → --caret: “3:0” is not a line and a column, both counted from 1, as in 3:5.
    65 toggle strong a.md --caret 99:1 → a.md:99:1: the text has 7 lines, so there is no line 99.
    1 toggle strong a.md --caret 2:1 → a.md: The caret is not in a word, so there is nothing to mark.
    64 toggle strong a.md --utf8 5-2 → --utf8: “5-2” ends before it begins.
    65 toggle strong a.md --utf8 0-9999 → a.md: offset 9999 is outside the text, which has 40 bytes.
    64 toggle strong a.md --utf16 -5 → --utf16: “-5” is not an offset or a range of offsets, as in 12, 12-20 or 12..<20.
    64 toggle strong a.md --utf8 1.5 → --utf8: “1.5” is not an offset or a range of offsets, as in 12, 12-20 or 12..<20.
    66 toggle strong missing.md --find a → missing.md: No such file or directory.
    66 toggle strong folder --find a → folder: this is a folder, not a file.
    66 toggle strong folder/ --find a -i → folder/: this is a folder, not a file.
    65 toggle strong latin.md --find a → latin.md: the bytes at offset 3 (from 0) are not UTF-8: E9 0A.
    65 toggle strong bin.png --find a → bin.png: this is binary, and only text in UTF-8 can be read.
    65 toggle strong u16.md --find a → u16.md: this is UTF-16, and only text in UTF-8 can be read.
    65 toggle strong empty.md --find a → empty.md: “a” does not occur in the text.
    1 toggle strong empty.md --caret 1:1 → empty.md: The caret is not in a word, so there is nothing to mark.
    64 toggle strong a.md b.md --find b → several files need --in-place, --diff or --json; these are a.md, b.md.
    64 toggle strong a.md --find words --dialect gfm → --dialect does not take “gfm”; did you mean “github”?
    64 toggle strong a.md --find words --dialect GitHub → --dialect does not take “GitHub”; did you mean “github”?
    64 toggle strong a.md --find words --dialect md → --dialect does not take “md”; did you mean “commonmark”?
    64 toggle strong a.md --find words --dialect pandoc → --dialect does not take “pandoc”; choose from commonmark, github, obsidian, hugo.
    64 toggle strong a.md --find words --dialect= → --dialect needs a value: --dialect <dialect>.
    64 toggle strong a.md --find words --gfm → toggle has no option “--gfm”; did you mean “--dialect github”?
    64 toggle strong a.md --find words --output b.md → toggle has no option “--output”; --in-place changes the file, and “> file” at the end writes
    64 toggle strong a.md --find words -o=b.md → toggle has no option “-o”; --in-place changes the file, and “> file” at the end writes another one.
    64 toggle strong a.md --find words -ob.md → toggle has no option “-ob.md”; --in-place changes the file, and “> file” at the end writes
    64 toggle strong a.md --find words --write → toggle has no option “--write”; did you mean “--in-place”?
    64 toggle strong a.md --find words --inplace → toggle has no option “--inplace”; did you mean “--in-place”?
    64 toggle strong a.md --find words --in-place=yes → --in-place takes no value, but has “yes”.
    64 toggle strong a.md --find words --diff --in-place --json → --diff and --json cannot be combined.
    64 toggle strong a.md --find words --dry-run → toggle has no option “--dry-run”; --diff shows what would change, and changes nothing.
    64 toggle strong a.md --find words --quiet → toggle has no option “--quiet”.
    64 toggle strong a.md --find words --verbose → toggle has no option “--verbose”.
    64 toggle strong a.md --find words --color sometimes → --color does not take “sometimes”; choose from auto, always, never.
    64 toggle strong a.md --find words --colour never → toggle has no option “--colour”; did you mean “--color”?
    64 toggle strong a.md --find words --unit chars --json → --unit does not take “chars”; choose from utf16, utf8, scalar.
    64 toggle strong a.md --find words --at-edge maybe → --at-edge does not take “maybe”; choose from word, pending.
    64 toggle strong a.md --find words --edges → --edges needs a value: --edges <value>.
    1 toggle highlight a.md --find words → a.md: the dialect github has no highlight; --dialect obsidian has it.
    64 toggle underline a.md --find words → there is no mark “underline”; did you mean “mdedit do underline a.md --find words”?
    64 toggle heading-1 a.md --find words → there is no mark “heading-1”; did you mean “mdedit do heading-1 a.md --find words”?
    64 toggle link a.md --find words → there is no mark “link”; did you mean “mdedit do link a.md --find words”?
    64 mark bold → mark needs a file, as in “mdedit mark strong notes.md --select 3:5-4:1”.
    64 unmark a.md → there is no mark “a.md”; it comes before the file, as in “mdedit unmark emphasis notes.md
    64 do bold → do needs a file, as in “mdedit do heading-2 notes.md --caret 3:1”.
    64 do heading-7 a.md --lines 1 → there is no command “heading-7”; did you mean “heading-1”?
    64 do h7 a.md --lines 1 → there is no command “h7”; mdedit commands lists them.
    64 do heading 2 a.md --lines 1 → several files need --in-place, --diff or --json; these are 2, a.md.
    64 do bullets a.md --lines 3 → there is no command “bullets”; did you mean “bullet-list”?
    64 do numbered a.md --lines 3 → there is no command “numbered”; did you mean “ordered-list”?
    64 do checklist a.md --lines 3 → there is no command “checklist”; did you mean “task-list”?
    64 do code a.md --lines 3 --argument js → code takes no --argument.
    64 do link a.md --find words → link needs an argument, the destination, as in --argument https://example.org.
    64 do link a.md --find words https://u.io → several files need --in-place, --diff or --json; these are a.md, https://u.io.
    64 do link a.md --find words --url https://u.io → do has no option “--url”; did you mean “--argument”?
    64 do link a.md --find words --argument= → --argument needs a value: --argument <text>.
    64 do table-insert a.md --caret 2:1 --argument axb → --argument: “axb” is not what table-insert takes: rows and columns, as 2x3.
    1 do table-add-row a.md --caret 3:1 → a.md: The selection is not in a table.
    1 do indent a.md --lines 3 → a.md: The selection is not in a list item that can change this way.
    64 do code-block a.md --lines 3 --language js → do has no option “--language”; did you mean “--argument”?
    64 do sort a.md --lines 5-6 → there is no command “sort”; did you mean “list-sort”?
    64 do list-sort a.md --lines 5-6 --argument sideways → --argument: “sideways” is not what list-sort takes: text, number, date or checked, and descending.
    64 do case a.md --find words --argument Camel → --argument: “Camel” is not what case takes: upper, lower, title or sentence; else the next.
    64 do table-of-contents a.md --caret 1:1 --argument 9 → --argument: “9” is not what table-of-contents takes: the levels of headings, as 2-3.
    64 do task-cycle a.md --lines 5 --argument abc → --argument: “abc” is not what task-cycle takes: the states in order, as " /x-".
    64 do heading-2 a.md → there is no selection; give --select, --caret, --find, --regex, --lines, --utf16 or --utf8, as
    64 do heading-2 → do needs a file, as in “mdedit do heading-2 notes.md --caret 3:1”.
    64 render → render needs a file, as in “mdedit render notes.md > notes.html”.
    64 render a.md b.md → render takes no further argument: “b.md”; it reads one file.
    66 render missing.md → missing.md: No such file or directory.
    66 render folder → folder: this is a folder, not a file.
    64 render a.md -o out.html → render has no option “-o”; “> file” at the end writes a file.
    64 render a.md --to html → render has no option “--to”.
    64 render a.md --standalone → render has no option “--standalone”.
    65 render a.md --lines 99 → a.md: the text has 7 lines, so there is no line 99.
    1 text a.md --caret 1:1 → a.md: nothing is selected.
    66 tree folder → folder: this is a folder, not a file.
    64 tree a.md --json → tree has no option “--json”.
    64 check → check needs a file, as in “mdedit check notes.md”.
    66 check folder → folder: this is a folder, not a file.
    66 check missing.md a.md → missing.md: No such file or directory.
    66 lint missing.md → missing.md: No such file or directory.
    66 lint nofolder/ → nofolder/: No such file or directory.
    64 lint a.md --ignore MD013 → --ignore does not take “MD013”; choose from undefined-reference, undefined-footnote,
    64 lint a.md --disable links → lint has no option “--disable”; did you mean “--ignore”?
    64 lint a.md --format json → lint has no option “--format”; did you mean “--json”?
    64 lint a.md --config .markdownlint.json → lint has no option “--config”.
    66 outline folder → folder: this is a folder, not a file.
    64 outline a.md --depth 2 → outline has no option “--depth”.
    66 statistics missing.md → missing.md: No such file or directory.
    64 stats a.md → there is no command “stats”; did you mean “mdedit statistics a.md”?
    64 state a.md → there is no selection; give --select, --caret, --find, --regex, --lines, --utf16 or --utf8, as
    65 state a.md --caret 9:9 → a.md:9:9: the text has 7 lines, so there is no line 9.
    64 commands list → commands takes no further argument: “list”.
    64 commands heading-1 → commands takes no further argument: “heading-1”.
    64 batch commands.jsonl → batch takes no further argument: “commands.jsonl”; it reads standard input, as in “mdedit batch
    64 batch --jobs x → --jobs takes a number, not “x”.
    64 lsp a.md → lsp takes no further argument: “a.md”; the editor that starts it opens the files.
    64 lsp --port 80 → lsp has no option “--port”.
    64 lsp --tcp → lsp has no option “--tcp”; it uses standard input and output.
    66 serve missing-folder → missing-folder: No such file or directory.
    66 serve a.md → a.md: this is not a folder; give the folder that the file is in.
    64 serve . --port 99999 → --port takes no number like “99999”.
    64 serve . --port abc → --port takes a number, not “abc”.
    66 serve . --page missing.html → missing.html: this page cannot be read; Scripts/web builds one.
    64 serve . --host 0.0.0.0 → serve has no option “--host”; the page is on this machine only.
    64 help nothing → there is no command “nothing”.
    64 --generate-completion-script tcsh → there are completions for bash, zsh and fish, and none for “tcsh”.
    64 completions bash → there is no command “completions”; did you mean “mdedit --generate-completion-script bash”?
    """#

  @Test(arguments: statuses.split(separator: "\n").map(String.init))
  func answersAMistakeInASentence(_ mistake: String) throws {
    let scratch = try Scratch()
    let text = "# Title\n\nsome words here\n\n- item\n- item\n"
    try scratch.file("a.md", text)
    try scratch.file("b.md", "b\n")
    try scratch.file("empty.md", "")
    for (name, bytes) in [
      ("latin.md", [0x63, 0x61, 0x66, 0xE9, 0x0A]), ("u16.md", [0xFF, 0xFE, 0x61, 0, 0x20, 0]),
      ("bin.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]),
    ] as [(String, [UInt8])] {
      try Data(bytes).write(to: scratch.url.appending(path: name))
    }
    try FileManager.default.createDirectory(
      at: scratch.url.appending(path: "folder"), withIntermediateDirectories: true)
    let parts = mistake.components(separatedBy: " → ")
    let words = parts[0].split(separator: " ", omittingEmptySubsequences: true).map {
      $0.replacing("␤", with: "\n").replacing("∅", with: "")
    }
    let run = try ToolRun(words.dropFirst().map(String.init), in: scratch.url)
    #expect("\(run.status)" == words[0], "\(run.errors)")
    #expect(run.errors.hasPrefix("mdedit: \(parts[1])"), "\(run.errors)")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 1 || lines.count == 2 && lines[1].hasPrefix("See mdedit help"))
    #expect(run.status == 1 || run.output.isEmpty || words[1] == "check")
    #expect(try String(contentsOf: scratch.url.appending(path: "a.md"), encoding: .utf8) == text)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completesNamesInEachShell(_ shell: String) throws {
    let run = try ToolRun("--generate-completion-script \(shell)")
    for name in ["obsidian", "broken-anchor", "heading-3", "strikethrough", "renumbers"] {
      #expect(run.text.contains(name), "\(name)")
    }
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
