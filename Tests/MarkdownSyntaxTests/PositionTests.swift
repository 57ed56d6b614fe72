import EditorTestSupport
import MarkdownSyntax
import Testing

@Suite("Every visible character is at the reported range")
struct PositionTests {
  @Test(.enabled(if: SharedData.folder != nil))
  func everyExampleOfTheSpecification() throws {
    for example in SpecificationExample.all {
      let complaint = try Perturbation.complaint(about: Array(example.source.utf8))
      let isOther = OtherLibrary.examples.contains(example.number)
      #expect(
        (complaint != nil) == isOther,
        "example \(example.number): \(example.source.debugDescription): \(complaint ?? "")")
    }
  }

  @Test func randomDocuments() throws {
    var documents = RandomDocument(generator: RandomTests.generator("positions"))
    for round in 0..<RandomTests.rounds(4000) {
      let source = documents.next()
      guard let complaint = try Perturbation.complaint(about: source) else { continue }
      let small = Shrinking.smallest(source) { candidate in
        let complaint = try? Perturbation.complaint(about: candidate)
        return complaint?.isEmpty == false
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
