import CommonMark
import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// Checks that commands preserve a dialect's additions to CommonMark.
@Suite struct DialectTests {
  private func check(
    _ before: String, _ mark: Mark, _ after: String, in dialect: Dialect = .gitHub,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var options = EditingOptions.commonMark
    options.dialect = dialect
    #expect(
      result(MarkCommand(.toggle, mark, options: options), before) == after,
      sourceLocation: sourceLocation)
  }

  private static let head = "| a | b |\n|---|---|\n"

  @Test func aCellIsMarkedByItself() {
    let head = Self.head
    check(head + "| ⟦one | two⟧ words |", .strong, head + "| **⟦one** | **two⟧** words |")
    check(
      head + "| 1.⟦8 | y |\n| 1.9⟧ | z |", .strong, head + "| 1.**⟦8** | **y** |\n| **1.9⟧** | z |")
    check(head + #"| ⟦x \| y⟧ | z |"#, .code, head + #"| `⟦x \| y⟧` | z |"#)
    check(head + #"| `x \| y⟦z⟧` | z |"#, .code, head + #"| `x \| y`⟦z⟧ | z |"#)
    check(head + "| x | y | ⟦z⟧ |", .strong, "unchanged: nothingMarkable")
    check("| a | b |\n|-⟦--|--⟧-|", .strong, "unchanged: nothingMarkable")
    check("> |⟦a|\n> |-|\n> |# b⟧|\n", .emphasis, "> |*⟦a*|\n> |-|\n> |*# b⟧*|\n")
  }

  @Test func whatIsNoTableIsNone() {
    check("| ⟦a | b⟧ |\n|---|", .strong, "| **⟦a | b⟧** |\n|---|")
    check("⟦a\n---⟧", .strong, "**⟦a⟧**\n---")
    check(Self.head + "| ⟦a | b⟧ |", .strong, Self.head + "| **⟦a | b⟧** |", in: .commonMark)
  }

  @Test func aTasksBoxStaysOutside() {
    check("- ⟦[ ] call Ann⟧", .strong, "- [ ] **⟦call Ann⟧**")
    check("1. [x] ca⟦ll⟧", .code, "1. [x] ca`⟦ll⟧`")
    check("- ⟦[ ]c⟧", .strong, "- **⟦[ ]c⟧**")
    check("- [‸ ] c", .strong, "unchanged: caretOutsideText")
  }

  @Test func frontMatterStays() {
    let front = "---\ntitle: My page\n---\n"
    check("---\ntitle: ⟦My page⟧\n---\n\nText", .strong, "unchanged: nothingMarkable")
    check("⟦" + front + "\nText⟧", .strong, front + "\n**⟦Text⟧**")
    check("---\n\n⟦a⟧\n\n---\n", .strong, "---\n\n**⟦a⟧**\n\n---\n")
    check("+++\nt = ⟦1⟧\n+++\n\na", .strong, "unchanged: nothingMarkable", in: .hugo)
  }

  @Test func aPartOfLongFrontMatterStays() throws {
    let lines = (0..<400).map { "k\($0): value words here\n\n" }.joined()
    let document = try MarkdownDocument(
      TextBuffer("---\ntitle: word\n\n\(lines)z: y\n---\n\ntext\n"))
    for range in [0..<15, 0..<60, 4..<9, 11..<15, 3000..<3005] {
      for mark in Mark.all(in: .gitHub) {
        var command = MarkCommand(.toggle, mark, options: .commonMark)
        command.options.dialect = .gitHub
        let outcome = command.outcome(onUTF8: [range], in: document)
        #expect(outcome == .unchanged(.nothingMarkable), "\(mark.name) on \(range)")
      }
    }
  }

  @Test func footnotesAreOneThing() {
    check("a [^⟦4⟧] b\n\n[^4]: c", .strong, "a **⟦[^4]⟧** b\n\n[^4]: c")
    check("⟦a [^4] b⟧\n\n[^4]: c", .code, "`⟦a` [^4] `b⟧`\n\n[^4]: c")
    check("a[^4]\n\n⟦[^4]: c\n\n    d⟧", .strong, "a[^4]\n\n[^4]: **⟦c**\n\n    **d⟧**")
  }

  @Test func bareLinksAreCutInBrackets() {
    check("see ⟦https://a.b/c⟧ d", .strong, "see **⟦https://a.b/c⟧** d")
    check("https://⟦a⟧.b", .strong, "[https://**⟦a⟧**.b](https://a.b)")
    check("⟦www.a.b⟧ c", .code, "[`⟦www.a.b⟧`](http://www.a.b) c")
    check("me@⟦a⟧.bc", .emphasis, "[me@*⟦a⟧*.bc](mailto:me@a.bc)")
  }

  @Test func strikethroughIsAMark() {
    check("a ⟦b c⟧ d", .strikethrough, "a ~~⟦b c⟧~~ d")
    check("~~a ⟦b⟧ c~~", .strikethrough, "~~a~~ ⟦b⟧ ~~c~~")
    check("~a ⟦b⟧ c~", .strikethrough, "~a~ ⟦b⟧ ~c~")
    check("a **b ⟦c** d⟧", .strikethrough, "a **b ~~⟦c~~** ~~d⟧~~")
    check("~~a ⟦b~~ c⟧", .strong, "~~a **⟦b**~~ **c⟧**")
    // GitHub ignores the tildes beside a star in flanking, so no letter needs a reference.
    check("[a~~⟦b~~](/u)~~.⟧~~", .emphasis, "[a*~~⟦b~~*](/u)*~~.⟧~~*")
    check("a ‸ b", .strikethrough, "a ~~‸~~ b")
    check("a ~~‸~~ b", .strikethrough, "a ‸ b")
    check("a ⟦b⟧", .strikethrough, "unchanged: notInDialect", in: .commonMark)
    check("a ⟦b⟧", .highlight, "a ==⟦b⟧==", in: .obsidian)
    check("a ⟦b⟧", .highlight, "unchanged: notInDialect")
  }

  @Test func noMarkIsInOrAroundAFormula() {
    check("$$\na ⟦b⟧ c\n$$", .strong, "unchanged: nothingMarkable")
    check("$$\na ‸b c\n$$", .code, "unchanged: caretOutsideText")
    check("⟦$$a$$⟧", .emphasis, "unchanged: nothingMarkable")
    check("⟦x\n$$\na b\n$$\ny⟧", .strong, "**⟦x**\n$$\na b\n$$\n**y⟧**")
    check(
      "> - ⟦x\n>   $$\n>   a\n>   $$\n>   y⟧", .code, "> - `⟦x`\n>   $$\n>   a\n>   $$\n>   `y⟧`")
    check("* ⟦$$\n  a\n  $$\n\n  x⟧", .strong, "* $$\n  a\n  $$\n\n  **⟦x⟧**")
    check("$$\na ⟦b⟧ c\n$$", .strong, "$$\na **⟦b⟧** c\n$$", in: .commonMark)
    check("$$\na ⟦b⟧ $ c\n$$", .strong, "$$\na **⟦b⟧** $ c\n$$")
    check("x ⟦$$a$$⟧ y", .strong, "x **⟦$$a$$⟧** y")
  }

  @Test func islandsAreNeverCut() {
    check("a $x⟦+⟧y$ b", .strong, "a **⟦$x+y$⟧** b")
    check("a :sm⟦il⟧e: b", .strong, "a **⟦:smile:⟧** b")
    check("a [[b ⟦c⟧]] d", .strong, "a **⟦[[b c]]⟧** d", in: .obsidian)
    check("a {{< b ⟦c⟧ >}} d", .strong, "a **⟦{{< b c >}}⟧** d", in: .hugo)
    check("a {% b ⟦c⟧ %} d", .code, "unchanged: nothingMarkable", in: .hugo)
    check("> ⟦[!NOTE]\n> a⟧", .strong, "> [!NOTE]\n> **⟦a⟧**")
    let own = Dialect(islands: [IslandPattern(opening: "<<", closing: ">>")])
    check("a <<b*⟦c⟧*>> d", .strong, "a **⟦<<b*c*>>⟧** d", in: own)
    // Constructs of another dialect that begin with the same byte but differ later.
    for (opening, closing) in [("::", "::"), ("[=", "=]"), ("=>", "<=")] {
      let other = Dialect(
        [.emoji, .footnotes, .highlight],
        islands: [IslandPattern(opening: opening, closing: closing)])
      check(
        "a \(opening) b ⟦c⟧ \(closing) d", .strong, "a **⟦\(opening) b c \(closing)⟧** d", in: other
      )
    }
  }

  /// In an indexed document of all constructs, a command has the same result as on the whole text.
  @Test func theSameAsOnTheWholeText() throws {
    let text = """
      ---
      title: "*a*"
      ---
      A paragraph[^1] with ~~struck *text*~~ and www.example.com.

      | a | b *c* |
      |---|:-:|
      | `x \\| y` | **z** |

      - [ ] one
      - [x] two [^2]

      [^1]: a note

          goes *on*

      [^2]: another

      The end.

      """
    let source = Array(text.utf8)
    let document = try MarkdownDocument(TextBuffer(text))
    var generator = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(40) {
      let start = Int.random(in: 0...source.count, using: &generator)
      let end = min(source.count, start + Int.random(in: 0...40, using: &generator))
      var command = MarkCommand(
        .toggle, Mark.all(in: .gitHub).randomElement(using: &generator) ?? .strong,
        options: .commonMark)
      command.options.dialect = .gitHub
      let whole = command.outcome(onUTF8: [start..<end], in: source)
      let sliced = command.outcome(onUTF8: [start..<end], in: document)
      #expect(sliced == whole, "\(command.mark.name) \(start)..<\(end)")
    }
  }

  /// Whether a footnote reference is one depends on definitions anywhere in the document.
  @Test func whatIsDefinedNowhereIsText() throws {
    check("⟦a [^e] b⟧", .code, "`⟦a [^e] b⟧`")
    check("⟦a [^e] b⟧\n\n[^E]: c", .code, "`⟦a` [^e] `b⟧`\n\n[^E]: c")
    check("a ⟦[^*e*]⟧", .strong, "a **⟦[^*e*]⟧**")
    let text = "a [^e] b [^f] c\n\n" + String(repeating: "more\n\n", count: 200) + "[^e]: d\n"
    let document = try MarkdownDocument(TextBuffer(text))
    var command = MarkCommand(.toggle, .code, options: .commonMark)
    command.options.dialect = .gitHub
    let outcome = command.outcome(onUTF8: [0..<15], in: document)
    #expect(outcome == command.outcome(onUTF8: [0..<15], in: Array(text.utf8)))
    guard case .plan(let plan) = outcome else {
      Issue.record("no plan")
      return
    }
    #expect(
      String(decoding: plan.edit.applying(to: Array(text.utf8)).prefix(19), as: UTF8.self)
        == "`a` [^e] `b [^f] c`")
  }

  @Test func aDefinitionHoldsAnother() {
    check("[^1]: [^2]: ⟦a⟧\n\n[^1] [^2]", .strong, "[^1]: [^2]: **⟦a⟧**\n\n[^1] [^2]")
    check("⟦- [^1]:[^2]:a⟧", .strong, "- [^1]:[^2]:**⟦a⟧**")
  }

  /// Runs that cmark-gfm 0.29.0.gfm.6 matches differently from libcmark 0.30.2.
  @Test func runsArePairedAsOnGitHub() {
    check("⟦_]__*s*_⟧", .emphasis, "⟦]__s⟧")
    check("**a*⟦b⟧****", .emphasis, #"**a⟦b⟧\**\*"#)
  }

  @Test(
    "adjacent text is respelled if there is no other way", arguments: DialectFixture.all)
  func fixtures(_ fixture: DialectFixture) throws {
    let mark = try #require(Mark.all(in: .gitHub).first { $0.name == fixture.mark })
    check(fixture.before, mark, fixture.after)
  }

  @Test func theStateHasTheDialectsMarks() {
    var options = EditingOptions.commonMark
    options.dialect = .gitHub
    let state = CommandState.all(
      of: [4..<7], in: Array("| ~~one~~ |\n|-|".utf8), groups: [.marks], dialect: options.dialect,
      options: options)
    #expect(state.map(\.row.mark) == Mark.all(in: .gitHub))
    #expect(state[.strikethrough]?.presence == .on)
    #expect(state[.strong]?.applies == true)
  }
}
