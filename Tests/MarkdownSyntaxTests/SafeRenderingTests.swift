import MarkdownHTML
import MarkdownSyntax
import Testing

/// Checks HTML of strangers' texts: formulas, page links, and addresses that must not run.
@Suite("HTML for a page runs nothing that a stranger wrote")
struct SafeRenderingTests {
  private func html(_ source: String, in dialect: Dialect = .gitHub) throws -> String {
    try renderHTML(source, in: dialect)
  }

  @Test func formulasAreEscapedText() throws {
    #expect(try html("$a<b$") == "<p><span class=\"math\">\\(a&lt;b\\)</span></p>\n")
    #expect(try html("$`a_b`$ c") == "<p><span class=\"math\">\\(a_b\\)</span> c</p>\n")
    #expect(try html("$$\na\\\\\nb\n$$\n") == "<div class=\"math\">\\[\na\\\\\nb\n\\]</div>\n")
    #expect(try html("a $$b$$") == "<p>a <span class=\"math\">\\[b\\]</span></p>\n")
    #expect(
      try html("- $$a$$\n") == "<ul>\n<li>\n<div class=\"math\">\\[a\\]</div>\n</li>\n</ul>\n")
    #expect(
      try html("> $$a\n> b$$\n")
        == "<blockquote>\n<div class=\"math\">\\[a\nb\\]</div>\n</blockquote>\n")
  }

  @Test func linksBetweenPagesHaveTheHostsAddresses() throws {
    func html(_ source: String) throws -> String {
      try renderHTML(source, in: .obsidian) { link in
        link.target == "none" ? nil : "/p/\(link.target)"
      }
    }
    #expect(
      try html("[[a b#c|*d*]]") == "<p><a class=\"wiki-link\" href=\"/p/a%20b#c\">*d*</a></p>\n")
    #expect(
      try html("![[e.PNG]]")
        == "<p><img class=\"wiki-link\" src=\"/p/e.PNG\" alt=\"e.PNG\" /></p>\n")
    #expect(try html("![[f]]") == "<p><a class=\"wiki-link\" href=\"/p/f\">f</a></p>\n")
    #expect(try html("[[none|g]]") == "<p><span class=\"wiki-link\">g</span></p>\n")
    #expect(try html("|[[a\\|b]]|\n|-|\n").contains("<a class=\"wiki-link\" href=\"/p/a\">b</a>"))
    let unsafe = try renderHTML("[[a|<b>]]", in: .obsidian) { _ in "JavaScript:alert(1)" }
    #expect(unsafe == "<p><span class=\"wiki-link\">&lt;b&gt;</span></p>\n")
  }

  @Test func frontMatterIsLeftOut() throws {
    for dialect in [Dialect.gitHub, .obsidian, .hugo] {
      #expect(try html("---\na: <b>\n---\nc\n", in: dialect) == "<p>c</p>\n")
    }
    #expect(try html("+++\na = 1\n+++\nc\n", in: .hugo) == "<p>c</p>\n")
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

  @Test func nothingThatStrangersWriteRuns() throws {
    var count = 0
    let documents = Self.addresses.flatMap(Self.documents) + Self.tags
    for document in documents {
      for dialect in [Dialect.commonMark, .gitHub, .obsidian, .hugo] {
        let html = try html(document, in: dialect)
        let found = complaint(about: html)
        #expect(found == nil, "\(document.debugDescription) → \(html)")
        count += 1
      }
    }
    #expect(count > 2000)
    // The judge must find planted faults.
    for bad in ["<a href=\"java\tscript:x\">", "<b>", "<img src=\"x\" onerror=\"y\" />", "a < b"] {
      #expect(complaint(about: bad) != nil, "\(bad)")
    }
  }
}
