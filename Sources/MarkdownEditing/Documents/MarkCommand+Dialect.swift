import CommonMark
import MarkdownSyntax
import TextEditing

/// Commands on documents of a dialect, planned and proved on the projection.
extension MarkCommand {
  /// Plans the command for `selections` of `source`, with other spellings if necessary.
  ///
  /// - Throws: `ParsingRefusal` if the text is not passed to libcmark.
  @inline(never)  // Inlined into four callers, it would add 6 kB to the C library.
  func outcome(
    onUTF8 selections: [Range<Int>], inDialect source: [UInt8], _ budget: Budget?,
    _ context: ProjectionContext
  ) throws(ParsingRefusal) -> Outcome {
    let outcome = try outcome(onUTF8: selections, asSpelled: source, budget, context)
    let budget = budget ?? Budget(forBytes: source.count)
    var found = outcome
    if case .unchanged(.caretOutsideText) = outcome, selections.count == 1,
      mark.isPair(around: selections[0].lowerBound, in: source),
      let pair = try pairAsTyped(at: selections[0], in: source, budget, context),
      pair.effect == .removed
    {
      found = .plan(pair)
    }
    if case .refused(let refusal) = outcome, refusal.isOfSpelling, !budget.isExhausted {
      var other: Outcome?
      if selections.count == 1 {
        let pair = try pairAsTyped(at: selections[0], in: source, budget, context)
        other = pair.map { .plan($0) }
      }
      if other == nil { other = try respelled(selections, in: source, budget, context) }
      found = other ?? (budget.isExhausted ? .refused(refusal.beyondBudget) : outcome)
    }
    guard case .plan(let plan) = found else { return found }
    let reverter = SpellingReverter(source: source, dialect: options.dialect, context: context)
    return .plan(reverter.reverted(plan))
  }

  /// Plans the command without respelling the source.
  func outcome(
    onUTF8 selections: [Range<Int>], asSpelled source: [UInt8], _ budget: Budget?,
    _ context: ProjectionContext
  ) throws(ParsingRefusal) -> Outcome {
    guard mark.isAvailable(in: options.dialect) else { return .unchanged(.notInDialect) }
    let read = try DialectText(source, for: self, on: selections, context)
    return try outcome(onUTF8: selections, in: read, budget)
  }

  /// Plans a pair over a word typed at the caret, for pairs that only a word shows; nil if there is
  /// none or if the command could not remove it again.
  ///
  /// An added pair may need a word to create a block, such as a cell below a table's last row. A
  /// removed pair may be read as something else: `~~‸~~` on its own line begins a code block, and
  /// `==‸==` below a paragraph makes it a heading.
  private func pairAsTyped(
    at caret: Range<Int>, in source: [UInt8], _ budget: Budget, _ context: ProjectionContext
  ) throws(ParsingRefusal) -> Plan? {
    guard caret.isEmpty, budget.spend(bytes: 4 * source.count) else { return nil }
    let typing = TextEdit([.init(caret, with: Probe.bytes)])
    let word = caret.lowerBound..<caret.lowerBound + Probe.bytes.count
    let read = try DialectText(typing.applying(to: source), for: self, on: [word], context)
    guard case .plan(let plan) = try outcome(onUTF8: [word], in: read, budget),
      !plan.edit.replacements.contains(where: { $0.range.overlaps(word) }),
      let after = plan.selections.first?.lowerBound
    else { return nil }
    let untyping = TextEdit([.init(after..<after + word.count, with: [])])
    let edit = typing.then(plan.edit).then(untyping)
    let text = edit.applying(to: source)
    let comes = plan.effect == .added
    let pair = Plan(
      edit: edit, selections: [after..<after], effect: comes ? .added : .removed,
      leaves: [caret], references: plan.references.map { typing.mappingBack(utf8: $0) },
      isEmptyPair: true)
    if !comes {
      // Nothing else may be removed: a reference before the pair would shift the caret, too.
      let width = caret.lowerBound - after
      let end = caret.lowerBound + width
      guard width > 0, end <= source.count else { return nil }
      return text.elementsEqual(source[..<after] + source[end...]) ? pair : nil
    }
    // The word must not change the constructs around it.
    let before = try DialectText(source, for: self, on: [caret], context)
    guard before.projection.blockConstructs == read.projection.blockConstructs,
      case .plan(let back) = try MarkCommand(.toggle, mark, options: options).outcome(
        onUTF8: pair.selections, asSpelled: text, budget, context),
      back.edit.applying(to: text) == source
    else { return nil }
    return pair
  }

  /// Plans the command on a text that has been read.
  private func outcome(
    onUTF8 selections: [Range<Int>], in read: DialectText, _ budget: Budget?
  ) throws(ParsingRefusal) -> Outcome {
    if let outcome = read.outcomeBeforePlanning(on: selections) { return outcome }
    let budget = budget ?? Budget(forBytes: read.projection.text.count)
    return try projected.outcome(
      onUTF8: read.text.selections, in: read.text.trial, of: read.edits, budget: budget
    ).lifted(by: read.edits)
  }

  /// The command for the projection.
  var projected: MarkCommand {
    var command = self
    if !mark.syntax.isEmpty { command.mark = .strong }
    command.options.dialect = .commonMark
    return command
  }

  fileprivate func entry(
    on selections: [Range<Int>], in read: DialectText, _ source: [UInt8]
  ) -> CommandState {
    var entry = projected.entry(in: read.text)
    entry.row = CommandRow(.mark(mark))
    switch read.outcomeBeforePlanning(on: selections) {
    // The command plans on another spelling.
    case .refused: entry.reason = nil
    case .unchanged(let reason): entry.reason = reason
    default: break
    }
    // In `~~‸~~` on its own line, the command removes the pair: see `pairAsTyped(at:in:_:_:)`.
    if mark.isPair(around: selections[0].lowerBound, in: source) { entry.reason = nil }
    return entry
  }
}

extension [Range<Int>] {
  /// Whether these are several carets, as in `a‸b‸`, not in `a‸`.
  var isCarets: Bool { count > 1 && allSatisfy { $0.isEmpty } }
}

extension Mark {
  /// Whether an offset is between two delimiters of an extension's mark, as in `~~‸~~`.
  fileprivate func isPair(around offset: Int, in source: [UInt8]) -> Bool {
    guard !syntax.isEmpty, let delimiter = delimiters.first?.utf8 else { return false }
    return source[..<offset].suffix(delimiter.count).elementsEqual(delimiter)
      && source[offset...].prefix(delimiter.count).elementsEqual(delimiter)
  }

  var purpose: ProjectionPurpose {
    if !syntax.isEmpty { return .mark(syntax) }
    return self == .code ? .code : .delimited
  }
}

extension Outcome {
  /// Returns the outcome for the document of the projection.
  fileprivate func lifted(by edits: ProjectedEdits) -> Outcome {
    switch self {
    case .unchanged: return self
    case .refused(let refusal):
      return .refused(refusal.mapped { edits.document.projection.lifted($0) })
    case .plan(let plan):
      guard let lifted = plan.lifted(by: edits) else {
        let leaf = plan.leaves.first ?? plan.selections.first ?? 0..<0
        return .refused(.noSpelling(edits.document.projection.lifted(leaf)))
      }
      return .plan(lifted)
    }
  }
}

extension Plan {
  /// Returns the plan for the document; nil if it would change a construct.
  fileprivate func lifted(by edits: ProjectedEdits) -> Plan? {
    guard let (edit, after) = carriedOver(by: edits) else { return nil }
    let before = edits.document.projection
    return Plan(
      edit: edit, selections: selections.map { after.lifted($0) }, effect: effect,
      leaves: leaves.map { before.lifted($0) }, references: references.map { before.lifted($0) },
      isEmptyPair: isEmptyPair)
  }

  /// Returns the edit of the document, and the projection after it.
  ///
  /// An empty pair is not Markdown, so it is judged with a word in it. So is a removed pair that
  /// may leave a blank line, which is a table row only with a word.
  private func carriedOver(by edits: ProjectedEdits) -> (edit: TextEdit, after: Projection)? {
    if !isEmptyPair || effect == .removed, let plain = edits.applying(edit) {
      return (plain.edit, plain.after.projection)
    }
    guard isEmptyPair, let caret = selections.first,
      caret.isEmpty
    else { return nil }
    let typed = edit.then(TextEdit([.init(caret, with: Probe.bytes)]))
    guard let after = edits.applying(typed)?.after.projection,
      let edit = edits.document.projection.lifted(edit, for: edits.document.purpose)
    else { return nil }
    return (edit, after)
  }
}

extension Outcome.Refusal {
  /// Whether other spellings around may help, as for `.noSpelling(leaf)`, not for `.unparsable`.
  fileprivate var isOfSpelling: Bool {
    switch self {
    case .noSpelling, .autolinkInLink, .readingsDiffer: true
    default: false
    }
  }

  /// The refusal if the budget ran out before all spellings were tried.
  fileprivate var beyondBudget: Outcome.Refusal {
    switch self {
    case .noSpelling(let leaf), .readingsDiffer(let leaf): .tooIntricate(leaf)
    default: self
    }
  }
}

extension MarkStates {
  /// Returns the states of all marks of a dialect, each from the projection for its command.
  static func dialectEntries(
    of selections: [Range<Int>], in source: [UInt8], _ options: EditingOptions,
    _ context: ProjectionContext
  ) -> [CommandState] {
    var last: (purpose: ProjectionPurpose, read: DialectText?)?
    return Mark.all(in: options.dialect).map { mark in
      let command = MarkCommand(.toggle, mark, options: options)
      if last?.purpose != mark.purpose {
        let read = try? DialectText(
          source, for: command, on: selections, context, besides: last?.read)
        last = (mark.purpose, read)
      }
      return last?.read.map { command.entry(on: selections, in: $0, source) }
        ?? CommandState(mark, presence: .off, reason: .nothingMarkable)
    }
  }
}
