import CommonMark
import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

@Suite("The tree of blocks and inlines")
struct SyntaxTreeTests {
  /// Returns the inlines of every leaf: nodes in `⟨…⟩`, special characters in `{…}`, blanks of a tab
  /// as `·`, line endings as `⏎`.
  private func inlines(_ source: String, in dialect: Dialect) throws -> [String] {
    let bytes = Array(source.utf8)
    let tree = try SyntaxTree(bytes, in: dialect)
    func name(_ node: SyntaxTree.Node) -> String {
      tree.link(of: node)?.form.map { "\($0)" + (node.kind == .image ? " image" : "") }
        ?? "\(node.kind)"
    }
    let leaves = tree.nodes.indices.filter { [.paragraph, .heading].contains(tree.nodes[$0].kind) }
    return leaves.map { leaf in
      var result = ""
      var open: [SyntaxTree.Node] = []
      func close(before index: Int) {
        while let last = open.last, last.endIndex <= index {
          let closing = shown(bytes[last.content.upperBound..<last.range.upperBound])
          if last.kind != .inlineHTML { result += "⟨\(name(last)) \(closing)⟩" }
          open.removeLast()
        }
      }
      for index in leaf + 1..<tree.nodes[leaf].endIndex {
        let node = tree.nodes[index]
        close(before: index)
        if let last = open.last, last.kind == .inlineHTML { continue }
        let text = shown(bytes[node.range])
        switch node.kind {
        case .text: result += String(repeating: "·", count: node.blanks) + text
        case .escape, .reference:
          result += "{\(text)=\(String(String.UnicodeScalarView(node.scalars)))}"
        case .softBreak where open.last?.kind == .codeSpan: result += "{\(text)= }"
        case .softBreak, .hardBreak, .inlineHTML, .footnoteReference:
          result += "⟨\(node.kind) \(text)⟩"
        default:
          result +=
            "⟨\(name(node)) \(shown(bytes[node.range.lowerBound..<node.content.lowerBound]))⟩"
        }
        if node.endIndex > index + 1 { open.append(node) }
      }
      close(before: Int.max)
      return result
    }
  }

  @Test(arguments: [
    ("*a* __b__", "⟨emphasis *⟩a⟨emphasis *⟩ ⟨strong __⟩b⟨strong __⟩"),
    ("***a** b*", "⟨emphasis *⟩⟨strong **⟩a⟨strong **⟩ b⟨emphasis *⟩"),
    ("****a**", "**⟨strong **⟩a⟨strong **⟩"), ("**a*", "*⟨emphasis *⟩a⟨emphasis *⟩"),
    ("`` a`b ``", "⟨codeSpan `` ⟩a`b⟨codeSpan  ``⟩"), ("`  `", "⟨codeSpan `⟩  ⟨codeSpan `⟩"),
    ("> `a\n> b`", "⟨codeSpan `⟩a{⏎> = }b⟨codeSpan `⟩"), ("``a`", "``a`"),
    // libcmark misses the second code span.
    ("`` `a` `b`", "`` ⟨codeSpan `⟩a⟨codeSpan `⟩ `b`"),
    // A container cuts a tab.
    ("- > `a\n\tb`", "⟨codeSpan `⟩a{⏎= }··b⟨codeSpan `⟩"),
    ("\\*&amp;&#42;\\a", "{\\*=*}{&amp;=&}{&#42;=*}\\a"), ("&nGt;x", "{&nGt;=≫\u{20D2}}x"),
    ("&#0;&#xD800;", "{&#0;=\u{FFFD}}{&#xD800;=\u{FFFD}}"), ("&bogus;&amp", "&bogus;&amp"),
    ("[a](/u \"t\")", "⟨inline [⟩a⟨inline ](/u \"t\")⟩"),
    ("![*a*](<u v>)", "⟨inline image ![⟩⟨emphasis *⟩a⟨emphasis *⟩⟨inline image ](<u v>)⟩"),
    ("[a [b](c)](d)", "[a ⟨inline [⟩b⟨inline ](c)⟩](d)"),
    ("[a ![b](c) d](e)", "⟨inline [⟩a ⟨inline image ![⟩b⟨inline image ](c)⟩ d⟨inline ](e)⟩"),
    ("<http://a?b&amp;c>", "⟨autolink <⟩http://a?b{&amp;=&}c⟨autolink >⟩"),
    ("<a@b.c>", "⟨emailAutolink <⟩a@b.c⟨emailAutolink >⟩"),
    ("[a][B]\n\n[b]: /u", "⟨full [⟩a⟨full ][B]⟩"),
    ("[a][]\n\n[a]: /u", "⟨collapsed [⟩a⟨collapsed ][]⟩"),
    ("![a]\n\n[A]: /u", "⟨shortcut image ![⟩a⟨shortcut image ]⟩"), ("[a][b]\n\n[a]: /u", "[a][b]"),
    ("> [a\n> b]\n\n[A B]: /u", "⟨shortcut [⟩a⟨softBreak ⏎> ⟩b⟨shortcut ]⟩"),
    ("a<b c='d'>e</b>", "a⟨inlineHTML <b c='d'>⟩e⟨inlineHTML </b>⟩"),
    ("> a <!-- x\n> y -->", "a ⟨inlineHTML <!-- x⏎> y -->⟩"), ("a <b", "a <b"),
    ("a \n  b", "a⟨softBreak  ⏎  ⟩b"), ("- a  \r\n  b", "a⟨hardBreak   ⏎⏎  ⟩b"),
    ("> a\\\r> b", "a⟨hardBreak \\⏎> ⟩b"), ("a\u{C}\nb", "a⟨softBreak \u{C}⏎⟩b"),
    // Blanks of a lazy line after an escaped break are text.
    ("> a\\\n  b", "a⟨hardBreak \\⏎⟩  b"),
  ])
  func inlinesHaveTheirRanges(source: String, wanted: String) throws {
    #expect(try inlines(source, in: .commonMark) == [wanted])
  }

  /// The inlines of cmark-gfm 0.29.0.gfm.6.
  @Test(arguments: [
    // After an open bracket, addresses are not links, even if the bracket can no longer begin one.
    ("[a [b](c) www.a.b", "[a ⟨inline [⟩b⟨inline ](c)⟩ www.a.b"),
    ("[a ] www.a.b", "[a ] ⟨bare ⟩www.a.b⟨bare ⟩"), ("![a www.a.b", "![a www.a.b"),
    ("![a [b](c) www.a.b", "![a ⟨inline [⟩b⟨inline ](c)⟩ ⟨bare ⟩www.a.b⟨bare ⟩"),
    ("[![a [b](c) www.a.b", "[![a ⟨inline [⟩b⟨inline ](c)⟩ www.a.b"),
    ("![a [b](c) [d www.a.b", "![a ⟨inline [⟩b⟨inline ](c)⟩ [d www.a.b"),
    // For addresses, an outer link ends at the end of a link in it.
    (
      "[<http://a.b> c@d.e](/u)",
      "⟨inline [⟩⟨autolink <⟩http://a.b⟨autolink >⟩ ⟨bare ⟩c@d.e⟨bare ⟩⟨inline ](/u)⟩"
    ),
    ("[a c@d.e](/u)", "⟨inline [⟩a c@d.e⟨inline ](/u)⟩"),
    // A link's text may look like a footnote.
    ("x[^1][1] y", "x⟨full [⟩^1⟨full ][1]⟩ y"), ("x[^1][b] y", "x⟨footnoteReference [^1]⟩[b] y"),
    ("x[^1](/u) y", "x⟨inline [⟩^1⟨inline ](/u)⟩ y"),
    // The paragraph above a table is unescaped with it.
    ("x `a\\|b`\n| h |\n|---|\n", "x ⟨codeSpan `⟩a{\\|=|}b⟨codeSpan `⟩"),
    ("x `a\\|b`\n\n| h |\n|---|\n", "x ⟨codeSpan `⟩a\\|b⟨codeSpan `⟩"),
    (
      "~~a~~<b> $c$ :d:",
      "⟨mark ~~⟩a⟨mark ~~⟩⟨inlineHTML <b>⟩ ⟨island ⟩$c$⟨island ⟩ ⟨island ⟩:d:⟨island ⟩"
    ),
  ])
  func inlinesAreGitHubs(source: String, wanted: String) throws {
    #expect(try inlines(source + "\n\n[^1]: n\n\n[1]: /u\n", in: .gitHub).first == wanted)
  }

  /// The blocks of cmark-gfm in GitHub's dialect: each kind with its lines, from 1.
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
  func blocksAreGitHubs(text: String, outline: String) throws {
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

  @Test func linksHaveTheirPartsAndDestinations() throws {
    let source = Array("> [a](<b>\n> \"c\") ![d][e]\n\n[e]: /f 'g'\n".utf8)
    let tree = try SyntaxTree(source, in: .gitHub)
    let links = tree.nodes.compactMap { tree.link(of: $0) }
    func texts(_ ranges: [Range<Int>?]) -> [String] { ranges.map { shown(source[$0 ?? 0..<0]) } }
    #expect(texts(links.map(\.destinationRange)) == ["b", "", "/f"])
    #expect(texts(links.map(\.titleRange)) == ["c", "", "g"])
    #expect(texts(links.map(\.label)) == ["", "e", "e"])
    #expect(links.map { shown($0.destination) } == ["b", "/f", "/f"])
    #expect(links.map(\.form) == [.inline, .full, nil])
  }

  @Test func blocksHaveTheirContents() throws {
    let source =
      "- [x] a\n\n> [!TIP]\n> b\n\n~~~ c\nd\n~~~\n\n|e|\n|:-:|\n|f|\n\n[^g]: h[^g]\n\n# i #"
    let tree = try SyntaxTree(source, in: .gitHub)
    let bytes = Array(source.utf8)
    let parts: [SyntaxTree.Kind] = [
      .alertName, .info, .code, .cell, .label, .footnoteReference, .heading,
    ]
    #expect(
      tree.nodes.filter { parts.contains($0.kind) }.map { "\($0.kind) \(shown(bytes[$0.content]))" }
        == [
          "alertName TIP", "code d", "info c", "cell e", "cell f", "label g", "footnoteReference g",
          "heading i",
        ])
    #expect(tree.nodes.indices.compactMap { tree.isChecked($0) } == [true])
    #expect(tree.nodes.indices.compactMap { tree.alertName(of: $0) }.count == 1)
    #expect(tree.nodes.filter { $0.kind == .cell }.allSatisfy { $0.alignment == .center })
  }

  /// Returns a node that is not nested, ordered or closed properly, or nil.
  private func complaint(about tree: SyntaxTree, count: Int) -> String? {
    var open: [SyntaxTree.Node] = []
    for (index, node) in tree.nodes.enumerated() {
      while let last = open.last, last.endIndex <= index { open.removeLast() }
      let (range, content, end) = (node.range, node.content, node.endIndex)
      let parent = open.last?.range ?? 0..<count
      guard parent.lowerBound <= range.lowerBound, range.upperBound <= parent.upperBound,
        range.lowerBound <= content.lowerBound, content.upperBound <= range.upperBound,
        index < end, end <= open.last?.endIndex ?? tree.nodes.count
      else { return "\(index) \(node) in \(parent)" }
      open.append(node)
    }
    return nil
  }

  /// The tree of a part has the same inlines as the whole has in that part.
  @Test func nodesNestInDocumentsAndTheirParts() throws {
    var generator = RandomDocument(generator: RandomTests.generator())
    for _ in 0..<RandomTests.rounds(300) {
      var source: [UInt8] = []
      for _ in 0...generator.generator.below(6) {
        source += generator.next() + Array("\n\nword\n\n".utf8)
      }
      let document = try MarkdownDocument(TextBuffer(utf8: source))
      for dialect in Dialect.known {
        let whole = try SyntaxTree(source, in: dialect)
        #expect(complaint(about: whole, count: source.count) == nil, described(source))
        let offset = generator.generator.below(source.count + 1)
        let part = try document.syntaxTree(of: offset..<offset, in: dialect)
        let range = part.nodes[0].range
        // A byte order mark is not part of the text.
        let place = source.starts(with: [0xEF, 0xBB, 0xBF]) ? max(offset, 3) : offset
        #expect(range.contains(place) || range.upperBound == place, described(source))
        #expect(complaint(about: part, count: source.count) == nil, described(source))
        guard dialect == .commonMark else { continue }
        let (found, expected) = (inlines(of: part, in: range), inlines(of: whole, in: range))
        #expect(found == expected, "at \(offset), \(described(source))")
      }
    }
  }

  private func inlines(of tree: SyntaxTree, in range: Range<Int>) -> [String] {
    tree.nodes.filter {
      $0.kind.rawValue >= SyntaxTree.Kind.text.rawValue && $0.range.lowerBound >= range.lowerBound
        && $0.range.upperBound <= range.upperBound
    }
    .map { "\($0.kind) \($0.range) \($0.content) \(tree.link(of: $0)?.destination ?? [])" }
  }

  /// A text in which the first look finds nothing has no constructs.
  @Test(arguments: [Dialect.gitHub, .obsidian, .hugo])
  func theFirstLookMissesNoConstruct(dialect: Dialect) throws {
    let pieces = [
      "a", "b", "ab", " ", " ", "\n", ".", ",", "*", "*", "**", "_", "`", ":", ":", "[", "]", "!",
      "^", "x", "/", "http://", "w", "www", "~", "$", "@", "(", ")", "+", "-", "1", "[^a]: ",
      "- [x] ", "\n",
    ]
    var generator = RandomTests.generator("first look \(dialect.extensions.rawValue)")
    var judged = 0
    for _ in 0..<RandomTests.rounds(10_000) {
      let source = Array(generator.text(0...8, of: pieces).utf8)
      if Constructs.mayOccur(in: source, dialect, .document) { continue }
      judged += 1
      let (own, plain) = (
        try SyntaxTree(source, in: dialect), try SyntaxTree(source, in: .commonMark)
      )
      #expect(own.nodes == plain.nodes, described(source))
    }
    #expect(judged > 0)
  }

  /// Quadratic time would grow sixteenfold.
  @Test(arguments: HostileFamily.all)
  func fourTimesAHostileDocumentTakesFourTimesAsLong(family: HostileFamily) {
    #expect(
      CPUTime.growsInProportion(from: 10_000) { size in
        let source = family.document(byteCount: size)
        if ParsingLimits.standard.refusal(of: source) == nil {
          _ = try? SyntaxTree(source, in: .gitHub).tokens(in: source)
        }
      })
  }
}
