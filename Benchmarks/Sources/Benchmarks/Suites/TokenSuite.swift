import Foundation
import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// Measures colouring in a long document: a key with the ranges that it changes, their tokens, and
/// the tokens of a screen of 60 lines.
enum TokenSuite {
  static func benchmarks(_ options: Options, _ corpus: Corpus) -> [Benchmark] {
    [1_000_000, 10_000_000, 100_000_000].filter { $0 <= options.megabytes * 1_000_000 }
      .flatMap { size in
        Work.allCases.map { work in
          Benchmark(
            suite: "tokens: \(work.rawValue)", work: "\(size / 1_000_000) MB",
            rounds: 1
          ) {
            let bytes = Array(corpus.text(bytes: size).utf8)
            var editor = try MarkdownEditor(TextBuffer(utf8: bytes), dialect: options.readDialect)
            return Sample(
              try words(2000, in: bytes, seed: options.seed).map {
                try time(of: work, at: $0.lowerBound, in: &editor, bytes)
              }, of: "call")
          }
        }
      }
  }

  private enum Work: String, CaseIterable {
    case key
    case keyAndColors = "key and tokens of its blocks"
    case keyAndScreen = "key and tokens of 60 lines"
    case screen
  }

  /// Returns words of plain letters anywhere in the text, as UTF-8 ranges.
  private static func words(_ count: Int, in bytes: [UInt8], seed: UInt64) -> [Range<Int>] {
    var random = SeededGenerator(seed: seed)
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    var words: [Range<Int>] = []
    while words.count < count {
      var start = Int.random(in: 0..<bytes.count, using: &random)
      while start < bytes.count, !letters.contains(bytes[start]) { start += 1 }
      let end = bytes[start...].firstIndex { !letters.contains($0) } ?? bytes.count
      if start < end { words.append(start..<end) }
    }
    return words
  }

  private static func time(
    of work: Work, at place: Int, in editor: inout MarkdownEditor, _ bytes: [UInt8]
  ) throws -> Double {
    if work == .screen {
      let screen = lines(60, around: place, in: bytes)
      return try CPUClock.time {
        blackHole(try editor.document.tokens(of: screen, in: editor.dialect))
      }.0
    }
    try editor.select(.utf8(place..<place))
    _ = editor.takeChanges()
    let screen = lines(60, around: place, in: bytes)
    let time = try CPUClock.time {
      editor.insertText("x")
      if work == .keyAndScreen {
        blackHole(
          try editor.document.tokens(
            of: screen.lowerBound..<screen.upperBound + 1, in: editor.dialect))
      }
      for change in editor.takeChanges() where work == .keyAndColors {
        blackHole(try editor.document.tokens(of: change.utf8Range, in: editor.dialect))
      }
    }.0
    editor.undo()
    return time
  }

  /// Returns the range of some lines, half of them before a place.
  private static func lines(_ count: Int, around place: Int, in bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (place, place)
    var left = count / 2
    while start > 0, left > 0 {
      start -= 1
      if bytes[start] == 0x0A { left -= 1 }
    }
    left = count / 2
    while end < bytes.count, left > 0 {
      if bytes[end] == 0x0A { left -= 1 }
      end += 1
    }
    return start..<end
  }
}
