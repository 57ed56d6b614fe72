import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// Compares commands and states on a document's slices with those on the whole text.
struct SliceComparison {
  /// The number of texts, unless the environment sets another.
  let rounds: Int
  /// The number of selections for each text, and their widths in characters.
  let selections: Int
  let widths: [Int]
  /// The minimum sizes of slices, in bytes.
  let sizes: [Int]
  var dialects: [Dialect] = [.commonMark]
  /// Whether a region is smaller than the text, or meets another condition that must occur.
  let isPart: (DocumentRegion, _ byteCount: Int) -> Bool

  /// Compares random selections of texts from `makeText`; some must be in a part of the text.
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
  /// The outcome without its leaves, including those that were too intricate: in a long paragraph
  /// they cover only the part that was read.
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
