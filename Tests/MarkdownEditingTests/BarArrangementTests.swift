import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// Checks order, chosen buttons, the button of the headings, own buttons and scrolling of a bar.
@Suite struct BarArrangementTests {
  private func bar(
    _ marked: String, dialect: Dialect = .gitHub, options: EditingOptions = .standard
  ) throws -> AccessoryBar {
    let (text, selections) = try MarkedText.read(marked)
    var editor = try MarkdownEditor(TextBuffer(text), dialect: dialect)
    editor.utf8Selections = selections
    return AccessoryBar(
      editor.commandStates(options: options),
      dialect: dialect, options: options)
  }

  @Test func listTaskAndLinkComeBeforeTheHeadings() throws {
    let bar = try bar("a‸").arranged()
    let names = bar.items.map(\.identifier)
    #expect(
      names.prefix(9) == [
        "strong", "emphasis", "code", "bullet-list", "task-list", "link", "headings",
        "strikethrough", "ordered-list",
      ])
    #expect(!names.contains("heading-1") && Set(names).count == names.count)
    // The widths of an iPhone SE of the first and of the second generation, and of an iPhone 14.
    func shown(_ width: Double) -> [String] {
      bar.layout(.full, width: width, itemWidth: { _ in 44 }, groupSpacing: 8).places
        .map(\.identifier)
    }
    #expect(shown(320).last == "task-list" && shown(375).last == "link")
    #expect(shown(390).last == "headings")
    let plain = try self.bar("a‸", dialect: .commonMark).arranged()
    #expect(plain["task-list"] == nil && plain["strikethrough"] == nil)
    #expect(plain["table-insert"] == nil && plain["bullet-list"] != nil)
  }

  @Test func theHeadingsAreOneButtonWithAMenu() throws {
    let bar = try bar("## a‸").arranged()
    let headings = try #require(bar["headings"])
    #expect(
      headings.menu.map(\.identifier)
        == [1, 2, 3, 4, 5, 6].map { "heading-\($0)" } + [
          "heading", "paragraph", "promote", "demote",
        ])
    #expect(headings.isOn && headings.isEnabled && headings.symbolName == "2.square")
    #expect(headings.spokenLabel == "Headings, on")
    #expect(bar["heading-2"]?.isOn == true && bar.headingLevel == 2)
    let plain = try #require(try self.bar("a‸").arranged()["headings"])
    #expect(!plain.isOn && plain.symbolName == "textformat.size")
    // A level is found by its key and tapped by its name although it is in a menu.
    #expect(bar[KeyShortcut("2", [.command, .option])]?.identifier == "heading-2")
    #expect(bar.keys.contains { $0.identifier == "heading-3" })
    var editor = try MarkdownEditor("a")
    #expect(
      bar.tap("heading-3") { editor.perform($0) }?.plan != nil
        && editor.buffer.description == "### a")
    #expect(bar.tap("headings") { editor.perform($0) } == nil)
    // In the bar's menu, the levels are in the section of the headings.
    let narrow = bar.layout(.full, width: 100, itemWidth: { _ in 44 })
    let section = bar.menu(of: narrow).first { $0.group == .headings }
    #expect(section?.items.map(\.identifier) == headings.menu.map(\.identifier))
    let code = try #require(try self.bar("```\na‸\n```").arranged()["headings"])
    #expect(!code.isEnabled && code.reason == .inCode)
    #expect(try self.bar("a‸").arranged(["link"], addsOthers: false)["headings"] == nil)
  }

  @Test func buttonsAreChosenAndTheHostsOwnAreAmongThem() throws {
    let stamp = AccessoryBar.Item(
      own: "timestamp", title: "Date", symbolName: "calendar",
      shortcut: KeyShortcut("d", .command))
    let bar = try bar("**a‸**").arranged(
      ["link", "timestamp", "strong", "no-such"], own: [.hideKeyboard, stamp], addsOthers: false)
    #expect(bar.items.map(\.identifier) == ["link", "timestamp", "strong"])
    #expect(bar["timestamp"]?.command == nil && bar["timestamp"]?.isEnabled == true)
    #expect(bar["timestamp"]?.spokenLabel == "Date" && bar["strong"]?.spokenLabel == "Strong, on")
    #expect(bar.keys.map(\.identifier).contains("timestamp"))
    var editor = try MarkdownEditor("a")
    #expect(bar.tap("timestamp") { editor.perform($0) } == nil && editor.buffer.description == "a")
    var buffer = TextBuffer("a")
    #expect(bar.tap("timestamp") { buffer.perform($0) } == nil && buffer.description == "a")
    let all = try self.bar("a‸").arranged(own: [.undo(isEnabled: false), .hideKeyboard])
    #expect(all.items.last?.identifier == "hide-keyboard")
    #expect(all["undo"]?.isEnabled == false && all["undo"]?.group == .editing)
    #expect(all.sections.last?.items.map(\.identifier) == ["undo", "hide-keyboard"])
  }

  @Test func theWordsOutliveAnArrangement() throws {
    let bar = try bar("a‸").worded(.german).arranged(own: [.hideKeyboard])
    #expect(bar["headings"]?.title == "Überschriften" && bar.wording == .german)
    #expect(bar["hide-keyboard"]?.title == "Tastatur ausblenden")
  }

  @Test func indentAndOutdentRepeat() throws {
    let repeating = try bar("a‸").items.filter(\.repeats).map(\.identifier)
    #expect(repeating == ["indent", "outdent", "move-line-up", "move-line-down"])
  }

  @Test func aScrollingBarHasAllButtonsSideBySide() throws {
    let bar = try bar("a‸").arranged()
    let layout = bar.layout(.scrolling, width: 390, itemWidth: { _ in 44 }, groupSpacing: 8)
    #expect(layout.places.map(\.identifier) == bar.items.map(\.identifier))
    #expect(layout.overflowX == nil && layout.overflow.isEmpty)
    let gaps = zip(bar.items, bar.items.dropFirst()).count { $0.group != $1.group }
    #expect(layout.width == Double(44 * bar.items.count + 8 * gaps))
    let ends = layout.places.map { $0.x + $0.width }
    #expect(ends.last == layout.width)
    #expect(zip(ends, layout.places.dropFirst()).allSatisfy { $0 <= $1.x })
    let mirrored = bar.layout(
      .scrolling, width: 390, itemWidth: { _ in 44 }, groupSpacing: 8, direction: .rightToLeft)
    #expect(mirrored.places.map(\.x) == ends.map { layout.width - $0 })
    let compact = bar.layout(.compact, width: 390, itemWidth: { _ in 44 })
    #expect(compact.places.map(\.identifier) == ["strong", "headings", "bullet-list"])
    #expect(compact.width == 390)
    let wide = bar.layout(.scrolling, width: 5000, itemWidth: { _ in 44 })
    #expect(wide.width == 5000 && wide.places.count == bar.items.count)
    #expect(bar.layout(.full, width: 390, itemWidth: { _ in 44 }).width == 390)
  }

  @Test func policiesReachTheCommandsOfTheBar() throws {
    var options = EditingOptions.standard
    options.taskFamily = .follows
    let bar = try bar("- [ ] a\n  - [ ] b‸", options: options).arranged()
    var editor = try MarkdownEditor("- [ ] a\n  - [ ] b")
    editor.utf8Selections = [17..<17]
    _ = bar.tap("task-toggle") { editor.perform($0) }
    #expect(editor.buffer.description == "- [x] a\n  - [x] b")
  }

  /// The first version of iOS with each symbol, from a public list of SF Symbols.
  @Test func everySymbolExistsInTheOldestSystem() throws {
    let versions: [String: Double] = [
      "bold": 13, "italic": 13, "chevron.left.forwardslash.chevron.right": 15, "strikethrough": 13,
      "highlighter": 14, "1.square": 13, "2.square": 13, "3.square": 13, "4.square": 13,
      "5.square": 13, "6.square": 13, "number": 13, "paragraphsign": 14, "list.bullet": 13,
      "list.number": 13, "checklist": 15, "checkmark.square": 13, "text.quote": 13,
      "curlybraces.square": 14, "minus": 13, "link": 13, "personalhotspot.slash": 18, "photo": 13,
      "doc.on.clipboard": 13, "eraser": 16, "tablecells": 14, "arrow.right.to.line": 13,
      "arrow.left.to.line": 13, "rectangle.split.1x2": 14, "rectangle.split.2x1": 14,
      "minus.rectangle": 13, "minus.rectangle.portrait": 14, "tablecells.badge.ellipsis": 14,
      "text.alignleft": 13, "text.aligncenter": 13, "text.alignright": 13, "increase.indent": 13,
      "decrease.indent": 13, "arrow.up": 13, "arrow.down": 13, "plus.square.on.square": 13,
      "arrow.uturn.backward": 14, "arrow.uturn.forward": 14, "keyboard.chevron.compact.down": 13,
      "textformat.size": 13, "xmark.circle": 13, "arrow.down.right": 13, "arrow.down.square": 13,
      "arrow.down.to.line": 13, "arrow.left.square": 13, "arrow.right.square": 13,
      "arrow.up.arrow.down": 13, "arrow.up.left": 13, "arrow.up.square": 13, "arrow.up.to.line": 13,
      "doc.on.clipboard.fill": 13, "doc.richtext": 13, "exclamationmark.bubble": 13, "keyboard": 13,
      "link.badge.plus": 14, "list.dash": 13, "selection.pin.in.out": 13, "square.dashed": 14,
      "tablecells.fill": 14, "text.append": 13, "text.badge.minus": 13, "textformat.123": 13,
      "textformat.subscript": 13, "textformat.superscript": 13, "trash": 13, "underline": 13,
    ]
    var dialect = Dialect.obsidian
    dialect.extensions.formUnion(Dialect.gitHub.extensions)
    let bar = try bar("# a‸", dialect: dialect)
    let own = [AccessoryBar.Item.undo(isEnabled: true), .redo(isEnabled: true), .hideKeyboard]
    for item in bar.items + bar.arranged(own: own).allItems {
      let version = try #require(versions[item.symbolName], "\(item.symbolName) is not listed")
      #expect(version <= 17, "\(item.symbolName)")
    }
    #expect(bar["highlight"] != nil)
  }
}
