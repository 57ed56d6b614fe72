import CommonMark
import EditorTestSupport
import Testing

@Suite("libcmark's tree is copied whole")
struct MarkdownTreeTests {
  /// Returns each node in parentheses around its descendants: its kind, place and attributes.
  private func described(_ source: [UInt8]) throws -> String {
    let tree = try MarkdownTree(parsing: source)
    var result = ""
    var ends: [Int32] = []
    for (index, node) in tree.nodes.enumerated() {
      while let end = ends.last, end <= index {
        result += ")"
        ends.removeLast()
      }
      func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self).replacing("\n", with: "⏎")
      }
      result += "(\(node.kind)"
      result += node.kind.isBlock ? " \(node.startLine):\(node.startColumn)" : ""
      result += node.headingLevel.map { " level \($0)" } ?? ""
      result += node.kind == .list ? " \(node.listKind) \(node.isTight ? "tight" : "loose")" : ""
      result += node.elementEdge == .none ? "" : " \(node.elementEdge)"
      result += node.listStart.map { " from \($0)" } ?? ""
      for part in [tree.literal(of: node), tree.destination(of: node), tree.title(of: node)]
      where !part.isEmpty {
        result += " ‘\(text(part))’"
      }
      ends.append(node.end)
    }
    return result + String(repeating: ")", count: ends.count)
  }

  @Test(arguments: [
    (
      "a *b* **c**\n",
      "(paragraph 1:1(text ‘a ’)(emphasis(text ‘b’))(text ‘ ’)(strong(text ‘c’)))"
    ),
    // The text before the hard break is only the blanks that made it, so libcmark leaves it empty.
    (
      "a\n`b`  \n<i>[*c*](d) ![**e**](<f g> 'h')</i>",
      "(paragraph 1:1(text ‘a’)(softBreak)(code ‘b’)(text)(lineBreak)(htmlInline start ‘<i>’)"
        + "(link ‘d’(emphasis(text ‘c’)))(text ‘ ’)(image ‘f g’ ‘h’(strong(text ‘e’)))"
        + "(htmlInline end ‘</i>’))"
    ),
    (
      "~~~ x y\ncode\n~~~\n\n<!-- c -->\n\n# h\n\nb\n===\n\nc\n---\n\n###### d\n\n***",
      "(codeBlock 1:1 ‘code⏎’ ‘x y’)(htmlBlock 5:1 ‘<!-- c -->⏎’)(heading 7:1 level 1(text ‘h’))"
        + "(heading 9:1 level 1(text ‘b’))(heading 12:1 level 2(text ‘c’))"
        + "(heading 15:1 level 6(text ‘d’))(thematicBreak 17:1)"
    ),
    (
      "3. a\n4. b\n\n7) c\n\n   d\n\n- e\n",
      "(list 1:1 period tight from 3(item 1:1(paragraph 1:4(text ‘a’)))"
        + "(item 2:1(paragraph 2:4(text ‘b’))))"
        + "(list 4:1 parenthesis loose from 7(item 4:1(paragraph 4:4(text ‘c’))"
        + "(paragraph 6:4(text ‘d’))))(list 8:1 bullet tight(item 8:1(paragraph 8:3(text ‘e’))))"
    ),
    (
      "> - item\n>\n>   - **i**\n",
      "(blockQuote 1:1(list 1:3 bullet loose(item 1:3(paragraph 1:5(text ‘item’))"
        + "(list 3:5 bullet tight(item 3:5(paragraph 3:7(strong(text ‘i’))))))))"
    ),
    ("`` e`f ``\\* &amp; &#x2a;", "(paragraph 1:1(code ‘e`f’)(text ‘* & *’))"),
    ("a\rb\r\n\r\nc", "(paragraph 1:1(text ‘a’)(softBreak)(text ‘b’))(paragraph 4:1(text ‘c’))"),
    // A byte order mark is not content, and NUL is read as a replacement character.
    ("\u{FEFF}# a\u{0}", "(heading 1:1 level 1(text ‘a\u{FFFD}’))"), ("", ""),
    // Tags that a mark separates are not pairs.
    (
      "*<b>a*</b> <I>c</i>",
      "(paragraph 1:1(emphasis(htmlInline ‘<b>’)(text ‘a’))(htmlInline ‘</b>’)(text ‘ ’)"
        + "(htmlInline start ‘<I>’)(text ‘c’)(htmlInline end ‘</i>’))"
    ),
  ])
  func nodesAreThoseOfTheSource(source: String, wanted: String) throws {
    #expect(try described(Array(source.utf8)) == "(document 1:1\(wanted))")
  }

  @Test func bytesThatAreNoTextStayAsTheyAre() throws {
    let tree = try MarkdownTree(parsing: [0x61, 0xFF, 0x20, 0x2A, 0x62, 0x2A])
    #expect(tree.nodes.map(\.kind) == [.document, .paragraph, .text, .emphasis, .text])
    #expect(tree.bytes == [0x61, 0xFF, 0x20, 0x62])
  }

  /// Words are pieces of HTML, except `(` and `)`, between which the contents of a mark are.
  @Test(arguments: [
    ("<b> </b>", "0-1"), ("<br> <I:x> </i:x>", "1-2"), ("( <b> ) </b>", ""), ("<b/> </b>", ""),
    ("<a> <b> </a> </b>", "0-2"), ("<b> ( <b> </b> ) </b>", "2-3 0-5"), ("<1> </1> <!x> </!x>", ""),
    ("<b> " + String(repeating: "<i> ", count: 31) + "</b>", "0-32"),
    ("<b> " + String(repeating: "<i> ", count: 32) + "</b>", ""), ("<b ( ) </b", "0-3"),
  ])
  func tagsOfOneMarkArePairs(html: String, wanted: String) {
    var pairs = ElementPairs()
    var found: [String] = []
    for (index, piece) in html.split(separator: " ").enumerated() {
      switch piece {
      case "(": pairs.enter()
      case ")": pairs.leave()
      default:
        if let start = pairs.read(piece.utf8, at: index) { found.append("\(start)-\(index)") }
      }
    }
    #expect(found.joined(separator: " ") == wanted)
  }

  @Test func nothingIsADocument() throws {
    let none = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    #expect(try MarkdownTree(parsing: none) == MarkdownTree(parsing: []))
  }

  @Test func everyDocumentIsAWellFormedPreorder() throws {
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

  /// Small sources are parsed in memory of their own, larger ones and nodes that do not fit on the
  /// heap.
  @Test(arguments: [
    ("*a*", 1), ("> - `b`\n", 1), ("[a](b 'c')\\\n![d][e]\n\n[e]: /f", 1), ("<p>\n", 1),
    ("\u{FEFF}x", 1), ("&amp;&#0;\0", 1), ("*a*", 3000), ("> ", 4000), ("- a\n", 2000),
    ("[", 8000), ("![a](b)", 1200), ("`a`", 2600), ("<a>", 2600), ("&amp;", 1600), ("a  \n", 2000),
    ("[a]: b\n", 1200),
  ])
  func aSmallSourceIsReadAsAtTheStartOfALargeOne(unit: String, count: Int) throws {
    let source = String(repeating: unit, count: count)
    let small = try MarkdownTree(parsing: Array(source.utf8))
    let padding = String(repeating: "z", count: 100_000)
    let large = try MarkdownTree(parsing: Array("\(source)\n\n# \(padding)\n".utf8))
    #expect(small.nodes.dropFirst().elementsEqual(large.nodes.dropFirst().dropLast(2)))
    #expect(small.bytes.elementsEqual(large.bytes.dropLast(padding.utf8.count)))
  }

  @Test func eachThreadReadsInMemoryOfItsOwn() async throws {
    let sources = (1...40).map { Array(String(repeating: "*a* `b` [c](d)\n\n", count: $0).utf8) }
    let expected = try sources.map { try MarkdownTree(parsing: $0) }
    let agree = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try (0..<20).allSatisfy { _ in
            try sources.map { try MarkdownTree(parsing: $0) } == expected
          }
        }
      }
      return try await group.reduce(true) { $0 && $1 }
    }
    #expect(agree)
  }

  @Test func theLibraryIsTheOneItSaysItIs() {
    let isOlder = ParsingLibrary.version.hasPrefix("0.29")
    #expect((ParsingLibrary.specification >= 30) == !isOlder)
    #expect(ParsingLibrary.name == (isOlder ? "swift-cmark" : "libcmark"))
  }

  @Test(.enabled(if: SharedData.folder != nil, "needs the shared data"))
  func theLibraryRendersEveryExampleOfTheSpecification() {
    let examples = SpecificationExample.ofVersion(ParsingLibrary.isSince31 ? "0.31" : "0.30")
    #expect(examples.count == (ParsingLibrary.isSince31 ? 655 : 652))
    // swift-cmark writes nested strong once and has rules of 0.29 and 0.31 (AppleAdapters.md).
    let others =
      ParsingLibrary.specification >= 30
      ? [] : [28, 388, 416, 424, 425, 426, 463, 464, 465, 467, 625, 626]
    for example in examples {
      let html = libraryHTML(Array(example.source.utf8), allowingRawHTML: true)
      let isRight = html == Array(example.html.utf8)
      #expect(isRight != others.contains(example.number), "example \(example.number)")
    }
  }
}
