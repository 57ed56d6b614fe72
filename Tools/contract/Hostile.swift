import ContractSupport
import EditorTestSupport
import Foundation
import MarkdownEditing

private struct Cost {
  var seconds = 0.0
  var steps = 0
  var isRefused = false
}

/// Runs toggles and states on texts designed to be slow, and on random patterns.
///
/// Steps, which are the same on every machine, are limited by the command's budget, and twice the
/// text may take at most 2.4 times as many. CPU seconds are limited too.
struct HostileRun {
  let options: Options
  /// The largest allowed ratio of costs for a text twice as long.
  private static let growth = 2.4
  /// The number of steps below which a ratio means nothing.
  private static let few = 20_000
  /// How often a slow command is measured again, because another program may have interfered.
  private static let repetitions = 2
  private var problems = 0
  private var commands = 0
  private var refusals = 0
  private var worst = (ratio: 0.0, name: "")

  init(_ options: Options) { self.options = options }

  mutating func run() -> Int32 {
    let sizes = options.sizes.isEmpty ? [1000, 10_000, 100_000] : options.sizes
    for family in PlannerFamily.all {
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
      probe(family, size)
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
        // A refused command has not finished, so its steps cannot be compared.
        if !one.isRefused, !two.isRefused, two.steps > Self.few,
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
    // The budget may be exceeded by its last step.
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

  /// Returns the seconds allowed for a command: 50 ms up to 50 kB, then a second per million bytes.
  private func allowed(_ text: [UInt8], share: Double) -> Double {
    share * max(0.05, Double(text.count) / 1e6)
  }

  /// Returns the CPU seconds of `body`: the minimum of several runs if the first is too slow.
  private func seconds(_ text: [UInt8], share: Double, _ body: () -> Void) -> Double {
    var least = cpuSeconds(body)
    for _ in 0..<Self.repetitions where least > allowed(text, share: share) {
      least = min(least, cpuSeconds(body))
    }
    return least
  }

  private mutating func check(_ cost: Cost, _ text: [UInt8], _ name: String, share: Double) {
    commands += 1
    let allowed = allowed(text, share: share)
    if cost.seconds / allowed > worst.ratio { worst = (cost.seconds / allowed, name) }
    if cost.seconds > allowed {
      complain("\(name): \(Int(1000 * cost.seconds)) ms")
    }
  }

  private mutating func complain(_ sentence: String) {
    problems += 1
    print(sentence)
  }
}

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
