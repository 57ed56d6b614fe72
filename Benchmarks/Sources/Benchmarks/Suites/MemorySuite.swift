/// Measures the machine's time for random reads in as much memory as 100 MB of text take. This is a
/// lower bound for reading a leaf that was not read for long.
enum MemorySuite {
  private static let count = 20_000
  /// Eight words are a cache line.
  private static let lines = 113_000_000 / 64

  static func benchmarks(_ options: Options) -> [Benchmark] {
    guard options.megabytes >= 100 else { return [] }
    return [
      benchmark("one read after another", options) { words, places in
        var place = places[0]
        for _ in places { place = words[8 &* place] }
        return place
      },
      benchmark("reads at once", options) { words, places in
        places.reduce(0) { $0 &+ words[8 &* $1] }
      },
    ]
  }

  private static func benchmark(
    _ work: String, _ options: Options,
    _ read: @escaping @Sendable (_ words: [Int], _ places: [Int]) -> Int
  ) -> Benchmark {
    Benchmark(suite: "memory", work: "\(work), 113 MB", subject: "this machine") {
      var random = SeededGenerator(seed: options.seed)
      var words = [Int](repeating: 0, count: 8 * lines)
      for (line, next) in Array(0..<lines).shuffled(using: &random).enumerated() {
        words[8 * line] = next
      }
      let places = (0..<count).map { _ in Int.random(in: 0..<lines, using: &random) }
      // The memory written last is cached, with the page tables for it.
      for line in 0..<lines { words[8 * line + 1] = line }
      let (time, last) = CPUClock.time { read(words, places) }
      blackHole(last)
      return .total(nanoseconds: time, operations: count, of: "read")
    }
  }
}
