import CommonMark
import MarkdownSyntax
import TextEditing

/// Commands on documents of a dialect: their blocks are printed in CommonMark, and their inlines are
/// read in the dialect.
extension MarkCommand {
  /// Plans the command for `selections` of `source`.
  ///
  /// - Throws: `ParsingRefusal` if the text is not passed to libcmark.
  @inline(never)  // Inlined into four callers, it would add 6 kB to the C library.
  func outcome(
    onUTF8 selections: [Range<Int>], inDialect source: [UInt8], _ budget: Budget?,
    _ context: ProjectionContext
  ) throws(ParsingRefusal) -> Outcome {
    let outcome = try outcome(onUTF8: selections, plainlyIn: source, budget, context)
    guard selections.count == 1, selections[0].isEmpty else { return outcome }
    let budget = budget ?? Budget(forBytes: source.count)
    switch outcome {
    case .unchanged(.caretOutsideText)
    where mark.isPair(around: selections[0].lowerBound, in: source):
      let pair = try pairAsTyped(at: selections[0], in: source, budget, context)
      return pair.flatMap { $0.effect == .removed ? .plan($0) : nil } ?? outcome
    case .refused(let refusal) where refusal.isOfSpelling:
      return try pairAsTyped(at: selections[0], in: source, budget, context).map { .plan($0) }
        ?? outcome
    default: return outcome
    }
  }

  /// Plans the command without typing a word at a caret.
  private func outcome(
    onUTF8 selections: [Range<Int>], plainlyIn source: [UInt8], _ budget: Budget?,
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
        onUTF8: pair.selections, plainlyIn: text, budget, context),
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
    let outcome = try outcome(
      onUTF8: read.text.selections, in: read.text.trial, of: read.document, budget: budget)
    return outcome.lifted(by: read.document)
  }

  fileprivate func entry(
    on selections: [Range<Int>], in read: DialectText, _ source: [UInt8]
  ) -> CommandState {
    var entry = entry(in: read.text)
    if case .unchanged(let reason) = read.outcomeBeforePlanning(on: selections) {
      entry.reason = reason
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

  var purpose: InlineView.Purpose {
    if let mark = MarkSyntax(syntax) { return .mark(mark) }
    return self == .code ? .code : .delimited
  }
}

extension Outcome {
  /// Returns the outcome for the document of the projection.
  fileprivate func lifted(by document: ProjectedDocument) -> Outcome {
    switch self {
    case .unchanged: return self
    case .refused(let refusal):
      return .refused(refusal.mapped { document.projection.lifted($0) })
    case .plan(let plan):
      guard let lifted = plan.lifted(by: document) else {
        let leaf = plan.leaves.first ?? plan.selections.first ?? 0..<0
        return .refused(.noSpelling(document.projection.lifted(leaf)))
      }
      return .plan(lifted)
    }
  }
}

extension Plan {
  /// Returns the plan for the document; nil if it would change a construct.
  fileprivate func lifted(by document: ProjectedDocument) -> Plan? {
    guard let (edit, after) = carriedOver(by: document) else { return nil }
    let before = document.projection
    return Plan(
      edit: edit, selections: selections.map { after.lifted($0) }, effect: effect,
      leaves: leaves.map { before.lifted($0) }, references: references.map { before.lifted($0) },
      isEmptyPair: isEmptyPair)
  }

  /// Returns the edit of the document, and the projection after it.
  ///
  /// An empty pair is not Markdown, so it is judged with a word in it. So is a removed pair that
  /// may leave a blank line, which is a table row only with a word.
  private func carriedOver(
    by document: ProjectedDocument
  ) -> (edit: TextEdit, after: Projection)? {
    let text = document.projection.text
    if !isEmptyPair || effect == .removed,
      let plain = document.applying(edit, making: edit.applying(to: text))
    {
      return plain
    }
    guard isEmptyPair, let caret = selections.first, caret.isEmpty else { return nil }
    let typed = edit.then(TextEdit([.init(caret, with: Probe.bytes)]))
    guard let after = document.applying(typed, making: typed.applying(to: text))?.after,
      let edit = document.projection.lifted(edit)
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
}

extension MarkStates {
  /// Returns the states of all marks of a dialect, each from the projection for its command.
  static func dialectEntries(
    of selections: [Range<Int>], in source: [UInt8], _ options: EditingOptions,
    _ context: ProjectionContext
  ) -> [CommandState] {
    var last: (purpose: InlineView.Purpose, read: DialectText?)?
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
