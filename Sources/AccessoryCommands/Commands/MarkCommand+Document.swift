import MarkdownSyntax
import TextEditing

extension MarkCommand {
  /// What the command does to `selections` of an indexed document; mutates nothing.
  ///
  /// Only the slices that the selections touch are read, planned on and proved: by the rules of
  /// the slice index they mean by themselves what they mean in the document. Of a long paragraph
  /// that is a part, and the plan names that part as the leaf.
  ///
  /// - Parameters:
  ///   - selections: UTF-8 ranges of the document, in ascending order.
  ///   - document: the document with its index.
  ///   - dialect: the dialect of the document.
  /// - Complexity: O(the slices from the first selection to the last).
  public func outcome(
    onUTF8 selections: [Range<Int>], in document: MarkdownDocument, dialect: Dialect = .gitHub
  ) -> MarkOutcome {
    reading(dialect).outcome(onUTF8: selections, in: document)
  }

  /// Plans the command in the dialect of its policies.
  package func outcome(
    onUTF8 selections: [Range<Int>], in document: MarkdownDocument
  ) -> MarkOutcome {
    .checked(selections, OutcomeCheck(document)) {
      if selections.count > 1, selections.allSatisfy({ $0.isEmpty }) {
        return outcome(at: selections.map { $0.lowerBound }, in: document)
      }
      return outcome(onUTF8: selections, in: document, budget: nil)
    }
  }

  /// The same at several carets, one after the other, out of one budget.
  private func outcome(at carets: [Int], in document: MarkdownDocument) -> MarkOutcome {
    var document = document
    let budget = Budget(forBytes: 0)
    return CaretSequence.outcome(at: carets) { caret in
      outcome(onUTF8: [caret..<caret], in: document, budget: budget)
    } apply: { edit in
      do throws(DocumentEditError) {
        try document.apply(edit)
        return nil
      } catch { return .unparsable(error.description) }
    }
  }

  /// The same out of one budget with others; nil for one of its own.
  func outcome(
    onUTF8 selections: [Range<Int>], in document: MarkdownDocument, budget: Budget?
  ) -> MarkOutcome {
    LongSelection(selections, in: document, policies.dialect)?.outcome(of: self, budget: budget)
      ?? outcome(onUTF8: selections, atOnceIn: document, budget)
  }

  /// The same with all that is selected read at once.
  package func outcome(
    onUTF8 selections: [Range<Int>], atOnceIn document: MarkdownDocument, _ budget: Budget?
  ) -> MarkOutcome {
    guard let parts = SharedParts(selections, in: document, policies.dialect) else {
      return .unchanged(.noSelection)
    }
    return outcome(onUTF8: selections, in: parts, of: document, budget: budget)
  }

  /// The same in parts of the document that other commands on the selections may have read.
  func outcome(
    onUTF8 selections: [Range<Int>], in parts: SharedParts, of document: MarkdownDocument,
    budget: Budget?
  ) -> MarkOutcome {
    var part = parts.part
    if part.region.isPartial {
      if let outcome = outcome(onUTF8: selections, inPart: part, of: document, budget, parts) {
        return outcome
      }
      part = parts.whole
    }
    return outcome(onUTF8: selections, in: part, of: document, budget)
  }

  /// What the command does on a part of a paragraph, where that is surely what it does on the whole.
  ///
  /// The part reads as it does in the document, before the edit and after, and with a word at the
  /// caret as a caret's command tries it: nothing in it meets with anything outside.
  fileprivate func outcome(
    onUTF8 selections: [Range<Int>], inPart part: SharedParts.Part, of document: MarkdownDocument,
    _ budget: Budget?, _ parts: SharedParts
  ) -> MarkOutcome? {
    let (region, text) = (part.region, part.text)
    let carets = selections.filter { $0.isEmpty }
      .map { text.standing($0.lowerBound + region.shift) }
    guard region.isClosed(as: region.bytes, typingAt: carets) else { return nil }
    let budget = budget ?? Budget(forBytes: 0)
    budget.forgetLook(upTo: region.reach)
    let outcome = outcome(onUTF8: selections, in: part, of: document, budget)
    let look = budget.look
    budget.forgetLook()
    if let look, look.clamped(to: region.reach) != look {
      // What stands farther away may be written otherwise: once more with as much of it.
      guard let wider = parts.wider(region, reaching: look) else { return nil }
      return self.outcome(onUTF8: selections, inPart: wider, of: document, budget, parts)
    }
    switch outcome {
    case .unchanged: return outcome
    case .refused(.tooIntricate): return outcome
    // Where nothing around the part waits for a counterpart, no spelling of it helps.
    case .refused: return region.hasLooseEnds ? nil : outcome
    case .plan(let plan):
      let plan = plan.shifted(by: region.shift)
      let edited = plan.edit.applying(to: region.bytes)
      let after = plan.selections.filter { $0.isEmpty }.map { $0.lowerBound }
      guard region.isClosed(as: withoutBackticks(edited, of: plan, in: region, of: document)),
        region.isClosed(as: edited, typingAt: after)
      else { return nil }
      return outcome
    }
  }

  /// A text with an empty pair of backticks in it, with full stops in their place where they are text as long
  /// as nothing is typed between them: no run of as many follows in the paragraph.
  private func withoutBackticks(
    _ edited: [UInt8], of plan: MarkPlan, in region: DocumentRegion, of document: MarkdownDocument
  ) -> [UInt8] {
    guard mark == .code, plan.effect == .insertsPair, let caret = plan.selections.first?.lowerBound
    else { return edited }
    let count = edited[caret...].prefix { $0 == 0x60 }.count
    let run = caret - count..<caret + count
    // All of it is new, and it stands alone: `a ``‸`` b`, not `a `‸` b` made of `a ` b`.
    func backticks(_ text: [UInt8]) -> Int { text.reduce(0) { $0 + ($1 == 0x60 ? 1 : 0) } }
    guard count > 0, run.lowerBound >= 0, edited[run].allSatisfy({ $0 == 0x60 }),
      edited[..<run.lowerBound].last != 0x60,
      backticks(edited) == backticks(region.bytes) + run.count,
      region.edges.isText(runOf: run.count),
      !document.hasRun(ofBackticks: run.count, behind: region)
    else { return edited }
    var text = edited
    text.replaceSubrange(run, with: repeatElement(UInt8(ascii: "."), count: run.count))
    return text
  }

  private func outcome(
    onUTF8 selections: [Range<Int>], in part: SharedParts.Part, of document: MarkdownDocument,
    _ budget: Budget?
  ) -> MarkOutcome {
    let region = part.region
    let shift = region.shift
    budget?.extend(forBytes: region.bytes.count)
    let outcome = outcome(
      onUTF8: selections.map { $0.shifted(by: shift) }, inWhole: region.bytes, part.text,
      budget: budget, context: part.context)
    switch outcome {
    case .unchanged: return outcome
    case .refused(let refusal): return .refused(refusal.shifted(by: -shift))
    case .plan(let plan):
      // What the edit mentions may be defined elsewhere.
      let edited = plan.edit.applying(to: region.bytes)
      if let wider = document.region(region, mentioning: edited) {
        var context = part.context
        if context.documentStart != nil { context.documentStart = wider.prefixCount }
        return self.outcome(
          onUTF8: selections, in: .init(wider, context), of: document, budget)
      }
      guard plan.edit.replacements.allSatisfy({ region.holds($0.range) }) else {
        return .refused(.noSpelling(region.range))
      }
      var shifted = plan.shifted(by: -shift)
      shifted.leaves = shifted.leaves.map { $0.clamped(to: region.range) }
      return .plan(shifted)
    }
  }
}

extension FormattingState {
  /// The state of `selections` (UTF-8 ranges; an empty one is a caret) in an indexed document.
  ///
  /// - Complexity: O(the slices from the first selection to the last).
  public init(
    of selections: [Range<Int>], in document: MarkdownDocument, dialect: Dialect = .gitHub,
    policies: MarkPolicies = .standard
  ) {
    self.init(of: selections, in: document, policies: policies.reading(dialect))
  }

  /// The state in the dialect of `policies`.
  package init(
    of selections: [Range<Int>], in document: MarkdownDocument, policies: MarkPolicies
  ) {
    let selections = OutcomeCheck(document).valid(selections)
    guard !selections.isEmpty,
      let parts = SharedParts(selections, in: document, policies.dialect)
    else {
      self.init(of: [], inWhole: [], policies: policies)
      return
    }
    if let long = LongSelection(selections, in: document, policies.dialect) {
      self.init(of: long, policies: policies)
      return
    }
    var part = parts.part
    let carets = selections.filter { $0.isEmpty }
      .map { part.text.standing($0.lowerBound + part.region.shift) }
    if !part.region.isClosed(as: part.region.bytes, typingAt: carets) { part = parts.whole }
    let shifted = selections.map { $0.shifted(by: part.region.shift) }
    self.init(of: shifted, inWhole: part.text, policies: policies, context: part.context)
  }
}

extension MarkdownDocument {
  /// The range to cover by a wider region, as far as searches have looked in one and a bit farther; nil where that
  /// would be far too much.
  func range(around region: DocumentRegion, reaching look: Range<Int>) -> Range<Int>? {
    let near = region.range.lowerBound - Self.farthest..<region.range.upperBound + Self.farthest
    let wanted = look.shifted(by: -region.shift)
    guard near.contains(wanted.lowerBound), near.contains(wanted.upperBound) else { return nil }
    // What stands outside the paragraph is not looked at: with another block all of it would be taken.
    let paragraph = paragraph(around: region)
    let range = (wanted.lowerBound - Self.room..<wanted.upperBound + Self.room)
      .clamped(to: paragraph.lowerBound..<paragraph.upperBound - 1)
    return min(
      range.lowerBound, region.range.lowerBound)..<max(
        range.upperBound, region.range.upperBound - 1)
  }

  /// How much farther a wider region goes: what an edit tried adds may move what is looked at.
  private static var room: Int { 128 }
  /// How far from a region a wider one may go.
  private static var farthest: Int { 1 << 14 }

  /// The region of all selections in a dialect, and what it has to know of the document.
  func region(
    around selections: [Range<Int>], in dialect: Dialect
  ) -> (region: DocumentRegion, context: ProjectionContext) {
    let start = selections.first?.lowerBound ?? 0
    let end = selections.last?.upperBound ?? start
    if let rows = tableRegion(covering: start..<end, in: dialect) { return rows }
    return region(
      covering: start..<end,
      wholeItems: selections.contains { $0.isEmpty && movesContent(at: $0.lowerBound) },
      in: dialect)
  }
}

extension DocumentRegion {
  /// The region of all selections; nil where there is none.
  init?(
    _ selections: [Range<Int>], in document: MarkdownDocument, wholeParagraphs: Bool = false
  ) {
    guard let first = selections.first, let last = selections.last else { return nil }
    if !wholeParagraphs, selections.count == 1, first.isEmpty,
      let end = document.paragraphEnd(
        typingAt: first.lowerBound,
        upTo: first.lowerBound + 2 * MarkdownDocument.longestJoint),
      let joint = document.joint(typingAt: first.lowerBound, to: end)
    {
      self = joint
      return
    }
    // What is typed at a caret may run on into what follows.
    let ends = selections.map {
      ($0.isEmpty ? document.paragraphEnd(typingAt: $0.lowerBound) : nil) ?? $0.upperBound
    }
    self = document.region(
      covering: first.lowerBound..<(ends.max() ?? last.upperBound),
      wholeParagraphs: wholeParagraphs,
      wholeItems: selections.contains {
        $0.isEmpty && document.movesContent(at: $0.lowerBound)
      })
  }

  /// How far searches may look on a part of a paragraph: UTF-8 offsets of `bytes`. Any way where it is
  /// not cut.
  fileprivate var reach: Range<Int> {
    (edges.isCutBefore ? rangeInBytes.lowerBound : .min)..<(edges.isCutBehind
      ? rangeInBytes.upperBound : .max)
  }

  /// What is added to an offset in the document to have the one in `bytes`.
  var shift: Int { prefixCount - range.lowerBound }

  /// Whether the stretch reads by itself as in the document with a word typed at each of some
  /// ascending offsets. True of `b‸ c` from the paragraph `a b c d`.
  fileprivate func isClosed(as text: [UInt8], typingAt offsets: [Int]) -> Bool {
    guard isPartial else { return true }
    var typed = text
    for offset in offsets.reversed() { typed.insert(contentsOf: Probe.bytes, at: offset) }
    return isClosed(as: typed)
  }

  /// Whether a range of `bytes` belongs to the slices, not to what was put around them.
  fileprivate func holds(_ range: Range<Int>) -> Bool {
    rangeInBytes.lowerBound <= range.lowerBound && range.upperBound <= rangeInBytes.upperBound
  }
}

extension MarkPlan {
  func shifted(by shift: Int) -> MarkPlan {
    MarkPlan(
      edit: edit.shifted(by: shift),
      selections: selections.map { $0.shifted(by: shift) }, effect: effect,
      leaves: leaves.map { $0.shifted(by: shift) },
      references: references.map { $0.shifted(by: shift) })
  }
}

extension MarkOutcome.Refusal {
  /// The refusal of a command on a part of a text as one of the whole.
  func shifted(by shift: Int) -> MarkOutcome.Refusal {
    switch self {
    case .readingsDiffer(let leaf): .readingsDiffer(leaf.shifted(by: shift))
    case .noSpelling(let leaf): .noSpelling(leaf.shifted(by: shift))
    // It may be of all that was read, with the definitions before the part.
    case .tooIntricate(let leaf):
      .tooIntricate(leaf.shifted(by: shift).clamped(to: 0..<Int.max))
    case .autolinkInLink(let leaf): .autolinkInLink(leaf.shifted(by: shift))
    case .insideCharacter(let range): .insideCharacter(range.shifted(by: shift))
    case .internal(let range): .internal(range.shifted(by: shift))
    case .unparsable, .inputRejectedEdit: self
    }
  }
}
