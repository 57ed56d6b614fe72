import CommonMark
import EditorTestSupport
import MarkdownHTML
import MarkdownSyntax
import Testing

/// Checks HTML, which in CommonMark must be libcmark's, byte by byte. `Scripts/contract render`
/// compares more documents, also with cmark-gfm's HTML.
@Suite("HTML is the same as libcmark's")
struct RenderingTests {
  private func html(_ source: String, in dialect: Dialect = .gitHub) -> String {
    (try? renderHTML(source, in: dialect)) ?? "refused"
  }

  private func expectLibraryHTML(_ source: [UInt8], _ comment: Comment) throws {
    for isRaw in [true, false] {
      let html = try renderHTML(source, in: .commonMark, allowingRawHTML: isRaw)
      #expect(html == libraryHTML(source, allowingRawHTML: isRaw), comment)
    }
  }

  @Test(
    .enabled(if: SharedData.folder != nil && !ParsingLibrary.isSince31, "needs the shared data"))
  func everyExampleOfTheSpecification() throws {
    for example in SpecificationExample.all {
      let html = try renderHTML(example.source, in: .commonMark, allowingRawHTML: true)
      #expect(html == example.html, "example \(example.number)")
      try expectLibraryHTML(Array(example.source.utf8), "example \(example.number)")
    }
  }

  @Test func randomTexts() throws {
    var generator = RandomTests.generator()
    var texts = BlockTexts()
    for _ in 0..<RandomTests.rounds(1500) {
      let text = texts.next(&generator)
      try expectLibraryHTML(
        text, "\(String(decoding: text, as: UTF8.self).debugDescription), seed \(RandomTests.seed)")
    }
  }

  @Test func hostileTexts() throws {
    for family in HostileFamily.all {
      try expectLibraryHTML(family.document(byteCount: 2000), "\(family.name)")
      _ = try? renderHTML(family.document(byteCount: 20_000), in: .obsidian)
    }
  }

  @Test func rawHTMLAndDangerousLinksNeedToBeAskedFor() throws {
    #expect(html("a <b>") == "<p>a <!-- raw HTML omitted --></p>\n")
    #expect(try renderHTML("a <b>", in: .gitHub, allowingRawHTML: true) == "<p>a <b></p>\n")
    for url in ["javascript:b", "VBScript:b", "file:b", "data:text/html,b", "&#106;avascript:b"] {
      #expect(html("[a](\(url))") == "<p><a href=\"\">a</a></p>\n")
    }
    #expect(html("![a](data:image/png;b)") == "<p><img src=\"data:image/png;b\" alt=\"a\" /></p>\n")
  }

  @Test func whatGitHubAdds() {
    #expect(html("---\na: b\n---\n\n# c\n") == "<h1>c</h1>\n")
    #expect(html("~~a~~ www.a.b") == "<p><del>a</del> <a href=\"http://www.a.b\">www.a.b</a></p>\n")
    #expect(html("www. a") == "<p><a href=\"http://www\">www</a>. a</p>\n")
    #expect(
      html("- [x] a")
        == "<ul>\n<li><input type=\"checkbox\" checked=\"\" disabled=\"\" /> a</li>\n</ul>\n")
    #expect(
      html("> [!note]\n> *a*\n")
        == "<div class=\"markdown-alert markdown-alert-note\">\n<p class=\"markdown-alert-title\">Note</p>\n"
        + "<p><em>a</em></p>\n</div>\n")
    #expect(html("a $b*c*$ :d: @e") == "<p>a <span class=\"math\">\\(b*c*\\)</span> :d: @e</p>\n")
    #expect(
      html("|a\\|b|`\\|`|\n|:-|-|\n|*c*")
        == "<table>\n<thead>\n<tr>\n<th align=\"left\">a|b</th>\n<th><code>|</code></th>\n</tr>\n</thead>\n"
        + "<tbody>\n<tr>\n<td align=\"left\"><em>c</em></td>\n<td></td>\n</tr>\n</tbody>\n</table>\n"
    )
  }

  @Test func footnotes() {
    let back = "class=\"footnote-backref\" data-footnote-backref aria-label=\"Back to content\">↩"
    #expect(
      html("a[^1] [^1] [^2]\n\n[^1]: *b*\n")
        == "<p>a<sup class=\"footnote-ref\"><a href=\"#fn-1\" id=\"fnref-1\" data-footnote-ref>1</a></sup> "
        + "<sup class=\"footnote-ref\"><a href=\"#fn-1\" id=\"fnref-1-2\" data-footnote-ref>1</a></sup> [^2]</p>\n"
        + "<section class=\"footnotes\" data-footnotes>\n<ol>\n<li id=\"fn-1\">\n<p><em>b</em> <a href=\"#fnref-1\" \(back)</a>"
        + " <a href=\"#fnref-1-2\" \(back)<sup class=\"footnote-ref\">2</sup></a></p>\n</li>\n</ol>\n</section>\n"
    )
  }

  @Test func whatOthersAdd() {
    #expect(html("==a== %%b%% ^c", in: .obsidian) == "<p><mark>a</mark>  </p>\n")
    #expect(html("[[a|b]]", in: .obsidian) == "<p><span class=\"wiki-link\">b</span></p>\n")
    #expect(
      html("> [!info] A *b*\n> c", in: .obsidian)
        == "<div class=\"markdown-alert markdown-alert-info\">\n<p class=\"markdown-alert-title\">A <em>b</em></p>\n"
        + "<p>c</p>\n</div>\n")
    #expect(html("::: a\n*b*\n:::", in: .hugo) == "<p>::: a\n<em>b</em>\n:::</p>\n")
  }

  @Test func deepTextsAreNotRecursedInto() throws {
    let depth = 20_000
    let quotes = [UInt8](repeating: 0x3E, count: depth) + Array("a".utf8)
    #expect(try renderHTML(quotes, in: .gitHub).count > 26 * depth)
    let stars =
      String(repeating: "*a **a ", count: depth) + String(repeating: "b** b* ", count: depth)
    _ = try renderHTML(stars, in: .gitHub)
  }

  @Test func whatIsTooLongIsRefused() {
    #expect(throws: ParsingRefusal.self) {
      try renderHTML("abcd", in: .gitHub, limits: ParsingLimits(byteCount: 3))
    }
  }
}
