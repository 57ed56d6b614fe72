import EditorTestSupport
import MarkdownSyntax
import Testing

@Suite("Our reading is libcmark's")
struct AgreementTests {
  @Test(.enabled(if: SharedData.folder != nil))
  func everyExampleOfTheSpecification() throws {
    let examples = SpecificationExample.all
    #expect(examples.count == 652)
    for example in examples {
      let complaint = Agreement.complaint(about: Array(example.source.utf8))
      #expect(complaint == nil, "example \(example.number): \(example.source.debugDescription)")
    }
  }

  @Test func sourcesThatOnceWentWrong() throws {
    let sources = try Regressions.agreement()
    #expect(sources.count > 30)
    for source in sources {
      let text = String(decoding: source, as: UTF8.self).debugDescription
      #expect(Agreement.complaint(about: source) == nil, "\(text)")
      #expect(try Perturbation.complaint(about: source) == nil, "\(text)")
    }
  }

  @Test(.timeLimit(.minutes(2)), arguments: HostileFamily.all.map(\.name))
  func hostileDocumentsAreReadInTime(name: String) throws {
    let family = try #require(HostileFamily.all.first { $0.name == name })
    let source = family.document(byteCount: 50_000)
    // What libcmark is not asked to parse is not read either.
    guard (try? DocumentReading(source)) != nil else { return }
    var complaint: String?
    let duration = ContinuousClock().measure { complaint = Agreement.complaint(about: source) }
    #expect(complaint == nil)
    // A quadratic reading of 50 kB would take longer, in a debug build on a busy machine too.
    #expect(duration < .seconds(20))
  }

  @Test func randomDocuments() throws {
    var documents = RandomDocument(generator: RandomTests.generator("agreement"))
    for round in 0..<RandomTests.rounds(20_000) {
      let source = documents.next()
      guard let complaint = Agreement.complaint(about: source) else { continue }
      let small = Shrinking.smallest(source) { Agreement.complaint(about: $0) != nil }
      Issue.record(
        """
        round \(round) of seed \(RandomTests.seed): \(complaint)
        shrunk: \(String(decoding: small, as: UTF8.self).debugDescription)
        """)
      return
    }
  }
}
