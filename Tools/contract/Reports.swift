import ContractSupport
import Foundation

func report(_ tally: Tally, seconds: Double, _ options: Options) {
  for key in tally.samples.keys.sorted() { show(key, tally.samples[key, default: []], options) }
  print("cases     \(tally.cases)")
  print("failures  \(tally.failureCount)")
  for clause in Clause.allCases where !clause.ranks {
    if let count = tally.broken[clause] { print("  \(clause.rawValue): \(count)") }
  }
  print("counted, not failures:")
  for clause in Clause.allCases where clause.ranks {
    print("  \(clause.rawValue): \(tally.broken[clause, default: 0])")
  }
  print("  impossible, a part of an autolink in the text of a link: \(tally.impossible)")
  print("seconds   \(Int(seconds.rounded()))")
}

private func show(_ key: String, _ failures: [Tally.Failure], _ options: Options) {
  print("## \(key): at least \(failures.count)")
  let judge = options.judge
  var seen = Set<ContractCase>()
  for failure in failures.prefix(3 * options.show) {
    guard seen.count < options.show, let clause = failure.violations.first?.clause else { return }
    var shrinker = Shrinker(judge: judge, clause: clause)
    let small = shrinker.shrunk(failure.question)
    guard seen.insert(small).inserted else { continue }
    print("  \(small.commandLine)  \(small.marked.debugDescription)")
    for violation in judge.violations(of: small).prefix(2) { print("      \(violation)") }
    fflush(nil)  // shown even if an error in the planner ends the run
    if let folder = options.save { save(small, key, folder) }
  }
}

private func save(_ small: ContractCase, _ key: String, _ folder: String) {
  let file = URL(filePath: folder).appending(path: "selections.txt")
  let old = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  do {
    try FileManager.default.createDirectory(
      at: URL(filePath: folder), withIntermediateDirectories: true)
    try (old + "// \(key)\n\(small.line)\n").write(to: file, atomically: true, encoding: .utf8)
  } catch {
    print("cannot write \(file.path): \(error.localizedDescription)")
  }
}
