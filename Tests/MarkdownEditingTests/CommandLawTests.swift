import CommonMark
import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// What libcmark alone finds in a document, without any code of the commands.
private struct Seen: Equatable {
  /// A paragraph or heading with its level, its containers and its text.
  struct Leaf: Equatable {
    var kind: MarkdownTree.Kind
    var level: Int32
    var containers: [MarkdownTree.Kind]
    var text: String
  }
  var leaves: [Leaf] = []
  /// The leaf blocks in order, including code and HTML.
  var blocks: [MarkdownTree.Kind] = []

  init(_ source: [UInt8]) throws {
    let tree = try MarkdownTree(parsing: source)
    var containers: [(kind: MarkdownTree.Kind, end: Int32)] = []
    for (index, node) in tree.nodes.enumerated() {
      containers.removeAll { Int($0.end) <= index }
      switch node.kind {
      case .blockQuote, .list, .item: containers.append((node.kind, node.end))
      case .paragraph, .heading:
        var text = ""
        for inner in tree.nodes[(index + 1)..<Int(node.end)] {
          switch inner.kind {
          case .text, .code:
            text += String(
              decoding: tree.literal(of: inner),
              as: UTF8.self)
          case .softBreak, .lineBreak: text += " "
          default: continue
          }
        }
        leaves.append(
          Leaf(
            kind: node.kind, level: node.kind == .heading ? node.number : 0,
            containers: containers.map(\.kind), text: text))
        blocks.append(node.kind)
      case .codeBlock, .htmlBlock, .thematicBreak: blocks.append(node.kind)
      default: continue
      }
    }
  }

  /// All text without blanks and boxes, which only certain commands may change.
  var text: String {
    leaves.map(\.text).joined().filter { !$0.isWhitespace }
      .replacing("[x]", with: "").replacing("[]", with: "")
  }
}

/// Random documents of nested blocks, with selections.
private struct Documents {
  var random: SeededGenerator

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int(random.next() % UInt64(values.count))]
  }

  mutating func block(_ depth: Int) -> [String] {
    let words = ["one", "two **b** x", "_d_ e", "`f` g", "[h](u)", "日本", "k. l", "m - n"]
    switch Int(random.next() % (depth < 3 ? 8 : 3)) {
    case 0: return [String(repeating: "#", count: pick([1, 2, 3])) + " " + pick(words)]
    case 1, 2: return (0..<pick([1, 1, 2, 3])).map { _ in pick(words) }
    case 3: return blocks(depth + 1).map { $0.isEmpty ? ">" : "> " + $0 }
    case 4, 5, 6:
      let marker = pick(["- ", "* ", "1. ", "2) ", "-   ", "- [ ] ", "-\t"])
      let width = marker.hasSuffix("] ") ? 2 : marker.count
      let indent = marker == "-\t" ? "\t" : String(repeating: " ", count: width)
      return (0..<pick([1, 2, 3])).flatMap { index -> [String] in
        var first = marker
        if let number = Int(String(marker.prefix(1))) {
          first = "\(number + index)" + marker.dropFirst()
        }
        let inner = pick([true, false]) ? [pick(words)] : blocks(depth + 1)
        return [first + inner[0]]
          + inner.dropFirst().map {
            $0.isEmpty ? "" : indent + $0
          }
      }
    default: return pick([["```", "code", "```"], ["Title", "==="], ["<div>", "x", "</div>"]])
    }
  }

  mutating func blocks(_ depth: Int) -> [String] {
    var result: [String] = []
    for index in 0..<pick([1, 2, 3]) {
      if index > 0 { result.append("") }
      result += block(depth)
    }
    return result
  }

  mutating func next() -> (source: [UInt8], selection: Range<Int>) {
    let ending = pick(["\n", "\n", "\n", "\r\n"])
    let source = Array((blocks(0).joined(separator: ending) + pick(["", ending])).utf8)
    var places = [0, 0].map { _ in Int(random.next() % UInt64(source.count + 1)) }.sorted()
    if pick([true, false]) { places[1] = places[0] }
    for index in places.indices {
      while places[index] < source.count, source[places[index]] & 0xC0 == 0x80 {
        places[index] += 1
      }
      // Never between CR and LF.
      if places[index] > 0, source[places[index] - 1] == 0x0D { places[index] += 1 }
    }
    return (source, places[0]..<places[1])
  }
}

private let keepers = [
  "heading-1", "heading-3", "heading", "paragraph", "bullet-list", "ordered-list", "quote",
  "indent", "outdent", "move-line-up", "move-line-down", "horizontal-rule",
]

@Suite("Commands keep the laws of the page Commands.md") struct CommandLawTests {
  private static let count = 400

  private func each(
    _ names: [String], _ name: String = #function,
    _ body: (EditingCommand, [UInt8], Range<Int>, Plan) throws -> Void
  ) throws {
    var documents = Documents(random: RandomTests.generator(name))
    var plans = 0
    for _ in 0..<RandomTests.rounds(Self.count) {
      let (source, selection) = documents.next()
      let command = try #require(EditingCommand(named: documents.pick(names)))
      guard case .plan(let plan) = command.outcome(onUTF8: [selection], in: source) else {
        continue
      }
      plans += 1
      try body(command, source, selection, plan)
    }
    #expect(plans > Self.count / 10, "seed \(RandomTests.seed)")
  }

  private func shown(_ source: [UInt8]) -> String { String(decoding: source, as: UTF8.self) }

  @Test("Text: every visible character stays") func text() throws {
    try each(keepers) { command, source, selection, plan in
      // An empty item counts only once something is typed (law 7), which another test does.
      if isOnBlankLine(selection, source) { return }
      let after = plan.edit.applying(to: source)
      let before = try Seen(source)
      let then = try Seen(after)
      #expect(
        then.text.sorted() == before.text.sorted(),
        "\(command.row.name) \(selection) of \(shown(source).debugDescription) gave \(shown(after))"
      )
    }
  }

  @Test("Neighbours: unselected blocks keep their kind and level") func neighbours() throws {
    try each(["heading-1", "heading-2", "paragraph"]) { command, source, selection, plan in
      let after = plan.edit.applying(to: source)
      let before = try Seen(source).leaves
      let then = try Seen(after).leaves
      // Compares all leaves that are completely before or after the selected lines.
      let head = try Seen(Array(source[..<(lineStart(selection.lowerBound, source))])).leaves.count
      for index in 0..<max(0, head - 1) {
        #expect(
          then[index] == before[index],
          "\(command.row.name) \(selection) of \(shown(source).debugDescription)")
      }
    }
  }

  private func isOnBlankLine(_ selection: Range<Int>, _ source: [UInt8]) -> Bool {
    guard selection.isEmpty else { return false }
    let line = source[lineStart(selection.lowerBound, source)...].prefix { $0 != 0x0A }
    return line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x3E }
  }

  @Test("Target: the selected blocks become exactly those that the command names")
  func target() throws {
    try each(["heading-1", "heading-2", "bullet-list", "ordered-list"]) {
      command, source, selection, plan in
      guard plan.effect == .added, selection.isEmpty,
        isAfterText(selection.lowerBound, source)
      else { return }
      // A word typed at the caret shows its block.
      let place = plan.selections[0].lowerBound
      let typing = TextEdit([.init(place..<place, with: "W")])
      let typed = try Seen(typing.applying(to: plan.edit.applying(to: source)))
      guard let leaf = typed.leaves.first(where: { $0.text.contains("W") }) else { return }
      let isHeading = command.row.name.hasPrefix("heading")
      #expect(
        isHeading
          ? leaf.kind == .heading && "heading-\(leaf.level)" == command.row.name
          : leaf.containers.contains(.item),
        "\(command.row.name) \(selection) of \(shown(source).debugDescription)")
    }
  }

  @Test("Small: an edit writes markup but no text") func small() throws {
    try each(["heading-1", "heading-3", "paragraph", "quote"]) { command, source, selection, plan in
      let letters = plan.edit.replacements.map { replacement in
        [Array(source[replacement.range]), replacement.bytes].map { bytes in
          String(decoding: bytes, as: UTF8.self).filter { $0.isLetter }
        }
      }
      #expect(
        letters.allSatisfy { $0[0] == $0[1] },
        "\(command.row.name) \(selection) of \(shown(source).debugDescription)")
    }
  }

  @Test("Refusal: a command that does not apply gives the true reason") func refusal() throws {
    var documents = Documents(random: RandomTests.generator())
    var counts: [Outcome.Unchanged: Int] = [:]
    for _ in 0..<RandomTests.rounds(Self.count) {
      let (source, selection) = documents.next()
      let command = try #require(EditingCommand(named: documents.pick(CommandRow.all.map(\.name))))
      guard case .unchanged(let reason) = command.outcome(onUTF8: [selection], in: source) else {
        continue
      }
      counts[reason, default: 0] += 1
      let kinds = try Set(Seen(source).blocks)
      let claims: [Outcome.Unchanged: MarkdownTree.Kind] = [
        .inCode: .codeBlock, .inHTML: .htmlBlock, .onRule: .thematicBreak,
      ]
      if let kind = claims[reason] {
        #expect(
          kinds.contains(kind),
          "\(command.row.name) \(selection) of \(shown(source).debugDescription): \(reason)")
      }
    }
    #expect(counts.count > 3, "seed \(RandomTests.seed)")
  }

  @Test("Probe: a word typed after Enter adds that word and changes nothing else")
  func probeOfKeys() throws {
    try each(["newline"]) { command, source, selection, plan in
      guard selection.isEmpty, isAfterText(selection.lowerBound, source) else { return }
      let place = plan.selections[0].lowerBound
      let typing = TextEdit([.init(place..<place, with: "W")])
      let typed = try Seen(typing.applying(to: plan.edit.applying(to: source)))
      #expect(
        typed.text.filter { $0 != "W" } == (try Seen(source)).text,
        "\(selection) of \(shown(source).debugDescription)")
    }
  }

  /// Whether a caret is directly after a letter at the end of a line.
  private func isAfterText(_ place: Int, _ source: [UInt8]) -> Bool {
    guard place > 0, place == source.count || source[place] == 0x0A else { return false }
    let line = source[lineStart(place, source)..<place]
    guard !line.starts(with: Array("```".utf8)) else { return false }
    return (source[place - 1] | 0x20) >= 0x61 && (source[place - 1] | 0x20) <= 0x7A
  }

  @Test(
    "Probe: a word typed in an empty block is in that block",
    arguments: [
      ("ordered-list", "a\n‸", MarkdownTree.Kind.item), ("bullet-list", "a\n‸", .item),
      ("quote", "a\n‸", .blockQuote), ("task-list", "> a\n> ‸", .item),
    ])
  func probe(_ name: String, _ marked: String, _ kind: MarkdownTree.Kind) throws {
    let (text, selections) = try MarkedText.read(marked)
    let command = try #require(EditingCommand(named: name))
    guard case .plan(let plan) = command.outcome(onUTF8: selections, in: Array(text.utf8)) else {
      Issue.record("no plan for \(name)")
      return
    }
    let typing = TextEdit([.init(plan.selections[0], with: "word")])
    let typed = typing.applying(to: plan.edit.applying(to: Array(text.utf8)))
    let leaf = try #require(try Seen(typed).leaves.first { $0.text.hasSuffix("word") })
    #expect(leaf.containers.last == kind, "\(shown(typed))")
  }

  private func lineStart(_ offset: Int, _ source: [UInt8]) -> Int {
    var start = offset
    while start > 0, source[start - 1] != 0x0A { start -= 1 }
    return start
  }

  @Test("Inverse: quotes and headings pressed twice restore the tree") func inverse() throws {
    try each(["quote", "heading-2"]) { command, source, selection, plan in
      guard plan.effect == .added else { return }
      let after = plan.edit.applying(to: source)
      guard case .plan(let back) = command.outcome(onUTF8: plan.selections, in: after) else {
        return
      }
      let restored = back.edit.applying(to: after)
      let before = try Seen(source)
      let then = try Seen(restored)
      if command.row.name == "quote" {
        #expect(
          then.leaves.map(\.text) == before.leaves.map(\.text),
          "\(selection) of \(shown(source).debugDescription) gave \(shown(restored))")
      } else {
        #expect(then.text == before.text)
      }
    }
  }

  @Test("Selection: it is in the text and splits no character") func selection() throws {
    try each(CommandRow.all.map(\.name)) { command, source, selection, plan in
      let after = plan.edit.applying(to: source)
      for range in plan.selections {
        for place in [range.lowerBound, range.upperBound] {
          #expect(
            place <= after.count && (place == after.count || after[place] & 0xC0 != 0x80),
            "\(command.row.name) \(selection) of \(shown(source).debugDescription)")
        }
      }
    }
  }

  @Test("Slices: a command has the same result on an indexed document") func slices() throws {
    try each(CommandRow.all.map(\.name)) { command, source, selection, plan in
      let filler = (0..<6).flatMap { Array("Filler \($0).\n\n".utf8) }
      let long = filler + source + Array("\n\n".utf8) + filler
      let moved = selection.lowerBound + filler.count..<selection.upperBound + filler.count
      let whole = command.outcome(onUTF8: [moved], in: long)
      let document = try MarkdownDocument(TextBuffer(utf8: long))
      #expect(
        command.outcome(onUTF8: [moved], in: document) == whole,
        "\(command.row.name) \(moved) of \(shown(long).debugDescription)")
    }
  }

  @Test("Bar: a button is enabled if its command has a plan") func bar() throws {
    var documents = Documents(random: RandomTests.generator())
    /// The number of enabled buttons, and of documents with one whose command has no plan.
    var (enabled, vain) = (0, 0)
    let count = RandomTests.rounds(Self.count / 4)
    for _ in 0..<count {
      let (source, selection) = documents.next()
      var isVain = false
      for state in CommandState.all(of: [selection], in: source) where !state.row.isAlwaysEnabled {
        let takesAddress = ["link", "image", "paste", "paste-url", "paste-html"].contains(
          state.row.name)
        let argument = takesAddress ? "https://u.io" : nil
        let command = EditingCommand(state.row, argument: argument)
        let outcome = command.outcome(onUTF8: [selection], in: source)
        enabled += state.applies ? 1 : 0
        // In a session, the text typed next has the mark.
        if outcome.plan != nil || outcome == .unchanged(.nothingToMark) {
          #expect(
            state.applies,
            "\(state.row.name) \(selection) of \(shown(source).debugDescription)")
        } else {
          isVain = isVain || state.applies
        }
      }
      vain += isVain ? 1 : 0
    }
    #expect(enabled > Self.count)
    #expect(
      RandomTests.mayBeChance(vain, of: count, oneIn: 10),
      "in \(vain) documents of \(count), seed \(RandomTests.seed)")
  }

  @Test("Slices: the states of an indexed document are those of its text") func states() throws {
    var documents = Documents(random: RandomTests.generator())
    for _ in 0..<RandomTests.rounds(Self.count / 4) {
      let (source, selection) = documents.next()
      let filler = (0..<6).flatMap { Array("Filler \($0).\n\n".utf8) }
      let long = filler + source + Array("\n\n".utf8) + filler
      let moved = selection.lowerBound + filler.count..<selection.upperBound + filler.count
      let document = try MarkdownDocument(TextBuffer(utf8: long))
      let part = CommandState.all(of: [moved], in: document)
      #expect(
        part == CommandState.all(of: [moved], in: long),
        "\(moved) of \(shown(long).debugDescription)")
    }
  }

  @Test("Undo: a command of an editor is one step") func undo() throws {
    var editor = try MarkdownEditor("one\ntwo")
    editor.utf8Selections = [0..<7]
    editor.perform(try #require(EditingCommand(named: "bullet-list")))
    #expect(editor.buffer.utf8Bytes == Array("- one\n- two".utf8))
    editor.undo()
    #expect(editor.buffer.utf8Bytes == Array("one\ntwo".utf8))
    #expect(editor.utf8Selections == [0..<7])
  }
}
