import AccessoryCommands
import EditorTestSupport
import Testing
import TextEditing

@Suite struct AccessoryBarTests {
  /// A buffer with the selection that the text marks.
  func buffer(_ marked: String) -> TextBuffer {
    let (text, selections) = MarkedText.parse(marked)
    var buffer = TextBuffer(text)
    buffer.selectedTextRange = selections.first.map { BufferRange(utf8: $0) }
    return buffer
  }

  func bar(_ marked: String) -> AccessoryBar { AccessoryBar(buffer(marked).formattingState()) }

  /// Taps a button; the text afterwards, and how the outcome is to be called.
  func tap(_ identifier: String, _ marked: String) -> String {
    var input = buffer(marked)
    let outcome = bar(marked).tap(identifier, on: &input)
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
    #expect(items.map(\.identifier) == Mark.all.map(\.name))
    #expect(items.map(\.title) == ["Strong", "Emphasis", "Code"])
    #expect(
      items.map(\.symbolName)
        == ["bold", "italic", "chevron.left.forwardslash.chevron.right"])
    #expect(items.map { $0.shortcut?.symbols } == ["⌘B", "⌘I", "⌘E"])
    #expect(items.map(\.command.mark) == Mark.all)
    #expect(items.allSatisfy { $0.command.action == .toggle })
  }

  @Test func whatIsLit() {
    let strong = bar("a **⟦word⟧** b")
    #expect(strong.items.map(\.isLit) == [true, false, false])
    #expect(strong.items.map(\.spokenLabel) == ["Strong, on", "Emphasis, off", "Code, off"])
    let mixed = bar("⟦a **word**⟧ b")
    #expect(mixed["strong"]?.isMixed == true && mixed["strong"]?.isLit == false)
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
        #expect(item.isEnabled != after.hasPrefix("unchanged"), "\(marked): \(item.title)")
      }
    }
  }

  @Test func tapsOnAnyInput() {
    #expect(tap("strong", "a ⟦word⟧ b") == "a **⟦word⟧** b")
    #expect(tap("strong", "a **⟦word⟧** b") == "a ⟦word⟧ b")
    #expect(tap("emphasis", "te‸xt") == "*te‸xt*")
    #expect(tap("code", "a ‸ b") == "a `‸` b")
    #expect(tap("strong", "```\nco‸de\n```") == "unchanged: caretOutsideText")
    #expect(tap("strike", "te‸xt") == "no such button")
  }

  @Test func withoutASelectionNothingApplies() {
    var input = TextBuffer("text")
    input.selectedTextRange = nil
    let bar = AccessoryBar(input.formattingState())
    #expect(bar.items.allSatisfy { !$0.isEnabled && !$0.isLit })
    #expect(bar.tap("strong", on: &input) == .unchanged(.noSelection))
  }

  @Test func rowsAndWordsAreTheCallers() {
    let state = buffer("**⟦fett⟧**").formattingState()
    let bar = AccessoryBar(
      state,
      rows: [
        BarRow(mark: .code, title: "Code", symbolName: "curlybraces"),
        BarRow(mark: .strong, title: "Fett", symbolName: "bold"),
      ], wording: .init(on: "an", off: "aus", mixed: "teils"))
    #expect(bar.items.map(\.spokenLabel) == ["Code, aus", "Fett, an"])
    #expect(bar.items.first?.shortcut == nil)
    #expect(KeyShortcut("k", [.command, .shift, .option, .control]).symbols == "⌃⌥⇧⌘K")
    #expect(KeyShortcut.Modifiers.command.rawValue == 1_048_576)
  }
}

@Suite struct AccessoryBarLayoutTests {
  let bar = AccessoryBar(FormattingState(of: [], in: []))

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
    // Right to left is the mirror's image, button by button.
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
}
