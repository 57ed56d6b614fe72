import MarkdownSyntax
import Testing

/// Compares inlines in GitHub's dialect with those of cmark-gfm 0.29.0.gfm.6. `Scripts/contract
/// readings` compares a million random documents.
@Suite struct DialectReadingTests {
  /// Returns the inlines of each paragraph: text literally, links in `<…>`, footnotes as `^`.
  private func inlines(of text: String) throws -> [String] {
    let bytes = Array(text.utf8)
    let tree = try SyntaxTree(bytes, in: .gitHub)
    return ReadingText.leaves(of: tree).map { leaf in
      var result = ""
      var ends: [Int] = []
      for index in leaf + 1...tree.nodes[leaf].endIndex {
        while let end = ends.last, end <= index {
          result += ">"
          ends.removeLast()
        }
        if index == tree.nodes[leaf].endIndex { break }
        let node = tree.nodes[index]
        switch node.kind {
        case .text: result += String(decoding: bytes[node.range], as: UTF8.self)
        case .escape, .reference: result += String(String.UnicodeScalarView(node.scalars))
        case .link:
          result += "<"
          ends.append(node.endIndex)
        case .footnoteReference: result += "^"
        default: break
        }
      }
      return result
    }
  }

  @Test(arguments: [
    // After an open bracket, addresses are not links, even if the bracket can no longer begin one.
    ("[a [b](c) www.a.b", "[a <b> www.a.b"), ("[a ] www.a.b", "[a ] <www.a.b>"),
    ("![a www.a.b", "![a www.a.b"), ("![a [b](c) www.a.b", "![a <b> <www.a.b>"),
    ("[![a [b](c) www.a.b", "[![a <b> www.a.b"), ("![a [b](c) [d www.a.b", "![a <b> [d www.a.b"),
    // For addresses, an outer link ends at the end of a link in it.
    ("[<http://a.b> c@d.e](/u)", "<<http://a.b> <c@d.e>>"), ("[a c@d.e](/u)", "<a c@d.e>"),
  ])
  func links(_ text: String, wanted: String) throws {
    #expect(try inlines(of: text) == [wanted])
  }

  @Test func aLinksTextMayLookLikeAFootnote() throws {
    let definitions = "\n\n[^1]: n\n\n[a]: /u\n"
    #expect(try inlines(of: "x[^1][a] y" + definitions).first == "x<^1> y")
    #expect(try inlines(of: "x[^1][b] y" + definitions).first == "x^[b] y")
    #expect(try inlines(of: "x[^1](/u) y" + definitions).first == "x<^1> y")
  }

  @Test func theParagraphAboveATableIsUnescapedWithIt() throws {
    #expect(try inlines(of: "x `a\\|b`\n| h |\n|---|\n").first == "x a|b")
    #expect(try inlines(of: "x `a\\|b`\n\n| h |\n|---|\n").first == "x a\\|b")
  }
}
