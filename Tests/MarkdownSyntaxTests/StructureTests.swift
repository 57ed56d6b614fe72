import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

@Suite("Sections, folds, expanded selections, counts and references follow the structure")
struct StructureTests {
  /// Returns level, text, heading, section and parent of each section.
  private func outline(_ source: String, in dialect: Dialect = .gitHub) throws -> [String] {
    let bytes = Array(source.utf8)
    return try MarkdownDocument(TextBuffer(source)).outline(in: dialect).map { section in
      let parent = section.parent.map(String.init) ?? "none"
      return "\(section.level)|\(section.text)|\(shown(bytes[section.heading]))|"
        + "\(shown(bytes[section.range]))|\(parent)"
    }
  }

  @Test(arguments: [
    (
      "x\n\n## a\nb\n### c\n## d ##\n# e\n\nf",
      [
        "2|a|## a|## a⏎b⏎### c⏎|none", "3|c|### c|### c⏎|0", "2|d|## d ##|## d ##⏎|none",
        "1|e|# e|# e⏎⏎f|none",
      ]
    ),
    // A skipped level, and line endings of all kinds.
    (
      "  # a\r\n### b\r## c",
      ["1|a|# a|  # a⏎⏎### b⏎## c|none", "3|b|### b|### b⏎|0", "2|c|## c|## c|0"]
    ),
    // Only children of the document are sections.
    ("---\n# x: 1\n---\n> # a\n\n- # b\n\n```\n# c\n```\n[^1]: d\n\n    # e\n", []),
    ("[a]: /u\nT\n*b*\n===\n", ["1|T b|T⏎*b*⏎===|T⏎*b*⏎===⏎|none"]), ("", []),
    // Texts are without markup.
    (
      "# *a* `b  c` [d](e) ![f](g) &amp;\\* <b>h</b> $i$ :j: [^1]",
      [
        "1|a b  c d f &* h i :j: [^1]|# *a* `b  c` [d](e) ![f](g) &amp;\\* <b>h</b> $i$ :j: [^1]|"
          + "# *a* `b  c` [d](e) ![f](g) &amp;\\* <b>h</b> $i$ :j: [^1]|none"
      ]
    ),
  ])
  func sectionsEndBeforeTheNextOfTheirLevelOrAHigherOne(source: String, wanted: [String]) throws {
    #expect(try outline(source) == wanted)
  }

  @Test func headingsOfOtherDialectsAreWithoutMarkup() throws {
    let source = "# [[a|b]] [[c]] ==d== %%e%% ^f"
    #expect(try outline(source, in: .obsidian).first?.hasPrefix("1|b c d|# [[a") == true)
    #expect(try outline("\u{FEFF}# é\0").first?.hasPrefix("1|é\u{FFFD}|") == true)
  }

  @Test(arguments: [
    // As github-slugger 2.0.0 makes them.
    (
      "# A *b*, c.d_e-f!\n> # Über 2½\n\n# a b cd_e-f\n\n# ![x](y) 日本 :smile:\n", Dialect.gitHub,
      ["a-b-cd_e-f", "über-2", "a-b-cd_e-f-1", "-日本-smile"]
    ),
    (
      "# echo\n# echo\n# echo 1\n# echo-1\n# echo\n# !\n# ?\n", .gitHub,
      ["echo", "echo-1", "echo-1-1", "echo-1-2", "echo-2", "", "-1"]
    ),
    ("# İΣ ⅷ Ⓐ 1️⃣ `c  d` e‿f\n# a\u{A0}b\tc\n", .gitHub, ["i̇σ-ⅷ-ⓐ-1️⃣-c--d-e‿f", "abc"]),
    (
      "# Seed\n# B {#seed .c}\n# C {.x #y}\n# D {: #y}\n# E {.x}\n# {#z}", .hugo,
      ["seed-1", "seed", "y", "y-1", "e", "z"]
    ),
    ("# A %%b%%\n# A ^b", .obsidian, ["a", "a-1"]), ("# A {#b}", .gitHub, ["a-b"]),
  ])
  func anchorsAreGitHubs(source: String, dialect: Dialect, wanted: [String]) throws {
    let source = Array(source.utf8)
    let anchors = try SyntaxTree(source, in: dialect).headingAnchors(of: source)
    #expect(anchors.map(\.name) == wanted)
  }

  @Test(arguments: [
    ("# a\n\nb\n\n## c\nd\n\n# e\n", ["heading # a⏎⏎b⏎⏎## c⏎d", "heading ## c⏎d"]),
    (
      "---\na: b\n---\n- a\n  b\n- c\n\n> d\n> e\n\n```\nf\n",
      ["metadata ---⏎a: b⏎---", "list - a⏎  b⏎- c", "item - a⏎  b", "quote > d⏎> e", "code ```⏎f"]
    ),
    (
      "|a|\n|-|\n\n<p>\n</p>\n\n[^1]: a\n\n    b\n\n[^1]\n- a\n  b\n",
      ["table |a|⏎|-|", "html <p>⏎</p>", "footnote [^1]: a⏎⏎    b", "list - a⏎  b"]
    ),
    ("a\nb\n\n- c\n\n# d", []), ("", []), ("# a\r\nb\r\n\r\n", ["heading # a⏎⏎b"]),
  ])
  func sectionsAndBlocksOfSeveralLinesFold(source: String, wanted: [String]) throws {
    let bytes = Array(source.utf8)
    let folds = try SyntaxTree(bytes, in: .gitHub).folds(of: bytes)
    #expect(folds.map { "\($0.kind) \(shown(bytes[$0.range]))" } == wanted)
  }

  private func selections(_ marked: String) throws -> [String] {
    let (text, ranges) = MarkedText.parse(marked)
    let bytes = Array(text.utf8)
    return try SyntaxTree(bytes, in: .gitHub).selectionRanges(around: ranges[0], in: bytes).map {
      shown(bytes[$0])
    }
  }

  @Test(arguments: [
    (
      "# T\n\nOne two. See **a [b‸ig c](d)** e! F.\n\n# U\n",
      [
        "big", "big c", "[big c](d)", "a [big c](d)", "**a [big c](d)**", "See **a [big c](d)** e!",
        "One two. See **a [big c](d)** e! F.", "# T⏎⏎One two. See **a [big c](d)** e! F.⏎⏎",
        "# T⏎⏎One two. See **a [big c](d)** e! F.⏎⏎# U⏎",
      ]
    ),
    (
      "> - a\n> - b‸\n>   - c\n",
      ["b", "- b⏎>   - c", "- a⏎> - b⏎>   - c", "> - a⏎> - b⏎>   - c", "> - a⏎> - b⏎>   - c⏎"]
    ),
    (
      "|a|b c|\n|-|-|\n|d|‸e|\n",
      ["e", "|d|e|", "|a|b c|⏎|-|-|⏎|d|e|", "|a|b c|⏎|-|-|⏎|d|e|⏎"]
    ),
    ("‸", []), ("a⟦ b ⟧c", ["a b c"]),
    (
      "[a](https://b.c/d‸e \"F g\")",
      ["de", "https://b.c/de", "[a](https://b.c/de \"F g\")"]
    ),
    ("![a](b \"F g‸\")", ["g", "F g", "![a](b \"F g\")"]),
    (
      "[a][b c‸]\n\n[b c]: d",
      ["c", "b c", "[a][b c]", "[a][b c]⏎⏎[b c]: d"]
    ),
    ("[b]: c‸d 'e'", ["cd", "[b]: cd 'e'"]), ("`a b‸`", ["b", "a b", "`a b`"]),
    ("```\na b‸\nc\n```", ["b", "a b⏎c", "```⏎a b⏎c⏎```"]),
  ])
  func selectionsExpandFromWordsToTheDocument(marked: String, wanted: [String]) throws {
    #expect(try selections(marked) == wanted)
  }

  @Test(arguments: [
    ("It is 3.5 m, e.g. h‸ere. Next", "It is 3.5 m, e.g. here."),
    ("He said “N‸o.” Then", "He said “No.”"), ("これは本。次‸の文。", "次の文。"),
    // A mark that extends beyond the end of a sentence is not split.
    ("A. **b C. D‸ e** f. G", "b C. D e"), ("a\nb‸ c.\nD", "a⏎b c."),
  ])
  func sentencesEndAtTheirMarks(marked: String, sentence: String) throws {
    #expect(try selections(marked).dropFirst().first == sentence)
  }

  /// Sections begin at line starts and nest, top-level ones are adjacent; each expanded selection
  /// contains the one before, and the last is the document.
  @Test func rangesOfRandomDocumentsNest() throws {
    var generator = RandomDocument(generator: RandomTests.generator())
    for _ in 0..<RandomTests.rounds(300) {
      let source = generator.next()
      let offset = generator.generator.below(source.count + 1)
      for dialect in Dialect.known {
        let tree = try SyntaxTree(source, in: dialect)
        let sections = tree.outline(of: source)
        var end = sections.first?.range.lowerBound ?? source.count
        for section in sections {
          let start = section.range.lowerBound
          let isLine = start == 0 || [10, 13].contains(source[start - 1]) || start == 3
          #expect(isLine && section.range.clamped(to: section.heading) == section.heading)
          if let outer = section.parent.map({ sections[$0] }) {
            #expect(outer.level < section.level && outer.range.contains(start))
            #expect(section.range.upperBound <= outer.range.upperBound)
          } else {
            #expect(start == end, described(source))
            end = section.range.upperBound
          }
        }
        #expect(end == source.count, described(source))
        var last = offset..<offset
        for range in tree.selectionRanges(around: last, in: source) {
          #expect(
            range.lowerBound <= last.lowerBound && range.upperBound >= last.upperBound
              && range != last, described(source))
          last = range
        }
        #expect(last == 0..<source.count)
        for fold in tree.folds(of: source) {
          #expect(source[fold.range].contains { $0 == 10 || $0 == 13 }, described(source))
        }
        _ = tree.findings(in: source, dialect: dialect)
      }
    }
  }

  @Test(arguments: [
    (
      "# *a* b\n\nfoo**bar** don't `x y` <b>z</b> &amp; [l](u) <http://a.b>\n", nil,
      [10, 36, 0, 0, 1, 2]
    ),
    ("- [x] a\n- [ ] b\n- c\n\n---\n", nil, [3, 3, 2, 1, 0, 0]),
    ("日本語のテスト, ภาษาไทย é👍🏽\n\n한국어 문장", nil, [11, 25, 0, 0, 0, 0]),
    ("---\ntitle: x\n---\n<p>a b</p>\n\n[a]: /u\n", nil, [0, 0, 0, 0, 0, 0]),
    ("", nil, [0, 0, 0, 0, 0, 0]),
    // Bytes 4..<9 are `b *c*`.
    ("# a b *c* d\n", 4..<9, [2, 3, 0, 0, 1, 0]),
    ("- [x] a\n- [ ] b [c](d)\n", 0..<7, [1, 1, 1, 1, 0, 0]),
  ])
  func whatAReaderSeesIsCounted(source: String, range: Range<Int>?, wanted: [Int]) throws {
    let found = try MarkdownDocument(TextBuffer(source)).statistics(of: range, in: .gitHub)
    #expect(
      [found.words, found.characters, found.tasks, found.doneTasks, found.headings, found.links]
        == wanted)
  }

  @Test func readingTakesTime() throws {
    let text = String(repeating: "word ", count: 476) + String(repeating: "字", count: 250)
    let document = try MarkdownDocument(TextBuffer(text))
    #expect(try document.statistics(in: .gitHub).readingSeconds == 150)
  }
}

@Suite("References are found, renamed and checked")
struct ReferenceTests {
  private func texts(_ ranges: [Range<Int>], of source: String) -> [String] {
    let bytes = Array(source.utf8)
    return ranges.map { "\($0.lowerBound) \(shown(bytes[$0]))" }
  }

  @Test func labelsHaveDefinitionsAndUses() throws {
    let source = "[a][B] ![b] [b][] [c](d) [^n]\n\n[b]: /u\n[^n]: x [^n]\n\n> [ B ]: /v\n"
    let tree = try SyntaxTree(source, in: .gitHub)
    let link = try #require(tree.reference(at: 1))
    #expect(texts(link.definitions, of: source) == ["32 b", "57 B"])
    #expect(texts(link.uses.map(\.label), of: source) == ["4 B", "9 b", "13 b"])
    #expect(texts(link.uses.map(\.range), of: source) == ["0 [a][B]", "7 ![b]", "12 [b][]"])
    #expect(tree.reference(at: 33) == link && tree.reference(at: 57) == link)
    let note = try #require(tree.reference(at: 27))
    #expect(note.isFootnote && texts(note.definitions, of: source) == ["41 n"])
    #expect(texts(note.uses.map(\.label), of: source) == ["27 n", "49 n"])
    #expect(tree.reference(at: 42) == note && tree.reference(at: 20) == nil)
    #expect(tree.references == [link, note])
  }

  private func renamed(_ marked: String, to label: String) throws -> String {
    let (text, ranges) = MarkedText.parse(marked)
    let source = Array(text.utf8)
    let tree = try SyntaxTree(source, in: .gitHub)
    do throws(SyntaxTree.RenamingRefusal) {
      let edit = try tree.renamingLabel(
        at: ranges[0].lowerBound, to: label, in: source, dialect: .gitHub)
      return String(decoding: edit.applying(to: source), as: UTF8.self)
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    (
      "[a][b‸] ![b] [B][] é\n\n[b]: /u 'v'\n", "c d",
      "[a][c d] ![b][c d] [B][c d] é\n\n[c d]: /u 'v'\n"
    ),
    ("a[^1] b[^1‸]\r\n\r\n[^1]: c\r\n", "n", "a[^n] b[^n]\r\n\r\n[^n]: c\r\n"),
    ("[![a‸]][b]\n\n[a]: /u\n[b]: /v\n", "x", "[![a][x]][b]\n\n[x]: /u\n[b]: /v\n"),
    ("[b]\n\n[b‸]: /u\n", "B", "[b][B]\n\n[B]: /u\n"),
    ("|[a][b‸]|\n|-|\n\n[b]: /u\n", "c", "|[a][c]|\n|-|\n\n[c]: /u\n"),
    ("a‸", "b", "noReference"), ("[^a‸]\n\n[^a]: b", "c d", "invalidLabel"),
    ("[a‸]\n\n[a]: /u\n[b]: /v", "B", "labelInUse"),
    // The rename would turn text into a link, or end a cell.
    ("[a‸] [b]\n\n[a]: /u", "b", "unprovable"), ("|[a‸]|\n|-|\n\n[a]: /u", "b|c", "unprovable"),
  ])
  func labelsAreRenamedEverywhereOrTheNameIsRefused(
    marked: String, label: String, wanted: String
  ) throws {
    #expect(try renamed(marked, to: label) == wanted)
  }

  @Test func wrongLabelsAreRefused() throws {
    for label in ["", " ", "a]", "[a", "a\nb", " a", "a\\", String(repeating: "a", count: 1001)] {
      #expect(try renamed("[b‸]\n\n[b]: /u", to: label) == "invalidLabel", "\(label.prefix(9))")
    }
    #expect(try renamed("[a‸]\n\n[a]: /u", to: "^b") != "[a][^b]\n\n[^b]: /u")
  }

  /// After a rename, libcmark and the dialect must read the same links in the whole text.
  @Test func renamesOfRandomDocumentsKeepTheText() throws {
    var generator = RandomDocument(generator: RandomTests.generator())
    var count = 0
    for _ in 0..<RandomTests.rounds(400) {
      let source =
        generator.next() + Array("\n\n[a] [b][a] ![c][] [^f]\n\n[a]: /u\n[c]: /v\n\n[^f]: x\n".utf8)
      let tree = try SyntaxTree(source, in: .gitHub)
      for reference in tree.references {
        guard let place = reference.uses.first?.label.lowerBound,
          let edit = try? tree.renamingLabel(at: place, to: "new", in: source, dialect: .gitHub)
        else { continue }
        let edited = edit.applying(to: source)
        let after = try SyntaxTree(edited, in: .gitHub)
        #expect(after.text(of: 0, in: edited) == tree.text(of: 0, in: source), described(source))
        #expect(after.linkTargets.map(\.destination) == tree.linkTargets.map(\.destination))
        let renamed = after.references.filter {
          $0.definitions.contains { edited[$0].elementsEqual("new".utf8) }
        }
        #expect(renamed.map(\.uses.count) == [reference.uses.count], described(source))
        count += 1
      }
    }
    #expect(count > 100)
  }

  @Test func linksHaveResolvedDestinations() throws {
    let source = "[a](<b c> 'd') ![e][f] <http://g.h> www.i.j [f]\n\n[f]: /k&amp;l\n"
    let targets = try SyntaxTree(source, in: .gitHub).linkTargets
    #expect(
      texts(targets.map(\.range), of: source) == [
        "5 b c", "20 f", "24 http://g.h", "36 www.i.j", "45 f", "54 /k&amp;l",
      ])
    #expect(
      targets.map(\.destination) == ["b c", "/k&l", "http://g.h", "http://www.i.j", "/k&l", "/k&l"])
  }

  @Test(arguments: [
    (
      "[a][b] ![c][] [d] [e](f) x[0][1] `[g][h]` [^i] \\[j][k]\n\n[l]: /u\n[m]: /v\n[M]: /w\n\n"
        + "[^n]: o\n\n[m]\n",
      [
        "undefined-reference [a][b]", "undefined-reference [c][]", "undefined-footnote [^i]",
        "unused-definition l", "repeated-definition M", "unused-footnote n",
      ]
    ),
    ("[//]: # (a comment)\n[c]: <> (d)\n[x]: #\n", []), ("", []),
    ("> [a\n> b][c]\n\n[a [b](c)][d]\n\n[d]: /u\n", ["undefined-reference [a⏎> b][c]"]),
    ("```\na\n", ["open-fence ```"]),
    ("> ~~~~ x\n> a\n\nb\n\n```\nc\n```\n", ["open-fence ~~~~"]),
    (
      "Sow **beans in May, `x\n\n2 * 3, snake_case, 2*3 and **done**\n\na ~~b ~c _end __f |*|\n",
      ["half-open-mark **", "half-open-mark `", "half-open-mark ~~", "half-open-mark __"]
    ),
    ("==a", []),
    (
      "**a*\n\n| *a | b** |\n|-|-|\n",
      ["half-open-mark *", "half-open-mark *", "half-open-mark **"]
    ),
    ("### a\n# b\n### c\n#### d\n## e\n", ["skipped-level ### c"]),
    ("# A\n## B c\n## *b* c\n", ["repeated-anchor ## *b* c"]),
    ("# 1\n## Added\n# 2\n## Added\n## Added\n", ["repeated-anchor ## Added"]),
    (
      "#\u{A0}a\n\n-\u{202F}b\n\n1.\u{A0}c\n\n- [x]\u{A0}d\n\n*\u{3000}e\nf -\u{A0}g\n#h\n\n2024\u{A0}i\n",
      [
        "foreign-blank #\u{A0}", "foreign-blank -\u{202F}", "foreign-blank 1.\u{A0}",
        "foreign-blank [x]\u{A0}", "foreign-blank *\u{3000}",
      ]
    ),
  ])
  func faultsAreFound(source: String, wanted: [String]) throws {
    #expect(try findings(source, in: .gitHub) == wanted)
  }

  @Test func faultsAreThoseOfTheDialect() throws {
    #expect(try findings("[^i]\n", in: .commonMark).isEmpty)
    #expect(try findings("==a", in: .obsidian) == ["half-open-mark =="])
  }

  private func findings(_ source: String, in dialect: Dialect) throws -> [String] {
    let bytes = Array(source.utf8)
    return try SyntaxTree(bytes, in: dialect).findings(in: bytes, dialect: dialect).map {
      "\($0.kind.rawValue) \(shown(bytes[$0.range]))"
    }
  }
}
