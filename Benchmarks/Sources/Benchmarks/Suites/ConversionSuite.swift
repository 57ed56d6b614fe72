import TextEditing
import _RopeModule

/// Converts offsets from one unit to another, at random places.
enum ConversionSuite {
  private static let count = 20_000

  static func benchmarks(_ options: Options, _ corpus: Corpus) -> [Benchmark] {
    [1, 10, 100].filter { $0 <= options.megabytes }.flatMap { megabytes -> [Benchmark] in
      let places = Places(megabytes: megabytes, seed: options.seed, corpus: corpus)
      return ours(places) + others(places)
    }
  }

  private struct Places: Sendable {
    var megabytes: Int
    var seed: UInt64
    var corpus: Corpus

    var text: String { corpus.text(bytes: megabytes * 1_000_000) }

    func offsets(below limit: Int) -> [Int] {
      var random = SeededGenerator(seed: seed)
      return (0..<2 * count).map { _ in Int.random(in: 0..<limit, using: &random) }
    }
  }

  private static func benchmark(
    _ places: Places, _ work: String, _ subject: String, rounds: Int = .max,
    _ measure: @escaping @Sendable (Places) -> Double
  ) -> Benchmark {
    Benchmark(
      suite: "conversions", work: "\(work), \(places.megabytes) MB", subject: subject,
      rounds: rounds
    ) {
      .total(nanoseconds: measure(places), operations: count, of: "offset")
    }
  }

  /// Returns the time to convert each offset of the second half. Converting the first half is not
  /// timed, because it shows the state of a newly loaded text.
  private static func time(_ offsets: [Int], _ convert: (Int) -> Int) -> Double {
    var sum = 0
    for offset in offsets[..<count] { sum &+= convert(offset) }
    let (time, _) = CPUClock.time { for offset in offsets[count...] { sum &+= convert(offset) } }
    blackHole(sum)
    return time
  }

  private static func ours(_ places: Places) -> [Benchmark] {
    func each(
      _ work: String, _ limit: @escaping @Sendable (TextBuffer) -> Int,
      _ convert: @escaping @Sendable (TextBuffer, Int) -> Int
    ) -> Benchmark {
      benchmark(places, work, Catalogue.ours) { places in
        let buffer = TextBuffer(places.text)
        let offsets = places.offsets(below: limit(buffer))
        return time(offsets) { convert(buffer, $0) }
      }
    }
    return [
      benchmark(places, "UTF-8 to UTF-16", Catalogue.ours) { places in
        let buffer = TextBuffer(places.text)
        let offsets = places.offsets(below: buffer.utf8Count).map { offset in
          var start = offset
          while !buffer.isScalarBoundary(utf8Offset: start) { start -= 1 }
          return start
        }
        return time(offsets) { buffer.utf16Offset(ofUTF8: $0) }
      },
      each("UTF-16 to UTF-8", \.utf16Count) { $0.utf8Offset(ofUTF16: $1) ?? 0 },
      each("scalars to UTF-8", \.scalarCount) { $0.utf8Offset(ofScalar: $1) ?? 0 },
      each("offset to line", \.utf8Count) { $0.line(ofUTF8: $1) },
      each("line to offset", \.lineCount) { $0.utf8Offset(ofLine: $1 + 1) ?? 0 },
    ]
  }

  private static func others(_ places: Places) -> [Benchmark] {
    let rounds = places.megabytes == 100 ? 1 : 3
    return [
      benchmark(places, "UTF-8 to UTF-16", BigStringSubject.name, rounds: rounds) { places in
        let text = BigString(places.text)
        return time(places.offsets(below: text.utf8.count)) {
          let index = text.utf8.index(text.startIndex, offsetBy: $0)
          return text.utf16.distance(from: text.startIndex, to: index)
        }
      },
      benchmark(places, "UTF-16 to UTF-8", BigStringSubject.name, rounds: rounds) { places in
        let text = BigString(places.text)
        return time(places.offsets(below: text.utf16.count)) {
          let index = text.utf16.index(text.startIndex, offsetBy: $0)
          return text.utf8.distance(from: text.startIndex, to: index)
        }
      },
      benchmark(places, "UTF-16 to UTF-8", StringSubject.name) { places in
        var text = places.text
        text.makeContiguousUTF8()
        return time(places.offsets(below: text.utf16.count)) {
          let index = text.utf16.index(text.startIndex, offsetBy: $0)
          return text.utf8.distance(from: text.startIndex, to: index)
        }
      },
    ]
  }
}
