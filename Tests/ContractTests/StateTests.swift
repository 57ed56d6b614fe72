import AccessoryCommands
import ContractSupport
import EditorTestSupport
import Testing

@Suite struct StateTests {
  /// In the middle of words, at their edges and elsewhere: the state has ways of its own there.
  @Test func aButtonIsEnabledWhereATapDoesSomething() {
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
        for mark in Mark.all {
          let outcome = MarkCommand(.toggle, mark).outcome(on: selection, in: source)
          var isPlan = false
          if case .plan = outcome { isPlan = true }
          #expect(
            state[mark]?.applies == isPlan,
            "seed \(seed), caret \(caret), \(mark.name): \(outcome)")
        }
      }
    }
  }
}
