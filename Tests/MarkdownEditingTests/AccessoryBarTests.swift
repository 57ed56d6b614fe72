import EditorTestSupport
import MarkdownEditing
import Testing
import TextEditing

@Suite struct AccessoryBarTests {
  func buffer(_ marked: String) -> TextBuffer {
    let (text, selections) = MarkedText.parse(marked)
    var buffer = TextBuffer(text)
    buffer.selectedTextRange = selections.first.map { BufferRange(utf8: $0) }
    return buffer
  }

  func bar(_ marked: String) -> AccessoryBar {
    AccessoryBar(buffer(marked).commandStates([.marks], dialect: .commonMark), dialect: .commonMark)
  }

  /// Taps a button and returns the text afterwards with the kind of outcome.
  func tap(_ identifier: String, _ marked: String) -> String {
    var input = buffer(marked)
    let outcome = bar(marked).tap(identifier) { input.perform($0, dialect: .commonMark) }
    let text = MarkedText.render(
      input.utf8Bytes, selections: input.selection.map { [$0] } ?? [])
    switch outcome {
    case .plan: return text
    case .unchanged(let reason): return "unchanged: \(reason.rawValue)"
    case .refused: return "refused"
    case nil: return "no such button"
    }
  }

  @Test func itemsAreTheCataloguesInOrder() {
    let items = bar("‸").items
    #expect(items.map(\.identifier) == Mark.all(in: .commonMark).map(\.name))
    #expect(items.map(\.title) == ["Strong", "Emphasis", "Code"])
    #expect(
      items.map(\.symbolName)
        == ["bold", "italic", "chevron.left.forwardslash.chevron.right"])
    #expect(items.map { $0.shortcut?.symbols } == ["⌘B", "⌘I", "⌘E"])
    #expect(items.map { $0.command?.row.mark } == Mark.all(in: .commonMark))
    #expect(items.allSatisfy { $0.command?.markAction == .toggle && $0.group == .marks })
  }

  @Test func whatIsLit() {
    let strong = bar("a **⟦word⟧** b")
    #expect(strong.items.map(\.isOn) == [true, false, false])
    #expect(strong.items.map(\.spokenLabel) == ["Strong, on", "Emphasis, off", "Code, off"])
    let mixed = bar("⟦a **word**⟧ b")
    #expect(mixed["strong"]?.isMixed == true && mixed["strong"]?.isOn == false)
    #expect(mixed["strong"]?.spokenLabel == "Strong, partly on")
    #expect(mixed["code"]?.presence == .off && mixed["nothing"] == nil)
  }

  @Test func enabledIsWhereATapDoesSomething() {
    for marked in [
      "a ⟦word⟧", "te‸xt", "‸", "```\nco‸de\n```", "⟦ ⟧", "# he⟦adi⟧ng", "<div>\nht‸ml\n</div>",
      "a **wo‸rd** b", "[li⟦n⟧k](u)",
    ] {
      for item in bar(marked).items {
        let after = tap(item.identifier, marked)
        // The text typed next would have the mark.
        let isDone = !after.hasPrefix("unchanged") || after == "unchanged: nothingToMark"
        #expect(item.isEnabled == isDone, "\(marked): \(item.title)")
      }
    }
  }

  @Test func tapsOnAnyInput() {
    #expect(tap("strong", "a ⟦word⟧ b") == "a **⟦word⟧** b")
    #expect(tap("strong", "a **⟦word⟧** b") == "a ⟦word⟧ b")
    #expect(tap("emphasis", "te‸xt") == "*te‸xt*")
    #expect(tap("code", "a ‸ b") == "unchanged: nothingToMark")
    #expect(tap("strong", "```\nco‸de\n```") == "unchanged: caretOutsideText")
    #expect(tap("strike", "te‸xt") == "no such button")
  }

  @Test func withoutASelectionNothingApplies() {
    var input = TextBuffer("text")
    input.selectedTextRange = nil
    let bar = AccessoryBar(input.commandStates([.marks]))
    #expect(bar.items.allSatisfy { !$0.isEnabled && !$0.isOn })
    #expect(bar.tap("strong") { input.perform($0) } == .unchanged(.noSelection))
  }

  @Test func orderAndWordsAreTheCallers() {
    let states = buffer("**⟦fett⟧**").commandStates([.marks])
    let words = AccessoryBar.Wording(["strong": "Fett", "state.on": "an", "state.off": "aus"])
    let bar = AccessoryBar(states).arranged(["code", "strong"], addsOthers: false).worded(words)
    #expect(bar.items.map(\.spokenLabel) == ["Code, aus", "Fett, an"])
    #expect(KeyShortcut("k", [.command, .shift, .option, .control]).symbols == "⌃⌥⇧⌘K")
    #expect(KeyShortcut.Modifiers.command.rawValue == 1_048_576)
  }
}

/// Checks how a bar shows rare states, each for a fault that other tests miss.
@Suite struct AccessoryBarStateTests {
  /// States in which code is off, strong is on and cannot be removed, and emphasis is mixed.
  private let state = [
    CommandState(.strong, presence: .on, reason: .alreadySo),
    CommandState(.emphasis, presence: .mixed),
    CommandState(.code, presence: .off),
  ]

  @Test func optionsReachTheCommands() {
    var options = EditingOptions.standard
    options.atEdge = options.atEdge == .word ? .pending : .word
    #expect(options != .standard)
    let bar = AccessoryBar(state, options: options)
    #expect(bar.items.allSatisfy { $0.command?.options == options })
    #expect(AccessoryBar(state).items.allSatisfy { $0.command?.options == .standard })
  }

  @Test func aDisabledButtonSaysHowTheSelectionStands() {
    let item = AccessoryBar(state)["strong"]
    #expect(item?.isEnabled == false && item?.isOn == true)
    #expect(item?.spokenLabel == "Strong, on")
  }

  @Test func aStateIsSaidOnce() {
    let bar = AccessoryBar(state, dialect: .commonMark)
      .worded(.init(["state.on": "an", "state.off": "aus", "state.mixed": "teils"]))
    #expect(bar.items.map(\.spokenValue) == [nil, "teils", nil])
    #expect(bar.items.map(\.spokenLabel) == ["Strong, an", "Emphasis, teils", "Code, aus"])
    #expect(AccessoryBar.Wording()["more"] == "More")
  }

  @Test func modifiersHaveAppleNumbers() {
    // UIKeyModifierFlags and NSEvent.ModifierFlags: the alpha shift is 1 << 16.
    #expect(KeyShortcut.Modifiers.shift.rawValue == 131_072)
    #expect(KeyShortcut.Modifiers.control.rawValue == 262_144)
    #expect(KeyShortcut.Modifiers.option.rawValue == 524_288)
    #expect(KeyShortcut.Modifiers.command.rawValue == 1_048_576)
    #expect(KeyShortcut("x", []).symbols == "X" && KeyShortcut("x", .shift).symbols == "⇧X")
    #expect(KeyShortcut("x", .control).symbols == "⌃X" && KeyShortcut("x", .option).symbols == "⌥X")
  }

  @Test func keysFindTheirButtons() {
    let bar = AccessoryBar(state)
    #expect(bar[KeyShortcut("b", .command)]?.identifier == "strong")
    #expect(bar[KeyShortcut("B", .command)]?.identifier == "strong")
    #expect(bar[KeyShortcut("b", [.command, .shift])] == nil && bar[KeyShortcut("b", [])] == nil)
    #expect(bar[KeyShortcut("i", .command)]?.identifier == "emphasis")
  }
}

@Suite struct AccessoryBarLayoutTests {
  let bar = AccessoryBar(CommandState.all(of: [], in: [], groups: [.marks]), dialect: .commonMark)

  func layout(
    _ width: Double, _ direction: AccessoryBar.LayoutDirection = .leftToRight, spacing: Double = 0
  ) -> AccessoryBar.Layout {
    bar.layout(
      width: width, itemWidth: { $0.identifier == "emphasis" ? 60 : 50 }, spacing: spacing,
      direction: direction)
  }

  @Test(
    "left to right: the left edges, the other button's, and what stands behind it",
    arguments: [
      (400.0, [0.0, 50, 110], nil, []), (160, [0, 50, 110], nil, []),
      (159, [0, 50], 110.0, ["code"]), (154, [0, 50], 110, ["code"]),
      (153, [0], 50, ["emphasis", "code"]), (94, [0], 50, ["emphasis", "code"]),
      (93, [], 0, ["strong", "emphasis", "code"]), (44, [], 0, ["strong", "emphasis", "code"]),
      (43, [], nil, ["strong", "emphasis", "code"]), (0, [], nil, ["strong", "emphasis", "code"]),
    ] as [(Double, [Double], Double?, [String])])
  func overflow(width: Double, edges: [Double], other: Double?, behind: [String]) {
    let leftToRight = layout(width)
    #expect(leftToRight.places.map(\.x) == edges)
    #expect(leftToRight.overflowX == other && leftToRight.overflow == behind)
    // Right to left is a mirror image, button by button.
    let rightToLeft = layout(width, .rightToLeft)
    #expect(rightToLeft.overflow == behind)
    #expect(rightToLeft.overflowX == other.map { width - $0 - 44 })
    #expect(
      rightToLeft.places.map { width - $0.x - $0.width } == leftToRight.places.map(\.x))
    #expect(rightToLeft.places.map(\.identifier) == leftToRight.places.map(\.identifier))
  }

  @Test func spacingCountsBetweenButtons() {
    #expect(layout(180, spacing: 10).places.map(\.x) == [0, 60, 130])
    let tight = layout(179, spacing: 10)
    #expect(tight.places.map(\.x) == [0, 60] && tight.overflowX == 130)
    #expect(layout(180, .rightToLeft, spacing: 10).places.map(\.x) == [130, 60, 0])
  }

  @Test func theHeightGrowsWithinLimitsAndBySafeArea() {
    #expect(AccessoryBar.height(scaled: 44) == 44 && AccessoryBar.height(scaled: 36) == 44)
    #expect(AccessoryBar.height(scaled: 60) == 60 && AccessoryBar.height(scaled: 131) == 72)
    #expect(AccessoryBar.height(scaled: 60, safeAreaBottom: 34) == 94)
    #expect(AccessoryBar.height(scaled: 131, safeAreaBottom: 34) == 106)
    #expect(AccessoryBar.height(scaled: 44, safeAreaBottom: -5) == 44)
  }

  @Test func theOtherButtonKeepsItsDistance() {
    // 50 and 60 with 10 between them, 10 more and 44 are 174, so at 170 only the first has room.
    #expect(layout(174, spacing: 10).places.map(\.x) == [0, 60])
    let narrow = layout(170, spacing: 10)
    #expect(narrow.places.map(\.x) == [0] && narrow.overflowX == 60)
    #expect(narrow.overflow == ["emphasis", "code"])
  }

  @Test func anOtherButtonOfAnotherWidth() {
    func layout(_ width: Double, _ direction: AccessoryBar.LayoutDirection) -> AccessoryBar.Layout {
      bar.layout(width: width, itemWidth: { _ in 50 }, overflowWidth: 60, direction: direction)
    }
    #expect(layout(149, .leftToRight).overflowX == 50)
    #expect(layout(149, .rightToLeft).overflowX == 39 && layout(60, .rightToLeft).overflowX == 0)
    #expect(layout(59, .leftToRight).overflowX == nil)
    #expect(layout(149, .rightToLeft).places.map(\.x) == [99])
  }

  @Test func nothingSmallPassesAButtonThatHasNoRoom() {
    let layout = bar.layout(width: 110, itemWidth: { $0.identifier == "strong" ? 90 : 10 })
    #expect(layout.places.count == 3)
    let tight = bar.layout(width: 109, itemWidth: { $0.identifier == "strong" ? 90 : 10 })
    #expect(tight.places.isEmpty && tight.overflow == ["strong", "emphasis", "code"])
  }
}
