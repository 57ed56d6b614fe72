import CommonMark
import MarkdownSyntax
import TextEditing

extension EditingCommand {
  /// Plans the command for `selections` of an indexed document, without changing it.
  ///
  /// Only the blocks at the selections and their neighbours are read, planned and proved.
  ///
  /// - Parameter selections: UTF-8 ranges of the document, in ascending order.
  /// - Complexity: O(the blocks around the selections).
  public func outcome(
    utf8 selections: [Range<Int>], in document: MarkdownDocument, dialect: Dialect = .gitHub
  ) -> Outcome {
    reading(dialect).outcome(utf8: selections, in: document)
  }

  package func outcome(utf8 selections: [Range<Int>], in document: MarkdownDocument) -> Outcome {
    if let marking { return marking.outcome(utf8: selections, in: document) }
    return .checked(selections, OutcomeCheck(document)) {
      outcome(utf8: selections, ofBlocksIn: document)
    }
  }

  func outcome(utf8 selections: [Range<Int>], ofBlocksIn document: MarkdownDocument) -> Outcome {
    if case .section(let action) = row.action, let first = selections.first {
      return SectionCommand(document, dialect).outcome(action, at: first)
    }
    if row.action == .contents, let first = selections.first {
      do throws(ParsingRefusal) {
        return try ContentsCommand(document, options).outcome(levels: argument, at: first)
      } catch {
        return .refused(.unparsable(error.description))
      }
    }
    if row.action == .comment, !selections.isEmpty {
      return CommentCommand.outcome(at: selections, in: document.buffer.utf8Bytes, dialect)
    }
    if case .references(let action) = row.action, !selections.isEmpty {
      do throws(ParsingRefusal) {
        return try ReferenceCommand(document.buffer.utf8Bytes, options, at: selections)
          .outcome(action, argument)
      } catch {
        return .refused(.unparsable(error.description))
      }
    }
    if selections.count > 1 {
      var command = self
      command.isForPart = !row.action.isOfOneSelection
      return SelectionSequence(command: command, document: document).outcome(utf8: selections)
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
    if row.action == .footnote(.insert), argument == nil {
      var numbered = self
      numbered.argument = String(document.nextFootnote)
      return numbered.part(at: selections, in: document, knowing: known)
    }
    let (before, after) = neighbours
    let region = document.region(
      ofBlocksAt: places(of: selections, in: document), before: before, after: after, in: dialect)
    if let known, known.region == region, known.selections == selections { return known }
    let outcome = outcome(
      utf8: selections.map { region.inBytes($0) }, inWhole: region.bytes, context: region.context)
    var beyond = Outcome.refused(.blocksDiffer(region.range))
    // The block would move past the definitions that are read before the region.
    if case .move = row.action { beyond = .unchanged(.nowhereToMove) }
    return SelectionSequence.Part(
      selections: selections, region: region,
      outcome: region.inDocument(outcome, ifBeyond: beyond))
  }

  private func places(of selections: [Range<Int>], in document: MarkdownDocument) -> [Range<Int>] {
    switch row.action {
    case .taskToggle where options.taskFamily == .follows,
      .taskCycle where options.taskFamily == .follows:
      return selections
    case .footnote(.insert):
      let end = document.buffer.utf8Count
      let others =
        document.blocksWithFootnotes(of: [], argument)
        + (document.lastBlockWithFootnote.map { [$0] } ?? [])
      return selections + others.starts + [end..<end]
    case .footnote(.renumber): return selections + document.blocksWithFootnotes.starts
    case .footnote:
      let (before, after) = neighbours
      let blocks = document.blocks(at: selections.hull, before: before, after: after, in: dialect)
      return selections + document.blocksWithFootnotes(of: [blocks]).starts
    case .moveDone: return [0..<document.buffer.utf8Count]
    case .promote where argument == "section": return [sections(at: selections, in: document)]
    default: return [selections.hull]
    }
  }

  private func sections(at selections: [Range<Int>], in document: MarkdownDocument) -> Range<Int> {
    let ends = selections.prefix(1) + selections.suffix(1)
    return ends.compactMap { document.sections(around: $0.lowerBound, in: dialect) }
      .reduce(selections.hull) { $0.joined(with: $1) }
  }

  /// The number of blocks to read around a selection; the block after it may itself continue.
  /// Moving a block makes its neighbours adjacent: `x⏎⟦fence⟧⏎y` must not merge x and y.
  var neighbours: (before: Int, after: Int) {
    if case .move = row.action { (2, 3) } else { (1, 2) }
  }
}

extension [Range<Int>] {
  fileprivate var starts: [Range<Int>] { map { $0.lowerBound..<$0.lowerBound } }

  var hull: Range<Int> {
    (first?.lowerBound ?? 0)..<(last?.upperBound ?? first?.lowerBound ?? 0)
  }
}

extension DocumentRegion {
  /// The outcome of a command on ``bytes`` as one on the document.
  ///
  /// - Parameter beyond: the outcome if the edit changes what is around the parts.
  func inDocument(_ outcome: Outcome, ifBeyond beyond: Outcome = .unchanged(.noText)) -> Outcome {
    switch outcome {
    case .unchanged: return outcome
    case .refused(let refusal): return .refused(refusal.mapped { inDocument($0) })
    case .plan(var plan):
      var replacements: [TextEdit.Replacement] = []
      for replacement in plan.edit.replacements {
        guard let part = part(holding: replacement.range) else { return beyond }
        replacements.append(replacement.shifted(by: -part.shift))
      }
      plan.selections = plan.selections.map { selection in
        let part = parts.last {
          plan.edit.mapping(utf8Offset: $0.start, bias: .before) <= selection.lowerBound
        }
        return selection.shifted(by: -(part ?? parts[0]).shift)
      }
      plan.edit = TextEdit(replacements)
      plan.leaves = plan.leaves.map { inDocument($0) }
      plan.references = plan.references.map { inDocument($0) }
      return .plan(plan)
    }
  }
}
