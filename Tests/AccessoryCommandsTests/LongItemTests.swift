import AccessoryCommands
import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

/// A command on a block of a long item is the command on the whole text.
@Suite struct LongItemTests {
  /// Blocks, each line of which stands behind the indentation of the item.
  private static let blocks = [
    "Some words.", "More *of* them", "**strong** and `code`", "two\nlines", "# A heading",
    "Underlined\n===", "- an item", "- an item\n  with lines\n- another", "1. one\n2. two",
    "> a quote\n> of lines", "> lazy\nas that", "```\ncode *here*\n```", "    indented *code*",
    "<div>\n*raw*", "* * *", "[ref]: /url", "[ref] and [a link](/x)", "- deep\n\n  - deeper **x**",
    "> - in a quote\n>\n>   *more*", "日本語 *と*", "-", "a  \nb\\\nc",
  ]

  private static func document(_ generator: inout SeededGenerator) -> String {
    let starts = ["", "Before.\n\n", "- first\n", "[ref]: /there\n\n"]
    let markers = ["- ", "* ", "1. ", "12) ", "> - ", "-   "]
    let start = starts.randomElement(using: &generator)
    let marker = markers.randomElement(using: &generator) ?? "- "
    let indent = marker.map { $0 == ">" ? ">" : " " }.joined()
    var lines: [String] = []
    for _ in 0..<Int.random(in: 4...14, using: &generator) {
      let block = blocks.randomElement(using: &generator) ?? ""
      lines += block.split(separator: "\n").map(String.init)
      if Int.random(in: 0..<4, using: &generator) > 0 { lines.append("") }
    }
    let text = lines.enumerated().map { ($0 == 0 ? marker : $1.isEmpty ? "" : indent) + $1 }
    let isQuoted = marker.hasPrefix(">")
    return (start ?? "")
      + text.map { $0.isEmpty && isQuoted ? ">\n" : $0 + "\n" }.joined() + marker + "last\n"
  }

  /// An outcome without the leaves: of a long paragraph that is the part that was looked at.
  private static func withoutLeaves(_ outcome: MarkOutcome) -> MarkOutcome {
    guard case .plan(var plan) = outcome else { return outcome }
    plan.leaves = []
    return .plan(plan)
  }

  @Test func theSameAsOnTheWholeText() throws {
    var generator = RandomTests.generator()
    var parts = 0
    for _ in 0..<RandomTests.rounds(60) {
      let text = Self.document(&generator)
      let source = Array(text.utf8)
      var sizes = MarkdownDocument.Sizes()
      sizes.inner = [1, 24].randomElement(using: &generator) ?? 1
      let document = try MarkdownDocument(TextBuffer(text), sizes: sizes)
      let boundaries = source.indices.filter { source[$0] & 0xC0 != 0x80 }
      for _ in 0..<6 {
        let index = Int.random(in: boundaries.indices, using: &generator)
        let width = [0, 0, 1, 4, 9, 30].randomElement(using: &generator) ?? 0
        let start = boundaries[index]
        let selection = start..<boundaries[min(index + width, boundaries.count - 1)]
        if document.region(covering: selection).range.count < source.count { parts += 1 }
        let mark = Mark.all.randomElement(using: &generator) ?? .strong
        let command = MarkCommand(.toggle, mark)
        let whole = command.outcome(on: [selection], in: source)
        let sliced = command.outcome(on: [selection], in: document)
        #expect(
          Self.withoutLeaves(sliced) == Self.withoutLeaves(whole),
          "\(mark.name) \(selection) in \(text.debugDescription), \(sizes)")
        let state = FormattingState(of: [selection], in: document)
        #expect(
          state == FormattingState(of: [selection], in: source),
          "\(selection) in \(text.debugDescription)")
      }
    }
    #expect(parts > 0)
  }
}
