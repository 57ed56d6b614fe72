import Foundation

/// The results as a table for people and as JSON for programs.
struct Report: Encodable {
  let machine: String
  let seed: UInt64
  let dialect: String
  let rounds: Int
  let results: [Result]

  init(_ options: Options, _ results: [Result]) {
    (machine, self.results) = (Self.machine, results)
    (seed, dialect, rounds) = (options.seed, options.dialect, options.rounds)
  }

  /// The machine on which the figures were measured.
  static var machine: String {
    let info = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = info.split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = model?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
    let system = ProcessInfo.processInfo
    return "\(name ?? "unknown processor"), \(system.activeProcessorCount) cores, "
      + system.operatingSystemVersionString
  }

  /// The results suite by suite, each with its ratio to ours.
  var table: String {
    var lines: [String] = []
    var suite = ""
    for result in results {
      if result.suite != suite {
        suite = result.suite
        lines += ["", suite, String(repeating: "-", count: 78)]
      }
      let other = results.first {
        $0.suite == suite && $0.work == result.work && $0.subject == ours
      }
      var line = column(result.work, 24) + column(result.subject, 18)
      line += column(figure(result.value), 13) + column(result.unit, 10)
      if let other, result.subject != ours { line += "× \(figure(result.value / other.value))" }
      if let p90 = result.p90, let p99 = result.p99, let p999 = result.p999, let max = result.max {
        line += "  p90 \(figure(p90)) p99 \(figure(p99)) p99.9 \(figure(p999)) max \(figure(max))"
        line += " of \(result.count ?? 0)"
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }

  var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      return try encoder.encode(self)
    }
  }

  private func figure(_ value: Double) -> String {
    String(format: value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value)
  }

  private func column(_ text: String, _ width: Int) -> String {
    text.padding(toLength: max(width, text.count + 1), withPad: " ", startingAt: 0)
  }
}
