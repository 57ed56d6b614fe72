import CommonMark
import ContractSupport
import EditorTestSupport
import MarkdownEditing
import Testing

/// Checks the source ranges that the judge finds for visible characters.
@Suite struct ReadingTests {
  /// Replaces a letter of the source and expects only the character with that range to change, so
  /// that libcmark itself confirms the ranges.
  @Test(.enabled(if: SharedData.folder != nil)) func libcmarkConfirmsThePlaces() throws {
    let oracle = ReferenceOracle()
    var confirmed = 0
    for example in SpecificationExample.all {
      let reading = try Reading(Array(example.source.utf8), oracle: oracle)
      for event in reading.characters where reading.spans[event].count == 1 {
        let offset = reading.spans[event].lowerBound
        let letter = UInt8(ascii: "q")
        guard reading.events[event].scalar?.properties.isAlphabetic ?? false else { continue }
        var source = reading.source
        source[offset] = letter
        let before = scalars(reading.events)
        let after = scalars(Rendered(try MarkdownTree(parsing: source)).events)
        // A letter of a link's label also names its definition, so it may change more.
        guard before.map({ $0 == nil }) == after.map({ $0 == nil }) else { continue }
        let changed = after.indices.filter { after[$0] != before[$0] }
        #expect(changed == [event] || changed == [], "example \(example.number) at \(offset)")
        confirmed += changed == [event] ? 1 : 0
      }
    }
    #expect(confirmed > 3000)
  }

  /// Returns the scalar of each event. swiftc 6.3.1 crashes if they are compared while being read.
  private func scalars(_ events: [Event]) -> [Unicode.Scalar?] { events.map { $0.scalar } }

  /// A NUL becomes U+FFFD before parsing, so it is not a control character.
  @Test(arguments: ["[](\0)", "[a](\0\\\0b) c", "[a](<\0>)"])
  func destinationsHoldNULs(_ text: String) {
    #expect(throws: Never.self) { try Reading(Array(text.utf8), oracle: ReferenceOracle()) }
  }

  @Test func randomDocumentsAreRead() {
    let oracle = ReferenceOracle()
    for index in 0..<UInt64(RandomTests.rounds(2000)) {
      var generator = CaseGenerator(seed: RandomTests.seed &+ index)
      let source = generator.next().source
      #expect(
        (try? Reading(source, oracle: oracle)) != nil,
        "seed \(RandomTests.seed &+ index): \(String(decoding: source, as: UTF8.self))")
    }
  }
}
