import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

@Suite("The tree of blocks and inlines")
struct SyntaxTreeTests {
  /// Returns the kinds and contents of all nodes except the document.
  private func nodes(_ source: String, in dialect: Dialect = .gitHub) throws -> [String] {
    let bytes = Array(source.utf8)
    return try SyntaxTree(bytes, in: dialect).nodes.dropFirst().map {
      "\($0.kind) \(String(decoding: bytes[$0.content], as: UTF8.self))"
    }
  }

  @Test func inlines() throws {
    #expect(
      try nodes("# a *b* `c` &amp;\\* #") == [
        "heading a *b* `c` &amp;\\*", "text a ", "emphasis b", "text b", "text  ", "codeSpan c",
        "text c", "text  ", "reference &amp;", "escape \\*",
      ])
    #expect(
      try nodes("~~a~~<b> $c$") == [
        "paragraph ~~a~~<b> $c$", "mark a", "text a", "inlineHTML <b>", "text <b>", "text  ",
        "island $c$", "text $c$",
      ])
  }

  @Test func links() throws {
    let source = Array("> [a](<b>\n> \"c\") ![d][e]\n\n[e]: /f 'g'\n".utf8)
    let tree = try SyntaxTree(source, in: .gitHub)
    func text(_ range: Range<Int>?) -> String {
      range.map { String(decoding: source[$0], as: UTF8.self) } ?? ""
    }
    let links = tree.nodes.compactMap { tree.link(of: $0) }
    #expect(links.map { text($0.destinationRange) } == ["b", "", "/f"])
    #expect(links.map { text($0.titleRange) } == ["c", "", "g"])
    #expect(links.map { text($0.label) } == ["", "e", "e"])
    #expect(links.map { String(decoding: $0.destination, as: UTF8.self) } == ["b", "/f", "/f"])
    #expect(links.map(\.form) == [.inline, .full, nil])
  }

  @Test func blocks() throws {
    let source = "- [x] a\n\n> [!TIP]\n> b\n\n~~~ c\nd\n~~~\n\n|e|\n|:-:|\n|f|\n\n[^g]: h[^g]\n"
    let tree = try SyntaxTree(source, in: .gitHub)
    let bytes = Array(source.utf8)
    func content(_ kind: SyntaxTree.Kind) -> [String] {
      tree.nodes.filter { $0.kind == kind }.map {
        String(decoding: bytes[$0.content], as: UTF8.self)
      }
    }
    #expect(tree.nodes.indices.compactMap { tree.isChecked($0) } == [true])
    #expect(tree.nodes.indices.compactMap { tree.alertName(of: $0) }.count == 1)
    #expect(content(.alertName) == ["TIP"] && content(.info) == ["c"] && content(.code) == ["d"])
    #expect(
      content(.cell) == ["e", "f"] && content(.label) == ["g"]
        && content(.footnoteReference) == ["g"])
    #expect(tree.nodes.filter { $0.kind == .cell }.allSatisfy { $0.alignment == .center })
  }

  /// Returns a node that is not nested, ordered or closed properly, or nil.
  private func complaint(about tree: SyntaxTree, count: Int) -> String? {
    var open: [(node: SyntaxTree.Node, index: Int)] = []
    for (index, node) in tree.nodes.enumerated() {
      while let last = open.last, last.node.endIndex <= index { open.removeLast() }
      guard node.range.upperBound <= count, node.endIndex > index, node.endIndex <= tree.nodes.count
      else {
        return "\(index) \(node)"
      }
      guard node.range.lowerBound <= node.content.lowerBound,
        node.content.upperBound <= node.range.upperBound
      else {
        return "content of \(index) \(node)"
      }
      if let parent = open.last {
        guard parent.node.range.lowerBound <= node.range.lowerBound,
          node.range.upperBound <= parent.node.range.upperBound,
          node.endIndex <= parent.node.endIndex
        else { return "\(index) \(node) in \(parent.node)" }
      }
      open.append((node, index))
    }
    return nil
  }

  @Test func rangesNest() throws {
    var generator = RandomDocument(generator: RandomTests.generator())
    for _ in 0..<RandomTests.rounds(400) {
      let text = generator.next()
      for dialect in [Dialect.commonMark, .gitHub, .obsidian, .hugo] {
        guard let tree = try? SyntaxTree(text, in: dialect) else { continue }
        let found = complaint(about: tree, count: text.count)
        #expect(
          found == nil,
          "\(String(decoding: text, as: UTF8.self).debugDescription), seed \(RandomTests.seed)")
      }
    }
  }

  /// The tree of a part has the same nodes as the whole has in that part.
  @Test func partsOfDocuments() throws {
    var generator = RandomDocument(generator: RandomTests.generator())
    for round in 0..<RandomTests.rounds(300) {
      var text: [UInt8] = []
      for _ in 0..<6 { text += generator.next() + Array("\n\nword\n\n".utf8) }
      let source = String(decoding: text, as: UTF8.self)
      guard let document = try? MarkdownDocument(TextBuffer(source)),
        let whole = try? SyntaxTree(source, in: .commonMark)
      else { continue }
      let offset = Int.random(in: 0...source.utf8.count, using: &generator.generator)
      let part = try document.syntaxTree(of: offset..<offset, in: .commonMark)
      let range = part.nodes[0].range
      #expect(range.contains(offset) || range.upperBound == offset)
      func inlines(_ tree: SyntaxTree) -> [String] {
        let first = SyntaxTree.Kind.text.rawValue
        return tree.nodes.filter {
          $0.kind.rawValue >= first && $0.range.lowerBound >= range.lowerBound
            && $0.range.upperBound <= range.upperBound
        }
        .map { "\($0.kind) \($0.range) \($0.content) \(tree.link(of: $0)?.destination ?? [])" }
      }
      let isSame = inlines(part) == inlines(whole)
      #expect(
        isSame,
        "round \(round) at \(offset), seed \(RandomTests.seed): \(source.debugDescription)")
      #expect(complaint(about: part, count: source.utf8.count) == nil)
    }
  }

  @Test func offsetsInUTF16() throws {
    let source = String(repeating: "aé😀", count: 50)
    let offsets = UTF16Offsets(Array(source.utf8))
    for index in source.indices {
      let place = source.utf8.distance(from: source.startIndex, to: index)
      #expect(offsets.offset(place) == index.utf16Offset(in: source))
    }
    #expect(offsets.offset(source.utf8.count) == source.utf16.count)
  }
}
