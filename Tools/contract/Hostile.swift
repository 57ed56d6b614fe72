import ContractSupport
import EditorTestSupport
import Foundation
import MarkdownEditing

/// Runs toggles and states on texts designed to be slow, and on random patterns, and limits the CPU
/// seconds.
struct HostileRun {
  let options: Options
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
      "\(commands) commands and states, \(refusals) refused, \(problems) too slow; "
        + "seed \(options.seed)")
    print("the slowest: \(worst.name), \(Int(100 * worst.ratio)) % of what it may take")
    return problems == 0 ? 0 : 1
  }

  private mutating func probe(_ family: PlannerFamily, _ size: Int) {
    for text in [family.text(size), family.text(2 * size)] {
      for (what, selection) in [("a word", PlannerFamily.word(in: text)), ("all", 0..<text.count)] {
        for mark in Mark.all(in: .commonMark) {
          var outcome = Outcome.unchanged(.noSelection)
          let command = MarkCommand(.toggle, mark, options: .commonMark)
          let seconds = seconds(text, share: 1) {
            outcome = command.outcome(onUTF8: [selection], in: text)
          }
          if case .refused = outcome { refusals += 1 }
          let name = "\(family.name), \(text.count) bytes: \(mark.name) on \(what)"
          check(seconds, text, name, share: 1)
        }
        let name = "\(family.name), \(text.count) bytes: state of \(what)"
        let seconds = seconds(text, share: 1.5) {
          _ = CommandState.all(of: [selection], in: text, groups: [.marks], dialect: .commonMark)
        }
        check(seconds, text, name, share: 1.5)
      }
    }
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

  private mutating func check(_ seconds: Double, _ text: [UInt8], _ name: String, share: Double) {
    commands += 1
    let allowed = allowed(text, share: share)
    if seconds / allowed > worst.ratio { worst = (seconds / allowed, name) }
    if seconds > allowed {
      complain("\(name): \(Int(1000 * seconds)) ms")
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
