import MarkdownSyntax
import TextEditing

/// Reverts the respellings of a plan that the text after the plan does not need.
///
/// A document of a dialect is planned on a CommonMark text with the same meaning, which may need
/// more respellings. In `x a*~b~ c*`, the first star opens emphasis for GitHub; for libcmark only
/// after punctuation, as in `x &#97;*~b~ c*`. In the text of a link in brackets, the tilde of
/// `http://a.b/~c` is escaped, because another one might pair with it.
struct SpellingReverter {
  let source: [UInt8]
  let dialect: Dialect
  let context: ProjectionContext

  /// Replacements in the text after a plan that only together restore a spelling.
  typealias Group = [TextEdit.Replacement]

  /// A plan, and the respellings that remain in it.
  struct Reverted {
    var plan: Plan
    var left: [Group]
  }

  /// Returns the plan without needless groups: tries all at once, then halves, then single ones.
  ///
  /// - Parameters:
  ///   - groups: the respellings that may be reverted, in offsets of the text after the plan.
  ///   - budget: a budget for this alone, because even a plan that was found late should be small.
  /// - Complexity: O(log *g*) readings of the document if none or all of the *g* groups are needed.
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

  /// Returns the meaning of a text with a word typed at the caret; an empty pair has no meaning.
  private func meaning(of text: [UInt8], _ caret: Int?) -> Respelling.Meaning? {
    let typed = TextEdit(caret.map { [TextEdit.Replacement($0..<$0, with: Probe.bytes)] } ?? [])
    return Respelling.meaning(of: typed.applying(to: text), in: dialect, context: context)
  }
}

extension SpellingReverter {
  /// Returns a plan for a source that was not respelled, without needless references and, if it
  /// puts a bare link in brackets, needless escapes.
  func reverted(_ plan: Plan) -> Plan {
    let groups = respellings(in: plan.edit)
    guard !groups.isEmpty, Respelling.mayHoldConstructs(source, of: dialect, context) else {
      return plan
    }
    return reverted(plan, groups, Budget(forBytes: source.count)).plan
  }

  /// Returns what writes each respelled character of an edit plainly, in offsets of the text after
  /// the edit, except in destinations and titles of links.
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
        // These are references, and escapes in the text of a link, unless the user wrote them.
        let written = bytes[index..<index + found.length]
        if found.length > 2 || writesLinks, !source[range].holds(written) {
          groups.append([TextEdit.Replacement(spelled, with: found.plain)])
        }
        index += found.length
      }
    }
    return groups
  }

  /// Returns the end of the text of a link in brackets, at `](`.
  private static func labelEnd(in bytes: [UInt8]) -> Int? {
    bytes.indices.first { bytes[$0] == .rightBracket && bytes[$0...].starts(with: "](".utf8) }
  }
}
