import MarkdownSyntax
import TextEditing

extension SelectionPlanner {
  /// How many candidates are looked at.
  private static let patience = 120

  /// Calls `body` with the edit and the place of the word for each of many spellings in which
  /// `word` is marked and all else is as it was, cheapest first, until it says that it is content.
  ///
  /// - Parameter word: the UTF-8 range of one word.
  func forEachRewriting(of word: Range<Int>, _ body: (TextEdit, Int) -> Bool) {
    guard let texts = reading.texts(on: [word]), texts.count == 1 else { return }
    var planner = planner(for: texts[0], gives: true)
    planner.isThorough = true
    for _ in 0..<Self.patience {
      guard let next = planner.next() else { return }
      let rewriting = combined([next])
      guard isProved(rewriting, [planner]) else { continue }
      let plain = withoutNeedlessEscapes(rewriting, [planner])
      let caret = newSelections([word], texts, plain)[0].lowerBound
      if body(plain.edit(of: reading.source), caret) { return }
    }
  }
}
