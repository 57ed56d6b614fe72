import EditorTestSupport
import Foundation
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// Compares the state of every command with what the command does, at places of real text.
@Suite struct StateOutcomeTests {
  /// The states that were compared, and those that disagree with their commands.
  private struct Tally {
    var asked = 0
    var disagreements: [String] = []

    /// Compares the states of all commands, except those that are enabled without examining the text.
    ///
    /// - Parameter states: the states; nil for those at the selections.
    mutating func compare(
      _ selections: [Range<Int>], in document: MarkdownDocument, _ dialect: Dialect,
      states: [CommandState]? = nil, _ place: @autoclosure () -> String
    ) {
      // In a session, a mark that is pending for the text typed next applies, too.
      var options = EditingOptions.standard
      options.steps = .never
      let states =
        states ?? CommandState.all(of: selections, in: document, dialect: dialect, options: options)
      for state in states where !state.row.isAlwaysEnabled {
        let argument: String? =
          switch state.row.name {
          case "link", "image", "paste", "paste-html", "paste-url": "https://example.org"
          default: nil
          }
        let outcome = EditingCommand(state.row, argument: argument, options: options)
          .outcome(onUTF8: selections, in: document, dialect: dialect)
        asked += 1
        if let fault = Self.fault(of: state, outcome) {
          disagreements.append("\(state.row.name): \(fault) at \(selections) of \(place())")
        }
      }
    }

    /// Expects that at most one state in ten thousand disagrees.
    func expectAgreement() {
      #expect(
        RandomTests.mayBeChance(disagreements.count, of: asked, oneIn: 10_000),
        "\(disagreements.count) of \(asked), seed \(RandomTests.seed): \(disagreements)")
    }

    /// How a state disagrees with its command; nil if it does not.
    private static func fault(of state: CommandState, _ outcome: Outcome) -> String? {
      switch outcome {
      case .refused: return nil
      case .unchanged(let reason):
        let isRight = state.reason == reason
        return isRight ? nil : "\(state.reason.map { "\($0)" } ?? "applies"), but \(reason)"
      case .plan(let plan):
        if let reason = state.reason { return "\(reason), but \(plan.effect)" }
        guard Self.isToggle(state.row), plan.effect != .moved else { return nil }
        let isRight = (state.presence == .on) == (plan.effect == .removed)
        return isRight ? nil : "\(state.presence), but \(plan.effect)"
      }
    }

    /// Whether the command is on if it would remove something.
    private static func isToggle(_ row: CommandRow) -> Bool {
      let names = ["keyboard", "underline", "subscript", "superscript", "wiki-link"]
      let blocks = [
        "bullet-list", "ordered-list", "task-list", "task-toggle", "quote", "code-block",
      ]
      return row.group == .marks || names.contains(row.name) || blocks.contains(row.name)
        || row.name.hasPrefix("heading-")
    }
  }

  /// The pages of the documentation, and this repository's front page.
  private static let pages: [(name: String, document: MarkdownDocument)] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = root.appending(path: "Documentation")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let files =
      names.sorted().filter { $0.hasSuffix(".md") }.map { folder.appending(path: $0) }
      + [root.appending(path: "README.md")]
    return files.compactMap { file in
      guard let text = try? String(contentsOf: file, encoding: .utf8),
        let document = try? MarkdownDocument(TextBuffer(text))
      else { return nil }
      return (file.lastPathComponent, document)
    }
  }()

  /// A caret, or a selection in a line or over a few lines.
  private func selection(
    in text: TextBuffer, using random: inout SeededGenerator
  ) -> Range<Int> {
    let length = [0, 0, 0, 8, 60, 400].randomElement(using: &random) ?? 0
    var start = Int.random(in: 0...text.utf8Count, using: &random)
    var end = min(text.utf8Count, start + Int.random(in: 0...length, using: &random))
    while !text.isScalarBoundary(utf8Offset: start) { start -= 1 }
    while !text.isScalarBoundary(utf8Offset: end) { end += 1 }
    return start..<end
  }

  @Test(arguments: Dialect.named.map { $0.name })
  func statesInPages(dialect name: String) throws {
    let dialect = try #require(Dialect(name: name))
    var random = RandomTests.generator()
    var tally = Tally()
    for _ in 0..<RandomTests.rounds(40) {
      let page = try #require(Self.pages.randomElement(using: &random))
      let selection = selection(in: page.document.buffer, using: &random)
      tally.compare([selection], in: page.document, dialect, page.name)
    }
    tally.expectAgreement()
  }

  @Test func statesInFixtures() throws {
    var random = RandomTests.generator()
    var tally = Tally()
    for _ in 0..<RandomTests.rounds(100) {
      let fixture = try #require(CommandFixture.all.randomElement(using: &random))
      let (text, selections) = try MarkedText.read(fixture.before)
      let document = try MarkdownDocument(TextBuffer(text))
      tally.compare(
        selections, in: document, fixture.dialect, fixture.before.debugDescription)
    }
    tally.expectAgreement()
  }

  /// The comparison notices a state that says the opposite, for each row of the catalogue.
  @Test func aWrongStateIsFound() throws {
    let (text, selections) = try MarkedText.read("- [x] **a‸** [b](u)\n\n| c |\n|---|\n| d |\n")
    let document = try MarkdownDocument(TextBuffer(text))
    var options = EditingOptions.standard
    options.steps = .never
    let right = CommandState.all(of: selections, in: document, options: options)
    for index in right.indices where !right[index].row.isAlwaysEnabled {
      var wrong = right
      wrong[index].reason = wrong[index].applies ? .composing : nil
      var tally = Tally()
      tally.compare(selections, in: document, .gitHub, states: wrong, text)
      #expect(tally.disagreements.count == 1, "\(right[index].row.name)")
    }
  }
}
