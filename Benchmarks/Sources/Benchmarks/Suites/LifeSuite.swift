import Foundation
import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// Measures commands, keys and the state of the bar in real documents, at selections of all kinds.
///
/// `Benchmarks/corpus` collects the documents; without them, these suites are empty.
enum LifeSuite {
  static func benchmarks(_ options: Options) -> [Benchmark] {
    let kinds = (try? FileManager.default.contentsOfDirectory(atPath: options.corpus.path)) ?? []
    return Work.allCases.flatMap { work in
      kinds.sorted().map { kind in
        Benchmark(suite: "life: \(work.rawValue)", work: kind, rounds: 1) {
          try sample(of: work, options, options.corpus.appending(path: kind))
        }
      }
    }
  }

  private enum Work: String, CaseIterable {
    case toggle
    case state
    case keyAndState = "letter and state"
    case anyKeyAndState = "any key and state"
    case bar = "states of all commands"
    case barAfterKey = "states of all commands after a key"
  }

  /// Does the work at random places until there are enough samples or the time is over.
  private static func sample(of work: Work, _ options: Options, _ folder: URL) throws -> Sample {
    var shelf = try Shelf(folder)
    var random = SeededGenerator(seed: options.seed)
    var times: [Double] = []
    var worst = Worst(options.worst)
    let start = CPUClock.now
    while times.count < options.samples, Double(CPUClock.now - start) < options.seconds * 1e9 {
      let index = shelf.documentIndex(using: &random)
      let selection = shelf.documents[index].selection(using: &random)
      let mark = [Mark.strong, .emphasis, .code].randomElement(using: &random) ?? .strong
      let time: Double
      var what = "\(mark.name)"
      let document = shelf.documents[index].document
      switch work {
      case .toggle:
        let command = EditingCommand.toggle(mark)
        time =
          CPUClock.time {
            blackHole(
              command.outcome(utf8: [selection], in: document, dialect: options.readDialect))
          }.0
      case .state, .bar:
        let groups: [CommandRow.Group] = work == .state ? [.marks] : .ofBars
        time =
          CPUClock.time {
            blackHole(
              CommandState.all(
                of: [selection], in: document, groups: groups, dialect: options.readDialect))
          }.0
      case .keyAndState, .anyKeyAndState, .barAfterKey:
        what = work == .keyAndState ? "x" : Self.keys.randomElement(using: &random) ?? "x"
        time = try shelf.documents[index].type(
          what, in: selection, options.readDialect, isBar: work == .barAfterKey)
      }
      times.append(time)
      worst.note(time, "\(shelf.documents[index].name) \(selection) \(what)")
    }
    worst.tell(work.rawValue)
    return Sample(times, of: work == .toggle ? "toggle" : "state")
  }

  /// The texts of keys, with Markdown's characters as often as letters.
  private static let keys =
    ["a", "e", "t", " ", "\n", "é", "日", ".", "1"]
    + ["`", "<", "*", "_", "[", "]", "(", ")", "!", "\\", "&", "#", ">", "-", "|", "~", ":", "\""]
}

/// The slowest samples, to find out their cause.
struct Worst {
  private let count: Int
  private var samples: [(time: Double, what: String)] = []

  init(_ count: Int) { self.count = count }

  mutating func note(_ time: Double, _ what: @autoclosure () -> String) {
    guard count > 0, samples.count < count || time > samples[samples.count - 1].time else { return }
    let index = samples.firstIndex { $0.time < time } ?? samples.count
    samples.insert((time, what()), at: index)
    if samples.count > count { samples.removeLast() }
  }

  func tell(_ title: String) {
    for sample in samples {
      Benchmarks.tell("\(title): \(Int(sample.time / 1000)) µs \(sample.what)")
    }
  }
}

/// Documents to work in, each chosen in proportion to its length.
struct Shelf {
  var documents: [OpenedDocument] = []
  private var ends: [Int] = []

  init(_ folder: URL) throws {
    var sum = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let data = try Data(contentsOf: folder.appending(path: name))
      documents.append(try OpenedDocument(name: name, bytes: Array(data)))
      sum += data.count
      ends.append(sum)
    }
  }

  func documentIndex(using random: inout SeededGenerator) -> Int {
    let place = Int.random(in: 0..<(ends.last ?? 1), using: &random)
    return ends.firstIndex { place < $0 } ?? 0
  }
}

struct OpenedDocument {
  let name: String
  let bytes: [UInt8]
  var document: MarkdownDocument

  init(name: String, bytes: [UInt8]) throws {
    self.name = name
    self.bytes = bytes
    document = try MarkdownDocument(TextBuffer(utf8: bytes))
  }

  /// Types a text over a selection, asks for the state, and undoes the edit untimed.
  ///
  /// - Parameter isBar: whether only the states of all commands after the key are timed.
  mutating func type(
    _ text: String, in selection: Range<Int>, _ dialect: Dialect, isBar: Bool
  ) throws -> Double {
    let caret = selection.lowerBound + text.utf8.count
    let edit = TextEdit([.init(selection, with: text)])
    if isBar { try document.apply(edit) }
    let (time, _) = try CPUClock.time {
      if isBar {
        blackHole(CommandState.all(of: [caret..<caret], in: document, dialect: dialect))
        return
      }
      try document.apply(edit)
      blackHole(
        CommandState.all(of: [caret..<caret], in: document, groups: [.marks], dialect: dialect))
    }
    try document.apply(
      TextEdit([.init(selection.lowerBound..<caret, with: Array(bytes[selection]))]))
    return time
  }

  /// Returns a selection as a user makes it: a caret, a part of a word, words, lines, paragraphs.
  func selection(using random: inout SeededGenerator) -> Range<Int> {
    let place = Int.random(in: 0..<bytes.count, using: &random)
    let word = run(at: place) { $0 > 0x20 }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return whole(word)
    case 1: return whole(place..<min(word.upperBound, place + 4))
    case 2, 3:
      var end = word.upperBound
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        end = run(at: min(end + 1, bytes.count)) { $0 > 0x20 }.upperBound
      }
      return whole(word.lowerBound..<max(word.upperBound, end))
    case 4: return whole(run(at: place) { $0 != 0x0A })
    case 5:
      let end = min(place + Int.random(in: 60...400, using: &random), bytes.count)
      return whole(
        run(at: place) { $0 != 0x0A }.lowerBound..<run(at: end) { $0 != 0x0A }.upperBound)
    case 6: return whole(place..<min(bytes.count, place + Int.random(in: 1...200, using: &random)))
    case 7, 8:
      let middle = (word.lowerBound + word.upperBound) / 2
      return whole(middle..<middle)
    default: return whole(place..<place)
    }
  }

  /// Returns the matching bytes around a place, at most 2,000 on each side.
  private func run(at place: Int, _ fits: (UInt8) -> Bool) -> Range<Int> {
    var (start, end) = (place, place)
    while start > 0, place - start < 2000, fits(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, end - place < 2000, fits(bytes[end]) { end += 1 }
    return start..<end
  }

  /// Returns a range widened so that it splits no scalar.
  private func whole(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start > 0, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return range.isEmpty ? start..<start : start..<end
  }
}
