import CommonMark
import MarkdownSyntax
import Testing

/// Compares blocks in GitHub's dialect with cmark-gfm's: each kind with its lines, from 1.
@Suite struct BlockTests {
  @Test(arguments: [
    ("| a | b |\n|---|---|\n| c |\n\nd", "table 1-3, paragraph 5"),
    ("a\nb | c\n--|--\nd", "paragraph 1, table 2-4"),
    ("a | b\n---\nc", "heading 1-2, paragraph 3"),
    ("a | b\n-|-|-\nc | d\n-|-", "paragraph 1-4"),
    ("a | b\n-|-\n|\nc", "table 1-2, paragraph 3-4"),
    ("a | b\n-|-\nc\n- d", "table 1-3, list 4, item 4, paragraph 4"),
    ("a | b\n-|-\n1. c", "table 1-2, list 3, item 3, paragraph 3"),
    ("a | b\n-|-\n    c", "table 1-2, code 3"),
    ("> a | b\n> -|-\nc", "quote 1-2, table 1-2, paragraph 3"),
    ("[x]: /u\na | b\n-|-", "definition 1, table 2-3"),
    ("[^1]: a\nb\n\n    c\n\nd", "footnote 1-4, paragraph 1-2, paragraph 4, paragraph 6"),
    ("[^1]: a\n\n   b", "footnote 1, paragraph 1, paragraph 3"),
    ("[^1]:\n\n    a", "footnote 1-3, paragraph 3"),
    ("a\n[^1]: b", "paragraph 1, footnote 2, paragraph 2"),
    ("[^1]: - a\n      b", "footnote 1-2, list 1-2, item 1-2, paragraph 1-2"),
    ("---\nt: a\n---\nb", "metadata 1-3, paragraph 4"),
    ("a\n\n---\nt: a\n---", "paragraph 1, rule 3, heading 4-5"),
  ])
  func areThoseOfTheDialect(text: String, outline: String) throws {
    let source = Array(text.utf8)
    let blocks = SyntaxTree(source, in: .gitHub, .document).nodes.filter { !$0.lines.isEmpty }
    let found = blocks.dropFirst().map { node in
      let (first, last) = (node.lines.lowerBound + 1, node.lines.upperBound)
      return "\(node.kind) \(first)" + (last > first ? "-\(last)" : "")
    }
    #expect(found.joined(separator: ", ") == outline)
    let printed = try PrintedText(source, in: .gitHub)
    #expect(try printed.leaves(in: 0..<Int.max) != nil, "libcmark reads other blocks")
  }

  /// A tree with another structure than libcmark's is rejected.
  @Test func aWrongTreeIsNoticed() throws {
    let (text, other) = (Array("- a\n- b".utf8), Array("- a\n\n- b".utf8))
    let library = try MarkdownTree(parsing: text)
    let wrong = try SyntaxTree(other, in: .commonMark)
    #expect(text.withUnsafeBufferPointer { wrong.disagreement(with: library, in: $0) } == 0)
  }
}
