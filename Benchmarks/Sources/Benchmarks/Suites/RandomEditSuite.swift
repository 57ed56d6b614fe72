import TextEditing

/// Measures edits anywhere in a large document: half insert a few characters, half delete some.
enum RandomEditSuite {
  static func benchmarks(_ options: Options, _ corpus: Corpus) -> [Benchmark] {
    [1, 10, 100].filter { $0 <= options.megabytes }.flatMap { megabytes -> [Benchmark] in
      func benchmark<Subject: TextSubject>(
        _ subject: Subject.Type, count: Int, rounds: Int = .max
      ) -> Benchmark {
        Benchmark(
          suite: "random edits", work: "\(megabytes) MB", subject: Subject.name, rounds: rounds
        ) {
          let text = corpus.text(bytes: megabytes * 1_000_000)
          let edits = edits(count, of: text, seed: options.seed)
          var subject = Subject(text)
          let time = subject.time(edits)
          blackHole(subject)
          return Sample([time / Double(count)], of: "edit")
        }
      }
      let moved = 2_000 / megabytes
      return [
        benchmark(OurSubject.self, count: 20_000), benchmark(GapBuffer.self, count: moved),
        benchmark(StringSubject.self, count: moved),
        benchmark(NSMutableStringSubject.self, count: max(10, moved / 20), rounds: 1),
        benchmark(BigStringSubject.self, count: 20_000, rounds: megabytes == 100 ? 1 : 3),
      ]
    }
  }

  /// Returns edits of a text, each with offsets in the text after the previous ones.
  private static func edits(_ count: Int, of text: String, seed: UInt64) -> [PreparedEdit] {
    var buffer = TextBuffer(text)
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      var start = Int.random(in: 0..<buffer.utf8Count - 16, using: &random)
      while !buffer.isScalarBoundary(utf8Offset: start) { start += 1 }
      var (end, new) = (start, "")
      if Bool.random(using: &random) {
        new = ["a", "word ", "é", "\n- "].randomElement(using: &random) ?? "a"
      } else {
        end += Int.random(in: 1...4, using: &random)
        while !buffer.isScalarBoundary(utf8Offset: end) { end += 1 }
      }
      let edit = PreparedEdit(start..<end, new, in: buffer)
      buffer.replace(utf8: start..<end, with: new)
      return edit
    }
  }
}
