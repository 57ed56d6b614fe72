import Foundation

/// Measures one benchmark once in a process of its own.
enum Worker {
  /// In the process that runs the rounds: starts this program again for one sample.
  static func sample(of benchmark: Benchmark, _ options: Options) throws -> Sample {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = [
      "--worker", "--seed", "\(options.seed)", "--megabytes", "\(options.megabytes)", "--data",
      options.data.path, "--corpus", options.corpus.path, "--samples", "\(options.samples)",
      "--seconds", "\(Int(options.seconds))", "--worst", "\(options.worst)", "--dialect",
      options.dialect, name(benchmark),
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Complaint("\(name(benchmark)) ended with status \(process.terminationStatus)")
    }
    return try JSONDecoder().decode(Sample.self, from: data)
  }

  /// In the started process: measures, and writes the sample to standard output.
  static func measure(_ benchmarks: [Benchmark], _ options: Options) throws {
    guard let benchmark = benchmarks.first(where: { options.filters == [name($0)] }) else {
      throw Complaint("no such benchmark: \(options.filters)")
    }
    let sample = try benchmark.measure()
    FileHandle.standardOutput.write(try JSONEncoder().encode(sample))
  }

  private static func name(_ benchmark: Benchmark) -> String {
    "\(benchmark.suite)+\(benchmark.work)+\(benchmark.subject)"
  }
}
