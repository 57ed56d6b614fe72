import CommonMark
import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// What libcmark alone finds in a document, without any code of the commands.
private struct Seen {
  /// The paragraphs and headings.
  var leaves: [(containers: [MarkdownTree.Kind], text: String)] = []

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
          case .text, .code: text += String(decoding: tree.literal(of: inner), as: UTF8.self)
          case .softBreak, .lineBreak: text += " "
          default: continue
          }
        }
        leaves.append((containers.map(\.kind), text))
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

/// A plan for a random document.
private struct Planned {
  let command: EditingCommand
  let source: [UInt8]
  let selection: Range<Int>
  let plan: Plan

  var name: String { command.row.name }
  var after: [UInt8] { plan.edit.applying(to: source) }
  var comment: Comment {
    "\(name) \(selection) of \(shown(source)) gave \(shown(after)), seed \(RandomTests.seed)"
  }

  /// The start of the selection's first line.
  var lineStart: Int {
    source[..<selection.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
  }
  var isOnBlankLine: Bool {
    selection.isEmpty
      && source[lineStart...].prefix { $0 != 0x0A }.allSatisfy { " \t\r>".utf8.contains($0) }
  }
  /// Whether an item loses its text: a marker alone on its line, below a paragraph, is text.
  var emptiesAnItem: Bool {
    func markers(_ text: [UInt8]) -> Int {
      text.split(separator: 0x0A).count { line in
        let content = line.filter { !" \t\r>".utf8.contains($0) }
        return content.count == 1 && "-*+".utf8.contains(content[0])
      }
    }
    return markers(after) > markers(source)
  }
  /// Whether a caret is directly after a letter at the end of a line.
  var isAfterText: Bool {
    let place = selection.lowerBound
    guard selection.isEmpty, place > 0, place == source.count || source[place] == 0x0A,
      !source[lineStart..<place].starts(with: "```".utf8)
    else { return false }
    return (0x61...0x7A).contains(source[place - 1] | 0x20)
  }

  /// What is seen after a word is typed at the caret.
  func typing(_ word: String) throws -> Seen {
    let caret = plan.selections[0].lowerBound
    return try Seen(TextEdit([.init(caret..<caret, with: word)]).applying(to: after))
  }
}

private func shown(_ source: [UInt8]) -> String {
  String(decoding: source, as: UTF8.self).debugDescription
}

@Suite("Commands keep the laws of the page Commands.md") struct CommandLawTests {
  private static let count = 400

  private func each(
    _ names: [String], _ name: String = #function, _ body: (Planned) throws -> Void
  ) throws {
    var documents = Documents(random: RandomTests.generator(name))
    var plans = 0
    for _ in 0..<RandomTests.rounds(Self.count) {
      let (source, selection) = documents.next()
      let command = try #require(EditingCommand(named: documents.pick(names)))
      guard case .plan(let plan) = command.outcome(utf8: [selection], in: source) else {
        continue
      }
      plans += 1
      try body(Planned(command: command, source: source, selection: selection, plan: plan))
    }
    #expect(plans > Self.count / 10, "seed \(RandomTests.seed)")
  }

  @Test("Text: every visible character stays") func text() throws {
    try each([
      "heading-1", "heading-3", "heading", "paragraph", "bullet-list", "ordered-list", "quote",
      "indent", "outdent", "move-line-up", "move-line-down", "horizontal-rule",
    ]) { planned in
      // An empty item counts only once something is typed (law 7), which another test does.
      if planned.isOnBlankLine || planned.emptiesAnItem { return }
      let (before, after) = (try Seen(planned.source), try Seen(planned.after))
      #expect(after.text.sorted() == before.text.sorted(), planned.comment)
    }
  }

  @Test("Probe: a word typed after Enter adds that word and changes nothing else")
  func probeOfKeys() throws {
    try each(["newline"]) { planned in
      guard planned.isAfterText else { return }
      let typed = try planned.typing("W").text.filter { $0 != "W" }
      #expect(typed == (try Seen(planned.source)).text, planned.comment)
    }
  }

  @Test(
    "Probe: a word typed in an empty block is in that block",
    arguments: [
      ("ordered-list", "a\n‸", MarkdownTree.Kind.item), ("bullet-list", "a\n‸", .item),
      ("quote", "a\n‸", .blockQuote), ("task-list", "> a\n> ‸", .item),
    ])
  func probe(_ name: String, _ marked: String, _ kind: MarkdownTree.Kind) throws {
    var editor = try MarkdownEditor(marked: marked)
    editor.perform(try #require(EditingCommand(named: name)))
    editor.insertText("word")
    let leaf = try #require(try Seen(editor.buffer.utf8Bytes).leaves.last)
    #expect(leaf.containers.last == kind && leaf.text.hasSuffix("word"), "\(editor.text)")
  }

  @Test("Inverse: quotes and headings pressed twice restore the tree") func inverse() throws {
    try each(["quote", "heading-2"]) { planned in
      guard planned.plan.effect == .added,
        let back = planned.command.outcome(utf8: planned.plan.selections, in: planned.after).plan
      else { return }
      let restored = try Seen(back.edit.applying(to: planned.after))
      let before = try Seen(planned.source)
      #expect(restored.text == before.text, planned.comment)
      if planned.name == "quote" {
        #expect(restored.leaves.map(\.text) == before.leaves.map(\.text), planned.comment)
      }
    }
  }

  @Test("Slices: an indexed document has the same results and states") func slices() throws {
    var documents = Documents(random: RandomTests.generator())
    for _ in 0..<RandomTests.rounds(Self.count) {
      let (source, selection) = documents.next()
      // A tab anywhere in a document is a reason to indent with tabs.
      if source.contains(0x09) { continue }
      let filler = (0..<6).flatMap { Array("Filler \($0).\n\n".utf8) }
      let long = filler + source + Array("\n\n".utf8) + filler
      let moved = [selection.lowerBound + filler.count..<selection.upperBound + filler.count]
      let document = try MarkdownDocument(TextBuffer(utf8: long))
      let command = try #require(EditingCommand(named: documents.pick(CommandRow.all.map(\.name))))
      let whole = command.outcome(utf8: moved, in: long)
      let comment: Comment = "\(command.row.name) \(moved) of \(shown(long))"
      #expect(command.outcome(utf8: moved, in: document) == whole, comment)
      if documents.pick([true, false, false, false]) {
        #expect(
          CommandState.all(of: moved, in: document) == CommandState.all(of: moved, in: long),
          comment)
      }
    }
  }
}
