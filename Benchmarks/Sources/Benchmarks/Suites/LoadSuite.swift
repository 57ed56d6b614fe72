import CCmark
import Foundation
import TextEditing

/// Measures loading a document: time and heap, and libcmark's share for parsing it.
enum LoadSuite {
  static func benchmarks(_ options: Options, _ corpus: Corpus) -> [Benchmark] {
    let all = [1, 10, 100].filter { $0 <= options.megabytes }.flatMap { megabytes -> [Benchmark] in
      let size = megabytes * 1_000_000
      let work = "\(megabytes) MB"
      return [
        bytesBenchmark(work, size, corpus),
        load(OurSubject.self, work + " as String", size, corpus),
        load(StringSubject.self, work, size, corpus),
        load(BigStringSubject.self, work, size, corpus, rounds: megabytes == 100 ? 1 : 3),
        parse(work, size, corpus),
        heap(OurSubject.self, work, size, corpus), heap(BigStringSubject.self, work, size, corpus),
      ]
    }
    return all.filter { $0.suite == "load" } + all.filter { $0.suite == "heap" }
  }

  /// Loads our buffer from bytes: validated, measured, cut into leaves.
  private static func bytesBenchmark(_ work: String, _ size: Int, _ corpus: Corpus) -> Benchmark {
    Benchmark(suite: "load", work: work, subject: Catalogue.ours) {
      let bytes = Array(corpus.text(bytes: size).utf8)
      let (time, buffer) = try CPUClock.time { try TextBuffer(utf8: bytes) }
      blackHole(buffer)
      return .total(nanoseconds: time, operations: size, of: "byte")
    }
  }

  private static func load<Subject: TextSubject>(
    _ subject: Subject.Type, _ work: String, _ size: Int, _ corpus: Corpus, rounds: Int = .max
  ) -> Benchmark {
    Benchmark(suite: "load", work: work, subject: Subject.name, rounds: rounds) {
      let bytes = Array(corpus.text(bytes: size).utf8)
      let text = String(decoding: bytes, as: UTF8.self)
      let (time, loaded) = CPUClock.time {
        // A String must be made from the bytes; all others are made from a String.
        Subject.self == StringSubject.self
          ? Subject(String(decoding: bytes, as: UTF8.self)) : Subject(text)
      }
      blackHole(loaded)
      return .total(nanoseconds: time, operations: size, of: "byte")
    }
  }

  private static func parse(_ work: String, _ size: Int, _ corpus: Corpus) -> Benchmark {
    Benchmark(suite: "load", work: work, subject: "libcmark parse", rounds: 3) {
      let bytes = Array(corpus.text(bytes: size).utf8)
      let (time, document) = CPUClock.time {
        bytes.withUnsafeBytes {
          cmark_parse_document($0.baseAddress, $0.count, CMARK_OPT_SOURCEPOS)
        }
      }
      cmark_node_free(document)
      return .total(nanoseconds: time, operations: size, of: "byte")
    }
  }

  private static func heap<Subject: TextSubject>(
    _ subject: Subject.Type, _ work: String, _ size: Int, _ corpus: Corpus
  ) -> Benchmark {
    Benchmark(suite: "heap", work: work, subject: Subject.name, rounds: 1) {
      let text = corpus.text(bytes: size)
      let before = Heap.bytesInUse
      let loaded = Subject(text)
      let after = Heap.bytesInUse
      blackHole(loaded)
      guard let before, let after else { return .ratio(.nan, of: "bytes/byte") }
      return .ratio(Double(after - before) / Double(text.utf8.count), of: "bytes/byte")
    }
  }
}
