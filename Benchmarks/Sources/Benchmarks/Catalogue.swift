/// All benchmarks, suite by suite. A new suite needs a file in Suites and a line here.
enum Catalogue {
  /// The subject with which the others are compared.
  static let ours = "TextBuffer"

  static func benchmarks(_ options: Options) throws -> [Benchmark] {
    let corpus = Corpus(options)
    var all: [Benchmark] = []
    all += try ReplaySuite.benchmarks(options)
    all += RandomEditSuite.benchmarks(options, corpus)
    all += OpenSuite.benchmarks(options, corpus)
    all += CommandSuite.benchmarks(options, corpus)
    all += EveryCommandSuite.benchmarks(options)
    all += TokenSuite.benchmarks(options, corpus)
    all += LifeSuite.benchmarks(options)
    return all
  }
}
