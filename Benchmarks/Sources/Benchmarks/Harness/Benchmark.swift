/// One measurement: what is done, with what, and how.
///
/// `measure` prepares whatever it needs, times the work alone, and returns a sample. It is called
/// once a round.
struct Benchmark: Sendable {
  /// The group it is listed in, as on the command line: `replay`.
  var suite: String
  /// The work: `automerge-paper`.
  var work: String
  /// What does the work: `TextBuffer`.
  var subject: String
  /// In how many rounds it takes part at most; for what takes seconds.
  var rounds = Int.max
  /// Does the work once and says what it took.
  var measure: @Sendable () throws -> Sample
}

/// What one round of a benchmark gave.
enum Sample: Sendable, Codable {
  /// Nanoseconds of process CPU time for a number of operations of a kind (`edit`, `byte`).
  case total(nanoseconds: Double, operations: Int, of: String)
  /// Nanoseconds of process CPU time of each operation.
  case latencies([Double], of: String)
  /// A figure that is no time: bytes of heap for each byte of text.
  case ratio(Double, of: String)
}

/// What the rounds of a benchmark come to: medians over the rounds.
struct Result: Sendable {
  var suite: String
  var work: String
  var subject: String
  /// Nanoseconds an operation (the median of single operations where they were timed), or a ratio.
  var value: Double
  /// Where operations were timed one by one: percentiles, and how many were.
  var tail: Tail?
  /// What `value` is counted for.
  var unit: String
  /// How many rounds it took part in.
  var rounds: Int

  /// The medians of a benchmark's samples; nil where there are none.
  init?(_ benchmark: Benchmark, _ samples: [Sample]) {
    guard let last = samples.last else { return nil }
    suite = benchmark.suite
    work = benchmark.work
    subject = benchmark.subject
    rounds = samples.count
    value = median(samples.map { $0.value(at: 0.5) })
    switch last {
    case .total(_, _, let kind): unit = "ns/\(kind)"
    case .ratio(_, let kind): unit = kind
    case .latencies(_, let kind):
      unit = "ns/\(kind)"
      tail = Tail(samples)
    }
  }
}

/// The slow ones among operations that were timed one by one, in nanoseconds.
struct Tail: Sendable {
  var p90: Double
  var p99: Double
  var p999: Double
  var max: Double
  /// How many operations there were in each round.
  var count: Int

  /// The medians over the rounds.
  init(_ samples: [Sample]) {
    func quantile(_ share: Double) -> Double { median(samples.map { $0.value(at: share) }) }
    p90 = quantile(0.9)
    p99 = quantile(0.99)
    p999 = quantile(0.999)
    max = quantile(1)
    count = samples.map(\.count).min() ?? 0
  }
}

extension Sample {
  /// How many operations were timed.
  var count: Int {
    switch self {
    case .total(_, let operations, _): operations
    case .ratio: 1
    case .latencies(let values, _): values.count
    }
  }

  /// The figure of the sample; of single operations the given quantile.
  func value(at quantile: Double) -> Double {
    switch self {
    case .total(let nanoseconds, let operations, _): nanoseconds / Double(max(1, operations))
    case .ratio(let value, _): value
    case .latencies(let values, _): Benchmarks.quantile(quantile, of: values)
    }
  }
}

/// The middle value.
func median(_ values: [Double]) -> Double { quantile(0.5, of: values) }

/// The value below which the given share of the values lies.
func quantile(_ share: Double, of values: [Double]) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return .nan }
  return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
}
