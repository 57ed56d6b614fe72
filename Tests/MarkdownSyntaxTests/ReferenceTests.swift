import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

@Suite("References are found, renamed and checked")
struct ReferenceTests {
  private func texts(_ ranges: [Range<Int>], of source: String) -> [String] {
    let bytes = Array(source.utf8)
    return ranges.map { "\($0.lowerBound) \(String(decoding: bytes[$0], as: UTF8.self))" }
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

  private func renamed(_ marked: String, to label: String) -> String {
    let source = Array(marked.replacing("‸", with: "").utf8)
    let offset = marked.utf8.count - marked.drop { $0 != "‸" }.utf8.count
    do throws(SyntaxTree.RenamingRefusal) {
      guard let tree = try? SyntaxTree(source, in: .gitHub) else { return "unread" }
      let edit = try tree.renamingLabel(at: offset, to: label, in: source, dialect: .gitHub)
      return String(decoding: edit.applying(to: source), as: UTF8.self)
    } catch {
      return "\(error)"
    }
  }

  @Test func labelsAreRenamedEverywhere() {
    #expect(
      renamed("[a][b‸] ![b] [B][] é\n\n[b]: /u 'v'\n", to: "c d")
        == "[a][c d] ![b][c d] [B][c d] é\n\n[c d]: /u 'v'\n")
    #expect(renamed("a[^1] b[^1‸]\r\n\r\n[^1]: c\r\n", to: "n") == "a[^n] b[^n]\r\n\r\n[^n]: c\r\n")
    #expect(
      renamed("[![a‸]][b]\n\n[a]: /u\n[b]: /v\n", to: "x") == "[![a][x]][b]\n\n[x]: /u\n[b]: /v\n")
    #expect(renamed("[b]\n\n[b‸]: /u\n", to: "B") == "[b][B]\n\n[B]: /u\n")
    #expect(renamed("|[a][b‸]|\n|-|\n\n[b]: /u\n", to: "c") == "|[a][c]|\n|-|\n\n[c]: /u\n")
  }

  @Test func wrongNamesAreRefused() {
    #expect(renamed("a‸", to: "b") == "noReference")
    for label in ["", " ", "a]", "[a", "a\nb", " a", "a\\", String(repeating: "a", count: 1001)] {
      #expect(renamed("[b‸]\n\n[b]: /u", to: label) == "invalidLabel", "\(label.prefix(9))")
    }
    #expect(renamed("[^a‸]\n\n[^a]: b", to: "c d") == "invalidLabel")
    #expect(renamed("[a‸]\n\n[a]: /u\n[b]: /v", to: "B") == "labelInUse")
    // The rename would turn text into a link, or end a cell.
    #expect(renamed("[a‸] [b]\n\n[a]: /u", to: "b") == "unprovable")
    #expect(renamed("|[a‸]|\n|-|\n\n[a]: /u", to: "b|c") == "unprovable")
    #expect(renamed("[a‸]\n\n[a]: /u", to: "^b") != "[a][^b]\n\n[^b]: /u")
  }

  /// After a rename, libcmark and the dialect must read the same links in the whole text.
  @Test func renamesOfRandomDocumentsKeepTheText() throws {
    var generator = RandomDocument(generator: RandomTests.generator())
    var count = 0
    for _ in 0..<RandomTests.rounds(400) {
      let source =
        generator.next() + Array("\n\n[a] [b][a] ![c][] [^f]\n\n[a]: /u\n[c]: /v\n\n[^f]: x\n".utf8)
      guard let tree = try? SyntaxTree(source, in: .gitHub) else { continue }
      for reference in tree.references {
        guard let place = reference.uses.first?.label.lowerBound,
          let edit = try? tree.renamingLabel(at: place, to: "new", in: source, dialect: .gitHub)
        else { continue }
        let edited = edit.applying(to: source)
        let after = try SyntaxTree(edited, in: .gitHub)
        #expect(
          after.text(of: 0, in: edited) == tree.text(of: 0, in: source), "seed \(RandomTests.seed)")
        #expect(after.linkTargets.map(\.destination) == tree.linkTargets.map(\.destination))
        let renamed = after.references.filter {
          $0.definitions.contains { edited[$0].elementsEqual("new".utf8) }
        }
        #expect(renamed.map(\.uses.count) == [reference.uses.count])
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

  private func findings(_ source: String, in dialect: Dialect = .gitHub) throws -> [String] {
    let bytes = Array(source.utf8)
    return try SyntaxTree(bytes, in: dialect).findings(in: bytes, dialect: dialect).map {
      "\($0.kind.rawValue) \(String(decoding: bytes[$0.range], as: UTF8.self))"
    }
  }

  @Test func labelsWithoutAPartnerAreFound() throws {
    #expect(
      try findings(
        "[a][b] ![c][] [d] [e](f) x[0][1] `[g][h]` [^i] \\[j][k]\n\n[l]: /u\n[m]: /v\n[M]: /w\n\n[^n]: o\n\n[m]\n"
      )
        == [
          "undefined-reference [a][b]", "undefined-reference [c][]", "undefined-footnote [^i]",
          "unused-definition l", "repeated-definition M", "unused-footnote n",
        ])
    #expect(try findings("[//]: # (a comment)\n[c]: <> (d)\n[x]: #\n").isEmpty)
    #expect(try findings("[^i]\n", in: .commonMark).isEmpty)
    #expect(
      try findings("> [a\n> b][c]\n\n[a [b](c)][d]\n\n[d]: /u\n")
        == ["undefined-reference [a\n> b][c]"])
  }

  @Test func openFencesAndHalfOpenMarksAreFound() throws {
    #expect(try findings("```\na\n") == ["open-fence ```"])
    #expect(try findings("> ~~~~ x\n> a\n\nb\n\n```\nc\n```\n") == ["open-fence ~~~~"])
    #expect(
      try findings(
        "Sow **beans in May, `x\n\n2 * 3, snake_case, 2*3 and **done**\n\na ~~b ~c _end __f |*|\n")
        == ["half-open-mark **", "half-open-mark `", "half-open-mark ~~", "half-open-mark __"])
    #expect(try findings("==a").isEmpty && findings("==a", in: .obsidian) == ["half-open-mark =="])
    #expect(
      try findings("**a*\n\n| *a | b** |\n|-|-|\n") == [
        "half-open-mark *", "half-open-mark *", "half-open-mark **",
      ])
  }

  @Test func headingsOutOfOrderAreFound() throws {
    #expect(try findings("### a\n# b\n### c\n#### d\n## e\n") == ["skipped-level ### c"])
    #expect(
      try findings("# A b\n> ## *a* b\n\n## a. b\n") == [
        "repeated-anchor ## *a* b", "repeated-anchor ## a. b",
      ])
    #expect(try findings("").isEmpty)
  }
}
