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

/// Writes the failures to a file, one per line, with the rules that they broke.
func list(_ tally: Tally, _ path: String) throws {
  var lines = ""
  for (key, failures) in tally.samples.sorted(by: { $0.key < $1.key }) {
    for failure in failures {
      let question = failure.question
      let reason = failure.violations.first.map { $0.explanation } ?? ""
      lines +=
        "\(key)\t\(question.commandLine)\t\(question.marked.debugDescription)\t\(reason)\n"
    }
  }
  try lines.write(toFile: path, atomically: true, encoding: .utf8)
}

/// Creates an empty file. If it cannot be written, complains and returns nil.
func newFile(at path: String) -> FileHandle? {
  if FileManager.default.createFile(atPath: path, contents: nil),
    let file = FileHandle(forWritingAtPath: path)
  {
    return file
  }
  print("cannot write \(path)")
  return nil
}

private func show(_ key: String, _ failures: [Tally.Failure], _ options: Options) {
  print("## \(key): at least \(failures.count)")
  let judge = options.judge(ofJob: 0)
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

/// Judges the cases of a file of fixtures and returns the exit status.
func replay(_ path: String, _ options: Options) throws -> Int32 {
  guard let contents = try? String(contentsOfFile: path, encoding: .utf8) else {
    throw Options.Misuse(description: "\(path) cannot be read, or is not UTF-8")
  }
  let judge = options.judge(ofJob: 0)
  var failures = 0
  for fixture in try ToggleFixture.read(contents, file: path) {
    let mismatch = fixture.mismatch(options.planner(fixture.question))
    let violations = judge.violations(of: fixture.question)
    guard mismatch != nil || !violations.isEmpty else { continue }
    failures += 1
    print("\(fixture.name): \(fixture.question.commandLine) \(fixture.before.debugDescription)")
    if let mismatch { print("    \(mismatch); right: \(fixture.answers.map(\.debugDescription))") }
    for violation in violations { print("    \(violation)") }
    if options.shrinks, let clause = violations.first?.clause {
      var shrinker = Shrinker(judge: judge, clause: clause)
      let small = shrinker.shrunk(fixture.question)
      print("    made small: \(small.commandLine)  \(small.marked.debugDescription)")
      for violation in judge.violations(of: small).prefix(2) { print("      \(violation)") }
      fflush(nil)  // shown even if an error in the planner ends the run
    }
  }
  print("\(failures) failures")
  return failures == 0 ? 0 : 1
}
