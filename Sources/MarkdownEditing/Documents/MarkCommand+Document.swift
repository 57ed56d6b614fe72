import CommonMark
import MarkdownSyntax
import TextEditing

extension MarkCommand {
  /// Plans the command for `selections` of an indexed document, without changing it.
  ///
  /// Only the blocks at the selections are read, planned and proved; they mean the same alone. If any
  /// selection contains text, the command acts on the characters of all of them, and carets among
  /// them only move with the text. Carets alone are handled from the last to the first.
  ///
  /// - Parameter selections: UTF-8 ranges of the document, in ascending order.
  /// - Complexity: O(the blocks that the selections touch).
  package func outcome(utf8 selections: [Range<Int>], in document: MarkdownDocument) -> Outcome {
    .checked(selections, OutcomeCheck(document)) { planned(utf8: selections, in: document) }
  }

  func planned(utf8 selections: [Range<Int>], in document: MarkdownDocument) -> Outcome {
    if selections.isCarets { return outcome(at: selections, in: document) }
    let units = document.units(of: selections, in: options.dialect)
    return units.count == 1
      ? outcome(utf8: selections, atOnceIn: document) : outcome(on: units, in: document)
  }

  func outcome(utf8 selections: [Range<Int>], atOnceIn document: MarkdownDocument) -> Outcome {
    if selections.isEmpty { return .unchanged(.noSelection) }
    let region = document.region(around: selections, in: options.dialect)
    let outcome = outcome(
      utf8: selections.map { region.inBytes($0) }, inWhole: region.bytes, context: region.context)
    return region.inDocument(outcome, ifBeyond: .refused(.noSpelling(region.range)))
  }

  /// Plans unit by unit. A toggle removes the mark if everything selected has it.
  private func outcome(
    on units: [MarkdownDocument.SelectionUnit], in document: MarkdownDocument
  ) -> Outcome {
    var command = self
    var isOn = true
    for unit in units {
      let region = document.region(around: unit.parts, in: options.dialect)
      let text = InlineSelection(
        unit.parts.map { region.inBytes($0) }, in: region.bytes, options.dialect, region.context)
      isOn = isOn && text.presence(of: mark, options)?.isOn ?? true
      // Punctuation at the ends may be left without the mark only beside something else.
      command.isForPart = command.isForPart || text.selectsMoreThanPunctuation(for: mark)
    }
    if action == .toggle { command.action = isOn ? .unmark : .mark }
    var whole = Plan(edit: TextEdit(), selections: [], effect: isOn ? .removed : .added)
    var replacements: [TextEdit.Replacement] = []
    var (growth, reason) = (0, Outcome.Unchanged.nothingMarkable)
    var isContinued = false
    for unit in units {
      var selections = unit.parts
      switch command.outcome(utf8: unit.parts, atOnceIn: document) {
      case .refused(let refusal): return .refused(refusal)
      case .unchanged(let own): if own == .alreadySo { reason = own }
      case .plan(let plan):
        if !plan.edit.isEmpty { whole.effect = plan.effect }
        replacements += plan.edit.replacements
        whole.leaves += plan.leaves
        whole.references += plan.references
        selections = plan.selections
      }
      selections = selections.map { $0.shifted(by: growth) }
      if isContinued, let last = whole.selections.last, let first = selections.first {
        whole.selections[whole.selections.count - 1] = last.joined(with: first)
        selections.removeFirst()
      }
      whole.selections += selections
      isContinued = unit.isContinued
      growth = TextEdit(replacements).utf8Growth
    }
    if replacements.isEmpty { return .unchanged(reason) }
    whole.edit = TextEdit(replacements)
    return .plan(whole)
  }
}

extension MarkStates {
  package init(
    of selections: [Range<Int>], in document: MarkdownDocument, options: EditingOptions
  ) {
    let selections = OutcomeCheck(document).valid(selections)
    if selections.isEmpty {
      self.init(of: [], inWhole: [], options: options)
      return
    }
    // Carets among selections do not count.
    let marked = selections.filter { !$0.isEmpty }
    let units =
      marked.isEmpty
      ? selections.map { [$0] }
      : document.units(of: marked, in: options.dialect).map { $0.parts }
    self.init(
      merging: units.lazy.map { parts in
        let region = document.region(around: parts, in: options.dialect)
        return MarkStates(
          of: parts.map { region.inBytes($0) }, inWhole: region.bytes, options: options,
          context: region.context)
      })
  }
}

extension MarkdownDocument {
  func region(around selections: [Range<Int>], in dialect: Dialect) -> DocumentRegion {
    let start = selections.first?.lowerBound ?? 0
    // Text typed at a caret may continue in the next block.
    let end = selections.reduce(start) { end, selection in
      max(
        end,
        selection.isEmpty ? self.end(ofBlockTypedAt: selection.lowerBound) : selection.upperBound)
    }
    return region(ofBlocksAt: [start..<end], in: dialect)
  }

  struct SelectionUnit {
    var parts: [Range<Int>] = []
    var isContinued = false
  }

  /// The minimum length of every unit except the last, in UTF-8 bytes. A leaf whose plainest spelling
  /// does not do is read again with all of its unit.
  private static let unitLength = 4096

  func units(of selections: [Range<Int>], in dialect: Dialect) -> [SelectionUnit] {
    let limit = selections.hull.upperBound
    var units: [SelectionUnit] = []
    var rest = selections[...]
    while let start = rest.first?.lowerBound {
      var end = limit
      if limit - start > Self.unitLength {
        let place = start + Self.unitLength - 1
        end = min(limit, blocks(at: place..<place, before: 0, after: 0, in: dialect).upperBound)
      }
      var unit = SelectionUnit()
      while let next = rest.first, next.upperBound <= end {
        unit.parts.append(next)
        rest.removeFirst()
      }
      if let next = rest.first, next.lowerBound < end {
        // Without line endings at its end, which would add the next block.
        var last = end
        while last > next.lowerBound, buffer.byte(atUTF8: last - 1).isLineEnding { last -= 1 }
        if last > next.lowerBound || unit.parts.isEmpty {
          unit.parts.append(next.lowerBound..<max(last, next.lowerBound))
          unit.isContinued = true
        }
        rest[rest.startIndex] = end..<next.upperBound
      }
      units.append(unit)
    }
    return units
  }
}

extension InlineSelection {
  fileprivate func selectsMoreThanPunctuation(for mark: Mark) -> Bool {
    leaves.contains { leaf in
      leaf.selected(by: ranges, for: mark).contains { !leaf.items[$0].isEdge }
    }
  }
}

extension MarkCommand {
  /// Plans the command for `selections` of `source`, without changing it.
  ///
  /// If any selection contains text, the command acts on the characters of all of them, and carets
  /// among them only move with the text. Carets alone are handled from the last to the first.
  ///
  /// - Parameter selections: UTF-8 ranges of `source`, in ascending order; an empty one is a caret.
  /// - Complexity: O(length of the document) to find its blocks. Planning and proving read those
  ///   from the first selection to the last, at most 60 times for each leaf.
  package func outcome(utf8 selections: [Range<Int>], in source: [UInt8]) -> Outcome {
    .checked(selections, OutcomeCheck(source)) {
      if let document = MarkdownDocument(source, for: selections) {
        return planned(utf8: selections, in: document)
      }
      return outcome(utf8: selections, inWhole: source)
    }
  }

  package func outcome(
    utf8 selections: [Range<Int>], inWhole source: [UInt8], context: ReadingContext = .document
  ) -> Outcome {
    guard !selections.isEmpty else { return .unchanged(.noSelection) }
    guard mark.isAvailable(in: options.dialect) else { return .unchanged(.notInDialect) }
    if let refusal = ParsingLimits.standard.refusal(of: source) {
      return .refused(.unparsable(refusal.description))
    }
    if selections.count == 1, selections[0].isEmpty {
      let place = CaretPlace(selections[0].lowerBound, in: source, options.dialect, context)
      return CaretPlanner(command: self, place: place).outcome()
    }
    let selection = InlineSelection(selections, in: source, options.dialect, context)
    return InlinePlanner(self, selection).outcome(utf8: selections)
  }
}

extension MarkdownDocument {
  /// The length in bytes from which a text is read by blocks. Finding them costs as much as one
  /// reading, and a command reads a text at least three times.
  private static let longText = 4096

  init?(_ source: [UInt8], for selections: [Range<Int>]) {
    guard source.count >= Self.longText || selections.count > 1 else { return nil }
    self.init(all: source)
  }

  init?(all source: [UInt8]) {
    guard let buffer = try? TextBuffer(utf8: source), let document = try? MarkdownDocument(buffer)
    else { return nil }
    self = document
  }

  init?(ofLong buffer: TextBuffer) {
    guard buffer.utf8Count >= Self.longText, let document = try? MarkdownDocument(buffer) else {
      return nil
    }
    self = document
  }
}
