import MarkdownSyntax
import TextEditing

/// A selection of many blocks, cut where blocks end.
///
/// What a command keeps of a leaf while it plans, several hundred bytes for each byte of it, is kept of
/// one stretch at a time. A block is never cut, so that a paragraph of a megabyte is one stretch.
package struct LongSelection {
  /// What is selected between two places where blocks end.
  struct Stretch {
    /// The parts of selections, in ascending order: the last may go on in the next stretch.
    var parts: [Range<Int>] = []
    /// The index of the selection that each is a part of.
    var owners: [Int] = []
  }

  /// How a selection is cut.
  package struct Sizes {
    /// From how many bytes on.
    let leastLength: Int
    /// How long a stretch is at least.
    let stretchLength: Int
    /// How many stretches there are at most: a dialect's footnotes are looked for in all of the
    /// document for each.
    let count: Int

    package init(leastLength: Int = 1 << 16, stretchLength: Int = 1 << 14, count: Int = 128) {
      self.leastLength = leastLength
      self.stretchLength = stretchLength
      self.count = count
    }
  }

  let document: MarkdownDocument
  private let selections: [Range<Int>]
  private(set) var stretches: [Stretch] = []

  /// Nil of a selection that is not long, and of carets alone.
  ///
  /// - Parameter selections: UTF-8 ranges of the document, in ascending order.
  /// - Complexity: O(length of the selection).
  package init?(
    _ selections: [Range<Int>], in document: MarkdownDocument, _ dialect: Dialect,
    sizes: Sizes = Sizes()
  ) {
    guard let first = selections.first, let last = selections.last,
      last.upperBound - first.lowerBound >= sizes.leastLength,
      selections.contains(where: { !$0.isEmpty })
    else { return nil }
    self.document = document
    self.selections = selections
    let length = (last.upperBound - first.lowerBound) / sizes.count
    cut(every: max(length, sizes.stretchLength), dialect)
    if stretches.count == 1 { return nil }
  }

  private mutating func cut(every length: Int, _ dialect: Dialect) {
    let limit = selections.last?.upperBound ?? 0
    var rest = selections[...]
    while let start = rest.first?.lowerBound {
      let end = blockEnd(behind: start + length, before: limit, dialect)
      var stretch = Stretch()
      while let next = rest.first, next.upperBound <= end {
        stretch.parts.append(next)
        stretch.owners.append(rest.startIndex)
        rest.removeFirst()
      }
      if let next = rest.first, next.lowerBound < end,
        let part = lines(of: next.lowerBound..<end)
          ?? (stretch.parts.isEmpty ? next.lowerBound..<end : nil)
      {
        stretch.parts.append(part)
        stretch.owners.append(rest.startIndex)
        rest[rest.startIndex] = end..<next.upperBound
      }
      stretches.append(stretch)
    }
  }

  /// Where a stretch that has to reach to an offset ends: behind a block, and behind a footnote that goes on
  /// with indented blocks.
  private func blockEnd(behind offset: Int, before limit: Int, _ dialect: Dialect) -> Int {
    var end = offset
    repeat {
      if end >= limit { return limit }
      end = document.region(covering: end - 1..<end + 1, wholeParagraphs: true).range.upperBound
      // An indented line of a footnote is a paragraph, which goes on in the next line: `    b⏎c`.
    } while document.mayContinueFootnote(at: end, in: dialect)
      || document.mayContinueFootnote(at: lineStart(before: end), in: dialect)
    return end
  }

  /// Where the line before the one at an offset begins. The buffer's index of lines would say so, too, and is
  /// 4 kB of the C library, which has no lines otherwise.
  private func lineStart(before offset: Int) -> Int {
    var start = offset
    for ending: UInt8 in [0x0A, 0x0D] where start > 0 {
      if document.buffer.byte(atUTF8: start - 1) == ending { start -= 1 }
    }
    while start > 0, !document.buffer.byte(atUTF8: start - 1).endsLine { start -= 1 }
    return start
  }

  /// A range without the line endings at its end, with which the block behind would be read too; nil
  /// of nothing but line endings.
  private func lines(of range: Range<Int>) -> Range<Int>? {
    var end = range.upperBound
    while end > range.lowerBound, document.buffer.byte(atUTF8: end - 1).endsLine { end -= 1 }
    return end > range.lowerBound ? range.lowerBound..<end : nil
  }
}

extension UInt8 {
  /// Whether the byte ends a line: `\n`, not a space.
  fileprivate var endsLine: Bool { self == 0x0A || self == 0x0D }
}

extension LongSelection {
  /// What a command does to the selection: one stretch after the other, from the last to the first,
  /// each on the document that those behind it have left.
  package func outcome(of command: MarkCommand, budget: Budget?) -> MarkOutcome {
    var command = command
    command.isForPart = true
    let run = carryingOut(&command, budget)
    let isRefused = if case .refused = run.outcome { true } else { false }
    // A toggle takes the mark as long as all that was seen has it, and the rest may lack it.
    guard run.isMixed || (isRefused && command.action == .toggle) else { return run.outcome }
    command.action = .mark
    let outcome = carryingOut(&command, budget).outcome
    if isRefused, case .unchanged = outcome { return run.outcome }
    return outcome
  }

  /// What came of all stretches.
  private struct Run {
    var outcome: MarkOutcome
    /// Whether the mark was taken from one stretch before another was seen that lacks it. True of a
    /// toggle of strong on `a⏎⏎**b**`.
    var isMixed = false
  }

  /// - Parameter command: a toggle becomes `mark` where a stretch lacks the mark.
  private func carryingOut(_ command: inout MarkCommand, _ budget: Budget?) -> Run {
    var document = document
    var plans: [MarkPlan?] = []
    var reason = MarkOutcome.Unchanged.nothingMarkable
    for stretch in stretches.reversed() {
      // Carets among selections only move along.
      let isAsked = stretch.parts.contains { !$0.isEmpty }
      let outcome =
        isAsked
        ? command.outcome(onUTF8: stretch.parts, atOnceIn: document, budget)
        : .unchanged(.nothingMarkable)
      switch outcome {
      case .refused(let refusal): return Run(outcome: .refused(refusal))
      case .unchanged(let own):
        if own == .alreadySo { reason = own }
        plans.append(own == .alreadySo ? command.keeping(stretch.parts, in: document) : nil)
      case .plan(let plan):
        if plan.effect == .marks, command.action == .toggle {
          if plans.contains(where: { $0?.effect == .unmarks }) {
            return Run(outcome: .unchanged(reason), isMixed: true)
          }
          command.action = .mark
        }
        do throws(DocumentEditError) { try document.apply(plan.edit) } catch {
          return Run(outcome: .refused(.unparsable(error.description)))
        }
        plans.append(plan)
      }
    }
    return Run(outcome: joined(plans.reversed()).map { .plan($0) } ?? .unchanged(reason))
  }

  /// The plans of all stretches as one; nil where none has an edit.
  private func joined(_ plans: [MarkPlan?]) -> MarkPlan? {
    guard let first = plans.lazy.compactMap({ $0 }).first(where: { !$0.edit.replacements.isEmpty })
    else { return nil }
    var result = MarkPlan(edit: TextEdit(), selections: [], effect: first.effect)
    var replacements: [TextEdit.Replacement] = []
    /// From the first character that a selection means to the last.
    var meant: [Int: Range<Int>] = [:]
    /// The same of what nothing is known to be meant in.
    var others: [Int: Range<Int>] = [:]
    var growth = 0
    for (stretch, plan) in zip(stretches, plans) {
      for (place, owner) in stretch.owners.enumerated() {
        // Selections that meet in one character are one.
        let own = plan.flatMap { $0.selections.dropFirst(place).first ?? $0.selections.last }
        let range = (own ?? stretch.parts[place]).shifted(by: growth)
        if own == nil { others.extend(owner, by: range) } else { meant.extend(owner, by: range) }
      }
      guard let plan else { continue }
      replacements += plan.edit.replacements
      growth += plan.edit.utf8Growth
      result.leaves += plan.leaves
      result.references += plan.references
    }
    result.edit = TextEdit(replacements)
    for owner in selections.indices {
      if let range = meant[owner] ?? others[owner] { result.selections.add(range) }
    }
    return result
  }
}

extension [Int: Range<Int>] {
  /// Makes the range of a selection reach to the end of another, which stands behind it.
  fileprivate mutating func extend(_ owner: Int, by range: Range<Int>) {
    self[owner] = (self[owner]?.lowerBound ?? range.lowerBound)..<range.upperBound
  }
}

extension MarkCommand {
  /// The plan that leaves selected characters as they are: where they stand, and their leaves.
  fileprivate func keeping(_ selections: [Range<Int>], in document: MarkdownDocument) -> MarkPlan? {
    let (region, context) = document.region(around: selections, in: policies.dialect)
    let own = selections.map { $0.shifted(by: region.shift) }
    return (try? DialectText(region.bytes, for: self, on: own, context))?.keeping(own)
      .shifted(by: -region.shift)
  }
}

extension DialectText {
  /// Finds the leaves with selected characters; none where we read one otherwise than libcmark.
  func texts(on selections: [Range<Int>]) -> (texts: [LeafText], planner: SelectionPlanner) {
    let planner = SelectionPlanner(MarkCommand(.mark, .strong), reading, text.tree(of: reading))
    return (planner.reading.texts(on: projected(selections)) ?? [], planner)
  }

  fileprivate func keeping(_ selections: [Range<Int>]) -> MarkPlan {
    let (texts, planner) = texts(on: selections)
    let places = planner.newSelections(projected(selections), texts, LeafEdit())
    return MarkPlan(
      edit: TextEdit(), selections: places.map { projection.lifted($0) }, effect: .marks,
      leaves: texts.map { projection.lifted($0.leaf.content) })
  }
}
