import CommonMark
import MarkdownSyntax
import TextEditing

/// Pairs around code spans, and in the text of shortcut and collapsed references.
extension CaretPlanner {
  /// Plans a pair around the code span of the typed word, even the empty `` `‸` ``.
  func pairAroundCode(_ base: Probe) -> Outcome {
    let nothing = Outcome.unchanged(.caretOutsideText)
    guard mark != .code, let span = base.text.codeSpan(at: base.offset), let first = span.first,
      let last = span.last
    else { return nothing }
    let range =
      base.text.source(of: first).lowerBound..<base.text.source(of: last).upperBound
    let word = base.offset..<(base.offset + Probe.bytes.count)
    let typed = try? SelectionPlanner(
      command, base.trial, planner.trials, budget: planner.budget)
    guard let outcome = typed?.planner(for: .mark).outcome(onUTF8: [range]) else { return nothing }
    // Next to a letter, a reference is needed: `` `‸`a `` becomes ``**`‸`**&#97;``.
    if !command.options.allowsReferences, case .refused = outcome {
      return .refused(.noSpelling(leafRange))
    }
    guard case .plan(let plan) = outcome,
      !plan.edit.replacements.contains(where: { $0.range.overlaps(word) })
    else { return nothing }
    let after = plan.edit.mapping(utf8Offset: base.offset, bias: .after)
    let pair = self.plan(plan.edit, caret: after, without: base)
    guard case .plan(var marks) = pair, case .leaf(let text, let offset) = context.place else {
      return pair ?? nothing
    }
    // Blanks are a code span without the word, and the delimiters enclose it: ``**` `**``.
    let isSpan = text.codeSpan(at: offset) != nil
    guard isSpan || plan.edit.takesDelimiters(from: base.source) else { return .plan(marks) }
    // If a run next to the span is extended over it, there is no pair to remove later: ``*a*`‸` ``
    // becomes ``*a`‸`* ``. Then the fences must form an empty pair themselves.
    guard isSpan || isInPair(of: .code, base) else { return nothing }
    marks.isEmptyPair = false
    return .plan(marks)
  }

  /// Plans a pair in the text of a shortcut or collapsed reference, writing its label in full:
  /// `[a ‸ b]` becomes `[a **‸** b][a  b]`.
  func pairInLabel(at offset: Int) -> Outcome? {
    guard case .leaf(let text, _) = context.place else { return nil }
    let open = text.tokens.lastIndex { token in
      guard token.kind == .openLink(.shortcut) || token.kind == .openLink(.collapsed) else {
        return false
      }
      let inside = token.source.upperBound...text.tokens[token.partner].source.lowerBound
      return inside.contains(offset)
    }
    guard let open else { return nil }
    let close = text.tokens[open].partner
    let label = text.label(from: open, to: close, in: source)
    let edit = TextEdit([
      TextEdit.Replacement(
        text.tokens[close].source, with: Array("][".utf8) + label + [.rightBracket])
    ])
    guard planner.budget.spend(bytes: 4 * source.count),
      let next = caretPlanner(command, at: offset, after: edit),
      next.planner.text.words == planner.text.words,
      let base = next.context.probe, case .plan(let pair) = next.pair(at: offset, base: base)
    else { return nil }
    return plan(
      edit.then(pair.edit), caret: pair.selections[0].lowerBound, effect: pair.effect,
      isEmptyPair: pair.isEmptyPair, leaf: offset..<offset,
      references: pair.references.map { edit.mappingBack(utf8: $0) })
  }

  /// Returns the plan of an edit of a probe's text, without the word; nil if nothing changes.
  private func plan(
    _ edit: TextEdit, caret after: Int, without base: Probe
  ) -> Outcome? {
    let width = Probe.bytes.count
    var replacements: [TextEdit.Replacement] = []
    for replacement in edit.replacements {
      let shift = replacement.range.lowerBound >= base.offset + width ? width : 0
      let range =
        (replacement.range.lowerBound - shift)..<(replacement.range.upperBound - shift)
      replacements.join(range, with: replacement.bytes)
    }
    replacements.removeAll { source[$0.range].elementsEqual($0.bytes) }
    let edit = TextEdit(replacements)
    if after == caret, planner.trial(of: edit).source == source { return nil }
    return plan(
      edit, caret: after, effect: .added, isEmptyPair: true, leaf: base.offset..<base.offset)
  }
}

extension MarkdownTree {
  /// Whether two trees have the same links, images and raw HTML, as `[a](/u)` and `*[a](/u)*` do.
  func hasSameLinks(as other: MarkdownTree) -> Bool {
    func links(_ tree: MarkdownTree) -> [MarkdownTree.Node] {
      tree.nodes.filter { $0.kind == .link || $0.kind == .image || $0.kind == .htmlInline }
    }
    return links(self).elementsEqual(links(other)) { one, another in
      one.kind == another.kind
        && literal(of: one) == other.literal(of: another)
        && destination(of: one) == other.destination(of: another)
        && title(of: one) == other.title(of: another)
    }
  }
}

extension TextEdit {
  /// Whether the edit removes delimiters, as it does if `*a* *b*` becomes one run.
  fileprivate func takesDelimiters(from source: [UInt8]) -> Bool {
    replacements.contains { replacement in
      replacement.bytes.isEmpty && !replacement.range.isEmpty
        && source[replacement.range].allSatisfy { "*_".utf8.contains($0) }
    }
  }
}
