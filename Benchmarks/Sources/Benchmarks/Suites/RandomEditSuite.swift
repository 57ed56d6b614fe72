import TextEditing

/// Measures edits anywhere in a large document: half insert a few characters, half delete some.
enum RandomEditSuite {
  static func benchmarks(_ options: Options, _ corpus: Corpus) -> [Benchmark] {
    [1, 10, 100].filter { $0 <= options.megabytes }.flatMap { megabytes -> [Benchmark] in
      let plan = Plan(megabytes: megabytes, seed: options.seed, corpus: corpus)
      let moved = 2_000 / megabytes
      return [
        benchmark(OurSubject.self, plan, count: 20_000),
        benchmark(GapBuffer.self, plan, count: moved),
        benchmark(StringSubject.self, plan, count: moved),
        benchmark(NSMutableStringSubject.self, plan, count: max(10, moved / 20), rounds: 1),
        benchmark(BigStringSubject.self, plan, count: 20_000, rounds: megabytes == 100 ? 1 : 3),
      ]
    }
  }

  private struct Plan: Sendable {
    var megabytes: Int
    var seed: UInt64
    var corpus: Corpus

    /// Returns a text and edits of it, each with offsets in the text after the previous ones.
    func prepare(_ count: Int) -> (text: String, edits: [PreparedEdit<String>]) {
      let text = corpus.text(bytes: megabytes * 1_000_000)
      var buffer = TextBuffer(text)
      var random = SeededGenerator(seed: seed)
      let edits = (0..<count).map { _ in
        let edit = randomEdit(of: buffer, using: &random)
        buffer.replace(utf8: edit.utf8, with: edit.text)
        return edit
      }
      return (text, edits)
    }

    private func randomEdit(
      of buffer: TextBuffer, using random: inout SeededGenerator
    ) -> PreparedEdit<String> {
      var start = Int.random(in: 0..<buffer.utf8Count - 16, using: &random)
      while !buffer.isScalarBoundary(utf8Offset: start) { start += 1 }
      if Bool.random(using: &random) {
        let text = ["a", "word ", "é", "\n- "].randomElement(using: &random) ?? "a"
        return PreparedEdit(start..<start, text, in: buffer)
      }
      var end = start + Int.random(in: 1...4, using: &random)
      while !buffer.isScalarBoundary(utf8Offset: end) { end += 1 }
      return PreparedEdit(start..<end, "", in: buffer)
    }
  }

  private static func benchmark<Subject: TextSubject>(
    _ subject: Subject.Type, _ plan: Plan, count: Int, rounds: Int = .max
  ) -> Benchmark {
    Benchmark(
      suite: "random edits", work: "\(plan.megabytes) MB", subject: Subject.name, rounds: rounds
    ) {
      let (text, edits) = plan.prepare(count)
      var subject = Subject(text)
      let time = subject.time(edits[...])
      blackHole(subject)
      return .total(nanoseconds: time, operations: edits.count, of: "edit")
    }
  }
}
