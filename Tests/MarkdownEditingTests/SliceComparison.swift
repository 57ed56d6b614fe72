import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// Compares commands and states on a document's slices with the same on the whole text.
struct SliceComparison {
  /// How many texts, unless the environment says otherwise.
  let rounds: Int
  /// How many selections a text, and how wide they are, in characters.
  let selections: Int
  let widths: [Int]
  /// How small the slices may be, in bytes.
  let sizes: [Int]
  /// In which dialects.
  var dialects: [Dialect] = [.commonMark]
  /// Whether a region is no whole text, or whatever it is that has to come up.
  let isPart: (DocumentRegion, _ byteCount: Int) -> Bool

  /// Compares on random selections of texts that `makeText` makes; some must be on a part.
  func run(_ makeText: (inout SeededGenerator) -> String) throws {
    var generator = RandomTests.generator()
    var parts = 0
    for _ in 0..<RandomTests.rounds(rounds) {
      let text = makeText(&generator)
      let source = Array(text.utf8)
      var sizes = MarkdownDocument.Sizes()
      sizes.inner = self.sizes.randomElement(using: &generator) ?? self.sizes[0]
      let document = try MarkdownDocument(TextBuffer(text), sizes: sizes)
      let boundaries = source.indices.filter { source[$0] & 0xC0 != 0x80 }
      for _ in 0..<selections {
        let index = Int.random(in: boundaries.indices, using: &generator)
        let width = widths.randomElement(using: &generator) ?? 0
        let start = boundaries[index]
        let selection = start..<boundaries[min(index + width, boundaries.count - 1)]
        if isPart(document.region(covering: selection), source.count) { parts += 1 }
        var options = EditingOptions.commonMark
        options.dialect = dialects.randomElement(using: &generator) ?? .commonMark
        let mark = Mark.all(in: options.dialect).randomElement(using: &generator) ?? .strong
        let command = MarkCommand(.toggle, mark, options: options)
        let whole = command.outcome(onUTF8: [selection], inWhole: source)
        let sliced = command.outcome(onUTF8: [selection], in: document)
        #expect(
          sliced.withoutLeaves == whole.withoutLeaves,
          "\(mark.name) \(selection) in \(text.debugDescription), \(sizes), \(options.dialect)")
        let wholeState = MarkStates(of: [selection], inWhole: source, options: options).entries
        let state = MarkStates(of: [selection], in: document, options: options).entries
        #expect(
          state == wholeState, "\(selection) in \(text.debugDescription), \(options.dialect)")
      }
    }
    #expect(parts > 0)
  }
}

extension Outcome {
  /// The outcome without the leaves, those that are too intricate too: of a long paragraph that is the part that
  /// was looked at.
  var withoutLeaves: Outcome {
    switch self {
    case .plan(var plan):
      plan.leaves = []
      return .plan(plan)
    case .refused(.tooIntricate): return .refused(.tooIntricate(0..<0))
    case .refused, .unchanged: return self
    }
  }
}
