import AccessoryCommands
import ContractSupport
import EditorTestSupport
import Testing

@Suite struct StateTests {
  /// In the middle of words, at their edges and elsewhere: the state has ways of its own there.
  @Test func aButtonIsEnabledWhereATapDoesSomething() {
    var (known, unknown) = (0, 0)
    for index in 0..<UInt64(RandomTests.rounds(20)) {
      let seed = RandomTests.seed &+ index
      var generator = CaseGenerator(seed: seed)
      let source = generator.next().source
      let carets = source.indices.filter {
        UInt64($0) % 7 == seed % 7 && source[$0] & 0xC0 != 0x80
      }
      for caret in carets {
        let selection = [caret..<caret]
        let state = FormattingState(of: selection, in: source)
        for mark in Mark.all(in: .commonMark) {
          let outcome = MarkCommand(.toggle, mark).outcome(onUTF8: selection, in: source)
          var isPlan = false
          if case .plan = outcome { isPlan = true }
          // What is too intricate for a bar may be so for the command.
          if state[mark]?.applicability == .unknown {
            unknown += 1
            continue
          }
          known += 1
          let text = String(decoding: source, as: UTF8.self).debugDescription
          #expect(
            state[mark]?.applies == isPlan,
            "seed \(seed), caret \(caret), \(mark.name): \(outcome): \(text)")
        }
      }
    }
    #expect(unknown <= known / 20, "seed \(RandomTests.seed)")
  }
}
