import MarkdownSyntax
import TextEditing

/// Removes every mark from the selection, one after the other. Links stay.
struct ClearCommand {
  let dialect: Dialect
  let context: ReadingContext

  func outcome(at selection: Range<Int>, in source: [UInt8]) -> Outcome {
    var text = source
    var edit = TextEdit()
    var place = selection
    var tree: BlockTree?
    // Code comes first: its text must be escaped before other delimiters are removed.
    for mark in [Mark.code, .strong, .emphasis, .strikethrough, .highlight]
    where mark.isAvailable(in: dialect) {
      var command = MarkCommand(.unmark, mark)
      command.options.dialect = dialect
      // A toggle would move a caret out at the inner edge of a run, so the whole run is selected.
      if place.isEmpty, tree == nil { tree = try? BlockTree(text, in: dialect, context: context) }
      let run = place.isEmpty ? tree?.run(of: mark, at: place.lowerBound) : nil
      switch command.outcome(onUTF8: [run ?? place], inWhole: text, context: context) {
      case .plan(let plan) where plan.effect == .removed:
        text = plan.edit.applying(to: text)
        edit = edit.then(plan.edit)
        tree = nil
        place = (run == nil ? plan.selections.first : nil) ?? plan.edit.mapping(utf8: place)
      case .refused(let refusal):
        // Earlier marks may have been removed from the text that was read.
        return .refused(refusal.mapped { edit.mappingBack(utf8: $0) })
      case .plan, .unchanged: continue
      }
    }
    if edit.isEmpty { return .unchanged(.nothingMarkable) }
    return .plan(Plan(edit: edit, selections: [place], effect: .removed))
  }
}

extension BlockTree {
  /// Returns the text of the run of a mark whose inner edge is at the caret; nil if there is none.
  fileprivate func run(of mark: Mark, at caret: Int) -> Range<Int>? {
    guard let path = path(at: caret), let block = leafBlock(root[path[...]].id) else { return nil }
    let tokens = tokens(of: block)
    for token in tokens
    where token.kind.opens(mark) && token.partner >= 0 {
      let run = token.source.upperBound..<tokens[token.partner].source.lowerBound
      if !run.isEmpty, run.lowerBound == caret || run.upperBound == caret { return run }
    }
    return nil
  }
}

extension InlineToken.Kind {
  /// Whether it opens a run of a mark, as `~~` in `~~a~~` does for strikethrough.
  fileprivate func opens(_ other: Mark) -> Bool {
    if case .openMark(let syntax) = self { return syntax == other.syntax }
    return openedMark == other.set
  }
}
