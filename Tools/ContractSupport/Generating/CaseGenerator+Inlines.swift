import EditorTestSupport

/// Random inlines.
extension CaseGenerator {
  mutating func line() -> String {
    (0..<random.upTo(6)).map { _ in inline(depth: 0) }.joined(
      separator: random.isOne(in: 4) ? "" : " ")
  }

  /// Returns one or more lines, with soft and hard breaks between them.
  mutating func lines() -> [String] {
    var lines = [line()]
    while random.isOne(in: 3), lines.count < 4 {
      lines[lines.count - 1] += random.pick(["", "", "", "  ", "\\", " ", "   ", "\t"])
      lines.append(line())
    }
    return lines
  }

  private static let words = [
    "a", "foo", "bar", "word", "x1", "don't", "3.14", "日本語", "日本", "、", "。", "「鍵」", "한국어",
    "é", "e\u{301}", "😀", "👨‍👩‍👧", "€", "→", "+", "$5", "ß", "ไทย", "שלום", "a\u{200B}b", "Ⅷ", "½",
  ]
  private static let punctuation = [
    ".", ",", "!", "?", "(", ")", "\"", "'", "-", "…", "—", "“", "”", ":", ";", "/", "%", "~", "|",
  ]
  static let literals = [
    "*", "**", "_", "__", "`", "``", "***", "\\", "[", "]", "![", "<", "&", "# ", "1. ", "- ",
    "> ", "+ ", "=", "a_b_c", "2*3*4", "****", "snake_case", "~~", "\u{A0}", "  ", "\t", "](",
    "\0",
  ]
  static let spelled = [
    "\\*", "\\_", "\\`", "\\\\", "\\[", "\\]", "\\<", "\\&", "\\#", "\\.", "&amp;", "&#42;",
    "&nbsp;", "&copy;", "&#x20;", "&ngE;", "&#0;", "&quot;", "&#96;", "&#95;", "&lt;", "&#10;",
  ]
  private static let opaque = [
    "<b>", "</b>", "<a href=\"*x*\">", "<!-- *a* -->", "<br/>", "<?p?>", "![alt *x*](u)",
    "![foo]", "![](u)", "<http://a.b/c_d*e>", "<a@b.co>", "<https://x.y?a&amp;b>",
  ]

  private mutating func inline(depth: Int) -> String {
    switch random.below(depth < 3 ? 30 : 20) {
    case 0..<10: return random.pick(CaseGenerator.words)
    case 10, 11:
      return random.pick(CaseGenerator.words) + random.pick(CaseGenerator.punctuation)
    case 12: return random.pick(CaseGenerator.punctuation)
    case 13, 14: return random.pick(CaseGenerator.literals)
    case 15, 16: return random.pick(CaseGenerator.spelled)
    case 17: return random.pick(CaseGenerator.opaque)
    case 18, 19: return code()
    case 20, 21, 22:
      let delimiter = random.pick(["**", "**", "__"])
      return delimiter + inside(depth) + delimiter
    case 23, 24, 25:
      let delimiter = random.pick(["*", "*", "_"])
      return delimiter + inside(depth) + delimiter
    case 26: return "***" + inside(depth) + random.pick(["***", "** x*", "* x**"])
    default: return link(depth)
    }
  }

  private mutating func inside(_ depth: Int) -> String {
    let count = random.upTo(3)
    let parts = (0..<count).map { _ in inline(depth: depth + 1) }
    return parts.joined(separator: random.isOne(in: 3) ? "" : random.isOne(in: 8) ? "\n" : " ")
  }

  private mutating func code() -> String {
    random.pick([
      "`a`", "`a b`", "`a  b c`", "`` a`b ``", "` a `", "`*a*`", "`# x`", "`1. x`", "`[foo]`",
      "`\\`", "`&amp;`", "`<b>`", "`日本`", "``` `` ```", "`a_b`", "`**`", "` `", "`-`",
    ])
  }

  private mutating func link(_ depth: Int) -> String {
    let text = inside(depth)
    switch random.below(6) {
    case 0, 1: return "[" + text + random.pick(["](u)", "](/u \"t\")", "](<a b>)", "]()"])
    case 2: return "[" + text + "][foo]"
    case 3: return random.pick(["[foo]", "[foo][]", "[Foo]", "[FOO][]"])
    case 4: return random.pick(["[b*a*r]", "[b*a*r][]"])
    default: return "[![" + text + "](i)](u)"
    }
  }
}
