import CommonMark
import EditorTestSupport
import Testing

/// Returns the kinds of `source`'s nodes, in preorder.
private func kinds(_ source: String) throws -> [MarkdownTree.Kind] {
  try MarkdownTree(parsing: Array(source.utf8)).nodes.map(\.kind)
}

extension MarkdownTree {
  fileprivate func text(_ range: Range<Int32>) -> String {
    String(decoding: bytes[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
  }
}

@Suite("Parsing into a tree")
struct MarkdownTreeParsingTests {
  @Test func aParagraphWithMarks() throws {
    let tree = try MarkdownTree(parsing: Array("a *b* **c**\n".utf8))
    #expect(
      tree.nodes.map(\.kind) == [
        .document, .paragraph, .text, .emphasis, .text, .text, .strong, .text,
      ])
    #expect(tree.nodes.map(\.end) == [8, 8, 3, 5, 5, 6, 8, 8])
    #expect(String(decoding: tree.bytes, as: UTF8.self) == "a b c")
  }

  @Test func blocksOfEveryKind() throws {
    let source = """
      > quote

      - item

      ~~~ info
      code
      ~~~

      <p>

      # heading

      ***
      """
    #expect(
      try kinds(source) == [
        .document, .blockQuote, .paragraph, .text, .list, .item, .paragraph, .text, .codeBlock,
        .htmlBlock, .heading, .text, .thematicBreak,
      ])
  }

  @Test func inlinesOfEveryKind() throws {
    let source = "a\n`b`  \n<i>[*c*](d) ![**e**](f)"
    #expect(
      try kinds(source) == [
        .document, .paragraph, .text, .softBreak, .code, .text, .lineBreak, .htmlInline, .link,
        .emphasis, .text, .text, .image, .strong, .text,
      ])
    // The text before the hard break is only the blanks that made it, so libcmark leaves it empty.
    let tree = try MarkdownTree(parsing: Array(source.utf8))
    #expect(tree.nodes[5].literal.isEmpty)
  }

  @Test func literalsAndDestinations() throws {
    let source = "[a](<b c> 'd') `` e`f `` <g h>\n\n```  swift x\ncode\n```\n\n<!-- c -->\n"
    let tree = try MarkdownTree(parsing: Array(source.utf8))
    let link = try #require(tree.nodes.first { $0.kind == .link })
    #expect(tree.text(link.destination) == "b c")
    #expect(tree.text(link.title) == "d")
    let code = try #require(tree.nodes.first { $0.kind == .code })
    #expect(tree.text(code.literal) == "e`f")
    let html = try #require(tree.nodes.first { $0.kind == .htmlInline })
    #expect(tree.text(html.literal) == "<g h>")
    let block = try #require(tree.nodes.first { $0.kind == .codeBlock })
    #expect(tree.text(block.destination) == "swift x")
    #expect(tree.text(block.literal) == "code\n")
    let comment = try #require(tree.nodes.first { $0.kind == .htmlBlock })
    #expect(tree.text(comment.literal) == "<!-- c -->\n")
  }

  @Test func escapesAndReferencesAreDecoded() throws {
    let tree = try MarkdownTree(parsing: Array(#"\* &amp; &#x2a;"#.utf8))
    #expect(tree.nodes.map { tree.text($0.literal) }.joined() == "* & *")
  }

  @Test func lists() throws {
    let source = "3. a\n4. b\n\n7) c\n\n   d\n\n- e\n- f\n"
    let lists = try MarkdownTree(parsing: Array(source.utf8)).nodes.filter { $0.kind == .list }
    #expect(lists.map(\.number) == [3, 7, 0])
    #expect(lists.map(\.listKind) == [.period, .parenthesis, .bullet])
    #expect(lists.map(\.isTight) == [true, false, true])
  }

  @Test func headingLevels() throws {
    let source = "# a\n\nb\n===\n\nc\n---\n\n###### d\n"
    let nodes = try MarkdownTree(parsing: Array(source.utf8)).nodes
    #expect(nodes.filter { $0.kind == .heading }.map(\.number) == [1, 1, 2, 6])
  }

  @Test func blocksKnowWhereTheyStart() throws {
    let source = "para\n\n  # heading\n\n> - item\n>\n>   - **inner**\n"
    let nodes = try MarkdownTree(parsing: Array(source.utf8)).nodes
    let starts = nodes.filter(\.kind.isBlock).map { "\($0.kind) \($0.startLine):\($0.startColumn)" }
    #expect(
      starts == [
        "document 1:1", "paragraph 1:1", "heading 3:3", "blockQuote 5:1", "list 5:3", "item 5:3",
        "paragraph 5:5", "list 7:5", "item 7:5", "paragraph 7:7",
      ])
    #expect(nodes.filter { !$0.kind.isBlock }.allSatisfy { $0.startLine == 0 })
  }

  @Test func aByteOrderMarkIsNotContent() throws {
    let tree = try MarkdownTree(parsing: Array("\u{FEFF}# a".utf8))
    #expect(tree.nodes.map(\.kind) == [.document, .heading, .text])
    #expect(tree.nodes[1].startColumn == 1)
  }

  @Test(arguments: ["a\nb\n\nc", "a\rb\r\rc", "a\r\nb\r\n\r\nc"])
  func lineEndingsOfAnyKind(_ source: String) throws {
    let tree = try MarkdownTree(parsing: Array(source.utf8))
    #expect(
      tree.nodes.map(\.kind) == [
        .document, .paragraph, .text, .softBreak, .text, .paragraph, .text,
      ])
    #expect(tree.nodes[5].startLine == 4)
  }

  @Test func aNulReadsAsAReplacementCharacter() throws {
    let tree = try MarkdownTree(parsing: Array("a\u{0}b".utf8))
    #expect(String(decoding: tree.bytes, as: UTF8.self) == "a\u{FFFD}b")
  }

  @Test func bytesThatAreNoTextStayAsTheyAre() throws {
    let tree = try MarkdownTree(parsing: [0x61, 0xFF, 0x20, 0x2A, 0x62, 0x2A])
    #expect(tree.nodes.map(\.kind) == [.document, .paragraph, .text, .emphasis, .text])
    #expect(tree.bytes == [0x61, 0xFF, 0x20, 0x62])
  }

  @Test func nothing() throws {
    let none = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    for tree in [try MarkdownTree(parsing: []), try MarkdownTree(parsing: none)] {
      #expect(tree.nodes.map(\.kind) == [.document])
      #expect(tree.nodes[0].end == 1)
      #expect(tree.bytes.isEmpty)
    }
  }

  @Test func aSliceIsADocumentOfItsOwn() throws {
    let source = Array("# a\n\n*b*\n\n- c\n".utf8)
    let slice = try MarkdownTree(parsing: 5..<9, of: source)
    #expect(slice == (try MarkdownTree(parsing: Array("*b*\n".utf8))))
    #expect(slice.nodes[1].startLine == 1)
  }

  @Test func everyExampleIsAWellFormedPreorder() throws {
    let sources =
      SpecificationExample.all.map { Array($0.source.utf8) }
      + HostileFamily.all.map { $0.document(byteCount: 400) }
    for source in sources {
      let tree = try MarkdownTree(parsing: source)
      #expect(tree.nodes[0].end == Int32(tree.nodes.count))
      var open: [Int32] = []
      for (index, node) in tree.nodes.enumerated() {
        while let end = open.last, end <= Int32(index) { open.removeLast() }
        #expect(node.end > Int32(index))
        #expect(node.end <= open.last ?? Int32(tree.nodes.count))
        open.append(node.end)
      }
    }
  }
}
