import CommonMark
import MarkdownSyntax
import TextEditing

struct KeyCommand {
  let command: EditingCommand
  let context: ReadingContext

  var ending: [UInt8]?

  private var argument: [UInt8] { Array((command.argument ?? "").utf8) }

  func outcome(at selection: Range<Int>, in source: [UInt8]) -> Outcome {
    if !selection.isEmpty { return replacing(selection, source) }
    if command.row.action == .insertText {
      return outcome(typingAt: [selection], in: source)
    }
    if let refusal = ParsingLimits.standard.refusal(of: source) {
      return .refused(.unparsable(refusal.description))
    }
    var printer = BlockPrinter(for: command, [selection], in: source, context)
    let (line, caret) = (printer.selected[0], selection.lowerBound)
    let row = printer.rows[line]
    if let ending { printer.rows.ending = ending }
    do throws(Outcome.Unchanged) {
      switch command.row.action {
      case .backspace:
        let outcome = try printer.backspace()
        return outcome.plan.map { .plan(closingUp($0, source)) } ?? outcome
      case .newline, .lineBreak:
        if row.kind == .table {
          let isBreak =
            command.row.action == .lineBreak || command.options.cellNewline == .lineBreak
          if isBreak, printer.rows.isInCell(caret, on: line) {
            return printer.typing(Array("<br>".utf8), at: caret)
          }
          if isBreak || command.options.cellNewline == .refused { throw .inTable }
        }
        if command.row.action == .newline,
          row.kind == .table || printer.source[row.body].first == .verticalLine,
          let outcome = try printer.newlineInTable()
        {
          return outcome
        }
        return try printer.newline(isBreak: command.row.action == .lineBreak)
      default: return try printer.paste(argument)
      }
    } catch {
      return .unchanged(error)
    }
  }

  /// Types text at carets. The text is read once, so that no caret sees what is typed at another. A
  /// blank typed at the end of a mark, as in `**bold‸**`, is outside. In a table, pipes are escaped.
  func outcome(typingAt carets: [Range<Int>], in source: [UInt8]) -> Outcome {
    if argument.isEmpty { return .unchanged(.badArgument) }
    if let refusal = ParsingLimits.standard.refusal(of: source) {
      return .refused(.unparsable(refusal.description))
    }
    let text = argument.ending(like: source)
    let first = carets.first?.lowerBound ?? 0
    let part = max(0, first - 1)..<min(source.count, (carets.last?.upperBound ?? first) + 1)
    let nodes = InlineReading(source, in: command.dialect, context, leavesIn: part).tree.nodes
    let tables = nodes.filter { $0.kind == .table }.map { $0.range }
    let isBlank = text.allSatisfy { $0.isBlank }
    let marks = nodes.reversed().filter {
      isBlank && ($0.kind == .emphasis || $0.kind == .strong || $0.kind == .mark)
    }
    var replacements: [TextEdit.Replacement] = []
    var places: [Range<Int>] = []
    var growth = 0
    for caret in carets {
      let end = replacements.last?.range.upperBound ?? 0
      var place = max(end, caret.lowerBound)
      let isInTable = tables.contains { $0.lowerBound <= place && place <= $0.upperBound }
      for mark in marks where mark.content.upperBound == place { place = mark.range.upperBound }
      let bytes = isInTable ? text.asCellText : text
      replacements.append(.init(place..<place, with: bytes))
      growth += bytes.count
      places.append(place + growth..<place + growth)
    }
    return .plan(Plan(edit: TextEdit(replacements), selections: places, effect: .typed))
  }

  // MARK: Selections

  private func text(replacing replacement: SelectionReplacement) -> [UInt8] {
    switch command.row.action {
    case .insertText: replacement.isInCell ? argument.asCellText : argument
    case let action where !action.isPaste: []
    case _ where replacement.isInCell: argument.asCell
    default: argument.contains { $0.isLineEnding } ? [] : argument
    }
  }

  private func replacing(_ selection: Range<Int>, _ source: [UInt8]) -> Outcome {
    if command.row.action == .insertText, argument.isEmpty { return .unchanged(.badArgument) }
    if let refusal = ParsingLimits.standard.refusal(of: source) {
      return .refused(.unparsable(refusal.description))
    }
    let replacement = SelectionReplacement(selection, in: source, command.options, context)
    let isBackspace = command.row.action == .backspace
    if isBackspace, let place = replacement.placeAfterMarker {
      return outcome(at: place..<place, in: source)
    }
    let text = text(replacing: replacement).ending(like: source)
    // A text of several lines is typed after the removal.
    let isTyped = text.contains { $0.isLineEnding }
    guard case .plan(var deleted) = replacement.outcome(typing: isTyped ? [] : text) else {
      return .unchanged(.noText)
    }
    deleted = closingUp(deleted, source)
    if isTyped {
      let caret = deleted.selections[0].lowerBound
      let typing = TextEdit([.init(caret..<caret, with: text)])
      return .typing(deleted.edit.then(typing), caret: caret + text.count)
    }
    return .plan(isBackspace || !text.isEmpty ? deleted : key(after: deleted, source))
  }

  private func key(after deleted: Plan, _ source: [UInt8]) -> Plan {
    let rest = deleted.edit.applying(to: source)
    var key = self
    key.ending = source.usualEnding
    guard case .plan(var plan) = key.outcome(at: deleted.selections[0], in: rest) else {
      return deleted
    }
    plan.edit = deleted.edit.then(plan.edit)
    return plan
  }

  /// Renumbers the items after those that a plan removes: `1. a⏎⟦2. b⏎⟧3. c` becomes `1. a⏎2. c`.
  private func closingUp(_ plan: Plan, _ source: [UInt8]) -> Plan {
    let edit = plan.edit
    guard command.options.numbering == .renumbers,
      edit.replacements.contains(where: { source[$0.range].contains { $0.isLineEnding } })
    else { return plan }
    // The first number of each list that loses an item before others, and the first one that stays.
    var lists: [Int: [(place: Range<Int>, number: Int)]] = [:]
    let rows = BlockRows(source, in: command.dialect, context, inlinesOf: 0..<0)
    for row in rows.rows {
      for prefix in row.prefixes {
        let container = rows.containers[prefix.container]
        guard container.isOrdered, let place = prefix.place, let list = container.list else {
          continue
        }
        lists[list, default: []].append((place..<place + prefix.sign.count, container.number))
      }
    }
    var starts: [Int: Int] = [:]
    for items in lists.values {
      let isGone = items.map { item in
        edit.replacements.contains {
          $0.range.lowerBound <= item.place.lowerBound
            && item.place.upperBound <= $0.range.upperBound
        }
      }
      guard let gone = isGone.firstIndex(of: true), isGone[gone...].contains(false),
        let first = isGone.firstIndex(of: false)
      else { continue }
      starts[edit.mapping(utf8Offset: items[first].place.lowerBound, bias: .after)] =
        items[0].number
    }
    if starts.isEmpty { return plan }
    var printer = BlockPrinter(for: command, [], in: edit.applying(to: source), context)
    for row in printer.rows.rows {
      for prefix in row.prefixes {
        guard let start = prefix.place.flatMap({ starts[$0] }) else { continue }
        let items = printer.rows.siblings(of: prefix.container)
        printer.rows.renumber(items, from: printer.rows.areConstant(items) ? nil : start)
      }
    }
    guard let printed = try? printer.mended() else { return plan }
    let closing = printer.rows.edit(to: printed)
    return Plan(
      edit: edit.then(closing), selections: plan.selections.map { closing.mapping(utf8: $0) },
      effect: plan.effect)
  }
}

extension [UInt8] {
  fileprivate func ending(like source: [UInt8]) -> [UInt8] {
    contains { $0.isLineEnding } ? Array(textLines.joined(separator: source.usualEnding)) : self
  }
}
