import CommonMark
import EditorTestSupport
import MarkdownSyntax
import Testing

/// Finds the first difference between our reading of a source and libcmark's.
enum Agreement {
  /// Returns the first fault in our reading of `source`, or nil if there is none.
  static func complaint(about source: [UInt8]) -> String? {
    guard let library = try? MarkdownTree(parsing: source),
      let own = try? SyntaxTree(source, in: .commonMark)
    else { return "libcmark was not asked" }
    if let gap = gap(in: own, of: source) { return gap }
    var complaint: String?
    let line = source.withUnsafeBufferPointer { bytes in
      own.disagreement(with: library, in: bytes) { leaf, other in
        guard complaint == nil, library.nodes[other].kind.holdsInlines,
          !own.hasSameInlines(leaf, as: other, of: library, in: bytes)
        else { return }
        complaint = "the leaf at \(own.nodes[leaf].content) is read otherwise"
      }
    }
    return line.map { "the block on line \($0 + 1) is another" } ?? complaint
  }

  static func complaint(about source: String) -> String? { complaint(about: Array(source.utf8)) }

  /// Returns a place that inlines leave free, or nil. They cover the leaves and each other, except
  /// for delimiters, so that each character has the only range it can have.
  static func gap(in tree: SyntaxTree, of source: [UInt8]) -> String? {
    for (index, node) in tree.nodes.enumerated() {
      var (before, after): (Set<UInt8>, Set<UInt8>) = ([], [])
      switch node.kind {
      case .paragraph, .heading: break
      case .emphasis, .strong: (before, after) = (Set("*_".utf8), Set("*_".utf8))
      case .codeSpan: (before, after) = (Set("` \n\r>".utf8), Set("` \n\r>".utf8))
      case .link: (before, after) = (Set("[<".utf8), Set(source))
      case .image: (before, after) = (Set("![".utf8), Set(source))
      default: continue
      }
      let (opening, closing) = (
        node.range.lowerBound..<node.content.lowerBound,
        node.content.upperBound..<node.range.upperBound
      )
      if node.kind.rawValue >= SyntaxTree.Kind.text.rawValue, node.kind != .codeSpan,
        !source[opening].allSatisfy(before.contains) || !source[closing].allSatisfy(after.contains)
          || opening.count > 2 || opening.isEmpty != closing.isEmpty
      {
        return "\(node.kind) at \(node.range) has its content at \(node.content)"
      }
      var end = node.content.lowerBound
      var child = index + 1
      while child < node.endIndex {
        let inline = tree.nodes[child]
        // A blank of a tab that a container used in part covers the tab.
        guard inline.range.lowerBound == end || inline.blanks > 0 else {
          return "a gap before \(inline.kind) at \(inline.range)"
        }
        end = inline.range.upperBound
        child = inline.endIndex
      }
      if end != node.content.upperBound {
        return "\(node.kind) ends at \(end), not \(node.content)"
      }
    }
    return nil
  }

  /// Returns the smallest source found, after removing scalars, that has a complaint.
  static func smallest(_ source: [UInt8]) -> String {
    var scalars = Array(String(decoding: source, as: UTF8.self).unicodeScalars)
    var width = scalars.count / 2
    while width > 0 {
      var start = 0
      while start < scalars.count {
        var less = scalars
        less.removeSubrange(start..<min(start + width, scalars.count))
        let isWrong = complaint(about: less.map(String.init).joined()) != nil
        if isWrong { scalars = less } else { start += width }
      }
      width /= 2
    }
    return scalars.map(String.init).joined().debugDescription
  }
}

@Suite("Blocks and inlines are libcmark's")
struct AgreementTests {
  @Test(.enabled(if: SharedData.folder != nil))
  func inEveryExampleOfTheSpecification() throws {
    let examples = SpecificationExample.all
    #expect(examples.count == 652)
    for example in examples {
      let isOther = OtherLibrary.examples.contains(example.number)
      #expect(
        (Agreement.complaint(about: example.source) != nil) == isOther,
        "example \(example.number): \(example.source.debugDescription)")
    }
  }

  @Test func inRandomDocuments() {
    var documents = RandomDocument(generator: RandomTests.generator())
    for round in 0..<RandomTests.rounds(22_000) {
      let source = documents.next()
      guard let complaint = Agreement.complaint(about: source) else { continue }
      OtherLibrary.mayDiffer {
        Issue.record(
          """
          round \(round) of seed \(RandomTests.seed): \(complaint)
          shrunk: \(Agreement.smallest(source))
          """)
      }
      return
    }
  }

  @Test func inPagesAndFixtures() throws {
    let pages = try Sources.pages()
    #expect(pages.count > 20)
    for (name, text) in pages { #expect(Agreement.complaint(about: text) == nil, "\(name)") }
    let sources = try Sources.regressions("agreement.txt").map { $0[0] }
    #expect(sources.count > 60)
    for source in sources {
      OtherLibrary.mayDiffer {
        #expect(Agreement.complaint(about: source) == nil, described(source))
      }
    }
    for family in HostileFamily.all {
      #expect(Agreement.complaint(about: family.document(byteCount: 5000)) == nil, "\(family)")
    }
  }

  @Test func atTheLimitsThatLibcmarkSets() {
    func text(_ unit: String, _ count: Int) -> String { String(repeating: unit, count: count) }
    var sources: [String] = []
    for count in [997, 998, 999, 1000, 1001, 1002] {
      let label = text("a", count)
      sources.append("[\(label)] [x][\(label)] [ \(label)] [\(label)\n][]\n\n[\(label)]: /u\n")
      sources.append("[\(text("\\a", count / 2))]\n\n[\(text("\\a", count / 2))]: /u\n")
      sources.append("[\(text("\u{0}", count / 3))]\n\n[\(text("\u{0}", count / 3))]: /u\n")
      sources.append("[\(text("\u{0}", count / 3))]: /u\nb\n")
      sources.append("[\(text("\\!", count / 2))]: /u\nb\n")
      sources.append(text("`", count) + "a" + text("`", count) + " `b` " + text("`", count))
    }
    for count in 30...35 {
      sources.append("[a](\(text("(", count))b\(text(")", count)))")
      sources.append("<\(text("s", count)):b>")
    }
    for count in 60...65 { sources.append("<a@\(text("b", count)).\(text("c", count))>") }
    for count in 1...9 { sources.append("&#\(text("1", count)); &#x\(text("1", count));") }
    // References expand to at most 100,000 bytes, counted after escapes and references are replaced.
    for unit in ["u", "\\*", "&amp;", "\\&amp;", "&#10;", "é"] {
      for uses in [90, 101, 199, 201, 260] {
        let uses = text("[a] ", uses)
        sources.append("\(uses)\n\n[a]: \(text(unit, 500))\n")
        sources.append("\(uses)\n\n[a]: / '\(text(unit, 500))'\n")
      }
    }
    // They are those of all leaves together.
    for count in [98, 99, 100, 101, 102, 130] {
      sources.append("\(text("[a]\n\n", count))[a]: /\(text("u", 1000))\n")
    }
    for source in sources {
      OtherLibrary.mayDiffer {
        #expect(Agreement.complaint(about: source) == nil, "\(source.debugDescription)")
      }
    }
  }

  @Test func bytesThatAreNoTextAreReadWithoutGaps() throws {
    var generator = RandomTests.generator()
    let active =
      Array("*_`[]()!<>&;\\\n\r\t -#=:\"'a".utf8) + [0x80, 0xBF, 0xC3, 0xE2, 0xF0, 0xFF, 0]
    for _ in 0..<RandomTests.rounds(5000) {
      let source = (0..<generator.below(60)).map { _ in generator.pick(active) }
      #expect(
        Agreement.gap(in: try SyntaxTree(source, in: .commonMark), of: source) == nil, "\(source)")
      _ = Agreement.complaint(about: source)
    }
  }

  /// Finds the class of x from libcmark: `a*x*` is emphasis if x is neither white space nor
  /// punctuation, and `*x*` if x is not white space (§6.2). Long runs cover the planes after the
  /// second, which have neither.
  @Test func libcmarkClassifiesEveryScalarAsWeDo() throws {
    var wrong: [Unicode.Scalar] = []
    let end: UInt32 = RandomTests.rounds(1) > 1 ? 0x11_0000 : 0x2_0000
    for start in stride(from: UInt32(0x80), to: end, by: 0x8000) {
      let scalars = (start..<min(start + 0x8000, end)).compactMap { Unicode.Scalar($0) }
      let source = scalars.map { "a*\($0)*\n\n*\($0)*\n\n" }.joined()
      let tree = try MarkdownTree(parsing: Array(source.utf8))
      var emphasised: [Bool] = []
      var index = 1
      while index < tree.nodes.count {
        let end = Int(tree.nodes[index].end)
        emphasised.append(tree.nodes[index..<end].contains { $0.kind == .emphasis })
        index = end
      }
      #expect(emphasised.count == 2 * scalars.count)
      for (offset, scalar) in scalars.enumerated() {
        let isSpace = !emphasised[2 * offset + 1]
        let isPunctuation = !isSpace && !emphasised[2 * offset]
        let isExpected =
          isUnicodePunctuation(scalar)
          || ParsingLibrary.isSince31 && isPunctuationSince031(scalar)
        if isSpace != isUnicodeWhitespace(scalar) || isPunctuation != isExpected {
          wrong.append(scalar)
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func symbolsAreNoPunctuationYet() {
    for scalar in "€+£©😀→∑\u{309B}🏳".unicodeScalars where !scalar.isASCII {
      #expect(isPunctuationSince031(scalar))
      #expect(!isUnicodePunctuation(scalar))
    }
    for scalar in "aé日。—「\u{3000}\u{301}٣".unicodeScalars {
      #expect(!isPunctuationSince031(scalar))
    }
  }

  /// Labels that differ in one letter's case match exactly if they match in libcmark.
  @Test func labelsAreFoldedAsLibcmarkFoldsThem() {
    var pairs: [(Unicode.Scalar, String)] = []
    for scalar in (UInt32(1)..<0x2_0000).compactMap(Unicode.Scalar.init)
    where !"[]\\\n\r".unicodeScalars.contains(scalar) {
      let cases = scalar.properties
      for other in [cases.lowercaseMapping, cases.uppercaseMapping, cases.titlecaseMapping]
      where other != String(scalar) { pairs.append((scalar, other)) }
    }
    #expect(pairs.count > 3500)
    for start in stride(from: 0, to: pairs.count, by: 400) {
      let text = pairs[start..<min(start + 400, pairs.count)].enumerated().map { index, pair in
        "[k\(index) \(pair.0)]: /u\n\n[k\(index) \(pair.1)]\n\n"
      }
      #expect(Agreement.complaint(about: text.joined()) == nil)
    }
  }

  /// The frequent names are in a table of ours. All others are libcmark's.
  @Test(arguments: [
    ("amp", "&"), ("copy", "©"), ("gt", ">"), ("hellip", "…"), ("lt", "<"), ("mdash", "—"),
    ("nbsp", "\u{A0}"), ("ndash", "–"), ("quot", "\""), ("rarr", "→"), ("AMP", "&"), ("Ouml", "Ö"),
    ("not", "¬"), ("notin", "∉"), ("there4", "∴"), ("frac12", "½"), ("Zopf", "ℤ"), ("Afr", "𝔄"),
    ("CounterClockwiseContourIntegral", "∳"), ("nGt", "≫\u{20D2}"), ("fjlig", "fj"),
    ("ThickSpace", "\u{205F}\u{200A}"), ("acE", "∾\u{333}"), ("NotEqualTilde", "≂\u{338}"),
  ])
  func namedReferencesAreLibcmarks(name: String, text: String) throws {
    let found = Array(name.utf8).withUnsafeBufferPointer { NamedCharacter.scalars(of: $0) }
    #expect(found.map { [$0.first] + [$0.second].compactMap { $0 } } == Array(text.unicodeScalars))
    // Besides the name itself, similar ones.
    for source in ["&\(name);", "&\(name)x;", "&\(name.dropLast());", "&\(name)"] {
      #expect(Agreement.complaint(about: "a\(source)b") == nil)
    }
  }
}

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

  @Test func aNodeOfAnotherKindOrLengthIsRejected() throws {
    let tree = try SyntaxTree(Self.source, in: .commonMark)
    #expect(try agrees(tree))
    let open: [SyntaxTree.Kind] = [.emphasis, .strong, .codeSpan, .link, .image, .inlineHTML]
    let kinds = open + [.softBreak, .hardBreak, .text]
    #expect((kinds + [.reference, .escape]).allSatisfy(tree.nodes.map(\.kind).contains))
    func expectRejection(of index: Int, _ change: (inout SyntaxTree.Node) -> Void) throws {
      var wrong = tree
      change(&wrong.nodes[index])
      #expect(try !agrees(wrong), "\(tree.nodes[index]) as \(wrong.nodes[index])")
    }
    for (index, node) in tree.nodes.enumerated().dropFirst(2) {
      for kind in kinds where kind != node.kind {
        // In raw HTML, a line ending and a text of one are the same.
        if kind == .text, node.kind == .softBreak { continue }
        try expectRejection(of: index) { $0.kind = kind }
      }
      if open.contains(node.kind) { try expectRejection(of: index) { $0.end += 1 } }
      guard node.kind == .text else { continue }
      for change: Int32 in [-1, 1] {
        if node.range.upperBound + Int(change) <= Self.source.utf8.count {
          try expectRejection(of: index) { $0.upper += change }
        }
        if node.range.lowerBound + Int(change) >= 0 {
          try expectRejection(of: index) { $0.start += change }
        }
      }
    }
  }

  @Test func otherCharactersAndTargetsAreRejected() throws {
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

  @Test(arguments: [
    ("- a\n- b", "- a\n\n- b", 0), ("a\n# b", "a\n## b", 1), ("a\n\n1. b", "a\n\n2. b", 2),
    ("1. a", "1) a", 0), ("a\n\n- b", "a\n\n1. b", 2), ("> a", "- a", 0),
    ("a\n\nb\n\nc", "a\n\n# b\n\nc", 2),
    ("a\n\nb", "a", 0), ("***\n> a", "***\n> > a", 1), ("```\na\n```", "```\nb\n```", 0),
    ("    a", "     a", 0), ("<p>", "<b>", 0), ("```\na\n\n```", "```\na\n```", 0),
  ])
  func blocksOfAnotherTextAreRejected(text: String, other: String, line: Int) throws {
    let library = try MarkdownTree(parsing: Array(text.utf8))
    let wrong = try SyntaxTree(other, in: .commonMark)
    let found = Array(other.utf8).withUnsafeBufferPointer {
      wrong.disagreement(with: library, in: $0)
    }
    #expect(found == line)
  }
}
