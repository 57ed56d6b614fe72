import Foundation

@main
enum Main {
  static func main() {
    do {
      let environment = ProcessInfo.processInfo.environment
      let options = try Options(Array(CommandLine.arguments.dropFirst()), environment: environment)
      let corpus = Corpus(options)
      // A new suite needs a file in Suites and a line here.
      let all =
        try ReplaySuite.benchmarks(options) + RandomEditSuite.benchmarks(options, corpus)
        + OpenSuite.benchmarks(options, corpus) + CommandSuite.benchmarks()
        + EveryCommandSuite.benchmarks(options) + TokenSuite.benchmarks(options, corpus)
        + LifeSuite.benchmarks(options)
      if let name = environment[Runner.variable] { return try Runner.measure(name, all) }
      print("\(Report.machine); seed \(options.seed); \(options.rounds) rounds")
      let report = Report(options, try Runner.results(all.filter(options.wants), options))
      print(report.table)
      if let path = options.json { try report.json.write(to: URL(filePath: path)) }
    } catch {
      tell("\(error)")
      exit(64)
    }
  }
}

/// Writes a line to standard error.
func tell(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
