import AccessoryCommands
import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

/// A command on a piece of a long paragraph is the command on the whole.
@Suite struct LongParagraphTests {
  private static let words = [
    "word", "some", "a", "of", "them", "Éa", "语", "it's", "x1", "b_c", "*em*", "**strong text**",
    "`code`", "[link](/url)", "[ref]", "w*o*rd", "_u v_", "(so)", "end.", "&amp;", "\\*",
    "***both***", "**a** *b*", "2 * 3", "<b>", "[two\nlines](/x 'y z')",
    "日本語の文章は単語の間に空白がありません。", "これは", "نص", "한국어", "|", "| cell |", "\"so\"",
    "**日本**語語*語*語", "日本**語**語",
  ]
  private static let loose = [
    "*x", "y*", "**", "`", "``", "[", "]", "<a", "w*x", "](", "_z", "<!--",
    "<a b, c", "<a b=\"c", "</d e", "<f:g", "<!h", "**here", "2*3*", "2**3", "***a", "b***", "z_",
    "[ all", "```", "(_\"", "\"_\"", "\"__)", "\"_)", "(__)",
  ]
  /// What only a dialect reads, some of it across a whole paragraph.
  private static let constructs = [
    "~~s~~", "~", "~~a", "a~~", "~x", "==m==", "==", "https://a.b/_c_", "www.a.b", "e@f.gh", "[^1]",
    "[^1", ":x:", "$m$", "|", "[[w]]", "%%c%%", "2*3*", "a**b**c", "_(_",
  ]

  private static func document(_ generator: inout SeededGenerator) -> String {
    let prefix =
      [("", ""), ("", ""), ("> ", "> "), ("- ", "  "), ("> ", ""), ("1. > ", "   > ")]
      .randomElement(
        using: &generator) ?? ("", "")
    var text = ["", "# Title\n\n", "A paragraph.\n\n"].randomElement(using: &generator) ?? ""
    text += prefix.0
    let looseRate = [0, 0, 80, 30].randomElement(using: &generator) ?? 0
    let lineRate = [8, 8, 1000].randomElement(using: &generator) ?? 8
    // One or two of them over and over, as where all lines are alike.
    let strays = (0..<2).compactMap { _ in loose.randomElement(using: &generator) }
    let some = [strays, loose, constructs].randomElement(using: &generator) ?? loose
    for _ in 0..<Int.random(in: 60...160, using: &generator) {
      let isLoose = looseRate > 0 && Int.random(in: 0..<looseRate, using: &generator) == 0
      let isPlain = Int.random(in: 0..<3, using: &generator) > 0
      let word =
        isLoose
        ? some.randomElement(using: &generator) ?? ""
        : isPlain ? "word" : words.randomElement(using: &generator) ?? ""
      text += word.split(separator: "\n").joined(separator: "\n" + prefix.1)
      let isLast = Int.random(in: 0..<lineRate, using: &generator) == 0
      text += isLast ? ["\n", "  \n", "\\\n"].randomElement(using: &generator) ?? "\n" : " "
      if isLast { text += prefix.1 }
    }
    return text + "end\n\n[ref]: /destination\n"
  }

  /// A paragraph of lines, ended.
  private static func paragraph(_ generator: inout SeededGenerator) -> String {
    let text = document(&generator)
    return String(text.dropLast("\n\n[ref]: /destination\n".count)) + "\n"
  }

  @Test func theSameAsOnTheWholeText() throws {
    let comparison = SliceComparison(
      rounds: 30, selections: 4, widths: [0, 1, 4, 9, 30], sizes: [16, 60],
      dialects: [.commonMark, .commonMark, .gitHub, .obsidian],
      isPart: { region, _ in region.isPartial })
    try comparison.run(Self.document)
  }

  /// Where a selection ends in a link, delimiters come at some distance: on a part they are what they are in
  /// the whole only if the search looks no farther than the part goes.
  @Test func theSameWhereSelectionsEndInLinks() throws {
    let words = [
      "[two words](/u)", "[some more of them](/u)", "|", "word", "(2)", "*em*", "`c d`", "end.",
      "日本語",
    ]
    let comparison = SliceComparison(
      rounds: 10, selections: 4, widths: [8, 14, 20, 30, 45], sizes: [16, 60],
      dialects: [.commonMark, .commonMark, .gitHub, .obsidian],
      isPart: { region, _ in region.isPartial })
    try comparison.run { generator in
      (0..<Int.random(in: 100...250, using: &generator)).map { _ in
        (words.randomElement(using: &generator) ?? "")
          + (Int.random(in: 0..<5, using: &generator) == 0 ? "\n| " : " ")
      }.joined() + "end\n\nA paragraph.\n"
    }
  }

  /// Code behind a backtick that is text has fences of a length that nothing around it has, and is planned on
  /// a part where that is so.
  @Test func codeAmongBackticksThatAreText() throws {
    var generator = RandomTests.generator()
    let rare = [
      "`", "`", "``", "`a`", "``a`b``", "\\`", "```", "<b c=\"`\">", "*", "`` `", "<!-- ` -->",
      "``` ``a`b``",
    ]
    var parts = 0
    for _ in 0..<RandomTests.rounds(40) {
      let some = (0..<3).compactMap { _ in rare.randomElement(using: &generator) }
      let rate = [20, 60].randomElement(using: &generator) ?? 20
      let text =
        (0..<Int.random(in: 150...300, using: &generator)).map { _ in
          let word =
            Int.random(in: 0..<rate, using: &generator) == 0
            ? some.randomElement(using: &generator)
            : ["word", "some", "a", "*em*", "日本", "(so)"].randomElement(using: &generator)
          return (word ?? "") + (Int.random(in: 0..<8, using: &generator) == 0 ? "\n" : " ")
        }.joined() + "end\n"
      let source = Array(text.utf8)
      var sizes = MarkdownDocument.Sizes()
      sizes.inner = 16
      let document = try MarkdownDocument(TextBuffer(text), sizes: sizes)
      for _ in 0..<4 {
        let start = Int.random(in: 0..<source.count, using: &generator)
        let width = [0, 1, 6, 12, 40].randomElement(using: &generator) ?? 0
        guard let selection = source.scalars(in: start..<min(start + width, source.count)) else {
          continue
        }
        let command = MarkCommand(
          .toggle, Bool.random(using: &generator) ? .code : .strong, policies: .commonMark)
        let whole = command.outcome(onUTF8: [selection], inWhole: source)
        let sliced = command.outcome(onUTF8: [selection], in: document)
        #expect(
          sliced.withoutLeaves == whole.withoutLeaves,
          "\(command.mark.name) \(selection) in \(text.debugDescription)")
        guard case .plan(let plan) = sliced, case .plan(let all) = whole, plan.leaves != all.leaves,
          plan.edit.replacements.contains(where: { $0.bytes.contains(0x60) }),
          source[..<selection.lowerBound].contains(0x60)
        else { continue }
        parts += 1
      }
    }
    #expect(parts > 0)
  }

  /// Lines between two paragraphs, of which a word typed in them may make one.
  private static let seams = [
    "\n", "\n\n", ">\n", "> \n", "#\n", "##  \n", "   \n", "-\n", "- \n", "* \n", "1.\n", "***\n",
    "* * *\n",
    "_ _ _\n", "===\n", "=\n", "---\n", "\n>\n", "\n\n\n", "\n#\n", "\n***\n\n", "```\n```\n",
    "\n- \n\n", "> *\n", "# `\n",
    "**\n", "``\n", "\n**\n", "\n*\n", "&\n", "\n\t\n", "<\n", "\n    \n",
  ]

  @Test func theSameBetweenTwoParagraphsAsOnTheWholeText() throws {
    var generator = RandomTests.generator()
    var joints = 0
    for _ in 0..<RandomTests.rounds(60) {
      let first = Self.paragraph(&generator)
      let seam = Self.seams.randomElement(using: &generator) ?? "\n"
      let text = first + seam + Self.document(&generator)
      let source = Array(text.utf8)
      var sizes = MarkdownDocument.Sizes()
      sizes.inner = [16, 60].randomElement(using: &generator) ?? 16
      let document = try MarkdownDocument(TextBuffer(text), sizes: sizes)
      for caret in first.utf8.count..<first.utf8.count + seam.utf8.count {
        let end = document.paragraphEnd(typingAt: caret)
        if let end, document.joint(typingAt: caret, to: end) != nil { joints += 1 }
        let mark = Mark.all(in: .commonMark).randomElement(using: &generator) ?? .strong
        let command = MarkCommand(.toggle, mark, policies: .commonMark)
        #expect(
          command.outcome(onUTF8: [caret..<caret], in: document).withoutLeaves
            == command.outcome(onUTF8: [caret..<caret], inWhole: source).withoutLeaves,
          "\(mark.name) at \(caret) in \(text.debugDescription), \(sizes)")
        let state = FormattingState(of: [caret..<caret], inWhole: source, policies: .commonMark)
        #expect(
          FormattingState(of: [caret..<caret], in: document, dialect: .commonMark) == state,
          "\(caret) in \(text.debugDescription), \(sizes)")
      }
    }
    #expect(joints > 0)
  }

  /// The stretch begins with the document and ends inside of a paragraph: `a⏎⏎` before a long one.
  @Test func aStretchBetweenTwoParagraphsMayBeginTheDocument() throws {
    var sizes = MarkdownDocument.Sizes()
    sizes.inner = 16
    let text = "a\n\n" + String(repeating: "some words of a long paragraph ", count: 12)
    let document = try MarkdownDocument(TextBuffer(text), sizes: sizes)
    let end = try #require(document.paragraphEnd(typingAt: 2))
    let joint = try #require(document.joint(typingAt: 2, to: end))
    #expect(joint.bytes.count < text.utf8.count)
    #expect(joint.isClosed(as: Array("a\nb\n".utf8) + joint.bytes.dropFirst(3)))
    #expect(!joint.isClosed(as: Array("a\n`\n".utf8) + joint.bytes.dropFirst(3)))
    #expect(!joint.isClosed(as: []))
  }

  @Test(arguments: ["", "> ", "- "])
  func aPieceIsSmall(prefix: String) throws {
    let others = prefix == "- " ? "  " : prefix
    let line = "some words and *more* of them"
    for ending in ["\n" + others, " "] {
      let text = prefix + String(repeating: line + ending, count: 4_000) + "end\n"
      var document = try MarkdownDocument(TextBuffer(text))
      let start = text.utf8.count / 2
      #expect(document.region(covering: start..<start + 1).bytes.count < 16_384)
      let before = document.readByteCount
      try document.apply(TextEdit([.init(start..<start, with: "x")]))
      #expect(document.readByteCount - before < 16_384)
      // A loose end costs nothing where nothing takes it up.
      try document.apply(TextEdit([.init(6..<6, with: " *x ")]))
      #expect(document.region(covering: start..<start + 1).bytes.count < 16_384)
      #expect(document.brokenInvariant() == nil)
    }
  }
}

extension [UInt8] {
  /// A range that cuts no scalar; nil where it does.
  fileprivate func scalars(in range: Range<Int>) -> Range<Int>? {
    let ends = [range.lowerBound, range.upperBound]
    return ends.allSatisfy { $0 == count || self[$0] & 0xC0 != 0x80 } ? range : nil
  }
}
