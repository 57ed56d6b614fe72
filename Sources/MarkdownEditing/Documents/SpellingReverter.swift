import MarkdownSyntax
import TextEditing

/// Writes what a plan spells otherwise as it was, where the text after the plan means the same without it.
///
/// A document of a dialect is planned on a text of CommonMark that means the same, and not all that this needs
/// the document needs: to GitHub the first star of `x a*~b~ c*` opens emphasis, to libcmark it does behind
/// punctuation alone, as in `x &#97;*~b~ c*`; and the tilde of `http://a.b/~c` is escaped in the text of a link
/// in brackets, where there may be another to pair with.
struct SpellingReverter {
  /// The document before the plan.
  let source: [UInt8]
  let dialect: Dialect
  let context: ProjectionContext

  /// Replacements of the text after a plan that only make sense together: they write a part as it was.
  typealias Group = [TextEdit.Replacement]

  /// A plan with what it still spells otherwise.
  struct Reverted {
    var plan: Plan
    var left: [Group]
  }

  /// The plan without the groups that nothing needs: all at once, then halves, until single ones.
  ///
  /// - Parameters:
  ///   - groups: what may be written as it was, in offsets of the text after the plan.
  ///   - budget: one for this alone, because a plan that is found late is to be small, too.
  /// - Complexity: O(log *g*) readings of the document where none of the *g* groups is needed or all are,
  ///   within the budget.
  func reverted(_ plan: Plan, _ groups: [Group], _ budget: Budget) -> Reverted {
    let after = plan.edit.applying(to: source)
    let caret = plan.isEmptyPair && plan.effect == .added ? plan.selections.first?.lowerBound : nil
    guard !groups.isEmpty, let wanted = meaning(of: after, caret) else {
      return Reverted(plan: plan, left: groups)
    }
    var left = groups
    var reverted: [Group] = []
    var length = left.count
    while length > 0 {
      var start = 0
      while start < left.count, budget.spend(bytes: 2 * after.count) {
        let part = start..<Swift.min(start + length, left.count)
        let way = Respelling.edit(reverted + left[part])
        let moved = caret.map { way.mapping(utf8Offset: $0, bias: .after) }
        if meaning(of: way.applying(to: after), moved) == wanted {
          reverted += left[part]
          left.removeSubrange(part)
        } else {
          start += length
        }
      }
      length /= 2
    }
    return carriedOut(reverted, leaving: left, in: plan)
  }

  private func carriedOut(_ groups: [Group], leaving left: [Group], in plan: Plan) -> Reverted {
    if groups.isEmpty { return Reverted(plan: plan, left: left) }
    let way = Respelling.edit(groups)
    var plan = plan
    plan.edit = TextEdit(
      plan.edit.then(way).replacements.compactMap { LeafEdit.trimmed($0, in: source) })
    plan.selections = plan.selections.map { way.mapping(utf8: $0) }
    plan.references = plan.references.filter { reference in
      plan.edit.replacements.contains { $0.range.overlaps(reference) }
    }
    let moved = left.map { group in
      group.map { TextEdit.Replacement(way.mapping(utf8: $0.range), with: $0.bytes) }
    }
    return Reverted(plan: plan, left: moved)
  }

  /// What a text means; with a word typed at a caret between delimiters, which mean nothing before.
  private func meaning(of text: [UInt8], _ caret: Int?) -> Respelling.Meaning? {
    let typed = TextEdit(caret.map { [TextEdit.Replacement($0..<$0, with: Probe.bytes)] } ?? [])
    return Respelling.meaning(of: typed.applying(to: text), in: dialect, context: context)
  }
}

extension SpellingReverter {
  /// A plan for a document that is spelled as it is, without the references and, where it writes a bare link in
  /// brackets, the escapes that nothing needs.
  func reverted(_ plan: Plan) -> Plan {
    let groups = respellings(in: plan.edit)
    guard !groups.isEmpty, Respelling.mayHoldConstructs(source, of: dialect, context) else {
      return plan
    }
    return reverted(plan, groups, Budget(forBytes: source.count)).plan
  }

  /// For each character that an edit spells otherwise what writes it plainly, in offsets of the text after
  /// the edit. What is said of a link, its destination and title, is left alone.
  private func respellings(in edit: TextEdit) -> [Group] {
    let writesLinks = edit.replacements.contains { Self.labelEnd(in: $0.bytes) != nil }
    var groups: [Group] = []
    var growth = 0
    for replacement in edit.replacements {
      let (range, bytes) = (replacement.range, replacement.bytes)
      let start = range.lowerBound + growth
      growth += bytes.count - range.count
      let end = Self.labelEnd(in: bytes) ?? bytes.count
      var index = 0
      while index < end {
        guard let found = Respelling.spelled(in: bytes, at: index) else {
          index += 1
          continue
        }
        let spelled = start + index..<start + index + found.length
        // References, and what is escaped in the text of a link; as the user wrote it, it stays.
        let written = bytes[index..<index + found.length]
        if found.length > 2 || writesLinks, !source[range].holds(written) {
          groups.append([TextEdit.Replacement(spelled, with: found.plain)])
        }
        index += found.length
      }
    }
    return groups
  }

  /// Where the text of a link in brackets ends: at `](`.
  private static func labelEnd(in bytes: [UInt8]) -> Int? {
    bytes.indices.first { bytes[$0] == .rightBracket && bytes[$0...].starts(with: "](".utf8) }
  }
}
