import CommonMark
import MarkdownSyntax
import TextEditing

/// Commands on documents of a dialect: planned and proved on the projection, and carried over.
extension MarkCommand {
  /// What the command does to `selections` of a source.
  ///
  /// - Throws: `ParsingRefusal` where libcmark is not asked to parse it.
  func outcome(
    onUTF8 selections: [Range<Int>], inDialect source: [UInt8], _ budget: Budget?,
    _ context: ProjectionContext
  ) throws(ParsingRefusal) -> MarkOutcome {
    let outcome = try outcome(onUTF8: selections, asSpelled: source, budget, context)
    let budget = budget ?? Budget(forBytes: source.count)
    guard case .refused(let refusal) = outcome, refusal.isOfSpelling, !budget.isSpent else {
      return outcome
    }
    return try respelled(selections, in: source, budget, context) ?? outcome
  }

  /// The outcome where the source is spelled as it is.
  func outcome(
    onUTF8 selections: [Range<Int>], asSpelled source: [UInt8], _ budget: Budget?,
    _ context: ProjectionContext
  ) throws(ParsingRefusal) -> MarkOutcome {
    guard mark.isAvailable(in: policies.dialect) else { return .unchanged(.markNotInDialect) }
    if let cut = selections.first(where: { !source.hasScalarBoundaries(at: $0) }) {
      return .refused(.insideCharacter(cut))
    }
    if selections.count > 1, selections.allSatisfy({ $0.isEmpty }) {
      var text = source
      return CaretSequence.outcome(at: selections.map { $0.lowerBound }) { caret in
        outcome(onUTF8: [caret..<caret], inWhole: text, budget: budget, context: context)
      } apply: { edit in
        text = edit.applying(to: text)
        return nil
      }
    }
    let document = try ProjectedDocument(
      source, in: policies.dialect, for: mark.purpose, cutBy: selections, context: context)
    if selections.count == 1, selections[0].isEmpty,
      document.projection.isMarker(at: selections[0].lowerBound)
    {
      return .unchanged(.caretOutsideText)
    }
    if let leaf = document.projection.unreadable.first(where: { leaf in
      selections.contains { leaf.lowerBound <= $0.upperBound && $0.lowerBound <= leaf.upperBound }
    }) {
      return .refused(.readingsDiffer(leaf))
    }
    let places = selections.map { document.projection.projected($0) }
    // What is selected is all markers.
    if places.allSatisfy({ $0.isEmpty }), selections.contains(where: { !$0.isEmpty }) {
      return .unchanged(.nothingMarkable)
    }
    let reading = try DocumentReading(document)
    return projected.outcome(
      onUTF8: places, in: reading, before: nil, budget: budget
    ).lifted(from: document)
  }

  /// The command as it is carried out on the projection.
  private var projected: MarkCommand {
    var command = self
    if !mark.syntax.isEmpty { command.mark = .strong }
    command.policies.dialect = .commonMark
    return command
  }
}

extension Mark {
  /// What a projection for its command is made for.
  var purpose: ProjectionPurpose {
    if !syntax.isEmpty { return .mark(syntax) }
    return self == .code ? .code : .delimited
  }
}

extension MarkOutcome {
  /// The outcome for the document that the projection is of.
  fileprivate func lifted(from document: ProjectedDocument) -> MarkOutcome {
    switch self {
    case .unchanged: return self
    case .refused(let refusal): return .refused(refusal.lifted(from: document.projection))
    case .plan(let plan):
      guard let lifted = plan.lifted(from: document) else {
        let leaf = plan.leaves.first ?? plan.selections.first ?? 0..<0
        return .refused(.noSpelling(document.projection.lifted(leaf)))
      }
      return .plan(lifted)
    }
  }
}

extension MarkPlan {
  /// The plan for the document; nil where a construct would not stay what it is.
  fileprivate func lifted(from document: ProjectedDocument) -> MarkPlan? {
    guard let (edit, after) = carriedOver(to: document) else { return nil }
    let before = document.projection
    return MarkPlan(
      edit: edit, selections: selections.map { after.lifted($0) }, effect: effect,
      leaves: leaves.map { before.lifted($0) }, references: references.map { before.lifted($0) })
  }

  /// The edit of the document, and the projection after it. A pair of delimiters around a caret is
  /// no Markdown yet: it is judged with a word between.
  private func carriedOver(
    to document: ProjectedDocument
  ) -> (edit: TextEdit, after: Projection)? {
    guard effect == .insertsPair, let caret = selections.first, caret.isEmpty else {
      return document.applying(edit).map { ($0.edit, $0.after.projection) }
    }
    let typed = edit.then(TextEdit([.init(caret, with: Probe.bytes)]))
    guard let after = document.applying(typed)?.after.projection,
      let edit = document.projection.lifted(edit, for: document.purpose)
    else { return nil }
    return (edit, after)
  }
}

extension MarkOutcome.Refusal {
  /// Whether another spelling of the text around may have a place for the mark. True of
  /// `.noSpelling(leaf)`, not of `.unparsable`.
  fileprivate var isOfSpelling: Bool {
    switch self {
    case .noSpelling, .autolinkInLink, .readingsDiffer: true
    default: false
    }
  }

  fileprivate func lifted(from projection: Projection) -> MarkOutcome.Refusal {
    switch self {
    case .readingsDiffer(let leaf): .readingsDiffer(projection.lifted(leaf))
    case .noSpelling(let leaf): .noSpelling(projection.lifted(leaf))
    case .autolinkInLink(let leaf): .autolinkInLink(projection.lifted(leaf))
    case .tooIntricate(let leaf): .tooIntricate(projection.lifted(leaf))
    case .insideCharacter(let range): .insideCharacter(projection.lifted(range))
    case .unparsable, .inputRejectedEdit: self
    }
  }
}

extension FormattingState {
  /// The entries for a document of a dialect: each mark is looked for in the projection that its
  /// command plans on.
  static func dialectEntries(
    of selections: [Range<Int>], in source: [UInt8], _ policies: MarkPolicies,
    _ context: ProjectionContext
  ) -> [Entry] {
    var plain = policies
    plain.dialect = .commonMark
    var last: (purpose: ProjectionPurpose, document: ProjectedDocument, reading: DocumentReading)?
    return Mark.all(in: policies.dialect).map { mark in
      var entry = Entry(mark: mark, presence: .off, applicability: .no)
      if last?.purpose != mark.purpose {
        last =
          (try? ProjectedDocument(
            source, in: policies.dialect, for: mark.purpose, cutBy: selections, context: context))
          .flatMap { document in
            (try? DocumentReading(document)).map { (mark.purpose, document, $0) }
          }
      }
      guard !selections.isEmpty, let (_, document, reading) = last else { return entry }
      let projected = selections.map { document.projection.projected($0) }
      let found = entries(
        of: projected, in: reading, nil, [mark.syntax.isEmpty ? mark : .strong], plain)
      entry.presence = found.first?.presence ?? .off
      let budget = Budget(forBytes: source.count, isForState: true)
      entry.applicability =
        MarkCommand(.toggle, mark, policies: policies)
        .outcome(onUTF8: selections, inWhole: source, budget: budget, context: context)
        .applicability
      return entry
    }
  }
}
