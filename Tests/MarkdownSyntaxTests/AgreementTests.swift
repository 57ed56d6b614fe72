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
