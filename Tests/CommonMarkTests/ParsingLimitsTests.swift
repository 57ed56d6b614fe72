import CommonMark
import EditorTestSupport
import Testing

/// Returns the reason why `source` is refused, or nil if it is parsed.
private func refusal(
  of source: [UInt8], limits: ParsingLimits = .standard
) -> ParsingRefusal? {
  do throws(ParsingRefusal) {
    _ = try MarkdownTree(parsing: source, limits: limits)
    return nil
  } catch {
    return error
  }
}

private func repeated(_ unit: String, _ count: Int) -> [UInt8] {
  Array(repeatElement(Array(unit.utf8), count: count).joined())
}

@Suite("Hostile sources are refused before libcmark reads them")
struct ParsingLimitsTests {
  @Test(arguments: HostileFamily.all, [100_000, 1_000_000])
  func aHostileFamilyIsParsedOrRefusedInTime(family: HostileFamily, byteCount: Int) {
    let source = family.document(byteCount: byteCount)
    let seconds = CPUTime.seconds { _ = refusal(of: source) }
    // `Scripts/stress hostile families` has narrower bounds, with the optimizer.
    #expect(seconds < 20)
  }

  @Test func theThreeThatAreQuadraticAreRefusedByName() {
    #expect(
      refusal(of: repeated("![[]()", 20_000)) == .tooManyImageOpeners(line: 1, count: 20_000))
    #expect(
      refusal(of: repeated("a\n\n", 1) + repeated("- ", 30_000) + repeated("\n", 30_000))
        == .tooManyContainers(line: 3, count: 30_000))
    #expect(
      refusal(of: repeated(">", 50_000) + repeated("*a* ", 10_000))
        == .tooManyContainers(line: 1, count: 50_000))
  }

  @Test(arguments: HostileFamily.all)
  func whatIsSmallIsNeverRefused(family: HostileFamily) {
    #expect(refusal(of: family.document(byteCount: 4000)) == nil)
  }

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

  @Test func theSizeIsLimited() {
    let limits = ParsingLimits(byteCount: 3)
    #expect(refusal(of: Array("abc".utf8), limits: limits) == nil)
    #expect(
      refusal(of: Array("abcd".utf8), limits: limits) == .tooLarge(byteCount: 4, limit: 3))
  }

  @Test func theStepsAreLimited() {
    let source = repeated("- ", 2000) + repeated("\n", 2000)
    #expect(refusal(of: source) == nil)
    #expect(
      refusal(of: source, limits: ParsingLimits(steps: 1000))
        == .tooManyContainers(line: 1, count: 2000))
  }

  @Test func refusalsAreSentences() {
    #expect(
      ParsingRefusal.tooLarge(byteCount: 4, limit: 3).description
        == "The text has 4 bytes; at most 3 are parsed.")
    #expect(
      ParsingRefusal.tooManyContainers(line: 3, count: 9).description
        == "Line 3 is within 9 quotes and list items, which would take too long to parse.")
    #expect(
      ParsingRefusal.tooManyImageOpeners(line: 3, count: 9).description
        == "The block at line 3 has 9 unclosed “![”, which would take too long to parse.")
  }
}
