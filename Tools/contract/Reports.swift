import ContractSupport
import Foundation

func report(_ tally: Tally, seconds: Double, _ options: Options) {
  let refused = tally.failures[.refused, default: 0]
  let failed = tally.failureCount - refused
  for key in tally.samples.keys.sorted() { show(key, tally.samples[key, default: []], options) }
  print("cases     \(tally.cases), of them \(tally.carets) carets")
  print("failures  \(failed)")
  for clause in Clause.allCases where clause != .refused {
    if let count = tally.failures[clause] { print("  \(clause.rawValue): \(count)") }
  }
  print("refusals  \(refused)")
  for reason in Impossible.allCases {
    print("impossible \(tally.impossible[reason, default: 0]): \(reason.rawValue)")
  }
  print("unread    \(tally.failures[.unread, default: 0])")
  if tally.carets > 0 { print("carets judged by each row of the table:") }
  for row in CaretRow.allCases where tally.carets > 0 {
    print("  \(tally.rows[row, default: 0])  \(row.rawValue)")
  }
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
  let name = key.hasSuffix("caret") ? "carets.txt" : "selections.txt"
  let file = URL(filePath: folder).appending(path: name)
  let old = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  do {
    try FileManager.default.createDirectory(
      at: URL(filePath: folder), withIntermediateDirectories: true)
    try (old + "// \(key)\n\(small.line)\n").write(to: file, atomically: true, encoding: .utf8)
  } catch {
    print("cannot write \(file.path): \(error.localizedDescription)")
  }
}
