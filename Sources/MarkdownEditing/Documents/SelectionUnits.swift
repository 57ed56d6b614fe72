import MarkdownSyntax
import TextEditing

/// A selection divided at the ends of blocks into units, which are planned one at a time.
///
/// A leaf whose plainest spelling does not do is read again with all of its unit, so units limit the
/// cost. A block is never divided: a paragraph of a megabyte is one unit.
package struct SelectionUnits {
  struct Unit {
    /// The parts of selections, in ascending order. The last one may continue in the next unit.
    var parts: [Range<Int>] = []
    /// The index of the selection of each part.
    var owners: [Int] = []
  }

  /// The minimum length of every unit except the last, in UTF-8 bytes.
  package static let length = 4096

  let document: MarkdownDocument
  private let selections: [Range<Int>]
  private(set) var all: [Unit] = []

  /// Divides one or more UTF-8 ranges in ascending order. O(length of the selection).
  package init(
    _ selections: [Range<Int>], in document: MarkdownDocument, _ dialect: Dialect,
    length: Int = SelectionUnits.length
  ) {
    self.document = document
    self.selections = selections
    let extent = (selections.last?.upperBound ?? 0) - (selections.first?.lowerBound ?? 0)
    if extent <= length {
      all = [Unit(parts: selections, owners: Array(selections.indices))]
    } else {
      cut(every: length, dialect)
    }
  }

  /// Whether there is one unit, so that everything selected is planned at once, as in `⟦a⟧`.
  package var isOne: Bool { all.count == 1 }

  private mutating func cut(every length: Int, _ dialect: Dialect) {
    let limit = selections.last?.upperBound ?? 0
    var rest = selections[...]
    while let start = rest.first?.lowerBound {
      let end = blockEnd(behind: start + length, before: limit, dialect)
      var unit = Unit()
      while let next = rest.first, next.upperBound <= end {
        unit.parts.append(next)
        unit.owners.append(rest.startIndex)
        rest.removeFirst()
      }
      if let next = rest.first, next.lowerBound < end,
        let part = lines(of: next.lowerBound..<end)
          ?? (unit.parts.isEmpty ? next.lowerBound..<end : nil)
      {
        unit.parts.append(part)
        unit.owners.append(rest.startIndex)
        rest[rest.startIndex] = end..<next.upperBound
      }
      all.append(unit)
    }
  }

  /// Returns the end of a unit that reaches `offset`: that of a block, and of a footnote around it.
  private func blockEnd(behind offset: Int, before limit: Int, _ dialect: Dialect) -> Int {
    var end = offset
    repeat {
      if end >= limit { return limit }
      end = document.region(covering: end - 1..<end + 1).range.upperBound
      // An indented line of a footnote is a paragraph that continues in the next line: `    b⏎c`.
    } while document.mayContinueFootnote(at: end, in: dialect)
      || document.mayContinueFootnote(at: lineStart(before: end), in: dialect)
    return end
  }

  /// Returns the start of the line before an offset's line. The buffer's index of lines, unused
  /// otherwise, would add 4 kB to the C library.
  private func lineStart(before offset: Int) -> Int {
    var start = offset
    for ending: UInt8 in [.lineFeed, .carriageReturn] where start > 0 {
      if document.buffer.byte(atUTF8: start - 1) == ending { start -= 1 }
    }
    while start > 0, !document.buffer.byte(atUTF8: start - 1).isLineEnding { start -= 1 }
    return start
  }

  /// Returns a range without trailing line endings, which would add the next block; nil if empty.
  private func lines(of range: Range<Int>) -> Range<Int>? {
    var end = range.upperBound
    while end > range.lowerBound, document.buffer.byte(atUTF8: end - 1).isLineEnding { end -= 1 }
    return end > range.lowerBound ? range.lowerBound..<end : nil
  }
}

extension SelectionUnits {
  /// Carries out a command unit by unit, from the last to the first, on the document as edited so
  /// far. A toggle removes the mark if everything selected has it.
  package func outcome(of command: MarkCommand) -> Outcome {
    var command = command
    command.isForPart = all.contains { command.selectsWords($0.parts, in: self.document) }
    if command.action == .toggle {
      command.action =
        all.allSatisfy { command.isOn($0.parts, in: self.document) } ? .unmark : .mark
    }
    var sequence = EditSequence(document)
    var effect: Plan.Effect?
    var reason = Outcome.Unchanged.nothingMarkable
    var isMeant: [Bool] = []
    for unit in all.reversed() {
      var plan: Plan?
      // Carets among selections only move with the text.
      if unit.parts.contains(where: { !$0.isEmpty }) {
        let outcome = command.outcome(onUTF8: unit.parts, atOnceIn: sequence.document)
        plan = outcome.plan
        if case .refused(let refusal) = outcome { return .refused(sequence.original(refusal)) }
        if case .unchanged(.alreadySo) = outcome {
          reason = .alreadySo
          plan = command.keeping(unit.parts, in: sequence.document)
        }
      }
      isMeant.insert(plan?.selections.isEmpty == false, at: 0)
      guard let plan else {
        sequence.keep(unit.parts)
        continue
      }
      if !plan.edit.isEmpty { effect = plan.effect }
      // Selections that meet in one character become one.
      let places = unit.parts.enumerated().map { index, part in
        plan.selections.dropFirst(index).first ?? plan.selections.last ?? part
      }
      do throws(Outcome.Refusal) { try sequence.make(plan, selecting: places) } catch {
        return .refused(error)
      }
    }
    let selections = whole(sequence.selections, isMeant)
    return effect.map { .plan(sequence.plan($0, selecting: selections)) } ?? .unchanged(reason)
  }

  /// Joins the parts of each selection, from its first marked character to its last.
  ///
  /// - Parameter isMeant: for each unit, whether its parts are ranges of marked characters.
  private func whole(_ parts: [Range<Int>], _ isMeant: [Bool]) -> [Range<Int>] {
    var meant: [Int: Range<Int>] = [:]
    var others: [Int: Range<Int>] = [:]
    var rest = parts[...]
    for (unit, isMeant) in zip(all, isMeant) {
      for (owner, range) in zip(unit.owners, rest) {
        if isMeant { meant.extend(owner, by: range) } else { others.extend(owner, by: range) }
      }
      rest = rest.dropFirst(unit.owners.count)
    }
    var result: [Range<Int>] = []
    for owner in selections.indices {
      if let range = meant[owner] ?? others[owner] { result.add(range) }
    }
    return result
  }
}

extension [Int: Range<Int>] {
  fileprivate mutating func extend(_ owner: Int, by range: Range<Int>) {
    self[owner] = (self[owner]?.lowerBound ?? range.lowerBound)..<range.upperBound
  }
}

extension MarkCommand {
  /// Whether every selected character that can have the mark has it, as strong in `**⟦a⟧**`.
  fileprivate func isOn(_ selections: [Range<Int>], in document: MarkdownDocument) -> Bool {
    reading(selections, in: document).text.presence(of: mark, options)?.isOn ?? true
  }

  /// Whether the selections contain more than punctuation, such as `⟦a.⟧` but not `⟦.⟧`. Punctuation
  /// at their ends may be left without the mark only then.
  fileprivate func selectsWords(_ selections: [Range<Int>], in document: MarkdownDocument) -> Bool {
    let text = reading(selections, in: document).text
    return text.leaves.contains { leaf in
      leaf.selected(by: text.ranges, for: mark).contains { !leaf.items[$0].isEdge }
    }
  }

  /// Returns a plan without an edit, which only selects the selected characters.
  fileprivate func keeping(_ selections: [Range<Int>], in document: MarkdownDocument) -> Plan {
    let (text, shift) = reading(selections, in: document)
    return InlinePlanner(self, text).keeping(selections.map { $0.shifted(by: shift) })
      .shifted(by: -shift)
  }

  /// Reads the region of some selections, and returns the shift of its offsets.
  private func reading(
    _ selections: [Range<Int>], in document: MarkdownDocument
  ) -> (text: InlineSelection, shift: Int) {
    let (region, context) = document.region(around: selections, in: options.dialect)
    let own = selections.map { $0.shifted(by: region.shift) }
    return (InlineSelection(own, in: region.bytes, options.dialect, context), region.shift)
  }
}
