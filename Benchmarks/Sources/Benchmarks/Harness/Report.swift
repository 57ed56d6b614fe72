import Foundation

/// The results as a table for people and as JSON for programs.
enum Report {
  /// Returns the results as a table, suite by suite, with all subjects of a work in one row.
  static func table(_ results: [Result]) -> String {
    var lines: [String] = []
    var suite = ""
    for result in results {
      if result.suite != suite {
        suite = result.suite
        lines += ["", suite, String(repeating: "-", count: 78)]
      }
      let ours = results.first {
        $0.suite == result.suite && $0.work == result.work && $0.subject == Catalogue.ours
      }
      let ratio = ours.map { result.value / $0.value }
      let isOurs = result.subject == Catalogue.ours
      lines.append(
        column(result.work, 24) + column(result.subject, 18) + right(figure(result.value), 13) + " "
          + column(result.unit, 10)
          + (isOurs ? "" : ratio.map { "× \(figure($0))" } ?? "")
          + (result.tail.map(tail) ?? ""))
    }
    return lines.joined(separator: "\n")
  }

  static func json(_ results: [Result], _ options: Options) throws -> Data {
    let rows: [[String: Any]] = results.map { result in
      var row: [String: Any] = [
        "suite": result.suite, "work": result.work, "subject": result.subject,
        "value": result.value, "unit": result.unit, "rounds": result.rounds,
      ]
      if let tail = result.tail {
        row["p90"] = tail.p90
        row["p99"] = tail.p99
        row["p99.9"] = tail.p999
        row["max"] = tail.max
        row["count"] = tail.count
      }
      return row
    }
    let report: [String: Any] = [
      "seed": options.seed, "dialect": options.dialect, "rounds": options.rounds,
      "machine": Machine.description,
      "results": rows,
    ]
    return try JSONSerialization.data(
      withJSONObject: report, options: [.prettyPrinted, .sortedKeys])
  }

  private static func tail(_ tail: Tail) -> String {
    "  p90 \(figure(tail.p90)) p99 \(figure(tail.p99)) p99.9 \(figure(tail.p999))"
      + " max \(figure(tail.max)) of \(tail.count)"
  }

  private static func figure(_ value: Double) -> String {
    if value.isNaN { return "-" }
    if value >= 100 { return String(format: "%.0f", value) }
    return String(format: value >= 10 ? "%.1f" : "%.2f", value)
  }

  private static func column(_ text: String, _ width: Int) -> String {
    text.padding(toLength: max(width, text.count + 1), withPad: " ", startingAt: 0)
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

/// The machine on which the figures were measured.
enum Machine {
  static var description: String {
    let info = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = info.split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = model?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
    let system = ProcessInfo.processInfo
    return "\(name ?? "unknown processor"), \(system.activeProcessorCount) cores, "
      + system.operatingSystemVersionString
  }
}
