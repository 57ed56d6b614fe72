import MarkdownSyntax
import TextEditing

/// The policy ``MarkPolicies/Edges/readable`` at a pair: what it wrote as a reference is the character
/// again once the pair goes.
extension CaretPlanner {
  /// An edit that takes a pair away, with the references beside the pair that were needed for it as
  /// the characters: from `*&#8594;_‸_` it leads to `*→‸`.
  ///
  /// A reference that the pair does not need is the user's own, and stays.
  ///
  /// - Parameters:
  ///   - edit: takes the delimiters away.
  ///   - pair: the UTF-8 range of the pair in the text.
  ///   - isRemovable: whether an edit leaves all else, with the caret where it stands then.
  func withoutReferences(
    _ edit: TextEdit, caret after: Int, beside pair: Range<Int>, _ probe: Probe,
    isRemovable: (TextEdit, Int) -> Bool
  ) -> (edit: TextEdit, caret: Int) {
    guard command.policies.edges == .readable, case .leaf(let text, _) = context.place else {
      return (edit, after)
    }
    var (edit, after) = (edit, after)
    for token in text.tokens
    where token.source.upperBound == pair.lowerBound || token.source.lowerBound == pair.upperBound {
      guard case .character(let scalar, .reference) = token.kind, !isWhiteSpace(scalar),
        source[token.source].elementsEqual(Escaping.reference(scalar)),
        isNeeded(token.source, scalar, probe)
      else { continue }
      let plain = TextEdit.Replacement(token.source, with: Escaping.utf8(scalar))
      let both = TextEdit(
        (edit.replacements + [plain]).sorted { $0.range.lowerBound < $1.range.lowerBound })
      let isBefore = token.source.upperBound == pair.lowerBound
      let caret = isBefore ? after + plain.bytes.count - plain.range.count : after
      if isRemovable(both, caret) { (edit, after) = (both, caret) }
    }
    return (edit, after)
  }

  /// Whether a word in the pair is read otherwise, or may be by a renderer of CommonMark 0.31, where a
  /// character beside the pair is no reference: the arrow of `*&#8594;_‸_`.
  private func isNeeded(_ place: Range<Int>, _ scalar: Unicode.Scalar, _ probe: Probe) -> Bool {
    guard planner.budget.spend(bytes: 4 * source.count) else { return false }
    let isBehind = place.lowerBound >= caret
    let shift = isBehind ? Probe.bytes.count : 0
    let reference = place.lowerBound + shift..<place.upperBound + shift
    func typed(_ scalar: Unicode.Scalar) -> Probe? {
      let bytes = Escaping.utf8(scalar)
      let plain = TextEdit([TextEdit.Replacement(reference, with: bytes)])
      let word = probe.offset + (isBehind ? 0 : bytes.count - place.count)
      return Probe(plain.applying(to: probe.source), wordAt: word)
    }
    guard let plain = typed(scalar), plain.differs(from: probe, onlyIn: probe.marks) else {
      return true
    }
    // To 0.31 a symbol is punctuation, as a full stop is to both.
    return isPunctuationSince031(scalar) && typed(".")?.marks != probe.marks
  }
}
