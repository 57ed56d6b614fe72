import CCmark
import Foundation
import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// Measures one block of 1 MB, of each shape, in which times must be as constant as elsewhere.
enum GiantSuite {
  static func benchmarks(_ options: Options) -> [Benchmark] {
    let works = LifeSuite.Work.allCases.flatMap { work in
      shapes.map { shape in
        Benchmark(
          suite: "giant: \(work.rawValue)", work: shape.name, subject: Catalogue.ours, rounds: 1
        ) {
          let document = try OpenedDocument(name: shape.name, bytes: Array(shape.text.utf8))
          return try LifeSuite.sample(of: work, options, Shelf([document]))
        }
      }
    }
    return works + shapes.flatMap(opening)
  }

  private struct Shape: Sendable {
    let name: String
    var head = ""
    /// A line, or a part of one; `#` is replaced by a number.
    let unit: String
    var tail = "\n"
    var bytes = 1_000_000

    var text: String {
      var text = head
      text.reserveCapacity(bytes + 200)
      var number = 0
      while text.utf8.count < bytes {
        number += 1
        text += unit.replacing("#", with: "\(number)")
      }
      return text + tail
    }
  }

  private static let shapes = [
    Shape(name: "paragraph", unit: "some words and *more* of them, # in all, with `code` too\n"),
    Shape(name: "one line", unit: "some words and *more* of them, # in all, with `code` too "),
    Shape(name: "CJK", unit: "日本語の文章は、**単語**の間に空白がありません。第#段落です。\n"),
    Shape(name: "kana, Hangul", unit: "これはひらがなの ぶんです # 한국어 문장도 있습니다\n"),
    Shape(name: "Arabic", unit: "هذا نص عربي فيه *كلمات* كثيرة رقم # من النص الطويل\n"),
    Shape(name: "quote", unit: "> some words and *more* of them, # in all\n"),
    Shape(name: "list", unit: "- some words and *more* of them, # in all\n"),
    Shape(
      name: "table", head: "| a | b | c |\n|---|---|---|\n",
      unit: "| cell # | *two* words | `code` |\n"),
    Shape(
      name: "code block", head: "```\n", unit: "let value# = other(a, b: [1, 2]) // some words\n",
      tail: "```\n"),
    Shape(
      name: "HTML block", head: "<div>\n", unit: "<p>some words, # in all</p>\n", tail: "</div>\n"),
    Shape(
      name: "definitions",
      unit: "Text with [a link][l#] and words.\n\n[l#]: https://example.org/#\n\n"),
    Shape(name: "stray stars", unit: "some words * and 2*#* more of them **here\n"),
    Shape(
      name: "open backtick", head: "some ` words\n", unit: "some words and more of them, # in all\n"
    ),
    Shape(name: "brackets", unit: "some [words] and [more of them, #] in [ all\n"),
  ]

  /// Measures repeated opening, and libcmark's parse of the same text, both warm.
  private static func opening(_ shape: Shape) -> [Benchmark] {
    [
      Benchmark(suite: "giant: open", work: shape.name, subject: Catalogue.ours, rounds: 1) {
        let bytes = Array(shape.text.utf8)
        return .latencies(
          try (0..<7).map { _ in
            try CPUClock.time { blackHole(try MarkdownDocument(TextBuffer(utf8: bytes))) }.0
          }, of: "document")
      },
      Benchmark(suite: "giant: open", work: shape.name, subject: "libcmark parse", rounds: 1) {
        let bytes = Array(shape.text.utf8)
        return .latencies(
          (0..<7).map { _ in ToggleSuite.libcmarkTime(bytes) }, of: "document")
      },
    ]
  }
}
