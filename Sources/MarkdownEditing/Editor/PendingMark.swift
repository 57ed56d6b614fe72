import MarkdownSyntax
import TextEditing

/// A mark, or tags such as `<kbd>`, that the text typed next gets or loses.
public struct PendingMark: Hashable, Sendable {
  /// The row of the command, such as `strong` or `keyboard`.
  public var row: CommandRow
  /// Whether the text gets the mark.
  public var isOn: Bool
  /// The mark; nil for tags.
  public var mark: Mark? { row.mark }

  /// Creates a pending mark.
  package init(mark: Mark, isOn: Bool) { self.init(row: CommandRow(.mark(mark)), isOn: isOn) }

  init(row: CommandRow, isOn: Bool) { (self.row, self.isOn) = (row, isOn) }
}

extension MarkdownDocument {
  /// Plans to type a text at a caret with pending marks, without changing the document.
  ///
  /// The text is typed as it is, at the caret or else on another side of the delimiters there, so
  /// that the rest of its leaf shows the same. Then it is marked like a selection. For example,
  /// `x` with strong off, typed at `_foo_‸`, becomes `*foo*x`.
  ///
  /// - Returns: one plan with the caret after the text, or nil if it cannot be written so.
  func typing(
    _ text: [UInt8], at caret: Int, with marks: [PendingMark], _ options: EditingOptions
  ) -> Plan? {
    let region = region(around: [caret..<caret], in: options.dialect)
    let place = CaretPlace(
      region.inBytes(caret..<caret).lowerBound, in: region.bytes, options.dialect, region.context)
    guard place.isInText else { return nil }
    let ends = place.leaf?.ends(around: place.offset) ?? []
    let offsets = [place.offset] + ends.filter { $0 != place.offset }
    for offset in offsets {
      let typing = MarkedTyping(text, at: offset, in: place, options)
      if let plan = typing?.marked(marks) { return region.inDocument(.plan(plan)).plan }
    }
    // A text typed before blanks at the start of a line shows them, with or without marks.
    if place.autolink != nil { return nil }
    return MarkedTyping(text, at: place.offset, in: place, options)?
      .marked(marks, elseAsTyped: true).flatMap { region.inDocument(.plan($0)).plan }
  }
}

private struct MarkedTyping {
  private let before: CaretPlace
  private let options: EditingOptions
  private let context: ReadingContext
  private var source: [UInt8]
  private var edit: TextEdit
  private var typed: Range<Int>
  private let place: Int
  private var left = 0
  private var hasReferences = false

  init?(_ text: [UInt8], at offset: Int, in place: CaretPlace, _ options: EditingOptions) {
    (before, self.options, context) = (place, options, place.reading.context)
    self.place = offset
    edit = TextEdit([.init(offset..<offset, with: text)])
    source = edit.applying(to: place.reading.source)
    typed = offset..<offset + text.count
  }

  /// - Parameter elseAsTyped: whether the rest may also change as it does if the text has no marks.
  func marked(_ marks: [PendingMark], elseAsTyped: Bool = false) -> Plan? {
    var result = self
    for pending in marks { guard result.set(pending) else { return nil } }
    guard
      result.keeps(before.leaf, of: before.reading.source) || elseAsTyped && keepsRest(of: result)
    else { return nil }
    let caret = result.typed.upperBound
    return Plan(
      edit: result.edit, selections: [caret..<caret], effect: .typed,
      references: result.hasReferences ? [place..<place] : [])
  }

  private mutating func set(_ pending: PendingMark) -> Bool {
    let outcome: Outcome
    if let mark = pending.mark {
      outcome = MarkCommand(pending.isOn ? .mark : .unmark, mark, options: options)
        .outcome(utf8: [typed], inWhole: source, context: context)
    } else {
      let command = EditingCommand(pending.row, options: options)
      outcome = InlineCommand(command: command, context: context)
        .outcome(at: typed, in: source, adding: pending.isOn)
    }
    switch outcome {
    case .unchanged(let reason): return reason == .alreadySo
    case .refused: return false
    case .plan(let plan):
      if !plan.references.isEmpty, !pending.isOn, let mark = pending.mark,
        endsBeforePunctuation(MarkCommand(.unmark, mark, options: options))
      {
        return true
      }
      guard let selection = plan.selections.first else { return false }
      take(plan, typed: selection)
      hasReferences = hasReferences || !plan.references.isEmpty
      return true
    }
  }

  /// Takes a mark off the text and the punctuation before it, as little as possible, so that the text
  /// is no character reference: `**日本語**。日`. Returns whether that is possible.
  private mutating func endsBeforePunctuation(_ command: MarkCommand) -> Bool {
    guard options.edges == .readable, let items = leaf?.items,
      let first = items.firstIndex(where: { $0.source.lowerBound == typed.lowerBound })
    else { return false }
    for item in items[..<first].reversed().prefix(while: { $0.isEdge }) {
      let start = item.source.lowerBound
      if case .plan(let plan) = command.outcome(
        utf8: [start..<typed.upperBound], inWhole: source, context: context),
        plan.references.isEmpty, let all = plan.selections.first,
        all.count == typed.upperBound - start
      {
        left = typed.lowerBound - start
        take(plan, typed: all.upperBound - typed.count..<all.upperBound)
        return true
      }
    }
    return false
  }

  private mutating func take(_ plan: Plan, typed: Range<Int>) {
    (source, edit) = (plan.edit.applying(to: source), edit.then(plan.edit))
    self.typed = typed
  }

  /// Whether the leaf shows the same as another did, except for the text, and for the marks of the
  /// punctuation that was left out.
  private func keeps(_ leaf: InlineLeaf?, of other: [UInt8]) -> Bool {
    guard var leaf else { return true }
    leaf.items.removeAll { (place - left..<place).overlaps($0.source) }
    guard let own = self.leaf else { return false }
    // With the tags that it got.
    let all = own.nodes.filter { $0.kind == .element && $0.content.covers(typed) }
      .reduce(typed.lowerBound - left..<typed.upperBound) { all, node in
        leaf.elementCount < own.elementCount && node.content == all ? node.range : all
      }
    return own.shows(leaf, in: other, except: all, source)
  }

  private func keepsRest(of other: MarkedTyping) -> Bool {
    guard var leaf else { return false }
    leaf.items.removeAll { typed.overlaps($0.source) }
    return other.keeps(leaf, of: source)
  }

  private var leaf: InlineLeaf? {
    let reading = InlineReading(source, in: options.dialect, context, leavesIn: typed)
    return reading.leaves(at: [typed]).first.map { reading.leaf($0) }
  }
}
