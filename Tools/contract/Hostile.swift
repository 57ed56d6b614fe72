import ContractSupport
import EditorTestSupport
import Foundation
import MarkdownEditing

/// What one command took on one text.
private struct Cost {
  var seconds = 0.0
  var steps = 0
  var isRefused = false
}

/// Toggles and states on texts that were made to be slow, and on random patterns.
///
/// Steps are the same on every machine: a command may take what its budget allows. Where the caller
/// asks for it, twice the text may take at most 2.4 times as many, and the processor's seconds count.
struct HostileRun {
  let options: Options
  /// The most that a text twice as long may cost, as a ratio.
  private static let growth = 2.4
  /// Below so many steps a ratio says nothing.
  private static let few = 20_000
  /// How often a command is measured again that took too long: another program may have been in the way.
  private static let repetitions = 2
  private var problems = 0
  private var commands = 0
  private var refusals = 0
  private var worst = (ratio: 0.0, name: "")

  init(_ options: Options) { self.options = options }

  /// Runs it; the exit status.
  mutating func run() -> Int32 {
    let sizes = options.sizes.isEmpty ? [1000, 10_000, 100_000] : options.sizes
    for family in PlannerFamily.all where options.named.map(family.name.contains) ?? true {
      for size in sizes { probe(family, size) }
    }
    var generator = SeededGenerator(seed: options.seed)
    for _ in 0..<options.patterns {
      let units = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        (0..<Int.random(in: 1...3, using: &generator)).map { _ in
          PlannerFamily.tokens.randomElement(using: &generator) ?? "*"
        }.joined()
      }
      let family = PlannerFamily(units: units)
      let size = Int.random(in: 50...1000, using: &generator)
      if options.named.map(family.name.contains) ?? true { probe(family, size) }
    }
    print(
      "\(commands) commands and states, \(refusals) refused as too intricate, \(problems) too dear; "
        + "seed \(options.seed)")
    print("the dearest: \(worst.name), \(Int(100 * worst.ratio)) % of what it may take")
    return problems == 0 ? 0 : 1
  }

  private mutating func probe(_ family: PlannerFamily, _ size: Int) {
    let (text, twice) = (family.text(size), family.text(2 * size))
    let selections: [(String, ([UInt8]) -> Range<Int>)] = [
      ("a word", PlannerFamily.word), ("all", { 0..<$0.count }),
    ]
    for (what, selection) in selections {
      for mark in Mark.all(in: .commonMark) {
        let name = "\(family.name), \(text.count) bytes: \(mark.name) on \(what)"
        let one = toggle(mark, selection(text), text, name)
        let two = toggle(mark, selection(twice), twice, name + ", twice")
        // What is refused has not been finished.
        if options.isTimed, !one.isRefused, !two.isRefused, two.steps > Self.few,
          Double(two.steps) > Self.growth * Double(one.steps)
        {
          complain("\(name): \(one.steps) steps, \(two.steps) for twice the text")
        }
      }
      let name = "\(family.name), \(text.count) bytes: state of \(what)"
      check(state(selection(text), text), text, name, share: 1.5)
    }
  }

  private mutating func toggle(
    _ mark: Mark, _ selection: Range<Int>, _ text: [UInt8], _ name: String
  ) -> Cost {
    var budget = Budget(forBytes: 0)
    var cost = Cost()
    cost.seconds = seconds(text, share: 1) {
      budget = Budget(forBytes: 0)
      let outcome = MarkCommand(.toggle, mark, options: .commonMark).outcome(
        onUTF8: [selection], in: text, budget: budget)
      if case .refused(.tooIntricate) = outcome { cost.isRefused = true }
    }
    cost.steps = budget.spent
    if cost.isRefused { refusals += 1 }
    // The last step may be the one too many.
    if Double(budget.spent) > 1.25 * Double(budget.limit) {
      complain("\(name): \(budget.spent) steps of \(budget.limit)")
    }
    check(cost, text, name, share: 1)
    return cost
  }

  private func state(_ selection: Range<Int>, _ text: [UInt8]) -> Cost {
    var cost = Cost()
    cost.seconds = seconds(text, share: 1.5) {
      _ = CommandState.all(of: [selection], in: text, groups: [.marks], dialect: .commonMark)
    }
    return cost
  }

  /// What a command on a text may take: 50 ms for 2 kB and less, a second for a million bytes.
  private func allowed(_ text: [UInt8], share: Double) -> Double {
    share * max(0.05, Double(text.count) / 1e6)
  }

  /// The least of the processor's seconds that `body` takes, once or, where that is too long, some times.
  private func seconds(_ text: [UInt8], share: Double, _ body: () -> Void) -> Double {
    var least = cpuSeconds(body)
    for _ in 0..<Self.repetitions where options.isTimed && least > allowed(text, share: share) {
      least = min(least, cpuSeconds(body))
    }
    return least
  }

  /// Notes what a command took of its time.
  private mutating func check(_ cost: Cost, _ text: [UInt8], _ name: String, share: Double) {
    commands += 1
    let allowed = allowed(text, share: share)
    if cost.seconds / allowed > worst.ratio { worst = (cost.seconds / allowed, name) }
    if options.isTimed, cost.seconds > allowed {
      complain("\(name): \(Int(1000 * cost.seconds)) ms")
    }
  }

  private mutating func complain(_ sentence: String) {
    problems += 1
    print(sentence)
  }
}

/// Seconds of CPU that `body` takes.
func cpuSeconds(_ body: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  try body()
  return now() - start
}
