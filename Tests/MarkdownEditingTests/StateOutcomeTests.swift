import EditorTestSupport
import Foundation
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// Compares the states of all commands, except those that are enabled without examining the text, with what the
/// commands do.
@Suite struct StateOutcomeTests {
  private var asked = 0
  private var disagreements: [String] = []

  private mutating func compare(
    _ selections: [Range<Int>], in document: MarkdownDocument, _ dialect: Dialect, _ place: String
  ) {
    // In a session, a mark that is pending for the text typed next applies, too.
    var options = EditingOptions.standard
    options.steps = .never
    for state in CommandState.all(of: selections, in: document, dialect: dialect, options: options)
    where !state.row.isAlwaysEnabled {
      let takesAddress = ["link", "image", "paste", "paste-html", "paste-url", "date"]
      let argument = takesAddress.contains(state.row.name) ? "https://example.org" : nil
      let outcome = EditingCommand(state.row, argument: argument, options: options)
        .outcome(utf8: selections, in: document, dialect: dialect)
      asked += 1
      let isRight =
        switch outcome {
        case .refused: true
        case .unchanged(let reason): state.reason == reason
        case .plan(let plan):
          state.applies
            && (!Self.isToggle(state.row) || plan.effect == .moved
              || (state.presence == .on) == (plan.effect == .removed))
        }
      if !isRight {
        disagreements.append("\(state), but \(outcome) at \(selections) of \(place)")
      }
    }
  }

  private func expectAgreement() {
    #expect(
      RandomTests.mayBeChance(disagreements.count, of: asked, oneIn: 10_000),
      "\(disagreements.count) of \(asked), seed \(RandomTests.seed): \(disagreements)")
  }

  /// Whether the command is on if it would remove something.
  private static func isToggle(_ row: CommandRow) -> Bool {
    let names = [
      "keyboard", "underline", "subscript", "superscript", "wiki-link", "bullet-list",
      "ordered-list", "task-list", "task-toggle", "quote", "code-block",
    ]
    return row.group == .marks || names.contains(row.name) || row.name.hasPrefix("heading-")
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

  @Test(arguments: Dialect.named.map { $0.dialect })
  mutating func statesInPages(dialect: Dialect) throws {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(40) {
      let page = try #require(Self.pages.randomElement(using: &random))
      let selection = selection(in: page.document.buffer, using: &random)
      compare([selection], in: page.document, dialect, page.name)
    }
    expectAgreement()
  }

  @Test mutating func statesInFixtures() throws {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(100) {
      let fixture = try #require(CommandFixture.all.randomElement(using: &random))
      let (text, selections) = try MarkedText.read(fixture.before)
      let document = try MarkdownDocument(TextBuffer(text))
      compare(selections, in: document, fixture.dialect, fixture.before.debugDescription)
    }
    expectAgreement()
  }
}
