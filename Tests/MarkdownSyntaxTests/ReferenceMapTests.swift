import CommonMark
import EditorTestSupport
import MarkdownSyntax
import Testing

@Suite("Labels are defined and matched as in libcmark")
struct ReferenceMapTests {
  /// Returns the first difference between our reading of a text and libcmark's, or nil.
  private func complaint(about text: String) -> String? {
    Agreement.complaint(about: Array(text.utf8))
  }

  /// Definitions leave no node in libcmark's tree, so they are found between other nodes.
  @Test(arguments: [
    "[Foo\n  Bar] [x][baz] [no]\n\n[foo bar]: /u 't &amp; u'\n[BAZ]: <v w>\n",
    "> [a]: /first\n\n[a]\n\n[a]: /second\n", "[a] [b][c]\n\n    [a]: /u\n", "[a]: /u\n",
    "[a\\\n]\n\n[a\\ ]: /u\n", "\u{FEFF}[a]\n\n[a]: /u\n", "[a]\n\n- [a]: /u\n- b\n",
    "[a] [b]\n\n- c\n\n [a]: /u\n [b]: /v\n", "[a] [b]\n\n- c\n\n  [a]: /u\n  [b]: /v\n- d\n",
    "[a] [b]\n\n```\n[a]: /u\n```\n[b]: /v\n", "[a]\n\n> ```\n> [a]: /u\n[a]: /v\n",
    "[a]\n\n    c\n\n    d\n[a]: /u\n", "[a] [b]\n\n<div>\n[a]: /u\n\n[b]: /v\n",
    "[a]\n\n<!-- b\n\n[a]: /u -->\n[a]: /v\n", "[a]\n\n# b\n[a]: /u\n***\n",
    "[a]\n\n1. > [a]:\n/u\n", "[a]\n\n[a]: /u\n===\n", "[a]\n\n[a]: /u 'b\n    # c'\n",
    "[a]\n\n> - b\n>\n>   [a]: /u\n>   - c\n", "[a] [b]\r\r```\rc\r[a]: /u\r```\r[b]: /v\r",
    "[a] [b]\r\n\r\n```\r\n[a]: /u\r\n```\r\n[b]: /v\r\n", "[a]\n\n-\n  [a]: /u\n",
    "[a]\n\n+\t[a]: /u\n", "[a] [b]\n\n\tc\n\n\t[a]: /u\n[b]: /v\n",
    "[a]\n\n~~~ b\nc\n~~~\n[a]: /u 'd\n\n[a]: /v\n",
  ])
  func definitionsAreFoundWhereTheyStand(text: String) {
    #expect(complaint(about: text) == nil)
  }

  /// Labels that differ in one letter's case match exactly if they match in libcmark.
  @Test func labelsAreFoldedAsLibcmarkFoldsThem() {
    var pairs: [(Unicode.Scalar, String)] = []
    for value in UInt32(1)..<0x2_0000 {
      guard let scalar = Unicode.Scalar(value), !"[]\\\n\r".unicodeScalars.contains(scalar) else {
        continue
      }
      let properties = scalar.properties
      for other in [
        properties.lowercaseMapping, properties.uppercaseMapping, properties.titlecaseMapping,
      ]
      where other != String(scalar) { pairs.append((scalar, other)) }
    }
    #expect(pairs.count > 3500)
    for start in stride(from: 0, to: pairs.count, by: 400) {
      var text = ""
      for (index, pair) in pairs[start..<min(start + 400, pairs.count)].enumerated() {
        text += "[k\(index) \(pair.0)]: /u\n\n[k\(index) \(pair.1)]\n\n"
      }
      #expect(complaint(about: text) == nil)
    }
  }

  /// References expand to at most 100,000 bytes, counted after escapes and references are replaced.
  @Test(arguments: ["u", "\\*", "&amp;", "\\&amp;", "&#10;", "é"])
  func expansionEndsWhereLibcmarkEndsIt(unit: String) {
    let url = String(repeating: unit, count: 500)
    for uses in [90, 101, 199, 201, 260] {
      let text = String(repeating: "[a] ", count: uses)
      #expect(complaint(about: "\(text)\n\n[a]: \(url)\n") == nil)
      #expect(complaint(about: "\(text)\n\n[a]: / '\(url)'\n") == nil)
    }
  }
}
