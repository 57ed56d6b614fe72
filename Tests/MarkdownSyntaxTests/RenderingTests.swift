import CommonMark
import EditorTestSupport
import MarkdownHTML
import MarkdownSyntax
import Testing

@Suite("HTML")
struct RenderingTests {
  private func expectLibraryHTML(_ source: [UInt8]) throws {
    for isRaw in [true, false] {
      let html = try renderHTML(source, in: .commonMark, allowingRawHTML: isRaw)
      // libcmark 0.30 writes references to U+FFFE and U+FFFF as bytes that are not UTF-8.
      let wanted = libraryHTML(source, allowingRawHTML: isRaw)
        .flatMap { $0 < 0xFE ? [$0] : [0xEF, 0xBF, $0 - 0x40] }
      #expect(html == wanted, described(source))
    }
  }

  @Test(.enabled(if: !ParsingLibrary.isSince31)) func isLibcmarksByteByByte() throws {
    for example in SpecificationExample.all {
      let html = try renderHTML(example.source, in: .commonMark, allowingRawHTML: true)
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
    "img": ["src", "alt", "title", "class"], "input": ["type", "checked", "disabled"],
    "code": ["class"], "div": ["class"], "p": ["class"], "span": ["class"], "sup": ["class"],
    "section": ["class", "data-footnotes"], "li": ["id"], "ol": ["start"], "td": ["align"],
    "th": ["align"], "ul": [], "blockquote": [], "pre": [], "em": [], "strong": [], "del": [],
    "mark": [],
    "table": [], "thead": [], "tbody": [], "tr": [], "hr": [], "br": [], "h1": [], "h2": [],
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
    for document in Self.addresses.flatMap(Self.documents) + Self.tags {
      for dialect in Dialect.known {
        let html = try renderHTML(document, in: dialect)
        #expect(complaint(about: html) == nil, "\(document.debugDescription) → \(html)")
      }
    }
    // The judge must find planted faults.
    for bad in ["<a href=\"java\tscript:x\">", "<b>", "<img src=\"x\" onerror=\"y\" />", "a < b"] {
      #expect(complaint(about: bad) != nil, "\(bad)")
    }
  }
}
