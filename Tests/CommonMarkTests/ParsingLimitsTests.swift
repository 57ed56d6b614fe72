import CommonMark
import EditorTestSupport
import Testing

private func repeated(_ unit: String, _ count: Int) -> [UInt8] {
  Array(repeatElement(Array(unit.utf8), count: count).joined())
}

@Suite("Hostile sources are refused before libcmark reads them")
struct ParsingLimitsTests {
  private func refusal(of source: [UInt8]) -> ParsingRefusal? {
    ParsingLimits.standard.refusal(of: source)
  }

  @Test func aRefusedSourceIsNotParsed() {
    let limits = ParsingLimits(byteCount: 3)
    #expect(limits.refusal(of: Array("abc".utf8)) == nil)
    #expect(throws: ParsingRefusal.tooLarge(byteCount: 4, limit: 3)) {
      try MarkdownTree(parsing: Array("abcd".utf8), limits: limits)
    }
    #expect(
      ParsingLimits(byteCount: .max).refusal(of: [UInt8](repeating: 97, count: (1 << 28) + 1))
        == .tooLarge(byteCount: (1 << 28) + 1, limit: 1 << 28))
  }

  @Test func theThreeKindsThatAreQuadraticAreRefusedWithTheirLine() {
    #expect(
      refusal(of: repeated("![[]()", 20_000)) == .tooManyImageOpeners(line: 1, count: 20_000))
    #expect(
      refusal(of: repeated("a\n\n", 1) + repeated("![[]()", 20_000))
        == .tooManyImageOpeners(line: 3, count: 20_000))
    #expect(
      refusal(of: repeated("a\n\n", 1) + repeated("- ", 30_000) + repeated("\n", 30_000))
        == .tooManyContainers(line: 3, count: 30_000))
    #expect(
      refusal(of: repeated(">", 50_000) + repeated("*a* ", 10_000))
        == .tooManyContainers(line: 1, count: 50_000))
  }

  /// `Scripts/stress hostile families` measures how long libcmark takes for those that are parsed.
  @Test func exactlyTheFamiliesThatWouldBeSlowAreRefused() {
    let refused = HostileFamily.all.filter { refusal(of: $0.document(byteCount: 1_000_000)) != nil }
    #expect(Set(refused.map(\.name)) == Self.slow)
    let small = HostileFamily.all.filter { refusal(of: $0.document(byteCount: 4000)) != nil }
    #expect(small.isEmpty)
  }

  private static let slow: Set<String> = [
    "image openers around empty links", "image openers, then links", "image openers over lines",
    "images that look closed", "images closed in code", "nested images",
    "blank lines in nested items", "blank lines in nested items in a quote",
    "blank lines of returns in nested items", "blank lines and lazy lines in nested items",
    "nested items again and again", "emphasis in nested quotes", "pairs of stars in nested quotes",
    "pairs of stars in nested items", "pairs of stars in lazy lines of nested quotes",
    "thematic breaks that are none",
  ]

  @Test(arguments: [
    "[![build: passing](https://example.org/badge.svg)](https://example.org)\n",
    "![a](b) ![c][d] ![e]\n", "> > > - 1. *a* **b**\n", "- a\n  - b\n    - *c*\n\n",
    "* * * * * * * * * * * * * * * *\n\n", "\t\t\t\t\t\t\t\tcode(*a, *b);\n\n",
  ])
  func whatPeopleWriteIsNotRefused(unit: String) {
    #expect(refusal(of: repeated(unit, 20_000)) == nil)
  }

  @Test(arguments: [">", "- "]) func aDeepLineIsNotRefused(marker: String) {
    #expect(refusal(of: repeated(marker, 100_000) + repeated(" a", 10)) == nil)
  }

  /// The steps that are counted are the least allowed ones with which a source is parsed, besides 16
  /// for each byte.
  @Test(arguments: [
    ("", "- ", 2000, "\n", 2000, 47_880_000), ("", "+ ", 1000, " \n", 3000, 35_860_000),
    ("", "12) ", 1000, "\n\t\n", 2000, 47_828_000), ("a\n", "1. ", 1000, "\nb\n\n", 2000, 1),
    ("", ">", 3000, "*_", 4000, 11_824_000), ("", "> ", 1000, "\n*a*\n>", 3000, 1),
    ("    ", ">", 1000, "\n>\n", 3000, 71_839_936),
    ("", "> - ", 800, "\n>\n> \n", 2000, 114_937_600), ("", "\t", 500, "*\n  \n", 3000, 1),
    ("", "* * ", 600, "\n        a\n\n", 2000, 518_256),
    ("", "![", 2000, "]", 2000, 3_902_000),
    ("x\n\n", "![a](b)![\\]", 1000, "]", 2000, 3_791_952),
    ("", "![a]![\n]![", 1000, "\n\n]", 2000, 3_744_000),
    ("", "![", 18, "]", 9000, 8424), ("", "![", 17, "]", 9000, 1),
    ("", "1234567890. -a ", 2000, "\n\n", 2000, 1),
  ])
  func stepsAreCounted(
    start: String, unit: String, count: Int, other: String, otherCount: Int, steps: Int
  ) {
    let source = Array(start.utf8) + repeated(unit, count) + repeated(other, otherCount)
    var (refused, allowed) = (0, 1 << 30)
    while refused + 1 < allowed {
      let middle = (refused + allowed) / 2
      if ParsingLimits(steps: middle).refusal(of: source) == nil {
        allowed = middle
      } else {
        refused = middle
      }
    }
    #expect(allowed == steps)
  }

  /// A node takes at least 150 bytes.
  @Test(arguments: [
    "*_", "*a", "[", "[]", "![", "a\n", "a\n\n", "- a\n", "<a>", "\\*", "`a`", "<", "_a_ ",
    "**a** ", "[a](b) ", "![a](b)", "!", "a!", "'", ".", "&", "1. a\n", "a\\\n", "***a***", "<a:b>",
    "#\n", "\"", "- - a\n", "> a\n\n", "> ", ">", "- > ", "1. ",
  ])
  func memoryIsEstimatedFromAbove(_ unit: String) throws {
    let source = Array(repeated(unit, 20_000).prefix(20_000))
    let refusal = ParsingLimits(memory: 1).refusal(of: source)
    guard case .tooMuchMemory(let estimate, limit: 1) = refusal else {
      Issue.record("the refusal is not about memory")
      return
    }
    let count = try MarkdownTree(parsing: source).nodes.count
    #expect(150 * count <= estimate, "\(count) nodes")
  }

  @Test func aDenseMegabyteAndTenOfProseAreParsedAndADenseTenAreNot() {
    let small = repeated("*_", 500_000)
    #expect(ParsingLimits(memory: 1 << 28).refusal(of: small) == nil)
    #expect(
      refusal(of: repeated("*_", 5_000_000))
        == .tooMuchMemory(byteCount: 2_460_000_000, limit: 1 << 29))
    let prose = "Some words, and *a few* more; see [the page](https://example.org/a-b).\n"
    #expect(refusal(of: repeated(prose, 10_000_000 / prose.utf8.count)) == nil)
  }

  @Test(arguments: [
    (
      ParsingRefusal.tooLarge(byteCount: 4, limit: 3), "The text has 4 bytes; at most 3 are parsed."
    ),
    (
      .tooManyContainers(line: 3, count: 9),
      "Line 3 is within 9 quotes and list items, which would take too long to parse."
    ),
    (
      .tooManyImageOpeners(line: 3, count: 9),
      "The block at line 3 has 9 unclosed “![”, which would take too long to parse."
    ),
    (
      .tooMuchMemory(byteCount: 5 << 20, limit: 2 << 20),
      "To parse the text may take 5 MB of memory; at most 2 are used."
    ),
  ])
  func refusalsAreSentences(refusal: ParsingRefusal, sentence: String) {
    #expect(refusal.description == sentence)
  }
}
