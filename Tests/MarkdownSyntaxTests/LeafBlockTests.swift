import MarkdownSyntax
import Testing

/// Checks the lines of each leaf's content, separated by `|`.
@Suite struct LeafBlockTests {
  @Test(arguments: [
    ("a\n  b \n\nc  ", ["a|b", "c"]), ("a\r\nb\rc", ["a|b|c"]), ("\u{FEFF}a\nb", ["a|b"]),
    ("a\n# b\nc\n***\nd", ["a", "b", "c", "d"]),
    ("# a ## \n###\tb#\n## #\n#", ["a", "b#", "", ""]),
    ("a\n b\n===\nc\n---", ["a|b", "c"]), ("a\n===\n[d]: /u\nb", ["a", "b"]),
  ])
  func paragraphsAndHeadings(source: String, lines: [String]) throws {
    #expect(try ReadingText.lines(source) == lines)
  }

  @Test(arguments: [
    ("> a\n>b\n> > c\n> > d", ["a|b", "c|d"]), ("- a\n  b\n\n  c\n- d", ["a|b", "c", "d"]),
    ("10)  a\n     b\n1. > c\n   > d", ["a|b", "c|d"]), ("-\n  a", ["a"]),
    ("-     a\n\n  b", ["b"]), ("-\ta\n\tb", ["a|b"]), (">\ta\n>\tb", ["a|b"]),
    // Lazy lines keep their blanks.
    ("> a\nb\n  c", ["a|b|  c"]), ("> - a\n> b", ["a|b"]), ("- > a\n  b", ["a|b"]),
    ("- > a\n\tb", ["a|\tb"]),
  ])
  func containers(source: String, lines: [String]) throws {
    #expect(try ReadingText.lines(source) == lines)
  }

  @Test(arguments: [
    ("[a]: /u\n[b]: /v 't\n t'\nc", ["c"]), ("[a]: /u \"t\" x\nb", ["[a]: /u \"t\" x|b"]),
    ("[a]: /u\n===\nb", ["===|b"]), ("[a]: /u\nb\n===", ["b"]), ("[a]:", ["[a]:"]),
    ("```\na\n```\n\n    b\n\n<div>\nc\n</div>\n\n***\n", []), ("[a]: /u\n", []), ("", []),
  ])
  func definitionsAndCodeAreNotContent(source: String, lines: [String]) throws {
    #expect(try ReadingText.lines(source) == lines)
  }

  @Test func aTabThatAContainerCutsIsKnown() throws {
    let source = Array("- > a\n\tb".utf8)
    let tree = try SyntaxTree(source, in: .commonMark)
    let tabs = source.withUnsafeBufferPointer { bytes in
      ReadingText.leaves(of: tree).map { tree.leaf(tree.nodes[$0], in: bytes).tabs }
    }
    #expect(tabs == [[0, 2]])
  }
}
