import CommonMark
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// Wrong edits and wrong readings, passed directly to the proof, which must refuse them. Each edit
/// marks WORD, as it should, and changes something else.
@Suite struct ProofTests {
  /// A text with WORD, and an additional wrong change: the text before and after it.
  struct Wrong: CustomTestStringConvertible, Sendable {
    var what: String, text: String, old: String, new: String

    init(_ what: String, _ text: String, _ old: String, _ new: String) {
      (self.what, self.text, self.old, self.new) = (what, text, old, new)
    }

    var testDescription: String { "\(what): \(text.debugDescription)" }
  }

  private func tree(_ text: String) throws -> MarkdownTree {
    try MarkdownTree(parsing: Array(text.utf8))
  }

  /// Returns the leaf with WORD, and its characters with their marks, from the tree alone.
  private func leaf(of tree: MarkdownTree) throws -> (node: Int, text: String, marks: [MarkSet]) {
    for (index, node) in tree.nodes.enumerated() where node.kind.holdsInlines {
      var text = ""
      var marks: [MarkSet] = []
      var open: [(end: Int, mark: MarkSet)] = []
      var imageEnd = 0
      for child in index + 1..<Int(node.end) {
        let inline = tree.nodes[child]
        open.removeAll { $0.end <= child }
        if child < imageEnd { continue }
        switch inline.kind {
        case .image: imageEnd = Int(inline.end)
        case .strong: open.append((Int(inline.end), .strong))
        case .emphasis: open.append((Int(inline.end), .emphasis))
        case .text, .code:
          let range = Int(inline.literal.lowerBound)..<Int(inline.literal.upperBound)
          let scalars = String(decoding: tree.bytes[range], as: UTF8.self).unicodeScalars
          let own: MarkSet = inline.kind == .code ? .code : []
          for scalar in scalars {
            text.unicodeScalars.append(scalar)
            marks.append(open.reduce(own) { $0.union($1.mark) })
          }
        default: break
        }
      }
      if text.contains("WORD") { return (index, text, marks) }
    }
    throw ParsingRefusal.tooLarge(byteCount: 0, limit: 0)
  }

  /// Whether the proof accepts `after` as `before` with a mark on WORD, or on all of its leaf.
  private func accepts(
    _ after: String, as before: String, _ mark: MarkSet = .strong, all: Bool = false
  ) throws -> Bool {
    let old = try tree(before)
    var leaf = try leaf(of: old)
    let word = try #require(leaf.text.firstRange(of: "WORD"))
    let start = leaf.text.unicodeScalars.distance(from: leaf.text.startIndex, to: word.lowerBound)
    for index in all ? 0..<leaf.marks.count : start..<start + 4 { leaf.marks[index].insert(mark) }
    return Proof.accepts(
      try tree(after), as: old, marks: [leaf.node: leaf.marks],
      takesBreaksAsBlanks: mark == .code)
  }

  static let wrongs: [Wrong] = [
    Wrong("a link's destination", "[l](/u) WORD", "/u", "/v"),
    Wrong("a link's title", "[l](/u \"t\") WORD", "\"t\"", "\"s\""),
    Wrong("no title", "[l](/u \"t\") WORD", " \"t\"", ""),
    Wrong("a title in the destination", "[l](/uvw \"t\") WORD", "/uvw \"t\"", "/uvwt"),
    Wrong("a block taken into a quote", "> a\n\nWORD", "\n\n", "\n>\n> "),
    Wrong("destination and title in one", "[l](/u \"t\") WORD", "/u \"t\"", "/ut"),
    Wrong("a definition's destination", "[l] WORD\n\n[l]: /u", "/u", "/v"),
    Wrong("an image's destination", "![i](/u) WORD", "/u", "/v"),
    Wrong("an image's title", "![i](/u \"t\") WORD", "\"t\"", "\"s\""),
    Wrong("a mark in an image's description", "![i](/u) WORD", "![i]", "![*i*]"),
    Wrong("a character of an image's description", "![i](/u) WORD", "![i]", "![j]"),
    Wrong("where a link ends", "[l](/u) a WORD", "[l](/u) a", "[l a](/u)"),
    Wrong("where an image ends", "![i](/u)![j](/u) WORD", "](/u)![j](/u)", "![j](/u)](/u)"),
    Wrong("no link", "[l](/u) WORD", "[l](/u)", "l"),
    Wrong("a link for an image", "![l](/u) WORD", "!", ""),
    Wrong("a list's tightness", "- a\n- WORD", "a\n", "a\n\n"),
    Wrong("a list's number", "3. WORD", "3", "4"),
    Wrong("a list's delimiter", "3. WORD", ".", ")"),
    Wrong("a list's kind", "- WORD", "-", "1."),
    Wrong("two lists", "- a\n- WORD", "\n-", "\n+"),
    Wrong("an item less", "- a\n- WORD", "- a\n- ", "- a "),
    Wrong("a heading's level", "# WORD", "#", "##"),
    Wrong("a heading for a paragraph", "# WORD", "# ", ""),
    Wrong("no quote", "> WORD", "> ", ""),
    Wrong("where a quote ends", "> a\n\n> WORD", "\n\n", "\n>\n"),
    Wrong("a code block's text", "```\nc\n```\n\nWORD", "c", "k"),
    Wrong("a code block's info string", "``` i\nc\n```\n\nWORD", " i", " j"),
    Wrong("an HTML block's text", "<p>x</p>\n\nWORD", "x", "y"),
    Wrong("a code block for an HTML block", "<p>\n\nWORD", "<p>", "    <p>"),
    Wrong("an HTML tag", "<i a=x>j</i> WORD", "a=x", "a=y"),
    Wrong("no HTML tag", "a <i>WORD", "<i>", ""),
    Wrong("text for an HTML tag", "a <i>WORD", "<i>", "\\<i>"),
    Wrong("a hard break", "a\nWORD", "a\n", "a\\\n"),
    Wrong("a soft break", "a\\\nWORD", "\\", ""),
    Wrong("a blank for a break", "a\nWORD", "a\n", "a "),
    Wrong("a paragraph's end", "a\n\nWORD", "\n\n", "\n"),
    Wrong("no thematic break", "***\n\nWORD", "***\n\n", ""),
    Wrong("no emphasis", "*e* WORD", "*e*", "e"),
    Wrong("no strong around what stays", "WORD **<b>e</b>**", "**<b>e</b>**", "<b>e</b>"),
    Wrong("emphasis", "e WORD", "e ", "*e* "),
    Wrong("strong for emphasis", "*e* WORD", "*e*", "**e**"),
    Wrong("code for text", "e WORD", "e ", "`e` "),
    Wrong("text for code", "`e` WORD", "`e`", "e"),
    Wrong("a mark in another leaf", "other\n\nWORD", "other", "*other*"),
    Wrong("a mark in a leaf behind", "WORD\n\nother", "other", "*other*"),
    Wrong("no mark in another leaf", "*other*\n\nWORD", "*other*", "other"),
    Wrong("a block less at the end", "WORD\n\ntail", "\n\ntail", ""),
    Wrong("text less at the end", "WORD tail", " tail", ""),
    Wrong("a block more at the end", "WORD\n", "\n", "\n\n---\n"),
    Wrong("a paragraph more at the end", "WORD\n", "\n", "\n\nx\n"),
    Wrong("text more at the end", "WORD\n", "\n", " x\n"),
    Wrong("another character", "a WORD", "a", "b"),
    Wrong("another character of a pair", "é WORD", "é", "è"),
    Wrong("another order", "ab WORD", "ab", "ba"),
    Wrong("a blank less", "a b WORD", "a b", "ab"),
    Wrong("another blank", "a b WORD", "a b", "a\u{A0}b"),
    Wrong("a character twice", "a WORD", "a", "aa"),
  ]

  /// Returns the text with WORD marked and the wrong change made.
  private static func edited(_ wrong: Wrong, _ delimiter: String = "**") -> String {
    let old = wrong.old.replacing("WORD", with: "\(delimiter)WORD\(delimiter)")
    var text = wrong.text.replacing("WORD", with: "\(delimiter)WORD\(delimiter)")
    if let range = text.firstRange(of: old) { text.replaceSubrange(range, with: wrong.new) }
    return text
  }

  @Test(arguments: wrongs) func anEditThatChangesMoreIsRefused(_ wrong: Wrong) throws {
    let right = wrong.text.replacing("WORD", with: "**WORD**")
    #expect(try accepts(right, as: wrong.text), "what is right is refused")
    let edited = Self.edited(wrong)
    try #require(edited != right)
    #expect(try !accepts(edited, as: wrong.text), "\(edited.debugDescription)")
    #expect(try !Proof.isSame(tree(edited), as: tree(right)))
    let reverse = try tree(wrong.text)
    #expect(try !Proof.isSame(reverse, as: tree(right)))
  }

  @Test(arguments: [
    ("a WORD b", "a **WOR**D b"), ("a WORD b", "a W**ORD** b"), ("a WORD b", "a WORD b"),
    ("a WORD b", "a *WORD* b"), ("a WORD b", "a ***WORD*** b"), ("a WORD b", "a `WORD` b"),
    ("a WORD b", "**a WORD** b"), ("a WORD b", "a **WORD b**"), ("a *WORD* b", "a **WORD** b"),
    ("a `WORD` b", "a **WORD** b"), ("a\n\nWORD", "**a**\n\nWORD"), ("a WORD", "a \\*\\*WORD**"),
  ])
  func theMarkIsWhereItIsToBe(_ before: String, _ after: String) throws {
    #expect(try !accepts(after, as: before))
  }

  /// The contract does not fix how marks nest, the marks of white space, or how a block is spelled.
  @Test(arguments: [
    ("*WORD*", "***WORD***"), ("*WORD*", "**_WORD_**"), ("*a* WORD", "*a* __WORD__"),
    ("*a* WORD *b*", "*a **WORD** b*"), ("# WORD", "**WORD**\n===="), ("- WORD", "* **WORD**"),
    ("a&amp;WORD", "a\\&**WORD**"), ("[l](/u) WORD", "[l](</u>) **WORD**"), ("WORD  ", "**WORD**"),
    ("a `WORD`", "a **`WORD`**"), ("*a b* WORD", "*a* *b* **WORD**"),
    ("*a b*\n\nWORD", "*a* *b*\n\n**WORD**"),
  ])
  func whatIsFreeIsAccepted(_ before: String, _ after: String) throws {
    // Between emphasized words only the blank may change; edits that change a word are refused.
    let takesMore = after == "*a **WORD** b*"
    #expect(try accepts(after, as: before) == !takesMore)
  }

  @Test func aBreakIsABlankInCodeAlone() throws {
    #expect(try accepts("`a\nWORD`", as: "a\nWORD", .code, all: true))
    #expect(try !accepts("**a WORD**", as: "a\nWORD", .strong, all: true))
    #expect(try !accepts("`aWORD`", as: "a\nWORD", .code, all: true))
    #expect(try !accepts("`a` `WORD`", as: "a\nWORD", .code, all: true))
    #expect(try !accepts("`a  WORD`", as: "a\nWORD", .code, all: true))
    #expect(try !accepts("`axWORD`", as: "a\nWORD", .code, all: true))
    #expect(try !accepts("`a\nWORD`", as: "a\\\nWORD", .code, all: true))
  }

  /// The marks around an image do not apply to its description.
  @Test func aMarkGoesOverAnImage() throws {
    #expect(try accepts("**a ![i](/u) WORD**", as: "a ![i](/u) WORD", all: true))
    #expect(try !accepts("**a ![*i*](/u) WORD**", as: "a ![i](/u) WORD", all: true))
  }

  /// Trees that libcmark never makes: none, one cut off, and one with an additional node.
  @Test func aTreeOfAnotherLengthIsRefused() throws {
    let tree = try tree("a WORD\n\nb")
    let leaf = try leaf(of: tree)
    let marks = [leaf.node: leaf.marks]
    #expect(Proof.accepts(tree, as: tree, marks: marks))
    let none = MarkdownTree(nodes: [], bytes: [])
    #expect(!Proof.accepts(none, as: tree, marks: marks) && !Proof.isSame(none, as: tree))
    for count in 1..<tree.nodes.count {
      let cut = MarkdownTree(nodes: Array(tree.nodes[..<count]), bytes: tree.bytes)
      #expect(!Proof.accepts(cut, as: tree, marks: marks))
    }
    var twice = tree
    for node in tree.nodes {
      var node = node
      node.end += Int32(tree.nodes.count)
      twice.nodes.append(node)
    }
    #expect(!Proof.accepts(twice, as: tree, marks: marks) && !Proof.isSame(twice, as: tree))
  }

  @Test func aLeafOfAnotherLengthIsNotCompared() throws {
    let tree = try tree("WORD")
    let leaf = try leaf(of: tree)
    #expect(!Proof.accepts(tree, as: tree, marks: [leaf.node: leaf.marks + [[]]]))
    #expect(!Proof.accepts(tree, as: tree, marks: [0: leaf.marks]))
    #expect(Proof.accepts(tree, as: tree, marks: [leaf.node: leaf.marks]))
  }

  /// A reading with another text's tree: the differing leaf is refused, and no edit is returned.
  @Test(arguments: [
    ("a WORD b", "a *WORD* b", 0), ("a *WORD* b", "a WORD b", 0), ("a WORD", "a WORE", 0),
    ("WORD", "WORD x", 0), ("*a\n\nWORD", "*a*\n\nWORD", 0), ("a\n\nWORD", "a\n\n*WORD*", 1),
  ])
  func aMisreadLeafIsRefused(_ source: String, _ other: String, _ index: Int) throws {
    let bytes = Array(source.utf8)
    let own = try DocumentReading(bytes)
    let reading = DocumentReading(
      bytes, tree: try tree(other), leaves: own.leaves, references: own.references)
    let outcome = try MarkCommand(.toggle, .strong, options: .commonMark).outcome(
      onUTF8: [0..<bytes.count], in: reading)
    guard case .refused(.readingsDiffer(let range)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(range == own.leaves[index].content)
  }
}
