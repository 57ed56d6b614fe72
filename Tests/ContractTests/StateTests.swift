import ContractSupport
import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import Testing

@Suite struct StateTests {
  private struct Tally {
    /// The number of selections that were compared.
    var asked = 0
    /// The number of those with a command whose state said "applies" but that had nothing to do.
    var vain = 0
  }

  /// Compares each mark's state with its command's outcome; a refused command had something to do.
  private func compare(
    _ selection: [Range<Int>], in source: [UInt8], _ options: EditingOptions, _ tally: inout Tally,
    _ hint: String
  ) {
    // In a session, a mark that is pending for the text typed next applies, too.
    var options = options
    options.steps = .never
    let states = CommandState.all(
      of: selection, in: source, groups: [.marks], dialect: options.dialect, options: options)
    tally.asked += 1
    var isVain = false
    for mark in Mark.all(in: options.dialect) {
      let outcome = MarkCommand(.toggle, mark, options: options)
        .outcome(onUTF8: selection, in: source)
      let text = String(decoding: source, as: UTF8.self).debugDescription
      switch outcome {
      case .plan:
        #expect(
          states[mark]?.applies == true,
          "\(hint), \(mark.name) at \(selection): \(outcome): \(text)")
      case .unchanged: isVain = isVain || states[mark]?.applies == true
      case .refused: break
      }
    }
    tally.vain += isVain ? 1 : 0
  }

  /// Tests carets in words, at their edges and elsewhere, which the state handles separately.
  @Test func aButtonIsEnabledWhereATapDoesSomething() {
    var tally = Tally()
    for index in 0..<UInt64(RandomTests.rounds(20)) {
      let seed = RandomTests.seed &+ index
      var generator = CaseGenerator(seed: seed)
      let source = generator.next().source
      let carets = source.indices.filter {
        UInt64($0) % 7 == seed % 7 && source[$0] & 0xC0 != 0x80
      }
      for caret in carets {
        compare([caret..<caret], in: source, .commonMark, &tally, "seed \(seed)")
      }
    }
    #expect(
      RandomTests.mayBeChance(tally.vain, of: tally.asked, oneIn: 200),
      "\(tally), seed \(RandomTests.seed)")
  }

  /// On selected plain text, each mark applies and none is on, whatever marks are elsewhere.
  @Test func plainTextIsWrapped() {
    let words = [
      "word", "some more", "a", "日本語", "(so)", "end.", "*em*", "**b**", "`c`", "[l](/u)", "x*y*z",
      "**語**語",
      "_u_", "2 * 3", "a\nb", "*of some words*", "**a b** c", "[some more](/u)", "<b>", "é", "==",
      "=", "~", "\\*", "https://a.b", "~~s~~",
    ]
    let dialects = [Dialect.commonMark, .gitHub, .obsidian]
    var random = RandomTests.generator()
    var tally = Tally()
    var wraps = 0
    for round in 0..<RandomTests.rounds(300) {
      var text = ""
      for _ in 0..<Int.random(in: 2...9, using: &random) {
        let isPlain = Int.random(in: 0..<3, using: &random) > 0
        text += isPlain ? "plain" : words.randomElement(using: &random) ?? ""
        text += ["", " ", " ", " "].randomElement(using: &random) ?? " "
      }
      let source = Array(text.utf8)
      let boundaries = text.scalarBoundaries
      let start = Int.random(in: 0..<boundaries.count, using: &random)
      let end = min(start + Int.random(in: 0..<12, using: &random), boundaries.count - 1)
      let selection = [boundaries[start]..<boundaries[max(start, end)]]
      var options = EditingOptions.commonMark
      options.dialect = dialects[round % 3]
      compare(selection, in: source, options, &tally, "seed \(RandomTests.seed)")
      let states = CommandState.all(
        of: selection, in: source, groups: [.marks], dialect: options.dialect, options: options)
      wraps += states.allSatisfy { $0.presence == .off && $0.applies } ? 1 : 0
      for state in states where !selection[0].isEmpty {
        guard
          case .plan(let plan) = EditingCommand(state.row, options: options)
            .outcome(onUTF8: selection, in: source)
        else { continue }
        #expect(
          (state.presence == .on) == (plan.effect == .removed),
          "\(state.row.name) at \(selection) of \(text.debugDescription), \(options.dialect)")
      }
    }
    #expect(wraps > 0 && tally.vain == 0)
  }

  /// Constructs of dialects, in pieces that random texts combine.
  private static let pieces = [
    "*", "**", "_", "`", "a", "b c", " ", "\n", "\n\n", "\\", "[", "]", "](u)", "[x]: /u\n",
    "https://x.y", "www.a.b ", "a@b.c", "@me", "~", "~~", "~~a~~", "# ", "> ", "- ", "- [ ] ", "|",
    " | ", "|-|-|\n", "| a | b |\n|---|---|\n| c | d |\n", "[^1]", "[^1]: note\n", "$", "$$",
    ":smile:", "==", "==h==", "[[w]]", "%%", "{{< s >}}", "{% t %}", "{: .c}", "^id", ":::", "!!!",
    "> [!NOTE]\n", "日本", "word ", "---\n", "*a*", "**b**", "`c`", "_d_", ".", "<b>", "&amp;",
  ]

  /// A state says that a command applies exactly if it does something.
  @Test func aButtonIsEnabledWhereATapDoesSomethingInEveryDialect() {
    var random = RandomTests.generator()
    var tally = Tally()
    for _ in 0..<RandomTests.rounds(600) {
      let text = (0..<Int.random(in: 1...14, using: &random)).map { _ in
        Self.pieces.randomElement(using: &random) ?? ""
      }.joined()
      let places = text.scalarBoundaries
      let ends = (0..<2).map { _ in places.randomElement(using: &random) ?? 0 }.sorted()
      let selection = [ends[0]..<(Bool.random(using: &random) ? ends[0] : ends[1])]
      var options = EditingOptions.commonMark
      options.dialect = Dialect.named.randomElement(using: &random)?.dialect ?? .gitHub
      let source = Array(text.utf8)
      compare(selection, in: source, options, &tally, "seed \(RandomTests.seed)")
    }
    #expect(
      RandomTests.mayBeChance(tally.vain, of: tally.asked, oneIn: 400),
      "\(tally), seed \(RandomTests.seed)")
  }
}
