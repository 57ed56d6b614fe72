import Foundation

/// The name of the subject with which the others are compared.
let ours = "TextBuffer"

/// A measurement: some work, done by a subject.
///
/// `measure` prepares everything, times only the work, and returns a sample. It is called once a
/// round.
struct Benchmark: Sendable {
  /// The group, as on the command line. For example, `replay`.
  var suite: String
  /// The work. For example, `automerge-paper`.
  var work: String
  /// The subject that does the work.
  var subject = ours
  /// The largest number of rounds, for work that takes seconds.
  var rounds = Int.max
  var measure: @Sendable () throws -> Sample

  var name: String { "\(suite)+\(work)+\(subject)" }
}

/// The result of one round: process CPU time of each operation of a kind, or the mean of all.
struct Sample: Sendable, Codable {
  var nanoseconds: [Double]
  var kind: String

  init(_ nanoseconds: [Double], of kind: String) {
    self.nanoseconds = nanoseconds
    self.kind = kind
  }

  func quantile(_ share: Double) -> Double { Benchmarks.quantile(share, of: nanoseconds) }
}

/// The medians over all rounds of a benchmark, in nanoseconds for each operation.
struct Result: Encodable {
  var suite: String
  var work: String
  var subject: String
  var value: Double
  var unit: String
  var rounds: Int
  /// The slow operations, if operations were timed individually.
  var p90: Double?
  var p99: Double?
  var p999: Double?
  var max: Double?
  var count: Int?

  init?(_ benchmark: Benchmark, _ samples: [Sample]) {
    guard let last = samples.last else { return nil }
    func median(_ share: Double) -> Double {
      quantile(0.5, of: samples.map { $0.quantile(share) })
    }
    (suite, work, subject) = (benchmark.suite, benchmark.work, benchmark.subject)
    (value, unit, rounds) = (median(0.5), "ns/\(last.kind)", samples.count)
    count = samples.map(\.nanoseconds.count).min()
    guard count != 1 else { return }
    (p90, p99, p999, max) = (median(0.9), median(0.99), median(0.999), median(1))
  }
}

/// Returns the value below which the given share of the values lies.
func quantile(_ share: Double, of values: [Double]) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return .nan }
  return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
}

/// Runs benchmarks in interleaved rounds, so that a busy minute of the machine affects all of them.
/// Each measures in its own process, so that no earlier benchmark fragments its heap.
enum Runner {
  /// The environment variable that names the one benchmark that a process measures.
  static let variable = "MARKDOWN_EDITING_BENCHMARK"

  static func results(_ benchmarks: [Benchmark], _ options: Options) throws -> [Result] {
    var samples = [[Sample]](repeating: [], count: benchmarks.count)
    for round in 0..<options.rounds {
      for (index, benchmark) in benchmarks.enumerated() where round < benchmark.rounds {
        tell("round \(round + 1): \(benchmark.name)")
        samples[index].append(try sample(benchmark.name))
      }
    }
    return zip(benchmarks, samples).compactMap { Result($0, $1) }
  }

  /// Starts this program again for one sample.
  private static func sample(_ name: String) throws -> Sample {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = Array(CommandLine.arguments.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging([variable: name]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Complaint("\(name) ended with status \(process.terminationStatus)")
    }
    return try JSONDecoder().decode(Sample.self, from: data)
  }

  /// In the started process: measures, and writes the sample to standard output.
  static func measure(_ name: String, _ benchmarks: [Benchmark]) throws {
    guard let benchmark = benchmarks.first(where: { $0.name == name }) else {
      throw Complaint("no such benchmark: \(name)")
    }
    FileHandle.standardOutput.write(try JSONEncoder().encode(try benchmark.measure()))
  }
}

/// The CPU time of the process, which excludes other processes.
enum CPUClock {
  /// Nanoseconds of CPU time since the process began.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Returns the CPU time that `body` takes, in nanoseconds, and its result.
  static func time<Value>(_ body: () throws -> Value) rethrows -> (Double, Value) {
    let start = now
    let value = try body()
    return (Double(now - start), value)
  }
}

/// Prevents the compiler from removing work whose result is not used.
@inline(never)
func blackHole<Value>(_ value: Value) {
  withUnsafePointer(to: value) { _ = $0 }
}

/// Random numbers from a seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
