import MarkdownEditing
import MarkdownSyntax
import Testing

/// Wrong results of block commands, passed directly to the proof: other documents to a reader.
@Suite struct BlockProofTests {
  struct Pair: CustomTestStringConvertible, Sendable {
    let wanted: String
    let read: String

    init(_ wanted: String, _ read: String) { (self.wanted, self.read) = (wanted, read) }

    var testDescription: String { "\(wanted.debugDescription), \(read.debugDescription)" }
  }

  static let others = [
    Pair("- [ ] a", "- [x] a"), Pair("- [ ] a", "- a"), Pair("- a", "- [ ] a"),
    Pair("1. a", "2. a"), Pair("1. a", "1) a"), Pair("1. a", "- a"), Pair("- a", "* a"),
    Pair("- a\n- b", "- a\n\n- b"), Pair("- a\n\n- b", "- a\n- b"), Pair("- a\n- b", "- a\n\n* b"),
    Pair("- a\n  - b", "- a\n- b"), Pair("- a\n\n  b", "- a\n\nb"),
    Pair("# a", "## a"), Pair("# a", "a"), Pair("a\n\nb", "a"), Pair("a", "a\n\nb"),
    Pair("a\n\nb", "b\n\na"), Pair("ab", "a"), Pair("a", "ab"), Pair("a", "*a*"),
    Pair("*a*", "**a**"), Pair("[a](/u)", "[a](/v)"),
    Pair("a\nb", "a\\\nb"), Pair("> a", "a"), Pair("> a\n\n> b", "> a\n>\n> b"),
    Pair("> > a", "> a"),
    Pair("```\na\n```", "    a"), Pair("```\na\n```", "```\nb\n```"),
    Pair("```x\na\n```", "```y\na\n```"),
    Pair("    a", "    b"), Pair("<div>\na\n</div>", "<div>\nb\n</div>"), Pair("---\n\na", "a"),
    Pair("| a |\n|---|\n", "| b |\n|---|\n"), Pair("| a |\n|---|\n", "| a |\n|---|\n| b |\n"),
    Pair("[a]: /u\n\na", "[a]: /v\n\na"), Pair("[a]: /u\n\nb", "b"),
    Pair("---\nt: x\n---\n\na", "---\nt: y\n---\n\na"),
  ]

  static let same = [
    Pair("a", "a\n"), Pair("a\n\nb", "a\n\n\n\nb\n"), Pair("- a", "-  a"),
    Pair("1. a\n1. b", "1. a\n2. b"),
    Pair("# a", "# a #"), Pair("# a", "a\n="), Pair("> a\n> b", ">a\n> b"),
    Pair("- [x] a", "- [X] a"),
    Pair("*a*", "_a_"), Pair("---", "***"), Pair("```\na\n```", "````\na\n````"),
  ]

  @Test(arguments: others) func anotherDocumentIsRefused(_ pair: Pair) throws {
    #expect(try !isSame(pair))
  }

  @Test(arguments: same) func theSameDocumentIsBelieved(_ pair: Pair) throws {
    #expect(try isSame(pair))
  }

  private func isSame(_ pair: Pair) throws -> Bool {
    try BlockProof.isSame(Array(pair.wanted.utf8), Array(pair.read.utf8), in: .gitHub)
  }
}
