import CommonMark
import MarkdownSyntax
import TextEditing

extension EditingCommand {
  /// Plans the command for `selections` of an indexed document, without changing it.
  ///
  /// Only the blocks at the selections and their neighbours are read, planned and proved.
  ///
  /// - Parameters:
  ///   - selections: UTF-8 ranges of the document, in ascending order.
  ///   - document: the document.
  ///   - dialect: the dialect of the text.
  /// - Complexity: O(the slices around the selections).
  public func outcome(
    onUTF8 selections: [Range<Int>], in document: MarkdownDocument, dialect: Dialect = .gitHub
  ) -> Outcome {
    reading(dialect).outcome(onUTF8: selections, in: document)
  }

  /// Plans the command in its own dialect.
  package func outcome(
    onUTF8 selections: [Range<Int>], in document: MarkdownDocument
  ) -> Outcome {
    if let marking { return marking.outcome(onUTF8: selections, in: document) }
    return .checked(selections, OutcomeCheck(document)) {
      outcome(onUTF8: selections, ofBlocksIn: document)
    }
  }

  /// Plans the command for selections that are known to be valid.
  func outcome(
    onUTF8 selections: [Range<Int>], ofBlocksIn document: MarkdownDocument
  ) -> Outcome {
    if selections.count > 1 {
      var command = self
      command.isForPart = !row.action.isOfOneSelection
      return SelectionSequence(command: command, document: document).outcome(onUTF8: selections)
    }
    return part(at: selections, in: document).outcome
  }

  /// Reads the region of some selections and plans there.
  ///
  /// - Parameter known: another part, or the same one before other edits, to reuse what is equal.
  func part(
    at selections: [Range<Int>], in document: MarkdownDocument,
    knowing known: SelectionSequence.Part? = nil
  ) -> SelectionSequence.Part {
    var part = SelectionSequence.Part(selections: selections)
    if let places = places(of: selections, in: document) {
      part.regions = document.excerpt(ofBlocksAt: places, in: dialect)
    } else {
      let reach = readsDocument ? [sections(at: selections, in: document)] : selections
      let (region, context) = document.region(
        ofBlocksAt: reach, neighbours: neighbours, in: dialect)
      (part.regions, part.context) = ([region], context)
    }
    if let known, known.regions == part.regions, known.context == part.context,
      known.selections == selections
    {
      return known
    }
    part.outcome = outcome(of: part)
    return part
  }

  /// Returns the places in the document that the command needs; nil if they are in one region.
  private func places(
    of selections: [Range<Int>], in document: MarkdownDocument
  ) -> [Range<Int>]? {
    guard readsDocument else { return nil }
    switch row.action {
    case .taskToggle, .taskCycle: return selections
    case .footnote(.insert):
      let end = document.buffer.utf8Count
      let own =
        options.footnotePlace == .section ? [sections(at: selections, in: document)] : selections
      return own + document.footnotePlaces + [end..<end]
    case .footnote: return selections + document.footnotePlaces
    case .section(.delete):
      // Its definitions may be used in any other section.
      let sections = sections(at: selections, in: document)
      return [sections] + document.places(ofLabelsDefinedIn: sections)
    default: return nil
    }
  }

  /// Returns the selections with the sections around their ends and those beside them.
  private func sections(at selections: [Range<Int>], in document: MarkdownDocument) -> Range<Int> {
    let start = selections.first?.lowerBound ?? 0
    let ends = selections.prefix(1) + selections.suffix(1)
    return ends.compactMap { document.sections(around: $0.lowerBound, in: dialect) }
      .reduce(start..<(selections.last?.upperBound ?? start)) { $0.joined(with: $1) }
  }

  /// The number of blocks to read around a selection; the block after it may itself continue.
  /// Moving a block makes its neighbours adjacent: `x⏎⟦fence⟧⏎y` must not merge x and y.
  var neighbours: BlockNeighbours {
    if case .move = row.action { BlockNeighbours(before: 2, after: 3) } else { BlockNeighbours() }
  }

  /// Plans in the regions of a part, of which each selection and replacement is in one.
  private func outcome(of part: SelectionSequence.Part) -> Outcome {
    let regions = part.regions
    let shifts = part.selections.map { selection in
      (regions.last { $0.range.lowerBound <= selection.lowerBound } ?? regions[0]).shift
    }
    let outcome = outcome(
      onUTF8: zip(part.selections, shifts).map { $0.shifted(by: $1) }, inWhole: regions[0].bytes,
      context: part.context)
    switch outcome {
    case .refused(let refusal): return .refused(refusal.shifted(by: -shifts[0]))
    case .unchanged: return outcome
    case .plan(var plan):
      var replacements: [TextEdit.Replacement] = []
      for replacement in plan.edit.replacements {
        guard let region = regions.first(where: { $0.holds(replacement.range) }) else {
          // The block would move past the definitions that are read before the region.
          if case .move = row.action { return .unchanged(.nowhereToMove) }
          return .refused(.blocksDiffer(regions[0].range))
        }
        replacements.append(replacement.shifted(by: -region.shift))
      }
      plan.selections = plan.selections.map { selection in
        let region = regions.last {
          plan.edit.mapping(utf8Offset: $0.prefixCount, bias: .before) <= selection.lowerBound
        }
        return selection.shifted(by: -(region ?? regions[0]).shift)
      }
      plan.edit = TextEdit(replacements)
      let shift = -regions[0].shift
      plan.leaves = plan.leaves.map { $0.shifted(by: shift).clamped(to: regions[0].range) }
      plan.references = plan.references.map { $0.shifted(by: shift) }
      return .plan(plan)
    }
  }
}

extension MarkdownDocument {
  func region(
    ofBlocksAt selections: [Range<Int>], neighbours: BlockNeighbours, in dialect: Dialect
  ) -> (region: DocumentRegion, context: ReadingContext) {
    let start = selections.first?.lowerBound ?? 0
    let range = start..<(selections.last?.upperBound ?? start)
    return region(
      covering: blocks(at: range, with: neighbours), wholeItems: true, in: dialect)
  }
}

extension EditingCommand {
  /// Whether the command needs more than the region at the selection, as `move-section-up` does.
  package var readsDocument: Bool {
    switch row.action {
    case .section, .footnote: true
    // An item's parent task may be in another part of a long list.
    case .taskToggle, .taskCycle: options.taskFamily == .follows
    case .promote: argument == "section"
    default: false
    }
  }
}
