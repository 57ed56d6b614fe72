import MarkdownSyntax
import TextEditing

/// Inserts a text in place of a selection so that a reader sees it as it is: nothing of it is markup.
///
/// A selection is first replaced by a letter, which has the marks of what it replaces. In code, HTML,
/// an address or front matter, the text is source.
struct LiteralText {
  let command: EditingCommand
  let context: ReadingContext

  private var options: EditingOptions { command.options }

  func outcome(at selection: Range<Int>, in source: [UInt8]) -> Outcome {
    let text = Array((command.argument ?? "").utf8)
    if text.isEmpty || text.contains(where: { $0.isLineEnding }) { return .unchanged(.badArgument) }
    if let refusal = ParsingLimits.standard.refusal(of: source) {
      return .refused(.unparsable(refusal.description))
    }
    return selection.isEmpty
      ? inserting(text, at: selection.lowerBound, in: source)
      : replacing(selection, by: text, in: source)
  }

  private func inserting(_ text: [UInt8], at caret: Int, in source: [UInt8]) -> Outcome {
    let place = CaretPlace(caret, in: source, options.dialect, context)
    guard place.isInText else { return typed(text, at: caret..<caret, in: source) }
    func inserted(_ spelling: [UInt8], isTyped: Bool) -> Outcome {
      InlineInsertion(place: place, options: options, isTyped: isTyped)
        .outcome { _, item, _ in .typing(text, spelled: spelling, at: item) }
    }
    // With escapes at the caret rather than as it is beside it, as in code.
    let here = plainest(text) { spelling in
      let outcome = inserted(spelling, isTyped: true)
      let isHere = outcome.plan?.edit.replacements.first?.range.lowerBound == caret
      return isHere ? outcome : .unchanged(.noText)
    }
    if here.plan != nil { return here }
    let near = plainest(text) { inserted($0, isTyped: true) }
    return near.plan != nil ? near : plainest(text) { inserted($0, isTyped: false) }
  }

  private func replacing(
    _ selection: Range<Int>, by text: [UInt8], in source: [UInt8]
  ) -> Outcome {
    let letter = BlockPrinter.word
    let replacement = SelectionReplacement(selection, in: source, options, context)
    guard case .plan(let first) = replacement.outcome(typing: letter),
      let end = first.selections.first?.lowerBound
    else { return .unchanged(.noText) }
    let edited = first.edit.applying(to: source)
    let range = end - letter.count..<end
    let reading = InlineReading(edited, in: options.dialect, context, leavesIn: range)
    guard let place = reading.leaves(at: [range]).first,
      case let leaf = reading.leaf(place),
      let item = leaf.items.firstIndex(where: { $0.isCharacter && $0.source == range })
    else { return typed(text, at: selection, in: source) }
    let outcome = plainest(text) { spelling in
      let change = InlineChange.typing(text, spelled: spelling, at: item)
      return InlinePlanner([(leaf, change, [item])], of: reading, options)
        .outcome(of: [change], at: range)
    }
    guard case .plan(var plan) = outcome else { return outcome }
    plan.edit = first.edit.then(plan.edit)
    return .plan(plan)
  }

  /// The first outcome that is a plan: of the text as it is, or with as few escapes as possible.
  private func plainest(_ text: [UInt8], _ outcome: ([UInt8]) -> Outcome) -> Outcome {
    var found = outcome(text)
    if found.plan == nil {
      var escaped = Set(text.indices.filter { text[$0].isASCIIPunctuation })
      func spelling(_ escaped: Set<Int>) -> [UInt8] {
        text.indices.flatMap { escaped.contains($0) ? [.backslash, text[$0]] : [text[$0]] }
      }
      found = outcome(spelling(escaped))
      // A long text may keep escapes that it does not need.
      for place in escaped.sorted().reversed().prefix(Self.mostTrials) where found.plan != nil {
        let less = escaped.subtracting([place])
        guard case let other = outcome(spelling(less)), other.plan != nil else { continue }
        (found, escaped) = (other, less)
      }
    }
    guard case .plan(var plan) = found else { return found }
    plan.selections = plan.selections.map { $0.upperBound..<$0.upperBound }
    plan.effect = .typed
    return .plan(plan)
  }

  private static let mostTrials = 40

  private func typed(_ text: [UInt8], at range: Range<Int>, in source: [UInt8]) -> Outcome {
    .typing(TextEdit([.init(range, with: text)]), caret: range.lowerBound + text.count)
  }
}

extension InlineChange {
  fileprivate static func typing(_ text: [UInt8], spelled spelling: [UInt8], at item: Int)
    -> InlineChange
  {
    var change = typing(text, at: item)
    change.spelling = spelling
    return change
  }
}
