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
  func aMarkHasOtherNames(_ name: String, _ expected: String) throws {
    for command in ["toggle", "mark", "do"] {
      let run = try ToolRun(
        [command, name, "-", "--find", "a", "--dialect", "obsidian"], input: Array("a".utf8))
      #expect(run.text == expected && run.status == 0, "\(command): \(run.errors)")
    }
    let marked = Array(expected.utf8)
    let run = try ToolRun(
      ["unmark", name, "-", "--find", "a", "--dialect", "obsidian"], input: marked)
    #expect(run.text == "a")
  }

  /// Every name has one meaning.
  @Test func namesAreDistinct() {
    let names =
      Mark.understoodNames + CommandRow.all.filter { $0.group != .marks }.map(\.name)
    #expect(Set(names).count == names.count)
    for mark in Mark.allCases { #expect(Mark(called: mark.name) == mark) }
  }

  @Test(arguments: [
    ("strong f.md", "there is no command “strong”; did you mean “mdedit toggle strong f.md”?"),
    ("bold f.md", "there is no command “bold”; did you mean “mdedit toggle bold f.md”?"),
    (
      "headng-2 a'b",
      #"there is no command “headng-2”; did you mean “mdedit do heading-2 'a'\''b'”?"#
    ),
    ("version", "there is no command “version”; did you mean “mdedit --version”?"),
    ("help togle", "there is no command “togle”; did you mean “mdedit help toggle”?"),
    ("keyboard replya", "there is no command “replya”; did you mean “mdedit keyboard replay”?"),
    ("do headng-2 f.md", "there is no command “headng-2”; did you mean “heading-2”?"),
    ("do bullet f.md", "there is no command “bullet”; did you mean “bullet-list”?"),
    ("do frobnicate f.md", "there is no command “frobnicate”; mdedit commands lists them."),
    ("do", "do needs a command, as in “mdedit do heading-2 notes.md --caret 3:1”."),
    ("toggle strong", "toggle needs a file, as in “mdedit toggle strong notes.md --select"),
    ("toggle strong f.md --find", "--find needs a value: --find <text>."),
    ("toggle strong f.md -f x", "toggle has no option “-f”; did you mean “--find”?"),
    // Its `-h` would ask for help.
    ("toggle strong -dash.md", "toggle has no option “-dash.md”; a file of that name is written"),
    ("check f.md --dialect githb", "--dialect does not take “githb”; did you mean “github”?"),
    ("lint f.md --jsn", "lint has no option “--jsn”; did you mean “--json”?"),
    ("outlin f.md", "there is no command “outlin”; did you mean “mdedit outline f.md”?"),
    ("outline", "outline needs a file, as in “mdedit outline notes.md”."),
    ("statistics f.md g.md", "statistics takes no further argument: “g.md”."),
    ("check f.md --dialect x", "--dialect does not take “x”; choose from commonmark, github,"),
    ("check f.md --memory much", "--memory takes a number, not “much”."),
    ("check f.md --memory -1", "--memory needs a value: --memory <MB>."),
    ("commands --json=yes", "--json takes no value, but has “yes”."),
    ("state f.md g.md --caret 1:1", "state takes no further argument: “g.md”."),
    (
      "do quote f.md --lines 1 --numbering leave",
      "--numbering does not take “leave”; did you mean “leaves”?"
    ),
    ("do quote f.md --lines 1 --argument x", "quote takes no --argument."),
    ("do bold f.md --lines 1 --argument x", "strong takes no --argument."),
    ("do link f.md --find a", "link needs an argument, the destination, as in --argument https:"),
    (
      "do image f.md --find a",
      "image needs an argument, the address, as in --argument picture.png."
    ),
    ("do paste-url f.md --find a", "paste-url needs an argument, "),
    ("do insert-text f.md --find a", "insert-text needs an argument, the text,"),
  ])
  func theAnswerHelps(_ arguments: String, _ answer: String) throws {
    let words = arguments.split(separator: " ").map(String.init)
    let run = try ToolRun(words)
    #expect(run.status == 64 && run.output.isEmpty)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.first?.hasPrefix("mdedit: \(answer)") == true, "\(run.errors)")
    #expect(lines.count == 2 && lines.last?.hasPrefix("See mdedit help") == true, "\(run.errors)")
  }

  @Test func whatIsWrongIsSafeToShow() throws {
    for arguments in [["\u{1B}[31m\n"], ["toggle", "\u{1B}[31m\n"], ["check", "-\u{1B}\n"]] {
      let run = try ToolRun(arguments)
      #expect(run.errors.contains(#"\u{1B}"#) && !run.errors.contains("\u{1B}"))
      #expect(run.errors.split(separator: "\n").count == 2, "\(run.errors)")
    }
  }

  @Test(arguments: ["--find", "--regex"]) func aTextMayBeginWithADash(_ option: String) throws {
    let text = Array("a -x - b\n".utf8)
    for (find, expected) in [("-x", "a **-x** - b\n"), ("- b", "a -x **- b**\n")] {
      let run = try ToolRun(["mark", "strong", "-", option, find], input: text)
      #expect(run.text == expected, "\(run.errors)")
    }
  }

  @Test func textsAndNamesMayBeginWithADash() throws {
    let typed = try ToolRun(
      ["do", "insert-text", "-", "--caret", "1:2", "--argument", "-h"], input: Array("a".utf8))
    #expect(typed.text == "a-h")
    let scratch = try Scratch()
    _ = try scratch.file("-h.md", "a")
    for file in [["--", "-h.md"], ["./-h.md"]] {
      let run = try ToolRun(["toggle", "strong", "--find", "a"] + file, in: scratch.url)
      #expect(run.text == "**a**", "\(run.errors)")
    }
  }

  @Test func helpIsShortOrLong() throws {
    let start = try ToolRun([])
    #expect(start.status == 0 && start.text.split(separator: "\n").count <= 10)
    for command in [[], ["toggle"], ["do"], ["keyboard", "replay"], ["batch"], ["serve"]] {
      let short = try ToolRun(command + ["-h"])
      let long = try ToolRun(command + ["--help"])
      #expect(short.status == 0 && short.text.split(separator: "\n").count <= 16)
      #expect(
        short.text.hasSuffix("See \((["mdedit", "help"] + command).joined(separator: " ")).\n"))
      #expect(long.text.hasPrefix("OVERVIEW") && long.text.count > short.text.count)
      #expect(try ToolRun(["help"] + command).text == long.text)
      for option in long.text.matches(of: /\n\s\s(?:-[a-z], )?(--[a-z][a-z0-9-]*)/) {
        #expect(short.text.contains(option.output.1))
      }
    }
    #expect(
      try ToolRun(["mark", "-h"]).text.contains("strong|emphasis|code|strikethrough|highlight"))
  }
}
