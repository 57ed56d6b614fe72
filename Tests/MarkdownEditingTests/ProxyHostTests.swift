import EditorTestSupport
import Foundation
import MarkdownBar
import MarkdownEditing
import Testing
import TextEditing

/// Commands on texts of people, in hosts with all habits: no text is lost, invented or doubled.
@Suite struct ProxyHostTests {
  /// Parts of the pages of this repository, each with a word selected or a caret in it.
  ///
  /// A fence, HTML or a table above the context is not seen, so that parts with one are left out.
  private static func notes(_ count: Int) throws -> [TextBuffer] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Documentation").standardizedFileURL
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".md") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    var notes: [TextBuffer] = []
    for page in pages {
      let blocks = page.components(separatedBy: "\n\n").filter {
        $0.utf8.count < 600 && !$0.contains("```") && !$0.contains("|") && !$0.hasPrefix("<")
      }
      for start in stride(from: 0, to: max(0, blocks.count - 3), by: 3) {
        let words = blocks[start + 1].components(separatedBy: " ")
        let index = words.count / 2
        let lead = blocks[start] + "\n\n" + words[..<index].map { $0 + " " }.joined()
        let rest = words[index...].joined(separator: " ")
        var buffer = TextBuffer(lead + rest + "\n\n" + blocks[start + 2] + "\n")
        let selected = words[index].prefix { $0.isLetter }.utf8.count
        let first = lead.utf8.count
        buffer.selectedTextRange =
          notes.count.isMultiple(of: 2)
          ? BufferRange(utf8: first..<first + selected)
          : BufferRange(caretAtUTF8: first + selected / 2)
        notes.append(buffer)
      }
    }
    let step = max(1, notes.count / count)
    return stride(from: 0, to: notes.count, by: step).prefix(count).map { notes[$0] }
  }

  private static let cuts: [HostProxy.Cut] = [
    .nowhere, .line, .sentence, .sentenceBefore, .units(100),
  ]

  /// All habits of hosts whose context ends in the same place.
  private static func habits(_ cut: HostProxy.Cut) -> [HostProxy.Habits] {
    HostProxy.Blank.allCases.flatMap { blank in
      HostProxy.Origin.allCases.flatMap { origin in
        [false, true].flatMap { isLate in
          [false, true].map {
            HostProxy.Habits(
              blank: blank, cut: cut, isLate: isLate, countsUTF16: $0, origin: origin)
          }
        }
      }
    }
  }

  private var commands: [EditingCommand] {
    CommandRow.all.filter { $0.group != .typing && !$0.name.hasPrefix("paste") }.map { row in
      EditingCommand(row, argument: row.name == "link" ? "https://example.org" : nil)
    }
  }

  @Test func theTextOfAHostIsTheOnePlannedOnAllOfIt() throws {
    var (done, idle) = (0, 0)
    for note in try Self.notes(3) {
      let selection = try #require(note.selection)
      let wanted = try commands.map { command in
        let plan = command.outcome(utf8: [selection], in: note.utf8Bytes).plan
        return try plan.map { try note.applying($0.edit).description }
      }
      for cut in Self.cuts {
        let context = ProxyContext(HostProxy(note, HostProxy.Habits(cut: cut)))
        for (index, outcome) in context.outcomes(of: commands).enumerated() {
          guard case .plan(let plan) = outcome else {
            idle += 1
            continue
          }
          for habits in Self.habits(cut) {
            var proxy = HostProxy(note, habits)
            let isTyped = proxy.type(plan, in: context)
            #expect(
              proxy.text == (isTyped ? wanted[index] : note.description),
              "\(commands[index].row.name) \(habits) \(note.description) \(selection)")
            done += isTyped ? 1 : 0
          }
        }
      }
    }
    #expect(done > 5000 && idle > 300, "\(done) done, \(idle) idle")
  }

  private func text(
    after name: String, _ marked: String, in habits: HostProxy.Habits
  ) throws -> String {
    var proxy = HostProxy(try TextBuffer(marked: marked), habits)
    let command = try #require(EditingCommand(named: name))
    let outcome = proxy.perform(command, wholeBelow: 500)
    if case .refused(let reason) = outcome { #expect(reason == .inputRejectedEdit) }
    return proxy.text
  }

  @Test(
    "a blank beside a selection and text outside of it stay",
    arguments: [
      ("strong", "see **all ⟦the⟧ lists**", "see **all** the **lists**"),
      ("strong", "see all **⟦the⟧** lists", "see all the lists"),
      ("strong", "see all ⟦the⟧ lists", "see all **the** lists"),
      ("bullet-list", "see all ⟦the⟧ lists", "- see all the lists"),
      ("heading-2", "a\n\nsee al‸l the lists\n\nb", "a\n\n## see all the lists\n\nb"),
      ("bullet-list", "- see all the ‸lists", "see all the lists"),
      ("clear-formatting", "a *see ⟦all* the **lists** b⟧", "a *see* all the lists b"),
    ])
  func selections(_ name: String, _ before: String, _ after: String) throws {
    for habits in Self.habits(.nowhere) {
      #expect(try text(after: name, before, in: habits) == after, "\(habits)")
    }
  }

  /// Hosts count such characters differently when the insertion point moves.
  @Test(arguments: [
    ("heading-1", "👍🏽 e\u{301} see ‸all", "# 👍🏽 e\u{301} see all"),
    ("strong", "a 👨‍👩‍👧s‸e👍👍 b", "a 👨‍👩‍👧**se**👍👍 b"),
    ("strong", "see **al‸l 👍👍 the** b", "see all 👍👍 the b"),
    ("strong", "👍**a‸👍**👍", "👍a👍👍"),
  ])
  func charactersOfSeveralUnits(_ name: String, _ before: String, _ after: String) throws {
    let (unchanged, _) = try MarkedText.read(before)
    for habits in Self.habits(.nowhere) {
      let text = try text(after: name, before, in: habits)
      #expect(text == after || habits.isLate && text == unchanged, "\(habits)")
    }
  }

  @Test(
    arguments: ["see al‸l the lists", "see ⟦all⟧ the lists"], ["strong", "heading-1", "quote"])
  func aSelectionThatIsNotReportedStays(_ marked: String, _ name: String) throws {
    let (unchanged, selections) = try MarkedText.read(marked)
    for habits in Self.habits(.nowhere) where !habits.isLate && habits.origin != .ignored {
      var habits = habits
      habits.hidesSelection = true
      let text = try text(after: name, marked, in: habits)
      #expect((text == unchanged) == !selections[0].isEmpty, "\(habits)")
    }
    // All of the text is selected: the host shows nothing.
    var proxy = HostProxy(
      try TextBuffer(marked: "⟦\(unchanged)⟧"), HostProxy.Habits(hidesSelection: true))
    #expect(!proxy.commandStates(wholeBelow: 99).contains { $0.applies })
    let command = try #require(EditingCommand(named: name))
    #expect(proxy.perform(command, wholeBelow: 99).plan == nil)
    #expect(proxy.text == unchanged)
  }

  @Test(arguments: [false, true])
  func whatAHostDeletesBesidesIsTypedAgain(_ countsUTF16: Bool) throws {
    let habits = HostProxy.Habits(countsUTF16: countsUTF16, deletesBlanks: true)
    var proxy = HostProxy(try TextBuffer(marked: "see **a‸ll** the lists"), habits)
    #expect(proxy.perform(.toggle(.strong)) == .refused(.inputRejectedEdit))
    #expect(proxy.marked == "see **a‸ll** the lists")
  }

  @Test func aHostThatRejectsTheTextKeepsItsOwn() throws {
    let habits = HostProxy.Habits(maximumUnits: 16)
    for (name, marked) in [
      ("strong", "see a‸ll lists"), ("heading-6", "# see ‸all the"), ("heading-6", "# 👍 ‸all the"),
      ("strong", "see ⟦all⟧ lists"),
    ] {
      let (unchanged, _) = try MarkedText.read(marked)
      #expect(try text(after: name, marked, in: habits) == unchanged)
    }
  }

  @Test func aButtonIsEnabledIfItsTapWouldDoSomething() throws {
    for marked in [
      "See all ⟦the⟧ lists.", "x\n\n- a\n- b ‸c\n- d\n\ny", "‸",
      "- ‸a",
    ] {
      for (cut, whole, lines) in [
        (HostProxy.Cut.sentence, 0, 0), (.line, 0, 90), (.nowhere, 300, 0),
      ] {
        let habits = HostProxy.Habits(cut: cut)
        let proxy = HostProxy(try TextBuffer(marked: marked), habits)
        let states = proxy.commandStates(wholeBelow: whole, linesBelow: lines)
        for item in AccessoryBar(states).withoutNeeds.items {
          var copy = proxy
          var command = try #require(item.command)
          if item.identifier == "date" { command.argument = "2026-05-12" }
          let outcome = copy.perform(command, wholeBelow: whole, linesBelow: lines)
          #expect(item.isEnabled == (outcome.plan != nil), "\(item.identifier) \(marked) \(cut)")
          if !item.isEnabled { #expect(item.reason != nil) }
        }
      }
    }
  }

  /// The commands of every day in a host that shows one line, whose lines are paragraphs.
  @Test(arguments: [
    ("See all ⟦the⟧ lists. And more.", ["strong", "emphasis", "code", "strikethrough", "link"]),
    ("See all th‸e lists", ["strong", "heading-1", "bullet-list", "ordered-list", "quote"]),
    ("- see all ‸the", ["strong", "ordered-list", "task-list"]),
    ("- [ ] see ⟦all⟧", ["task-toggle", "emphasis"]),
  ])
  func oneLine(_ marked: String, _ names: [String]) throws {
    let text = "a\n\n" + marked + "\n\nb"
    let proxy = HostProxy(try TextBuffer(marked: text), HostProxy.Habits(cut: .line))
    let states = proxy.commandStates(linesBelow: 90)
    for name in names { #expect(states[name]?.applies == true, "\(name)") }
  }

  /// The host shows the sentence before, once the insertion point is at the start of its own.
  @Test(arguments: ["heading-1", "quote", "bullet-list"], [false, true])
  func aSentenceIsNotTakenForALine(_ name: String, _ countsUTF16: Bool) throws {
    let habits = HostProxy.Habits(cut: .sentenceBefore, countsUTF16: countsUTF16)
    for marked in ["Hello there. See th‸e lists", "Hello there. See ⟦the⟧ lists"] {
      var proxy = HostProxy(try TextBuffer(marked: marked), habits)
      let command = try #require(EditingCommand(named: name))
      #expect(proxy.perform(command, linesBelow: 90) == .refused(.inputRejectedEdit))
      #expect(proxy.text == "Hello there. See the lists")
    }
  }
}
