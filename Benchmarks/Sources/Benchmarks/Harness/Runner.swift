import Foundation

/// Runs benchmarks in interleaved rounds, so that a busy minute of the machine affects all of them.
/// Each measures in its own process, so that no earlier benchmark fragments its heap.
struct Runner {
  let options: Options

  func run(_ benchmarks: [Benchmark]) throws -> [Result] {
    var samples = [[Sample]](repeating: [], count: benchmarks.count)
    for round in 0..<options.rounds {
      for (index, benchmark) in benchmarks.enumerated() where round < benchmark.rounds {
        tell("round \(round + 1): \(benchmark.suite) \(benchmark.work) \(benchmark.subject)")
        samples[index].append(try Worker.sample(of: benchmark, options))
      }
    }
    return zip(benchmarks, samples).compactMap { Result($0, $1) }
  }

  private func tell(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
