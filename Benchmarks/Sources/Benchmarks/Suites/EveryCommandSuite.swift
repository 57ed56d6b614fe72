import Foundation
import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// Measures every command of the catalogue at random carets and selections of joined real documents.
///
/// `Benchmarks/corpus` collects the documents; without them, the suite is empty. With `--worst N`, the
/// slowest commands are named.
enum EveryCommandSuite {
  static func benchmarks(_ options: Options) -> [Benchmark] {
    guard FileManager.default.fileExists(atPath: options.corpus.path) else { return [] }
    return [10_000, 100_000, 1_000_000, 10_000_000].flatMap { size in
      [1, 10].map { carets in
        Benchmark(
          suite: "every command: \(carets == 1 ? "one selection" : "ten carets")",
          work: "\(size / 1000) kB", rounds: 1
        ) { try sample(size, carets, options) }
      }
    }
  }

  private static func files(_ options: Options) -> [URL] {
    let kinds = (try? FileManager.default.contentsOfDirectory(atPath: options.corpus.path)) ?? []
    return kinds.sorted().filter { $0 != "cjk" && $0 != "scripts" }.flatMap { kind in
      let folder = options.corpus.appending(path: kind)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.sorted().map { folder.appending(path: $0) }.filter { file in
        // A changelog of a megabyte would be most of the small documents, and after a fence that is
        // not closed all others would be code.
        guard let text = try? Data(contentsOf: file), text.count < 64_000 else { return false }
        return (try? blockStarts(of: Array(text) + Array("\n\nend\n".utf8)))?.last == text.count + 2
      }
    }
  }

  /// The starts of the children of the root.
  private static func blockStarts(of bytes: [UInt8]) throws -> [Int] {
    let nodes = try SyntaxTree(bytes, in: .commonMark).nodes
    var starts: [Int] = []
    var index = 1
    while index < nodes.count {
      starts.append(nodes[index].range.lowerBound)
      index = nodes[index].endIndex
    }
    return starts
  }

  private static func sample(_ size: Int, _ carets: Int, _ options: Options) throws -> Sample {
    var files = files(options)
    var random = SeededGenerator(seed: options.seed)
    files.shuffle(using: &random)
    var bytes: [UInt8] = []
    while bytes.count < size {
      for file in files where bytes.count < size {
        bytes += Array(try Data(contentsOf: file)) + Array("\n\n".utf8)
      }
    }
    let document = try MarkdownDocument(TextBuffer(utf8: bytes))
    let places = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 }
    let starts = try [0] + blockStarts(of: bytes) + [bytes.count]
    var times: [Double] = []
    var worst = Worst(options.worst)
    var medians = Worst(min(options.worst, 3))
    for row in CommandRow.all {
      let first = times.count
      let argument =
        row.name == "table-insert" ? "2x2" : row.argument.isEmpty ? nil : "https://u.io"
      let command = EditingCommand(row, argument: argument)
      for round in 0..<40 / carets {
        let selections = (0..<carets).map { _ in
          let start = Int.random(in: 0..<places.count - 1, using: &random)
          let width = round % 2 == 0 || carets > 1 ? 0 : Int.random(in: 1..<40, using: &random)
          return places[start]..<places[min(start + width, places.count - 1)]
        }.sorted { $0.lowerBound < $1.lowerBound }
        let time = CPUClock.time {
          blackHole(
            command.outcome(utf8: selections, in: document, dialect: options.readDialect))
        }.0
        times.append(time)
        let end = starts.firstIndex { $0 > selections[0].lowerBound } ?? starts.count - 1
        let length = starts[end] - starts[max(0, end - 1)]
        worst.note(time, "\(row.name) at \(selections[0]) in a block of \(length) bytes")
      }
      let own = times[first...].sorted()
      medians.note(own[own.count / 2], row.name)
    }
    worst.tell("\(size) bytes, \(carets)")
    medians.tell("\(size) bytes, \(carets), median")
    return Sample(times, of: "command")
  }
}
