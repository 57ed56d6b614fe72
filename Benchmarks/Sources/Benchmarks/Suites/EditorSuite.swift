import Foundation
import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// Measures the overhead of `MarkdownEditor` over the calls that it makes, for selections, checks
/// and history: at each key, toggle, state and undo in a long document.
enum EditorSuite {
  static func benchmarks(_ options: Options, _ corpus: Corpus) -> [Benchmark] {
    [1_000_000, 10_000_000].filter { $0 <= options.megabytes * 1_000_000 }.flatMap { size in
      Work.allCases.flatMap { work in
        [
          benchmark(work, "MarkdownEditor", size, options, corpus) {
            try MarkdownEditor(TextBuffer(utf8: $0))
          } time: {
            try time(of: work, at: $0, in: &$1)
          },
          benchmark(work, "bare calls", size, options, corpus) {
            try MarkdownDocument(TextBuffer(utf8: $0))
          } time: {
            try time(of: work, at: $0, in: &$1)
          },
        ]
      }
    }
  }

  /// Measures one kind of work at 1,000 words of a text that is opened once.
  private static func benchmark<Opened>(
    _ work: Work, _ subject: String, _ size: Int, _ options: Options, _ corpus: Corpus,
    open: @escaping @Sendable ([UInt8]) throws -> Opened,
    time: @escaping @Sendable (Range<Int>, inout Opened) throws -> Double
  ) -> Benchmark {
    Benchmark(
      suite: "editor: \(work.rawValue)", work: "\(size / 1_000_000) MB", subject: subject, rounds: 5
    ) {
      let bytes = Array(corpus.text(bytes: size).utf8)
      var opened = try open(bytes)
      return .latencies(
        try ToggleSuite.words(1000, in: bytes, seed: options.seed).map { try time($0, &opened) },
        of: "call")
    }
  }

  private enum Work: String, CaseIterable {
    case key, toggle, state, undo
  }

  /// Does the work at a word, and undoes it untimed.
  private static func time(
    of work: Work, at word: Range<Int>, in editor: inout MarkdownEditor
  ) throws -> Double {
    try editor.select(utf8: [work == .key ? word.lowerBound..<word.lowerBound : word])
    switch work {
    case .key:
      let time = CPUClock.time { editor.insertText("x") }.0
      editor.undo()
      return time
    case .toggle:
      let time = CPUClock.time { blackHole(editor.perform(.toggle(.strong))) }.0
      editor.undo()
      return time
    case .state: return CPUClock.time { blackHole(editor.commandStates([.marks])) }.0
    case .undo:
      editor.perform(.toggle(.strong))
      return CPUClock.time { blackHole(editor.undo()) }.0
    }
  }

  /// Does the work at a word with the calls that the editor makes.
  private static func time(
    of work: Work, at word: Range<Int>, in document: inout MarkdownDocument
  ) throws -> Double {
    let caret = word.lowerBound..<word.lowerBound
    switch work {
    case .key:
      let edit = TextEdit([.init(caret, with: "x")])
      let time = try CPUClock.time { try document.apply(edit) }.0
      try document.apply(TextEdit([.init(word.lowerBound..<word.lowerBound + 1, with: "")]))
      return time
    case .toggle:
      let (time, inverse) = try CPUClock.time { try toggle(word, in: &document) }
      try document.apply(inverse)
      return time
    case .state:
      return CPUClock.time {
        blackHole(CommandState.all(of: [word], in: document, groups: [.marks]))
      }.0
    case .undo:
      let inverse = try toggle(word, in: &document)
      return try CPUClock.time { try document.apply(inverse) }.0
    }
  }

  /// Toggles a word and returns the edit that undoes it.
  private static func toggle(
    _ word: Range<Int>, in document: inout MarkdownDocument
  ) throws -> TextEdit {
    let outcome = EditingCommand.toggle(.strong).outcome(onUTF8: [word], in: document)
    guard case .plan(let plan) = outcome else { return TextEdit([]) }
    let inverse = plan.edit.inverted(in: document.buffer)
    try document.apply(plan.edit)
    return inverse
  }
}
