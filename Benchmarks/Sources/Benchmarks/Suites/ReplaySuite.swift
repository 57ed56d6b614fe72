/// Measures real keystrokes, with one `replace` for each.
enum ReplaySuite {
  static func benchmarks(_ options: Options) throws -> [Benchmark] {
    try Trace.names.flatMap { name -> [Benchmark] in
      // Reading a trace takes a second, so only requested ones are read.
      let subjects = [
        OurSubject.name, GapBuffer.name, StringSubject.name, NSMutableStringSubject.name,
        BigStringSubject.name,
      ]
      let isWanted = subjects.contains { subject in
        options.wants(
          Benchmark(suite: "replay", work: name, subject: subject) {
            .total(nanoseconds: 0, operations: 0, of: "")
          })
      }
      guard isWanted, let trace = try Trace(name, in: options.data) else { return [] }
      return [
        benchmark(OurSubject.self, trace), benchmark(GapBuffer.self, trace),
        benchmark(StringSubject.self, trace, rounds: 3),
        benchmark(NSMutableStringSubject.self, trace, rounds: 1),
        benchmark(BigStringSubject.self, trace, rounds: 3),
      ]
    }
  }

  private static func benchmark<Subject: TextSubject>(
    _ subject: Subject.Type, _ trace: Trace, rounds: Int = .max
  ) -> Benchmark {
    Benchmark(suite: "replay", work: trace.name, subject: Subject.name, rounds: rounds) {
      var text = Subject(trace.start)
      let time = text.time(trace.edits[...])
      if text.string != trace.end {
        throw Complaint("\(Subject.name) replays \(trace.name) to another text")
      }
      return .total(nanoseconds: time, operations: trace.edits.count, of: "edit")
    }
  }
}
