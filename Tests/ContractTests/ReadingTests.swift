import CommonMark
import ContractSupport
import EditorTestSupport
import MarkdownEditing
import Testing

/// The places that the checker finds for the visible characters.
@Suite struct ReadingTests {
  /// A letter of the source replaced by another changes just the visible character that the
  /// checker says it spells: so libcmark itself confirms the places.
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
        // A letter of a link's label also names its definition: then more than it changes.
        guard before.map({ $0 == nil }) == after.map({ $0 == nil }) else { continue }
        let changed = after.indices.filter { after[$0] != before[$0] }
        #expect(changed == [event] || changed == [], "example \(example.number) at \(offset)")
        confirmed += changed == [event] ? 1 : 0
      }
    }
    #expect(confirmed > 3000)
  }

  /// For each event its scalar; swiftc 6.3.1 crashes where they are compared as they are read.
  private func scalars(_ events: [Event]) -> [Unicode.Scalar?] { events.map { $0.scalar } }

  /// A NUL is U+FFFD before anything is read, and no control character.
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
