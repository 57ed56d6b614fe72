import ContractSupport
import EditorTestSupport
import Foundation
import MarkdownEditing

/// Returns the examples of the specification, or nil if its text is not available.
func examples() -> [String]? {
  let examples = SpecificationExample.all.map(\.source)
  return examples.isEmpty ? nil : examples
}

/// Judges every selection and caret of every text, with the texts divided among `jobs` tasks.
func judgeExamples(_ texts: [String], _ options: Options) async -> Tally {
  let jobs = options.jobs
  let pairs = texts.map { text in
    let bounds = text.unicodeScalars.count + 1
    return bounds * (bounds + 1) / 2
  }
  let progress = Progress(total: pairs.reduce(0, +))
  return await inParallel(jobs) { job in
    let judge = options.judge
    var tally = Tally()
    for index in stride(from: job, to: texts.count, by: jobs) {
      ExampleCases.forEach(in: texts[index]) { example in
        let question = example.with(.exact)
        if options.judges(question) { tally.count(question, judge) }
      }
      await progress.add(pairs[index], failures: tally.failureCount)
    }
    tally.rows = judge.rows.counts
    return tally
  }
}

/// Judges the random cases with the seeds `seed`, `seed + 1` and so on. `next` makes a case from a
/// generator, and the same seed always gives the same case.
func judgeRandom(
  _ count: Int, _ options: Options,
  _ next: @escaping @Sendable (inout CaseGenerator) -> ContractCase
) async -> Tally {
  let jobs = options.jobs
  let seed = options.seed
  let progress = Progress(total: count)
  return await inParallel(jobs) { job in
    let judge = options.judge
    var tally = Tally()
    var done = 0
    for index in stride(from: job, to: count, by: jobs) {
      var generator = CaseGenerator(seed: seed &+ UInt64(index))
      let question = next(&generator).with(.exact)
      if options.judges(question) { tally.count(question, judge) }
      done += 1
      if done % 500 == 0 { await progress.add(500, failures: tally.failureCount) }
    }
    tally.rows = judge.rows.counts
    return tally
  }
}

extension ContractCase {
  /// Returns the case with an edge policy, unless it may not write references: `exact` follows the contract to the
  /// letter.
  func with(_ edges: EditingOptions.Edges) -> ContractCase {
    var question = self
    if question.command.options.allowsReferences { question.command.options.edges = edges }
    return question
  }
}

extension Options {
  fileprivate func judges(_ question: ContractCase) -> Bool {
    only == .both || question.isOfCarets == (only == .carets)
  }
}

private func inParallel(
  _ jobs: Int, _ body: @escaping @Sendable (Int) async -> Tally
) async -> Tally {
  await withTaskGroup(of: Tally.self) { group in
    for job in 0..<jobs { group.addTask { await body(job) } }
    var total = Tally()
    for await tally in group { total.add(tally) }
    return total
  }
}

/// Shows the progress of a run and its estimated end on a terminal.
private actor Progress {
  let total: Int
  let start = Date()
  let isTerminal = isatty(STDERR_FILENO) == 1
  var done = 0
  var shown = Date.distantPast

  init(total: Int) { self.total = total }

  func add(_ count: Int, failures: Int) {
    done += count
    guard isTerminal, Date().timeIntervalSince(shown) > 0.5 || done == total else { return }
    shown = Date()
    let elapsed = shown.timeIntervalSince(start)
    let left = Int(elapsed / Double(max(1, done)) * Double(total - done))
    let share = 100 * done / max(1, total)
    let line = "\r\(share) %, \(left) s to go, a task has \(failures) failures   "
    FileHandle.standardError.write(Data((done == total ? "\r\u{1B}[K" : line).utf8))
  }
}
