import CommonMark
import EditorTestSupport
import MarkdownHTML
import MarkdownSyntax
import Testing

@Suite("HTML")
struct RenderingTests {
  private func expectLibraryHTML(_ source: [UInt8]) throws {
    for isRaw in [true, false] {
      let html = try renderHTML(source, in: .commonMark, options: isRaw ? .rawHTML : [])
      // libcmark 0.30 writes references to U+FFFE and U+FFFF as bytes that are not UTF-8.
      let wanted = libraryHTML(source, allowingRawHTML: isRaw)
        .flatMap { $0 < 0xFE ? [$0] : [0xEF, 0xBF, $0 - 0x40] }
      #expect(html == wanted, described(source))
    }
  }

  @Test(.enabled(if: !ParsingLibrary.isSince31)) func isLibcmarksByteByByte() throws {
    for example in SpecificationExample.all {
      let html = try renderHTML(example.source, in: .commonMark, options: .rawHTML)
      #expect(html == example.html, "example \(example.number)")
      try expectLibraryHTML(Array(example.source.utf8))
    }
    for (_, text) in try Sources.pages() { try expectLibraryHTML(text) }
    for family in HostileFamily.all { try expectLibraryHTML(family.document(byteCount: 2000)) }
    var documents = RandomDocument(generator: RandomTests.generator())
    for _ in 0..<RandomTests.rounds(3000) { try expectLibraryHTML(documents.next()) }
  }

  @Test(arguments: [
    // Raw HTML and dangerous links need to be asked for.
    ("a <b>", "<p>a <!-- raw HTML omitted --></p>\n"),
    ("[a](VBScript:b)", "<p><a href=\"\">a</a></p>\n"),
    ("![a](data:image/png;b)", "<p><img src=\"data:image/png;b\" alt=\"a\" /></p>\n"),
    ("---\na: <b>\n---\n\n# c\n", "<h1>c</h1>\n"),
    ("~~a~~ www.a.b", "<p><del>a</del> <a href=\"http://www.a.b\">www.a.b</a></p>\n"),
    ("www. a", "<p><a href=\"http://www\">www</a>. a</p>\n"),
    (
      "- [x] a\n- [ ] b",
      "<ul>\n<li><input type=\"checkbox\" checked=\"\" disabled=\"\" /> a</li>\n"
        + "<li><input type=\"checkbox\" disabled=\"\" /> b</li>\n</ul>\n"
    ),
    (
      "> [!note]\n> *a*\n",
      "<div class=\"markdown-alert markdown-alert-note\">\n"
        + "<p class=\"markdown-alert-title\">Note</p>\n<p><em>a</em></p>\n</div>\n"
    ),
    (
      "a $b*c*$ :d: @e", "<p>a <span class=\"math\">\\(b*c*\\)</span> :d: @e</p>\n"
    ),
    (
      "|a\\|b|`\\|`|c|\n|:-|-|:-:|\n|*c*",
      "<table>\n<thead>\n<tr>\n<th align=\"left\">a|b</th>\n<th><code>|</code></th>\n"
        + "<th align=\"center\">c</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n"
        + "<td align=\"left\"><em>c</em></td>\n<td></td>\n<td align=\"center\"></td>\n</tr>\n</tbody>\n"
        + "</table>\n"
    ),
    (
      "a[^1] [^1] [^2]\n\n[^1]: *b*\n",
      "<p>a<sup class=\"footnote-ref\"><a href=\"#fn-1\" id=\"fnref-1\" data-footnote-ref>1</a></sup> "
        + "<sup class=\"footnote-ref\"><a href=\"#fn-1\" id=\"fnref-1-2\" data-footnote-ref>1</a></sup> "
        + "[^2]</p>\n<section class=\"footnotes\" data-footnotes>\n<ol>\n<li id=\"fn-1\">\n"
        + "<p><em>b</em> <a href=\"#fnref-1\" class=\"footnote-backref\" data-footnote-backref "
        + "aria-label=\"Back to content\">↩</a> <a href=\"#fnref-1-2\" class=\"footnote-backref\" "
        + "data-footnote-backref aria-label=\"Back to content\">↩<sup class=\"footnote-ref\">2</sup>"
        + "</a></p>\n</li>\n</ol>\n</section>\n"
    ),
    (
      "$a<b$ $`a_b`$",
      "<p><span class=\"math\">\\(a&lt;b\\)</span> "
        + "<span class=\"math\">\\(a_b\\)</span></p>\n"
    ),
    ("$$\na\\\\\nb\n$$\n", "<div class=\"math\">\\[\na\\\\\nb\n\\]</div>\n"),
    ("a $$b$$", "<p>a <span class=\"math\">\\[b\\]</span></p>\n"),
    ("- $$a$$\n", "<ul>\n<li>\n<div class=\"math\">\\[a\\]</div>\n</li>\n</ul>\n"),
    ("> $$a\n> b$$\n", "<blockquote>\n<div class=\"math\">\\[a\nb\\]</div>\n</blockquote>\n"),
  ])
  func isGitHubs(source: String, html: String) throws {
    #expect(try renderHTML(source, in: .gitHub) == html)
  }

  @Test(arguments: [
    ("==a== %%b%% ^c", Dialect.obsidian, "<p><mark>a</mark>  </p>\n"),
    ("[[a|b]]", .obsidian, "<p><span class=\"wiki-link\">b</span></p>\n"),
    (
      "> [!info] A *b*\n> c", .obsidian,
      "<div class=\"markdown-alert markdown-alert-info\">\n"
        + "<p class=\"markdown-alert-title\">A <em>b</em></p>\n<p>c</p>\n</div>\n"
    ),
    ("---\na: <b>\n---\nc\n", .obsidian, "<p>c</p>\n"),
    ("+++\na = 1\n+++\nc\n", .hugo, "<p>c</p>\n"),
    ("::: a\n*b*\n:::", .hugo, "<p>::: a\n<em>b</em>\n:::</p>\n"),
  ])
  func isThatOfOtherDialects(source: String, dialect: Dialect, html: String) throws {
    #expect(try renderHTML(source, in: dialect) == html)
  }

  @Test(arguments: [
    ("[[a b#c|*d*]]", "<p><a class=\"wiki-link\" href=\"/p/a%20b#c\">*d*</a></p>\n"),
    ("![[e.PNG]]", "<p><img class=\"wiki-link\" src=\"/p/e.PNG\" alt=\"e.PNG\" /></p>\n"),
    ("![[f]]", "<p><a class=\"wiki-link\" href=\"/p/f\">f</a></p>\n"),
    ("[[none|g]]", "<p><span class=\"wiki-link\">g</span></p>\n"),
    ("[[run|<b>]]", "<p><span class=\"wiki-link\">&lt;b&gt;</span></p>\n"),
    (
      "|[[a\\|b]]|\n|-|\n",
      "<table>\n<thead>\n<tr>\n<th><a class=\"wiki-link\" href=\"/p/a\">b</a></th>\n</tr>\n"
        + "</thead>\n</table>\n"
    ),
  ])
  func ofLinksBetweenPagesHasTheHostsAddresses(source: String, wanted: String) throws {
    let html = try renderHTML(source, in: .obsidian) { link in
      link.target == "none" ? nil : link.target == "run" ? "JavaScript:a" : "/p/\(link.target)"
    }
    #expect(html == wanted)
  }

  @Test(arguments: [
    (
      "# *A* b\r\n\r\n> A b\r\n> -\r\n\r\n# !\r\n", Dialect.gitHub,
      "<h1 id=\"a-b\"><em>A</em> b</h1>\n<blockquote>\n<h2 id=\"a-b-1\">A b</h2>\n</blockquote>\n"
        + "<h1>!</h1>\n"
    ),
    (
      "# Fn-1\n# Fnref-1-2\n[^1]: # Fn-1\n\n[^1] [^1]\n", .gitHub,
      "<h1 id=\"fn-1-1\">Fn-1</h1>\n<h1 id=\"fnref-1-2-1\">Fnref-1-2</h1>\n<p><sup class=\"footnote-ref\">"
        + "<a href=\"#fn-1\" id=\"fnref-1\" data-footnote-ref>1</a></sup> <sup class=\"footnote-ref\">"
        + "<a href=\"#fn-1\" id=\"fnref-1-2\" data-footnote-ref>1</a></sup></p>\n"
        + "<section class=\"footnotes\" data-footnotes>\n<ol>\n<li id=\"fn-1\">\n"
        + "<h1 id=\"fn-1-2\">Fn-1</h1>\n<a href=\"#fnref-1\" class=\"footnote-backref\" data-footnote-backref "
        + "aria-label=\"Back to content\">↩</a> <a href=\"#fnref-1-2\" class=\"footnote-backref\" "
        + "data-footnote-backref aria-label=\"Back to content\">↩<sup class=\"footnote-ref\">2</sup></a>\n"
        + "</li>\n</ol>\n</section>\n"
    ),
    ("# a {#\"><b>}\n", .hugo, "<h1 id=\"&quot;&gt;&lt;b&gt;\">a </h1>\n"),
  ])
  func hasIdsIfAskedFor(source: String, dialect: Dialect, html: String) throws {
    #expect(try renderHTML(source, in: dialect, options: .headingIDs) == html)
  }

  @Test(arguments: [
    (
      "a :tada: `:tada:` ![:b:](c)", Dialect.gitHub,
      "<p>a <span class=\"emoji\">:tada:</span> <code>:tada:</code> <img src=\"c\" alt=\":b:\" /></p>\n"
    ),
    (
      "[[50% é#b|c]] ![[d.png]]", .obsidian,
      "<p><a class=\"wiki-link\" href=\"50%25%20%C3%A9#b\">c</a> "
        + "<img class=\"wiki-link\" src=\"d.png\" alt=\"d.png\" /></p>\n"
    ),
    ("[[javascript:a]]", .obsidian, "<p><span class=\"wiki-link\">javascript:a</span></p>\n"),
  ])
  func isMadeForAPreview(source: String, dialect: Dialect, html: String) throws {
    #expect(try renderHTML(source, in: dialect, options: .preview) == html)
  }

  @Test func numbersTheBoxesOfABlockAsItsTokensAre() throws {
    let source = "- [ ] a\n\n  [^1]: b\n\n      - [x] f\n- [x] c [^1]\n\na\n\n+ [ ] d\n  - [x] e\n"
    let (html, blocks) = try renderHTMLBlocks(
      Array(source.utf8), in: .gitHub, options: .preview)
    let tree = try SyntaxTree(source, in: .gitHub)
    let boxes = tree.tokens(in: Array(source.utf8)).filter { $0.kind == .taskBox }
    #expect(boxes.count == 5)
    let shown = blocks.map { block in
      let numbers = String(decoding: html[block.htmlRange], as: UTF8.self)
        .matches(of: /<input type="checkbox"( checked="")? data-task="(\d+)"/)
      let own = boxes.filter { block.range.contains($0.range.lowerBound) }
      return numbers.map { number in
        let token = own[Int(number.output.2) ?? 99]
        #expect(token.marks.contains(.checked) == (number.output.1 != nil))
        return "\(token.range.lowerBound)"
      }.joined(separator: " ")
    }
    #expect(shown == ["2 36", "", "53 63", ""])
  }

  private func blocks(
    _ source: String, _ options: HTMLOptions = [], in dialect: Dialect = .gitHub
  ) throws -> [String] {
    let bytes = Array(source.utf8)
    let (html, blocks) = try renderHTMLBlocks(bytes, in: dialect, options: options)
    #expect(try html == renderHTML(bytes, in: dialect, options: options))
    #expect(blocks.flatMap { Array(html[$0.htmlRange]) } == html)
    #expect(blocks.map(\.range.lowerBound).sorted() == blocks.map(\.range.lowerBound))
    return blocks.map { block in
      let source = String(decoding: bytes[block.range], as: UTF8.self)
      return "\(source.debugDescription) \(String(decoding: html[block.htmlRange], as: UTF8.self))"
    }
  }

  @Test func consistsOfTheBlocksOfTheSource() throws {
    #expect(try blocks("").isEmpty)
    #expect(try blocks("\u{FEFF}\n\n[a]: b\n").isEmpty)
    #expect(
      try blocks("---\na: b\n---\n\nb\r\nc\r\n\r\n- é\r\n- d") == [
        "\"b\\r\\nc\" <p>b\nc</p>\n", "\"- é\\r\\n- d\" <ul>\n<li>é</li>\n<li>d</li>\n</ul>\n",
      ])
    let notes = try blocks("a[^1]\n\n[^1]: b\n\n    c\n\n***\n")
    #expect(notes.map { $0.prefix(9) } == ["\"a[^1]\" <", "\"***\" <hr", "\"\" <secti"])
  }

  @Test(arguments: [
    ("<details>\n\na\n\n- b\n\n</details>\n\nc", ["<details>\n\na\n\n- b\n\n</details>", "c"]),
    ("<details>\n\na[^1]\n\n[^1]: b", ["<details>\n\na[^1]\n\n[^1]: b"]),
    (
      "<p align=center>\n\n<a href=b>\n\n</p>\n\nc\n",
      ["<p align=center>\n\n<a href=b>\n\n</p>", "c"]
    ),
    ("<p>\n\na\n\n<!-- <div> -->\n\n<br>\n<img src=b/>\n\n<a name=\"b\"/>\n\nc", nil),
    ("<pre>\n<div>\n</pre>\n\na\n\n</div>\n\n<tr>\n\nb\n\n> <div>\n\nc", nil),
    ("<div><b>\n\na\n\n</div>\n\nb", ["<div><b>\n\na\n\n</div>", "b"]),
  ])
  func keepsBlocksInOneElementOfRawHTMLTogether(source: String, wanted: [String]?) throws {
    let separate = try renderHTMLBlocks(Array(source.utf8), in: .gitHub).blocks
    let joined = try blocks(source, .rawHTML)
    guard let wanted else {
      #expect(joined.count == separate.count)
      return
    }
    #expect(joined.count == wanted.count && joined.count < separate.count)
    for (block, source) in zip(joined, wanted) {
      #expect(block.hasPrefix("\(source.debugDescription) <"))
    }
  }

  @Test func isMadeOfManyBlocksAndHeadingsInLinearTime() throws {
    func time(_ unit: String, _ count: Int, runs: Int) throws -> Duration {
      let source = Array(String(repeating: unit, count: count).utf8)
      let times = try (0..<runs).map { _ in
        try ContinuousClock().measure {
          _ = try renderHTMLBlocks(source, in: .gitHub, options: .all)
        }
      }
      return times.min() ?? .zero
    }
    for unit in ["# Seed list\n\n", "# a\n# a-1\n", "<b>\n\n</i>\n\n"] {
      let (few, many) = try (time(unit, 10_000, runs: 3), time(unit, 100_000, runs: 2))
      // Ten times as much; a hundred times if it were quadratic.
      #expect(many < few * 50, "\(unit.debugDescription): \(few), \(many)")
    }
  }

  @Test func hasTheSameBlocksInEveryPage() throws {
    for (_, text) in try Sources.pages() {
      let (html, blocks) = try renderHTMLBlocks(text, in: .gitHub, options: .all)
      #expect(blocks.flatMap { Array(html[$0.htmlRange]) } == html)
      let safe = try renderHTML(text, in: .gitHub, options: .headingIDs)
      let ids = String(decoding: safe, as: UTF8.self).matches(of: /\ id="([^"]+)"/)
        .map { String($0.output.1) }
      #expect(Set(ids).count == ids.count)
    }
  }

  @Test func isMadeOfDeepTextsWithoutRecursion() throws {
    let depth = 20_000
    let quotes = [UInt8](repeating: 0x3E, count: depth) + Array("a".utf8)
    #expect(try renderHTML(quotes, in: .gitHub).count > 26 * depth)
    let stars =
      String(repeating: "*a **a ", count: depth) + String(repeating: "b** b* ", count: depth)
    _ = try renderHTML(stars, in: .gitHub)
  }

  @Test func isNotMadeOfWhatIsTooLong() {
    #expect(throws: ParsingRefusal.tooLarge(byteCount: 4, limit: 3)) {
      try renderHTML("abcd", in: .gitHub, limits: ParsingLimits(byteCount: 3))
    }
  }

  // MARK: What strangers write

  /// Addresses that a browser may run, in spellings that it understands.
  private static let addresses = [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "vbscript:msgbox(1)", "VBSCRIPT:x",
    "data:text/html,<script>alert(1)</script>", "data:text/html;base64,PHNjcmlwdD4=",
    "DATA:image/svg+xml,<svg/onload=alert(1)>", "file:///etc/passwd", "&#106;avascript:alert(1)",
    "&#x6A;avascript:alert(1)", "&#0000106avascript:alert(1)", "javascript&colon;alert(1)",
    "javascript&#58;alert(1)", "java&Tab;script:alert(1)", "java&NewLine;script:alert(1)",
    "java&#10;script:alert(1)", "java&#9;script:alert(1)", "&#1;javascript:alert(1)",
    "&nbsp;javascript:alert(1)", "&#x20;javascript:alert(1)", "javascript\\:alert(1)",
    "j\\avascript:alert(1)", "java\u{0}script:alert(1)", "javascript://a%0Aalert(1)",
    "javascript:alert(1)//https://a.b", "\u{1}javascript:alert(1)", "java\tscript:alert(1)",
    " javascript:alert(1)", "jav\u{AD}ascript:alert(1)", "\u{FEFF}javascript:alert(1)",
    "jAvAsCrIpT&#x3A;alert`1`",
  ]

  /// Returns documents with an address, or a tag, in all places.
  private static func documents(of address: String) -> [String] {
    [
      "[a](\(address))", "[a](<\(address)>)", "![a](\(address))", "![a](<\(address)> \"t\")",
      "[a]\n\n[a]: \(address)", "[a]\n\n[a]: <\(address)> 'b'", "<\(address)>", address,
      "[![a](<\(address)>)](<\(address)>)", "<a href=\"\(address)\">a</a>",
      "<img src='\(address)'>", "<iframe src=\(address)>", "|[a](<\(address)>)|\n|-|\n",
      "[^1]\n\n[^1]: [a](<\(address)>)", "# [a](<\(address)>)", "> [!NOTE]\n> [a](<\(address)>)",
    ]
  }

  private static let tags = [
    "<script>alert(1)</script>", "<SCRIPT SRC=//a.b>", "<svg onload=alert(1)>",
    "<b onclick=x>a</b>", "a <img src=x onerror=alert(1)> b", "<!--><script>alert(1)</script>",
    "<![CDATA[<script>x</script>]]>", "<?x <script>alert(1)</script> ?>", "<!X <script>>",
    "<style>@import 'x'</style>", "<base href=//a.b>", "<math><mi xlink:href=\"javascript:x\">",
    "<details open ontoggle=x>", "</p><script>x</script>", "[a](b \"onmouseover=x\")",
    "[a](b '\"><script>x</script>')", "![\"><script>x</script>](b)", "[a](\"><script>x</script>)",
    "[a](<b\"onclick=\"x>)", "``` \"><script>x</script>\na\n```",
    "```\n</code></pre><script>x</script>\n```", "`</code><script>x</script>`",
    "    <script>x</script>", "[^\"><script>]\n\n[^\"><script>]: a",
    "> [!\"><script>x</script>]\n> a", "|<script>x</script>|\n|-|\n|<b>|", "$<script>x</script>$",
    "$$\n</div><script>x</script>\n$$", "[[\"><script>x</script>]]", "![[a.png\" onerror=\"x]]",
    "%%<script>x</script>%%", ":<script>:", "{{< \"><script> >}}", "&lt;script&gt;x&lt;/script&gt;",
    "\\<script>x\\</script>", "<a\nhref=javascript:x>", "<x:y onclick=z>",
    "<https://a.b/\"onclick=x>", "https://a.b/\"><script>x</script>", "www.a.b/'onclick='x",
    "<a@b.c\"x>",
  ]

  /// The elements that the renderer makes, with the attributes that each may have.
  private static let allowed: [String: Set<String>] = [
    "a": [
      "href", "title", "class", "id", "data-footnote-ref", "data-footnote-backref", "aria-label",
    ],
    "img": ["src", "alt", "title", "class"], "input": ["type", "checked", "disabled", "data-task"],
    "code": ["class"], "div": ["class"], "p": ["class"], "span": ["class"], "sup": ["class"],
    "section": ["class", "data-footnotes"], "li": ["id"], "ol": ["start"], "td": ["align"],
    "th": ["align"], "ul": [], "blockquote": [], "pre": [], "em": [], "strong": [], "del": [],
    "mark": [],
    "table": [], "thead": [], "tbody": [], "tr": [], "hr": [], "br": [], "h1": ["id"], "h2": ["id"],
  ]

  /// Returns a forbidden part of the HTML, found without knowledge of Markdown, or nil.
  private func complaint(about html: String) -> String? {
    let html = html.replacing("<!-- raw HTML omitted -->", with: "")
    for match in html.matches(of: /<(\/?)([^\s>\/]*)((?:[^>"]|"[^"]*")*)>/) {
      let name = String(match.output.2)
      guard let attributes = Self.allowed[name] else { return "<\(name)>" }
      for attribute in match.output.3.matches(of: /([^\s=\/]+)(?:="([^"]*)")?/) {
        let key = String(attribute.output.1)
        if !attributes.contains(key) { return "\(name) \(key)" }
        guard key == "href" || key == "src", let value = attribute.output.2 else { continue }
        if isExecutable(String(value)) { return "\(key)=\(value)" }
      }
    }
    // The rest must be text, without angle brackets.
    let rest = html.replacing(/<(\/?)([^\s>\/]*)((?:[^>"]|"[^"]*")*)>/, with: "")
    return rest.contains { $0 == "<" || $0 == ">" } ? "an angle bracket" : nil
  }

  /// Whether a browser runs an address; it removes tabs, line endings, leading controls (WHATWG).
  private func isExecutable(_ value: String) -> Bool {
    var text = value.replacing("&amp;", with: "&").replacing("&#x27;", with: "'")
    text.unicodeScalars.removeAll { $0 == "\t" || $0 == "\n" || $0 == "\r" }
    let scalars = text.unicodeScalars.drop { $0.value <= 0x20 }
    let scheme = String(String.UnicodeScalarView(scalars.prefix { $0 != ":" })).lowercased()
    guard scalars.contains(":") else { return false }
    if scheme == "data" {
      return !["png", "gif", "jpeg", "webp"].contains {
        text.lowercased().hasPrefix("data:image/\($0)")
      }
    }
    return ["javascript", "vbscript", "file"].contains(scheme)
  }

  @Test func runsNothingThatStrangersWrite() throws {
    let asked: [HTMLOptions] = [[], [.headingIDs, .preview]]
    for document in Self.addresses.flatMap(Self.documents) + Self.tags {
      for dialect in Dialect.known {
        for options in asked {
          let html = try renderHTML(document, in: dialect, options: options)
          #expect(complaint(about: html) == nil, "\(document.debugDescription) → \(html)")
        }
      }
    }
    // The judge must find planted faults.
    for bad in ["<a href=\"java\tscript:x\">", "<b>", "<img src=\"x\" onerror=\"y\" />", "a < b"] {
      #expect(complaint(about: bad) != nil, "\(bad)")
    }
  }

  /// The selection is in brackets. The HTML is on one line.
  @Test(arguments: [
    ("a **b⟦c** d⟧ e", "<strong>c</strong> d", "c d"),
    ("a ⟦[b *c⟧ d*](u)", "<a href=\"u\">b <em>c</em></a>", "b c"),
    (
      "[a⟦b][r] &amp; `c⟧d`\n\n[r]: u \"t\"",
      "<a href=\"u\" title=\"t\">b</a> &amp; <code>c</code>", "b & c"
    ),
    ("![a⟦b](u) c⟧", "<img src=\"u\" alt=\"ab\" /> c", "ab c"),
    ("# a ⟦b⟧", "b", "b"),
    ("⟦# a⟧ b", "<h1>a</h1>", "a"),
    ("- a\n- b⟦c\n- d⟧e\n- f", "<ul><li>c</li><li>d</li></ul>", "• c\n• d"),
    (
      "1. a\n2. b\n⟦3. [x] c\n   - d⟧",
      "<ol start=\"3\"><li><input type=\"checkbox\" checked=\"\" disabled=\"\" /> c <ul><li>d</li></ul></li></ol>",
      "3. ☑ c\n  • d"
    ),
    ("- [x] a⟦b\n- c⟧", "<ul><li>b</li><li>c</li></ul>", "• b\n• c"),
    ("> a ⟦b\n>\n> c⟧ d", "<blockquote><p>b</p><p>c</p></blockquote>", "b\n\nc"),
    ("```js\nab⟦c\n\n  d⟧e\n```", "<pre><code class=\"language-js\">c  d</code></pre>", "c\n\n  d"),
    (
      "| a | b |\n|---|---|\n| c⟦ | d⟧ |\n| e | f |",
      "<table><tbody><tr><td></td><td>d</td></tr></tbody></table>", "\td"
    ),
    ("| a | b⟦c⟧ |\n|---|---|", "c", "c"),
    (
      "a⟦\\\nb\nc <i>d</i>⟧", "<br />b c <!-- raw HTML omitted -->d<!-- raw HTML omitted -->",
      "\nb c d"
    ),
    ("> [!NOTE]\n> a⟦b\n\nc⟧", "<blockquote><p>b</p></blockquote><p>c</p>", "b\n\nc"),
    (
      "⟦> [!NOTE]\n> a⟧",
      "<div class=\"markdown-alert markdown-alert-note\"><p class=\"markdown-alert-title\">Note</p><p>a</p></div>",
      "Note\na"
    ),
    (
      "a[^1]⟦ b\n\n---\n\n[^1]: c⟧",
      "<p> b</p><hr /><section class=\"footnotes\" data-footnotes><ol><li id=\"fn-1\"><p>c <a href=\"#fnref-1\" class=\"footnote-backref\" "
        + "data-footnote-backref aria-label=\"Back to content\">↩</a></p></li></ol></section>",
      " b\n\n---\n\n[1] c"
    ),
    ("a ⟦b⟧ c ⟦*d*⟧", "<p>b</p><p><em>d</em></p>", "b\nd"),
    ("[a](java⟦script:b)⟧ c", "", ""), ("⟦[a](javascript:b)⟧", "<a href=\"\">a</a>", "a"),
  ])
  func copiesSelections(_ marked: String, _ html: String, _ text: String) throws {
    let (source, selections) = MarkedText.parse(marked)
    let bytes = Array(source.utf8)
    let copy = try renderHTML(bytes, selecting: selections, in: .gitHub)
    let lines = String(decoding: copy, as: UTF8.self).replacing(">\n", with: ">")
    #expect(lines.replacing("\n", with: html.contains("<pre>") ? "" : " ") == html)
    let plain = try renderText(bytes, selecting: selections, in: .gitHub)
    #expect(String(decoding: plain, as: UTF8.self) == text)
  }
}
