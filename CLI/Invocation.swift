import ArgumentParser
import MarkdownEditing
import MdeditKit

/// The arguments of a run and the command that they name, for help and for error messages.
struct Invocation {
  /// The arguments without a leading `help`.
  let arguments: [String]
  /// Whether the arguments request the help of a command. For example, `help toggle` does.
  let isHelp: Bool
  private(set) var command: any ParsableCommand.Type = Mdedit.self
  /// The name of the command after `mdedit`, such as `toggle`; empty for `mdedit` itself.
  private(set) var names: [String] = []

  init(_ arguments: [String]) {
    isHelp = arguments.first == "help"
    self.arguments = Array(isHelp ? arguments.dropFirst() : arguments[...])
    for argument in self.arguments {
      let subcommands = command.configuration.subcommands
      guard let next = subcommands.first(where: { $0._commandName == argument }) else { break }
      command = next
      names.append(argument)
    }
  }

  /// Joins texts that begin with a dash, and negative numbers, to their options, for example
  /// `--find=-x`. Otherwise, the parser would read them as options.
  static func joiningTexts(_ arguments: [String]) -> [String] {
    var result: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" { return result + [argument] + rest }
      let takesText = ["--find", "--regex", "--insert", "--argument"].contains(argument)
      let isNegative = argument.hasPrefix("--") && rest.first?.prefixMatch(of: /-[0-9]/) != nil
      if takesText && rest.first?.hasPrefix("-") == true || isNegative, let text = rest.popFirst() {
        result.append("\(argument)=\(text)")
      } else {
        result.append(argument)
      }
    }
    return result
  }

  /// The command that prints the help: `mdedit help toggle`.
  var page: String { (["mdedit", "help"] + names).joined(separator: " ") }

  var example: String? {
    let lines = command.configuration.discussion.split(separator: "\n")
    return lines.first { $0.hasPrefix("  mdedit ") }.map { String($0.dropFirst(2)) }
  }

  /// The help in `message`; for `-h`, only the purpose and the names of the options.
  func help(_ message: String) -> String {
    let options = arguments.prefix { $0 != "--" }
    guard message.hasPrefix("OVERVIEW"), options.contains("-h"), !options.contains("--help") else {
      return message
    }
    var lines = [command.configuration.abstract]
    let all = Mdedit.helpMessage(for: command, columns: 10_000).split(separator: "\n")
    for line in all.drop(while: { !$0.hasPrefix("USAGE") }) where line != "ARGUMENTS:" {
      if line.hasPrefix("USAGE") {
        let usage = line.replacing(/\s\[(?:-[^\]]*|<options>)\]/, with: "")
        lines.append("\n\(usage) [options]\n")
      } else if !line.hasPrefix(" ") {
        lines.append(String(line))
      } else if let match = line.prefixMatch(of: /\s\s(-\S*(?: --\S+)?(?: <\S+>)?|[a-z]+)/) {
        // All choices, of which there are many, take a value, so the word is left out.
        let term = match.output.1.replacing(" <value>", with: "")
        let last = lines[lines.count - 1]
        let fits = last.hasPrefix(" ") && last.count + term.count < 78
        if fits { lines[lines.count - 1] += "  \(term)" } else { lines.append("  \(term)") }
      }
    }
    return (lines + ["\nSee \(page)."]).joined(separator: "\n")
  }
}

extension Invocation {
  /// The failure of a run that the parser ended with `error`.
  func failure(_ error: any Error) -> Failure { failure(reworded(Mdedit.message(for: error))) }

  private func failure(_ message: String) -> Failure {
    Failure(.usage, "\(message)\nSee \(page).")
  }

  /// Throws for an unknown command or option. The parser would report a different missing argument,
  /// or find the `-h` of `-path`.
  func checkNames() throws(Failure) {
    let rest = arguments.dropFirst(names.count)
    if !command.configuration.subcommands.isEmpty {
      guard let name = rest.first else { return }
      if !name.hasPrefix("-") { throw unknownCommand(name, rest.dropFirst()) }
      let isKnown = name.hasPrefix("--generate") || ["-h", "--help", "--version"].contains(name)
      if !isKnown { throw unknownOption(name, rest.dropFirst()) }
    } else if !isHelp {
      try checkOptions(rest.prefix { $0 != "--" })
    }
  }

  /// The failure for an unknown option before a command: one of the tool, or a command with dashes.
  private func unknownOption(_ name: String, _ rest: ArraySlice<String>) -> Failure {
    let options = ["-v": "--version", "-V": "--version", "-?": "--help"]
    let near = options[name] ?? nearest(to: name, among: ["--version", "--help"])
    let line = near.map { "mdedit \($0)" } ?? corrected(String(name.drop { $0 == "-" }), rest)
    return failure("mdedit has no option “\(TerminalText.name(name))”\(hint(line))")
  }

  private func unknownCommand(_ name: String, _ rest: ArraySlice<String>) -> Failure {
    let start = "there is no command “\(TerminalText.name(name))”"
    if let line = corrected(name, rest) { return failure(start + hint(line)) }
    if name.contains(where: { "./".contains($0) }), let example {
      return failure("\(start); a command comes before the file, as in “\(example)”.")
    }
    return failure(start + ".")
  }

  /// The line with another name for the command that was meant, or nil. Names of marks and of the
  /// catalogue count too.
  private func corrected(_ name: String, _ rest: ArraySlice<String>) -> String? {
    var meanings = command.configuration.subcommands.map { ($0._commandName, [$0._commandName]) }
    if names.isEmpty, !isHelp {
      meanings.append(("version", ["--version"]))
      meanings += Mark.understoodNames.map { ($0, ["toggle", $0]) }
      meanings += CommandRow.all.map { ($0.name, ["do", $0.name]) }
    }
    let other = names.isEmpty ? OtherNames.meaning(of: name.lowercased()) : nil
    let near = other == nil ? nearest(to: name, among: meanings.map { $0.0 }) : nil
    guard let meaning = other ?? meanings.first(where: { $0.0 == near })?.1 else { return nil }
    let words = ["mdedit"] + (isHelp ? ["help"] : []) + names + (isHelp ? [meaning[0]] : meaning)
    // The page takes a folder, not a file.
    return (words + (meaning == ["serve"] ? [] : rest)).map(shellWord).joined(separator: " ")
  }

  private func checkOptions(_ arguments: some Sequence<String>) throws(Failure) {
    let help = Mdedit.helpMessage(for: command)
    let options = Set(help.matches(of: /--[a-z][a-z0-9-]*/).map { String($0.output) })
    let letters = Set(help.matches(of: /(?:^|\s)-([a-z])\b/).compactMap { $0.output.1.first })
    for argument in arguments where argument.hasPrefix("-") && argument != "-" {
      let option = TerminalText.name(String(argument.prefix { $0 != "=" }))
      let start = "\(names.joined(separator: " ")) has no option “\(option)”"
      if argument.hasPrefix("--") {
        if options.contains(option) || option.hasPrefix("--generate") { continue }
        if let advice = Self.advice(option, options) { throw failure(start + advice) }
        let other = OtherNames.option(option, among: options)
        throw failure(start + hint(other ?? nearest(to: option, among: options.sorted())))
      }
      // A number is the value of the option before it.
      if argument.dropFirst().allSatisfy({ letters.contains($0) || $0.isNumber }) { continue }
      // As in `-ofile`.
      let isOutput = option.hasPrefix("-o") && option.contains(".")
      if let advice = Self.advice(isOutput ? "-o" : option, options) {
        throw failure(start + advice)
      }
      let near = nearest(to: "-\(option)", among: options.sorted())
      throw failure(
        start + (near.map { hint($0) } ?? "; a file of that name is written ./\(option)."))
    }
  }

  /// What to do instead of an option that other tools have.
  private static func advice(_ option: String, _ options: Set<String>) -> String? {
    switch option {
    case "-o", "--output", "--out":
      options.contains("--in-place")
        ? "; --in-place changes the file, and “> file” at the end writes another one."
        : "; “> file” at the end writes a file."
    case "--dry-run", "-n", "--preview", "--check":
      options.contains("--diff") ? "; --diff shows what would change, and changes nothing." : nil
    case "-w", "--write", "--inplace": options.contains("--in-place") ? hint("--in-place") : nil
    case "--stdin": "; “-” in place of the file is standard input."
    case "--host", "--bind", "--address": "; the page is on this machine only."
    case "--tcp", "--socket", "--pipe": "; it uses standard input and output."
    default: nil
    }
  }

  private static func hint(_ near: String?) -> String {
    near.map { "; did you mean “\($0)”?" } ?? "."
  }

  private func hint(_ near: String?) -> String { Self.hint(near) }

  /// Rewrites a message of the parser in the style of the tool, whose own messages stay.
  private func reworded(_ message: String) -> String {
    let name = names.joined(separator: " ")
    let wrong = /The value '(.*)' is invalid for '(.+?)'(.*)/.dotMatchesNewlines()
    if let (_, value, place, rest) = message.wholeMatch(of: wrong)?.output {
      return wrongValue(TerminalText.name(String(value)), of: String(place), String(rest))
    }
    let message = TerminalText.name(message)
    if let (_, place) = message.wholeMatch(of: /Missing expected argument '<(.+?)>.*'/)?.output {
      return "\(name) needs a \(place)\(example.map { ", as in “\($0)”" } ?? "")."
    }
    if let (_, option) = message.wholeMatch(of: /Missing value for '(.+)'/)?.output {
      return "\(option.prefix { $0 != " " }) needs a value: \(option)."
    }
    if let (_, option, value) = message.wholeMatch(
      of: /The option '(.+?)' does not take any value, but '(.*)' was specified\./)?.output
    {
      return "\(option) takes no value, but has “\(value)”."
    }
    if let (_, values) = message.wholeMatch(of: /.*nexpected arguments?:? '(.*)'/)?.output {
      let start = "\(name) takes no further argument: “\(values.replacing("', '", with: "”, “"))”"
      switch name {
      case "batch":
        return
          "\(start); it reads standard input, as in “mdedit batch < \(shellWord(String(values)))”."
      case "lsp": return "\(start); the editor that starts it opens the files."
      case "render", "text", "outline", "statistics", "state", "tree":
        return "\(start); it reads one file."
      default: return "\(start)."
      }
    }
    if let (_, shell) = message.prefixMatch(of: /Can't generate completion scripts for '(.*?)'/)?
      .output
    {
      return "there are completions for bash, zsh and fish, and none for “\(shell)”."
    }
    return message
  }

  /// The message for a wrong value; `rest` lists the possible values or explains the error.
  private func wrongValue(_ value: String, of place: String, _ rest: String) -> String {
    let option = String(place.prefix { $0 != " " })
    if rest.hasPrefix(": ") { return option + rest }
    let values = rest.matches(of: /'([^'\n]+)'|\n  - (.+)/).compactMap {
      ($0.output.1 ?? $0.output.2).map(String.init)
    }
    if values.isEmpty {
      let isNumber = value.wholeMatch(of: /-?[0-9]+/) != nil
      return isNumber
        ? "\(option) takes no number like “\(value)”." : "\(option) takes a number, not “\(value)”."
    }
    let isOption = option.hasPrefix("-")
    let start =
      isOption
      ? "\(option) does not take “\(value)”"
      : "there is no \(option.dropFirst().dropLast()) “\(value)”"
    if !isOption, value.contains(where: { "./".contains($0) }), let example {
      return "\(start); it comes before the file, as in “\(example)”."
    }
    let known = values + (isOption ? [] : Mark.understoodNames)
    let meant = OtherNames.all[value.lowercased()] ?? value
    if place == "<mark>", !known.contains(meant), let row = CommandRow(named: meant) {
      let line = ["mdedit", "do", row.name] + arguments.dropFirst(2)
      return start + hint(line.map(shellWord).joined(separator: " "))
    }
    let other = known.contains(meant) ? meant : nil
    if let near = other ?? nearest(to: value, among: known) { return start + hint(near) }
    let list =
      values.count > 8 && !isOption
      ? "mdedit commands lists them" : "choose from \(values.joined(separator: ", "))"
    return "\(start); \(list)."
  }
}

/// Names that people know from HTML and other tools, with the tool's.
private enum OtherNames {
  static let all = [
    "gfm": "github", "markdown": "commonmark", "h1": "heading-1", "h2": "heading-2",
    "h3": "heading-3", "h4": "heading-4", "h5": "heading-5", "h6": "heading-6", "p": "paragraph",
    "list": "bullet-list", "ul": "bullet-list", "ol": "ordered-list",
    "numbered-list": "ordered-list",
    "todo": "task-list", "task": "task-list", "checkbox": "task-list", "check": "task-toggle",
    "blockquote": "quote", "fence": "code-block", "pre": "code-block", "hr": "horizontal-rule",
    "rule": "horizontal-rule", "a": "link", "url": "link", "img": "image", "table": "table-insert",
    "toc": "table-of-contents", "contents": "table-of-contents", "admonition": "callout",
    "alert": "callout", "renumber": "renumber-list", "dedent": "outdent", "unindent": "outdent",
    "bullets": "bullet-list", "bulleted-list": "bullet-list", "numbered": "ordered-list",
    "numbers": "ordered-list", "checklist": "task-list", "todo-list": "task-list",
    "sort": "list-sort", "sort-list": "list-sort", "uppercase": "case", "lowercase": "case",
    "codeblock": "code-block", "md": "commonmark", "cmark": "commonmark", "ghfm": "github",
    "unlist": "paragraph", "footnotes": "footnote", "wikilink": "wiki-link",
  ]

  /// What a command is called in other tools, such as pandoc, prettier and markdownlint.
  private static let commands: [(names: [String], meaning: [String])] = [
    (["html", "to-html", "tohtml", "convert", "pandoc", "export", "md2html"], ["render"]),
    (["plain", "plaintext", "to-text", "strip", "txt"], ["text"]),
    (["fix", "lint-fix", "lintfix", "format", "fmt", "prettier"], ["lint", "--fix"]),
    (["validate", "verify", "markdownlint", "remark"], ["lint"]),
    (["wc", "count", "words", "stats", "stat"], ["statistics"]),
    (["preview", "view", "open", "edit", "watch", "gui"], ["serve"]),
    (["ls", "list", "list-commands"], ["commands"]),
    (["ast", "parse", "dump"], ["tree"]), (["headings", "sections"], ["outline"]),
    (["language-server"], ["lsp"]), (["run", "exec", "apply"], ["do"]),
    (["remove", "clear"], ["unmark"]), (["add"], ["mark"]),
    (["completions", "completion"], ["--generate-completion-script"]),
  ]

  /// The words of the tool for a command, mark or action of another one.
  static func meaning(of name: String) -> [String]? {
    commands.first { $0.names.contains(name) }?.meaning ?? all[name].map { ["do", $0] }
  }

  /// The option, among those of a command, that other tools call `name`.
  static func option(_ name: String, among options: Set<String>) -> String? {
    let meaning: String? =
      switch name {
      case "--text", "--search", "--match", "--string", "--pattern": "--find"
      case "--selection", "--sel": "--select"
      case "--range", "--line-range", "--rows": "--lines"
      case "--cursor", "--position", "--at", "--pos": "--caret"
      case "--flavor", "--flavour", "--from", "--syntax", "--mode", "--parser": "--dialect"
      case "--gfm", "--github": "--dialect github"
      case "--commonmark": "--dialect commonmark"
      case "--obsidian": "--dialect obsidian"
      case "--url", "--href", "--arg", "--language", "--lang", "--level", "--value", "--title":
        "--argument"
      case "--format", "--reporter", "--output-format": "--json"
      case "--disable", "--rule", "--rules", "--exclude": "--ignore"
      case "--patch", "--show": "--diff"
      case "--raw", "--allow-html", "--html": "--unsafe"
      case "--threads", "--parallel", "--workers": "--jobs"
      default: nil
      }
    return meaning.flatMap { options.contains(String($0.prefix { $0 != " " })) ? $0 : nil }
  }
}

/// An argument for a shell, in quotes if necessary.
private func shellWord(_ word: String) -> String {
  let isPlain = word.unicodeScalars.allSatisfy {
    $0.properties.isAlphabetic || $0.properties.numericType != nil
      || "-_./:,=+%@".contains(Character($0))
  }
  return isPlain && !word.isEmpty
    ? word : "'\(TerminalText.name(word).replacing("'", with: "'\\''"))'"
}
