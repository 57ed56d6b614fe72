import EditorTestSupport
import MarkdownEditing
import Testing
import TextEditing

/// Checks that all words of a bar go through one hook, by translating each of them to German.
@Suite struct BarWordingTests {
  typealias Wording = AccessoryBar.Wording

  private func bar(_ marked: String, _ wording: Wording = Wording()) throws -> AccessoryBar {
    let (text, selections) = try MarkedText.read(marked)
    var editor = try MarkdownEditor(TextBuffer(text), dialect: .gitHub)
    editor.utf8Selections = selections
    let bar = AccessoryBar(editor.commandStates())
    return bar.arranged(own: [.undo(isEnabled: true), .redo(isEnabled: false), .hideKeyboard])
      .worded(wording)
  }

  @Test func germanTranslatesEveryText() {
    let english = Wording.english
    #expect(Set(Wording.german.texts.keys) == Set(english.keys))
    // The words that are the same in both languages.
    let same = english.filter { Wording.german[$0.key] == $0.value }
    #expect(Set(same.values) == ["Code", "Link", "Links", "Text"])
    for (key, text) in Wording.german.texts {
      #expect(text.contains("%@") == english[key]?.contains("%@"), "\(key)")
      #expect(!text.isEmpty && text.first != " ", "\(key)")
    }
  }

  @Test func noEnglishWordIsLeftOnAGermanBar() throws {
    // Each text shows its key, so that a word that bypasses the hook is visible.
    let marked = Wording { key, _ in "«\(key)»" }
    for text in ["a ⟦word⟧", "- [ ] **a** ⟦b **c**⟧", "| a |\n| - |\n| b‸ |", "```\nco‸de\n```"] {
      let bar = try bar(text, marked)
      for item in bar.allItems {
        #expect(item.title == "«\(item.identifier)»")
        let label = item.isState ? "\(item.title), «state.\(item.presence.rawValue)»" : item.title
        #expect(item.spokenLabel == label)
        #expect(item.spokenValue == (item.isMixed ? "«state.mixed»" : nil))
        #expect(item.argument.isEmpty || item.argument == "«\(item.identifier).argument»")
        #expect(bar.hint(of: item)?.hasPrefix("«reason.") ?? true)
      }
      for section in bar.sections { #expect(section.title == "«group.\(section.group.rawValue)»") }
    }
  }

  @Test func anOutcomeHasASentence() throws {
    let words = Wording.german
    var editor = try MarkdownEditor("    code")
    editor.utf8Selections = [6..<6]
    let bar = AccessoryBar(editor.commandStates())
    let outcome = try #require(bar.tap("strong") { editor.perform($0) })
    let text = TextBuffer("a\nb\n\nc *d*")
    #expect(
      words.sentence(outcome, in: text)
        == "An der Einfügemarke ist keine Auszeichnung möglich.")
    let quote = try #require(bar.tap("indent") { editor.perform($0) })
    #expect(words.sentence(quote, in: text)?.hasPrefix("Die Auswahl liegt in") == true)
    let refused = Outcome.refused(.noSpelling(5..<10))
    #expect(
      words.sentence(refused, in: text)
        == "Im Block bei Zeile 4 gibt es für das Gewünschte keine Schreibweise mit Sternen oder "
        + "Klammern.")
    #expect(
      Wording().sentence(refused, in: text)
        == "The requested marks or links cannot be written in the block at line 4: no delimiters there "
        + "are read as them.")
    #expect(
      Wording(["refusal.noSpelling": "100 % %@%", "line": "%@."]).sentence(refused, in: text)
        == "100 % 4.%")
    #expect(
      words.sentence(.refused(.noSpelling(50..<60)), in: text)?.contains("Zeile 4") == true)
    // A message names the first line of a block of several.
    #expect(
      Wording().sentence(.refused(.noSpelling(0..<4)), in: text)?.contains("line 1") == true)
    #expect(words.sentence(.refused(.contextTooShort), in: text)?.isEmpty == false)
    let plan = try #require(bar.tap("paragraph") { editor.perform($0) })
    if plan.plan != nil { #expect(words.sentence(plan, in: text) == nil) }
  }

  @Test func aDisabledButtonHasAReason() throws {
    let bar = try bar("a‸")
    #expect(bar["indent"].flatMap(bar.hint) == Wording.english["reason.notInList"])
    #expect(bar["strong"].map(bar.hint) == .some(nil))
    let code = try self.bar("    co‸de", .german)
    #expect(
      code["strong"].flatMap(code.hint) == "An der Einfügemarke ist keine Auszeichnung möglich.")
  }

  @Test func voiceControlFindsTheUsualNames() throws {
    let bar = try bar("a‸")
    func names(_ identifier: String, _ wording: Wording = Wording()) throws -> [String] {
      wording.names(of: try #require(bar.worded(wording)[identifier]))
    }
    #expect(try names("strong") == ["Strong", "Bold"])
    #expect(try names("strikethrough") == ["Strikethrough", "Strike", "Struck Through"])
    #expect(try names("strong", .german) == ["Fett", "Stark"])
    #expect(try names("image") == ["Image"])
  }

  @Test func aHostWithAPartOfTheWordsHasTheRestInEnglish() throws {
    let bar = try bar("**⟦a⟧**", Wording(["state.on": "an", "more": "Mehr"]))
    #expect(bar["strong"]?.spokenLabel == "Strong, an")
    #expect(bar["quote"]?.spokenLabel == "Quote, off")
    #expect(bar.wording["more"] == "Mehr" && bar.wording["group.lists"] == "Lists")
    #expect(bar.wording["no such key"].isEmpty)
    // Words for only some of the groups.
    let some = try self.bar("a‸", Wording(["group.marks": "Zeichen"]))
    #expect(some.sections.map(\.title).prefix(2) == ["Zeichen", "Headings"])
  }
}
