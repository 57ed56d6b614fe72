/// A measurement: some work, done by a subject.
///
/// `measure` prepares everything, times only the work, and returns a sample. It is called once a
/// round.
struct Benchmark: Sendable {
  /// The group, as on the command line. For example, `replay`.
  var suite: String
  /// The work. For example, `automerge-paper`.
  var work: String
  /// The subject that does the work. For example, `TextBuffer`.
  var subject: String
  /// The largest number of rounds, for work that takes seconds.
  var rounds = Int.max
  /// Does the work once and measures it.
  var measure: @Sendable () throws -> Sample
}

/// The result of one round of a benchmark.
enum Sample: Sendable, Codable {
  /// Nanoseconds of process CPU time for a number of operations of a kind (`edit`, `byte`).
  case total(nanoseconds: Double, operations: Int, of: String)
  /// Nanoseconds of process CPU time for each operation.
  case latencies([Double], of: String)
}

/// The medians over all rounds of a benchmark.
struct Result: Sendable {
  var suite: String
  var work: String
  var subject: String
  /// Nanoseconds for each operation (the median if they were timed individually).
  var value: Double
  /// Percentiles and count, if operations were timed individually.
  var tail: Tail?
  /// The unit that `value` refers to.
  var unit: String
  var rounds: Int

  /// Computes the medians of a benchmark's samples, or returns nil if there are none.
  init?(_ benchmark: Benchmark, _ samples: [Sample]) {
    guard let last = samples.last else { return nil }
    suite = benchmark.suite
    work = benchmark.work
    subject = benchmark.subject
    rounds = samples.count
    value = median(samples.map { $0.value(at: 0.5) })
    switch last {
    case .total(_, _, let kind): unit = "ns/\(kind)"
    case .latencies(_, let kind):
      unit = "ns/\(kind)"
      tail = Tail(samples)
    }
  }
}

/// The slow operations among those that were timed individually, in nanoseconds.
struct Tail: Sendable {
  var p90: Double
  var p99: Double
  var p999: Double
  var max: Double
  var count: Int

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
  var count: Int {
    switch self {
    case .total(_, let operations, _): operations
    case .latencies(let values, _): values.count
    }
  }

  /// Returns the figure of the sample, or a quantile of individual operations.
  func value(at quantile: Double) -> Double {
    switch self {
    case .total(let nanoseconds, let operations, _): nanoseconds / Double(max(1, operations))
    case .latencies(let values, _): Benchmarks.quantile(quantile, of: values)
    }
  }
}

func median(_ values: [Double]) -> Double { quantile(0.5, of: values) }

/// Returns the value below which the given share of the values lies.
func quantile(_ share: Double, of values: [Double]) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return .nan }
  return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
}
