import CommonMark
import MarkdownSyntax
import TextEditing

/// The policy ``MarkPolicies/Edges/readable`` at a pair: what it wrote as a reference is the character
/// again once the pair goes.
extension CaretPlanner {
  /// An edit that takes a pair away, with the references beside the pair that were needed for it as
  /// the characters: from `*&#8594;_‸_` it leads to `*→‸`.
  ///
  /// A reference that the pair does not need is the user's own, and stays; so does a blank that would
  /// be stripped without the pair too, as in `a_‸_&#32;`.
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
    // Of a pair among delimiters those beside all of them, as in `&#128512;**`‸`**`, though some are text
    // while it is empty.
    let run = source.delimiters(around: pair)
    let starts = [run.lowerBound, text.bareStretch(around: pair.lowerBound).lowerBound]
    let ends = [run.upperBound, text.bareStretch(around: pair.upperBound).upperBound]
    for token in text.tokens
    where starts.contains(token.source.upperBound) || ends.contains(token.source.lowerBound) {
      // A line ending is no character that a command would write as one.
      guard case .character(let scalar, .reference) = token.kind, scalar != "\n", scalar != "\r",
        source[token.source].elementsEqual(Escaping.reference(scalar)),
        isNeeded(token.source, scalar, probe)
      else { continue }
      let plain = TextEdit.Replacement(token.source, with: Escaping.utf8(scalar))
      let both = TextEdit(
        (edit.replacements + [plain]).sorted(byKey: { $0.range.lowerBound }))
      let isBefore = token.source.upperBound <= pair.lowerBound
      let caret = isBefore ? after + plain.bytes.count - plain.range.count : after
      guard !isWhiteSpace(scalar) || areReadAlike(edit, both) else { continue }
      if isRemovable(both, caret) { (edit, after) = (both, caret) }
    }
    return (edit, after)
  }

  /// Whether libcmark reads the text after two edits alike: blanks that are stripped after one are not.
  private func areReadAlike(_ one: TextEdit, _ other: TextEdit) -> Bool {
    guard planner.budget.spend(bytes: 2 * source.count),
      let first = try? MarkdownTree(parsing: one.applying(to: source)),
      let second = try? MarkdownTree(parsing: other.applying(to: source))
    else { return false }
    return TreeReading(first) == TreeReading(second)
  }

  /// Whether the pair or a word in it is read otherwise, or may be by a renderer of CommonMark 0.31,
  /// where a character beside the pair is no reference: the arrow of `*&#8594;_‸_`.
  ///
  /// A command escapes ASCII punctuation where an escape will do: the backtick of `` *&#96;`‸`* `` is
  /// the user's.
  private func isNeeded(_ place: Range<Int>, _ scalar: Unicode.Scalar, _ probe: Probe) -> Bool {
    guard planner.budget.spend(bytes: 8 * source.count) else { return false }
    if Escaping.isASCIIPunctuation(scalar),
      isReadAlike(with: Escaping.respelled(scalar), for: place, probe)
    {
      return false
    }
    if !isReadAlike(with: Escaping.utf8(scalar), for: place, probe) { return true }
    // To 0.31 a symbol is punctuation, as a full stop is to both.
    return isPunctuationSince031(scalar)
      && typed(Array(".".utf8), for: place, probe)?.marks != probe.marks
  }

  /// Whether the pair, and a word in it, is read alike with other bytes for the character at a place:
  /// with `\!` for the reference of `*‸*&#33;`.
  private func isReadAlike(with bytes: [UInt8], for place: Range<Int>, _ probe: Probe) -> Bool {
    guard isReadAlike(TextEdit([TextEdit.Replacement(place, with: bytes)])) else { return false }
    return typed(bytes, for: place, probe)?.differs(from: probe, onlyIn: probe.marks) ?? false
  }

  /// The text with a word in the pair and other bytes for the character at a place beside it.
  private func typed(_ bytes: [UInt8], for place: Range<Int>, _ probe: Probe) -> Probe? {
    let isBehind = place.lowerBound >= caret
    let shift = isBehind ? Probe.bytes.count : 0
    let reference = place.lowerBound + shift..<place.upperBound + shift
    let edit = TextEdit([TextEdit.Replacement(reference, with: bytes)])
    let word = probe.offset + (isBehind ? 0 : bytes.count - place.count)
    return Probe(edit.applying(to: probe.source), wordAt: word)
  }
}

extension [UInt8] {
  /// A range with the delimiter characters that touch it: the six of `**‸****a`.
  fileprivate func delimiters(around range: Range<Int>) -> Range<Int> {
    let left = self[..<range.lowerBound].reversed().prefix { "*_`".utf8.contains($0) }.count
    let right = self[range.upperBound...].prefix { "*_`".utf8.contains($0) }.count
    return range.lowerBound - left..<range.upperBound + right
  }
}
