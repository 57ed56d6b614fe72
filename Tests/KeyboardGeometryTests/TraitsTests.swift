import KeyboardGeometry
import Testing

@Suite struct TraitsTests {
  @Test func theNumbersAreUIKits() {
    #expect(KeyboardTraits.KeyboardType.allCases.map(\.rawValue) == Array(0...11))
    #expect(KeyboardTraits.KeyboardType.url.rawValue == 3)
    #expect(KeyboardTraits.KeyboardType.emailAddress.rawValue == 7)
    #expect(KeyboardTraits.KeyboardType.webSearch.rawValue == 10)
    #expect(KeyboardTraits.ReturnKeyType.allCases.map(\.rawValue) == Array(0...11))
    #expect(KeyboardTraits.ReturnKeyType.done.rawValue == 9)
    #expect(KeyboardTraits.ReturnKeyType.next.rawValue == 4)
    #expect(KeyboardTraits.Autocapitalization.sentences.rawValue == 2)
    #expect(KeyboardTraits.Autocapitalization.allCharacters.rawValue == 3)
    #expect(KeyboardTraits.Appearance.dark.rawValue == 1)
    #expect(TraitSwitch.no.rawValue == 1 && TraitSwitch.yes.rawValue == 2)
  }

  @Test func theDefaultsAreUIKits() {
    let traits = KeyboardTraits()
    #expect(traits.keyboardType == .standard && traits.autocapitalization == .sentences)
    #expect(traits.smartQuotes == .standard && !traits.isSecure && traits.contentType == nil)
  }

  @Test func markdownIsTypedAsItIs() {
    let traits = KeyboardTraits.markdown
    #expect(traits.smartDashes == .no && traits.smartQuotes == .no)
    #expect(traits.smartInsertDelete == .no && traits.autocorrection == .standard)
    #expect(traits.autocapitalization == .sentences)
    #expect(KeyboardTraits.code.autocapitalization == .none)
    #expect(KeyboardTraits.code.autocorrection == .no && KeyboardTraits.code.smartDashes == .no)
    #expect(KeyboardTraits.code.spellChecking == .no)
  }
}
