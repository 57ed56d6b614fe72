import CommonMark
import EditorTestSupport
import MarkdownSyntax
import Testing

@Suite("Our scanner reads every source as libcmark does")
struct AgreementTests {
  /// A comparison with libcmark: of the nodes, or of the ranges of visible characters.
  enum Comparison: String, CaseIterable {
    case nodes, positions

    func complaint(about source: [UInt8]) throws -> String? {
      self == .nodes
        ? Agreement.complaint(about: source) : try Perturbation.complaint(about: source)
    }
  }

  @Test(.enabled(if: SharedData.folder != nil), arguments: Comparison.allCases)
  func everyExampleOfTheSpecification(comparison: Comparison) throws {
    let examples = SpecificationExample.all
    #expect(examples.count == 652)
    for example in examples {
      let complaint = try comparison.complaint(about: Array(example.source.utf8))
      let isOther = OtherLibrary.examples.contains(example.number)
      #expect(
        (complaint != nil) == isOther,
        "example \(example.number): \(example.source.debugDescription): \(complaint ?? "")")
    }
  }

  @Test func sourcesThatOnceWentWrong() throws {
    let sources = try Regressions.agreement()
    #expect(sources.count > 30)
    for source in sources {
      let text = String(decoding: source, as: UTF8.self).debugDescription
      try OtherLibrary.mayDiffer { () throws in
        for comparison in Comparison.allCases {
          #expect(try comparison.complaint(about: source) == nil, "\(text)")
        }
      }
    }
  }

  @Test func limitsThatLibcmarkSets() throws {
    func text(_ unit: String, _ count: Int) -> String { String(repeating: unit, count: count) }
    var sources: [String] = []
    for count in [997, 998, 999, 1000, 1001, 1002] {
      let label = text("a", count)
      sources.append("[\(label)] [x][\(label)] [ \(label)] [\(label)\n][]\n\n[\(label)]: /u\n")
      sources.append("[\(text("\\a", count / 2))]\n\n[\(text("\\a", count / 2))]: /u\n")
      sources.append("[\(text("\u{0}", count / 3))]\n\n[\(text("\u{0}", count / 3))]: /u\n")
      sources.append("[\(text("\u{0}", count / 3))]: /u\nb\n")
      sources.append("[\(text("\\!", count / 2))]: /u\nb\n")
      sources.append(text("`", count) + "a" + text("`", count) + " `b` " + text("`", count))
    }
    for count in 30...35 {
      sources.append("[a](\(text("(", count))b\(text(")", count)))")
      sources.append("<\(text("s", count)):b>")
    }
    for count in 60...65 { sources.append("<a@\(text("b", count)).\(text("c", count))>") }
    for count in 1...9 { sources.append("&#\(text("1", count)); &#x\(text("1", count));") }
    for source in sources {
      OtherLibrary.mayDiffer {
        #expect(
          Agreement.complaint(about: Array(source.utf8)) == nil, "\(source.debugDescription)")
      }
    }
  }

  @Test func bytesThatAreNoTextAreReadWithoutGaps() throws {
    var generator = RandomTests.generator("bytes")
    let active =
      Array("*_`[]()!<>&;\\\n\r\t -#=:\"'a".utf8) + [0x80, 0xBF, 0xC3, 0xE2, 0xF0, 0xFF, 0]
    for _ in 0..<RandomTests.rounds(5000) {
      let source = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
        active[Int.random(in: 0..<active.count, using: &generator)]
      }
      #expect(Agreement.gap(in: try SyntaxTree(source, in: .commonMark)) == nil, "\(source)")
      _ = Agreement.complaint(about: source)
    }
  }

  @Test(arguments: HostileFamily.all)
  func hostileDocumentsAreReadInTime(family: HostileFamily) {
    let source = family.document(byteCount: 50_000)
    // A source that libcmark must not parse is not read either.
    guard ParsingLimits.standard.refusal(of: source) == nil else { return }
    var complaint: String?
    let seconds = CPUTime.seconds { complaint = Agreement.complaint(about: source) }
    #expect(complaint == nil)
    // Quadratic time on 50 kB would exceed this even in a debug build.
    #expect(seconds < 20)
  }

  @Test(arguments: [(Comparison.nodes, 20_000), (.positions, 4000)])
  func randomDocuments(comparison: Comparison, count: Int) throws {
    var documents = RandomDocument(generator: RandomTests.generator(comparison.rawValue))
    for round in 0..<RandomTests.rounds(count) {
      let source = documents.next()
      guard let complaint = try comparison.complaint(about: source) else { continue }
      let small = Shrinking.smallest(source) {
        (try? comparison.complaint(about: $0))?.isEmpty == false
      }
      OtherLibrary.mayDiffer {
        Issue.record(
          """
          round \(round) of seed \(RandomTests.seed): \(complaint)
          shrunk: \(String(decoding: small, as: UTF8.self).debugDescription)
          """)
      }
      return
    }
  }
}
