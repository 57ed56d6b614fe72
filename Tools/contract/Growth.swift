import EditorTestSupport
import Foundation
import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// Measures how the time of a key and of a command grows with the length of the text.
///
/// One part types keys into one giant block, with the state of a bar after each key and a command at the
/// caret after some. The other carries out one command on one shape of text. Both run at one size and at
/// four times that size. The time may grow as the text does. An algorithm that compares all delimiters of a
/// block with each other takes sixteen times as long for four times the text: a key in a megabyte of
/// `* and 2*3* more of them **here` once took 85 s, and a kilobyte of it no measurable time.
struct GrowthRun {
  let options: Options
  /// The largest allowed ratio of the times: between 4, linear growth, and 16, quadratic growth.
  ///
  /// With twice the text the two ratios were 2 and 4. On a busy machine linear growth sometimes measured 3,
  /// because its caches and its memory are shared.
  static let linear = 8.0
  private static let factor = 4
  /// The time of the larger text, in seconds, below which a ratio means nothing.
  private static let few = 0.02
  /// The number of places for each key. With four, the ratio of a block ranged from 0.6 to 3.9.
  private static let places = 16

  /// A character of each kind that changes how the following text is read, a letter, a line ending,
  /// and a line ending before a backtick.
  private static let keys = ["x", "`", "*", "_", "[", "]", "<", "\\", "\n", "\n`"]

  func run() throws -> Int32 {
    var problems = 0
    var total = 0.0
    let sizes = options.sizes.isEmpty ? [50_000] : options.sizes
    func measure(
      _ name: String, _ sizes: [Int], _ growth: Double, _ seconds: (Int) throws -> Double
    ) throws {
      func isTooMuch(_ one: Double, _ two: Double) -> Bool { two > Self.few && two > growth * one }
      for size in sizes {
        var one = try seconds(size)
        var two = try seconds(Self.factor * size)
        // Other processes may have slowed one measurement: the smallest of four decides.
        for _ in 0..<3 where isTooMuch(one, two) {
          one = min(one, try seconds(size))
          two = min(two, try seconds(Self.factor * size))
        }
        total += one + two
        guard isTooMuch(one, two) else { continue }
        problems += 1
        print("\(name), \(size) bytes: \(one) s of CPU, \(two) s for \(Self.factor) times that")
      }
    }
    for block in GiantBlock.all {
      try measure(block.name, sizes, Self.linear) { try seconds(block, $0) }
    }
    for family in CommandFamily.all {
      try measure(family.name, options.sizes.isEmpty ? family.sizes : sizes, family.growth) {
        try family.seconds($0)
      }
    }
    print(
      "\(GiantBlock.all.count) giant blocks and \(CommandFamily.all.count) commands, \(problems) "
        + "take more than they grow; \(Int(total)) s of CPU, seed \(options.seed)")
    return problems == 0 ? 0 : 1
  }

  /// Returns the CPU seconds that all keys take, each typed at the same fractions of the block.
  private func seconds(_ block: GiantBlock, _ byteCount: Int) throws -> Double {
    let text = block.text(byteCount: byteCount)
    var document = try MarkdownDocument(TextBuffer(utf8: text))
    var generator = SeededGenerator(seed: options.seed)
    var sum = 0.0
    for key in Self.keys {
      for number in 0..<Self.places {
        let line = Int(Double.random(in: 0..<0.99, using: &generator) * Double(text.count))
        let place = (line..<text.count).first { text[$0] & 0xC0 != 0x80 } ?? line
        let caret = place + key.utf8.count
        sum += try cpuSeconds {
          try document.apply(TextEdit([.init(place..<place, with: key)]))
          _ = CommandState.all(
            of: [caret..<caret], in: document, groups: [.marks], dialect: .commonMark)
          if number == 0 {
            _ = MarkCommand(.toggle, .emphasis, options: .commonMark).outcome(
              onUTF8: [caret..<caret], in: document)
          }
        }
        try document.apply(TextEdit([.init(place..<caret, with: "")]))
      }
    }
    return sum
  }
}

/// A command on a document of any size, or the states of all commands.
struct CommandFamily {
  /// The command, or nil for the states.
  let command: String?
  let block: GiantBlock
  var tail = ""
  /// The number of bytes selected at the end, or nil to select everything.
  var selected: Int? = 0
  /// Whether there is a caret at the end of each line instead.
  var isAtLines = false
  /// The largest allowed ratio of the times: smaller if the command reads only a part of the document.
  var growth = GrowthRun.linear
  var sizes = [50_000, 250_000]

  var name: String { "\(command ?? "states"), \(block.name)\(isAtLines ? ", carets" : "")" }

  func seconds(_ byteCount: Int) throws -> Double {
    let text = block.text(byteCount: byteCount)
    let document = try MarkdownDocument(TextBuffer(utf8: text + Array(tail.utf8)))
    let end = document.buffer.utf8Count
    let carets = text.indices.filter { text[$0] == .lineFeed }.map { $0..<$0 }
    let selections = isAtLines ? carets : [end - (selected ?? end)..<end]
    return cpuSeconds {
      guard let command else {
        for _ in 0..<(selected == nil ? 1 : 20) {
          _ = CommandState.all(of: selections, in: document)
        }
        return
      }
      _ = EditingCommand(named: command, argument: "x")?.outcome(onUTF8: selections, in: document)
    }
  }

  private static let paragraph = GiantBlock(name: "paragraph of lines", unit: "a\n")
  private static let definitions = GiantBlock(name: "beside definitions", unit: "[l#]: /u#\n")
  private static let metadata = GiantBlock(
    name: "below front matter", head: "---\n", unit: "k#: value\n")
  private static let ordinary = GiantBlock(
    name: "ordinary text",
    unit: "# Part #\n\nsome *words*,\n[a link](u) and `code`\n\n- one\n- [ ] two\n\n> more\n\n")
  private static let headings = GiantBlock(name: "headings", unit: "# Part #\n\n")
  private static let looseList = GiantBlock(name: "loose list", unit: "- item #\n\n")
  private static let nestedList = GiantBlock(
    name: "nested list", head: "- outer\n", unit: "  - item #\n")
  private static let tasks = GiantBlock(name: "tasks", unit: "- [ ] task #\n")
  private static let table = GiantBlock(
    name: "table", head: "| a | b |\n|---|---|\n", unit: "| [c](u#) | d |\n")

  static let all = [
    CommandFamily(command: "bullet-list", block: paragraph, selected: nil),
    CommandFamily(command: "heading-2", block: paragraph, selected: nil),
    CommandFamily(command: "newline", block: definitions, tail: "\ntext"),
    CommandFamily(command: "heading-1", block: definitions, tail: "\ntext"),
    CommandFamily(command: "newline", block: metadata, tail: "---\n\ntext"),
    CommandFamily(command: "heading-1", block: metadata, tail: "---\n\ntext"),
    CommandFamily(
      command: nil,
      block: GiantBlock(name: "behind a dash", head: "- a\n\n", unit: "some *words*\n\n"),
      tail: "text", growth: 2.25),
    CommandFamily(command: nil, block: ordinary, selected: nil),
    CommandFamily(command: "strong", block: headings, selected: nil),
    CommandFamily(command: "clear-formatting", block: ordinary, selected: nil),
    CommandFamily(command: "indent", block: looseList, selected: nil),
    CommandFamily(command: "demote", block: looseList, selected: nil),
    CommandFamily(command: "outdent", block: nestedList, selected: nil),
    CommandFamily(command: "duplicate-line", block: paragraph, selected: nil),
    CommandFamily(command: "duplicate-line", block: looseList, selected: nil),
    CommandFamily(command: "task-toggle", block: tasks, selected: nil),
    CommandFamily(command: "unlink", block: table, selected: nil),
    CommandFamily(command: "insert-text", block: headings, isAtLines: true),
    CommandFamily(command: "strong", block: headings, isAtLines: true),
    CommandFamily(
      command: "bullet-list",
      block: GiantBlock(name: "refused", unit: "some *words*\n\n"), tail: "c```\n [ ] d```",
      selected: 14, growth: 2.25),
  ]
}

/// A single block of any size, in a shape that a text of many lines may have.
struct GiantBlock {
  let name: String
  var head = ""
  /// The text to repeat, in which `#` is replaced by a number.
  let unit: String

  func text(byteCount: Int) -> [UInt8] {
    let parts = unit.split(separator: "#", omittingEmptySubsequences: false).map { Array($0.utf8) }
    var text = Array(head.utf8)
    var number = 0
    while text.count < byteCount {
      number += 1
      text += parts.joined(separator: Array("\(number)".utf8))
    }
    return text
  }

  static let all = [
    GiantBlock(
      name: "paragraph", unit: "some *words* and more of them, # in all, with `code` too\n"),
    GiantBlock(name: "one line", unit: "some *words* and more of them, # in all, with `code` too "),
    GiantBlock(name: "ideographs", unit: "日本語の文章は、**単語**の間に空白がありません。第#段落です。\n"),
    GiantBlock(name: "quote", unit: "> some words and *more* of them, # in all\n"),
    GiantBlock(name: "list", unit: "- some words and *more* of them, # in all\n"),
    GiantBlock(
      name: "table", head: "| a | b | c |\n|---|---|---|\n",
      unit: "| cell # | *two* words | `code` |\n"),
    GiantBlock(name: "code block", head: "```\n", unit: "let value# = other(a, b: [1, 2])\n"),
    GiantBlock(name: "HTML block", head: "<div>\n", unit: "<p>some words, # in all</p>\n"),
    GiantBlock(name: "definitions", unit: "[l#]: https://example.org/#\n"),
    GiantBlock(name: "stray stars", unit: "some words * and 2*#* more of them **here\n"),
    GiantBlock(
      name: "open backtick", head: "some ` words\n", unit: "some words and more of them, # in all\n"
    ),
    GiantBlock(name: "brackets", unit: "some [words] and [more of them, #] in [ all\n"),
  ]
}
