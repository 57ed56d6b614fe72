import CommonMark
import EditorTestSupport
import MarkdownSyntax
import Testing

@Suite("Which labels are defined")
struct ReferenceMapTests {
  private func map(_ source: String) throws -> ReferenceMap {
    try DocumentReading(Array(source.utf8)).references
  }

  private func definition(_ destination: String, _ title: String) -> ReferenceMap.Definition {
    ReferenceMap.Definition(destination: Array(destination.utf8), title: Array(title.utf8))
  }

  @Test func labelsStandAsTheyAreWritten() throws {
    let map = try map("[Foo\n  Bar] [x][baz] [no]\n\n[foo bar]: /u 't &amp; u'\n[BAZ]: <v w>\n")
    #expect(map.entries.map { String(decoding: $0.label, as: UTF8.self) } == ["Foo Bar", "baz"])
    #expect(map[label: Array("Foo\t Bar ".utf8)] == definition("/u", "t & u"))
    #expect(map[label: Array("baz".utf8)] == definition("v w", ""))
    #expect(map[label: Array("no".utf8)] == nil)
  }

  @Test func theFirstDefinitionWins() throws {
    let map = try map("> [a]: /first\n\n[a]\n\n[a]: /second\n")
    #expect(map[label: Array("a".utf8)] == definition("/first", ""))
  }

  @Test func nothingIsDefinedWithoutADefinition() throws {
    #expect(try map("[a] [b][c]\n\n    [a]: /u\n").isEmpty)
    #expect(try map("[a]: /u\n").isEmpty)
  }

  @Test func aBackslashAtTheEndOfALabel() throws {
    let map = try map("[a\\\n]\n\n[a\\ ]: /u\n")
    #expect(map[label: Array("a\\".utf8)] == definition("/u", ""))
  }

  @Test func aByteOrderMarkStaysFirst() throws {
    let map = try map("\u{FEFF}[a]\n\n[a]: /u\n")
    #expect(map[label: Array("a".utf8)] == definition("/u", ""))
  }

  @Test func aDocumentParsedWithItsProbesIsReadAsByItself() throws {
    var generator = RandomTests.generator("probes")
    var documents = RandomDocument(generator: generator)
    for _ in 0..<RandomTests.rounds(2000) {
      var source: [UInt8] = []
      for _ in 0..<Int.random(in: 1...3, using: &generator) { source += documents.next() }
      let tree = try MarkdownTree(parsing: source)
      let reading = try DocumentReading(source)
      let text = String(decoding: source, as: UTF8.self).debugDescription
      #expect(reading.tree == tree, "\(text)")
      #expect(reading.references == (try DocumentReading(source, tree: tree)).references, "\(text)")
    }
  }

  @Test func aTextThatDefinesWhatAnotherDoesIsReadAsByItself() throws {
    var generator = RandomTests.generator("same definitions")
    var documents = RandomDocument(generator: generator)
    let definitions = Array("[a]: /u\n[a*b*]: /v\n[Foo  BAR]: /w\n[ſs]: /x\n\n".utf8)
    func text() -> [UInt8] {
      let pieces = [
        "[a]", "[*a*]", "[a*b*]", "[ab]", "[foo bar]", "[SS]", "[`a`](/u)", " *a* ", "\n\n",
      ]
      var text: [UInt8] = definitions
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        text += Array((pieces.randomElement(using: &generator) ?? "").utf8)
        let other = documents.next()
        if Bool.random(using: &generator), !other.contains(0x3A) { text += other }
      }
      return text
    }
    for _ in 0..<RandomTests.rounds(2000) {
      let (other, source) = (text(), text())
      let reading = try DocumentReading(source)
      let known = try DocumentReading(
        source, tree: reading.tree, definingAs: try DocumentReading(other))
      #expect(
        known.references == reading.references,
        "\(String(decoding: source, as: UTF8.self).debugDescription)")
    }
  }
}
