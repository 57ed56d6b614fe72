import Foundation

@main
enum Main {
  static func main() {
    do {
      let options = try Options(
        Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
      let benchmarks = try Catalogue.benchmarks(options).filter(options.wants)
      if options.isWorker { return try Worker.measure(benchmarks, options) }
      print("\(Machine.description); seed \(options.seed); \(options.rounds) rounds")
      let results = try Runner(options: options).run(benchmarks)
      print(Report.table(results))
      if let path = options.json {
        try Report.json(results, options).write(to: URL(filePath: path))
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(64)
    }
  }
}
