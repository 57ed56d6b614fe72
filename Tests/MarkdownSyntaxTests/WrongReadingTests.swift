import CommonMark
import MarkdownSyntax
import Testing

/// Readings with one wrong node, which the comparison with libcmark must reject.
@Suite("A reading with one wrong node is rejected")
struct WrongReadingTests {
  private static let source =
    "a é *b* **c** `d` [e](/u) ![f](/u) <b x=1> <c:d> &amp; \\* g\nh\\\ni <!-- a\nb --> \u{0}"

  private func agrees(_ tree: SyntaxTree, _ text: String = source, on other: String = source)
    throws -> Bool
  {
    let library = try MarkdownTree(parsing: Array(other.utf8))
    return Array(text.utf8).withUnsafeBufferPointer {
      tree.hasSameInlines(1, as: 1, of: library, in: $0)
    }
  }

  private func reading() throws -> SyntaxTree { try SyntaxTree(Self.source, in: .commonMark) }

  @Test func theReadingIsRight() throws {
    let tree = try reading()
    #expect(try agrees(tree))
    let kinds: [SyntaxTree.Kind] = [
      .emphasis, .strong, .codeSpan, .link, .image, .inlineHTML, .reference, .escape, .softBreak,
      .hardBreak,
    ]
    #expect(kinds.allSatisfy { kind in tree.nodes.contains { $0.kind == kind } })
  }

  @Test func aNodeOfAnotherKindIsRefused() throws {
    let tree = try reading()
    let kinds: [SyntaxTree.Kind] = [
      .emphasis, .strong, .codeSpan, .link, .image, .inlineHTML, .softBreak, .hardBreak, .text,
    ]
    for index in 2..<tree.nodes.count {
      for kind in kinds where kind != tree.nodes[index].kind {
        var wrong = tree
        wrong.nodes[index].kind = kind
        // In raw HTML, a line ending and a text of one are the same.
        if kind == .text, tree.nodes[index].kind == .softBreak { continue }
        #expect(try !agrees(wrong), "\(tree.nodes[index]) as \(kind)")
      }
    }
  }

  @Test func aTextMoreOrLessIsRefused() throws {
    let tree = try reading()
    for index in 2..<tree.nodes.count where tree.nodes[index].kind == .text {
      let range = tree.nodes[index].range
      for change in [-1, 1] {
        var wrong = tree
        if range.upperBound + change <= Self.source.utf8.count {
          wrong.nodes[index].upper += Int32(change)
          #expect(try !agrees(wrong), "\(range) longer by \(change)")
        }
        wrong = tree
        if range.lowerBound + change >= 0 {
          wrong.nodes[index].start += Int32(change)
          #expect(try !agrees(wrong), "\(range) later by \(change)")
        }
      }
    }
    for index in 2..<tree.nodes.count {
      var wrong = tree
      wrong.nodes[index].end += 1
      let isOpen = [.emphasis, .strong, .codeSpan, .link, .image, .inlineHTML]
        .contains(tree.nodes[index].kind)
      if isOpen { #expect(try !agrees(wrong), "\(tree.nodes[index].kind) with one node more") }
    }
  }

  @Test func otherCharactersAndTargetsAreRefused() throws {
    for (text, other) in [
      ("[a](/u)", "[a](/v)"), ("[a](/u 't')", "[a](/u 's')"), ("&amp;", "&lt;"), ("a <b>", "a <i>"),
      ("a\nb", "a  \nb"), ("<a@b.c>", "<http://a@b.c>"), ("`a`", "*a*"),
      // libcmark reads NUL as U+FFFD, not as another scalar of three bytes.
      ("a <b x=\"\u{0}\">", "a <b x=\"日\">"),
    ] {
      let tree = try SyntaxTree(text, in: .commonMark)
      #expect(try agrees(tree, text, on: text) && !agrees(tree, text, on: other), "\(text)")
    }
  }

  /// References expand to at most 100,000 bytes in all leaves together, as libcmark counts them.
  @Test func theLimitOfReferencesGoesOverLeaves() throws {
    let destination = String(repeating: "u", count: 1000)
    for count in [98, 99, 100, 101, 102, 130] {
      let uses = String(repeating: "[a]\n\n", count: count)
      let source = Array("\(uses)[a]: /\(destination)\n".utf8)
      #expect(Agreement.complaint(about: source) == nil)
      let links = try SyntaxTree(source, in: .commonMark).nodes.count { $0.kind == .link }
      #expect(links < count || count < 100)
    }
  }
}
