import CommonMark
import MarkdownSyntax
import TextEditing

struct TypingSequence {
  let command: EditingCommand
  let context: ReadingContext

  func outcome(at selection: Range<Int>, in source: [UInt8]) -> Outcome {
    if !selection.isEmpty { return replacing(selection, source) }
    if command.row.action == .insertText, let outcome = data(at: selection.lowerBound, source) {
      return outcome
    }
    do throws(Outcome.Refusal) {
      let engine = try BlockEngine(
        source, [selection], in: command.dialect, command.options, context: context,
        opensEmpty: command.row.action != .insertText)
      if command.row.action == .newline,
        source.contains(.verticalLine) || engine.tree.isInTable(selection.lowerBound),
        let outcome = BlockPrinter.newlineInTable(command, selection, in: source, context)
      {
        return outcome
      }
      let result = result(engine, selection)
      let isPlain = if case .plain = result { true } else { false }
      if !isPlain || engine.typing == nil {
        let outcome = outcome(of: result, engine)
        // A key is never refused. If no better result can be verified, it makes a plain edit.
        guard case .refused(.noSpelling) = outcome else { return outcome }
      }
      // A plain edit changes the source itself, without the word that was typed for reading it.
      let plain =
        engine.typing == nil
        ? engine
        : try BlockEngine(
          source, [selection], in: command.dialect, command.options, context: context,
          opensEmpty: false)
      return outcome(
        of: isPlain ? self.result(plain, selection) : plainKey(plain, selection), plain)
    } catch {
      return .refused(error)
    }
  }

  /// Types text at a caret as data; nil if it is source, or not in a leaf.
  private func data(at caret: Int, _ source: [UInt8]) -> Outcome? {
    guard command.options.inserts == .literal, argument.mayBeMarkup,
      !argument.contains(where: { $0.isLineEnding })
    else { return nil }
    let place = CaretPlace(caret, in: source, command.dialect, context)
    if !place.isInText { return nil }
    var last: Outcome?
    for spelling in 0..<3 {
      let insertion = InlineInsertion(place: place, options: command.options, isTyped: true)
      last = insertion.outcome { _, item, _ in
        InlineChange.typing(argument, at: item).literal[spelling]
      }
      if case .plan(var plan) = last {
        plan.effect = .typed
        return .plan(plan)
      }
    }
    return last
  }

  /// Types text at several carets. The text is read once, so that no caret sees what is typed at
  /// another.
  func outcome(typingAt carets: [Range<Int>], in source: [UInt8]) -> Outcome {
    if argument.isEmpty { return .unchanged(.badArgument) }
    do throws(Outcome.Refusal) {
      let tree = try BlockTree(source, in: command.dialect, context: context)
      var replacements: [TextEdit.Replacement] = []
      var places: [Range<Int>] = []
      var growth = 0
      var known: (path: BlockPath?, tokens: [InlineToken]) = (nil, [])
      for caret in carets {
        let end = replacements.last?.range.upperBound ?? 0
        let caret = max(end, caret.lowerBound)
        let path = tree.path(at: caret)
        if path != known.path { known = (path, tree.tokens(at: caret)) }
        let insert = InsertCommand(
          tree: tree, caret: caret, text: argument, context: context, tokens: known.tokens)
        let (edit, place) = insert.edit(after: end)
        replacements += edit.replacements
        places.append(place + growth..<place + growth)
        growth += edit.utf8Growth
      }
      return .plan(Plan(edit: TextEdit(replacements), selections: places, effect: .typed))
    } catch {
      return .refused(error)
    }
  }

  /// Returns the plain edit of a key: a line ending or pasted lines with container prefixes, or the
  /// deletion of one character.
  private func plainKey(_ engine: BlockEngine, _ selection: Range<Int>) -> NewlineCommand.Result {
    let (tree, caret) = (engine.tree, selection.lowerBound)
    if command.row.action.isEnter {
      return NewlineCommand(tree: tree, caret: caret).plain(indent: [])
    }
    if command.row.action.isPaste {
      return PasteCommand(tree: tree, caret: caret, text: argument).plain()
    }
    return BackspaceCommand(tree: tree, caret: caret, context: context).plain()
  }

  private func outcome(of result: NewlineCommand.Result, _ engine: BlockEngine) -> Outcome {
    switch result {
    case .plain(let edit, let caret):
      let (edit, caret) = proved(edit, caret, engine.tree)
      let plan = Plan(edit: edit, selections: [caret..<caret], effect: .typed)
      return .plan(closingUp(plan, in: engine.tree))
    case .tree(let change): return engine.outcome(change)
    case .unchanged(let reason): return .unchanged(reason)
    }
  }

  /// Returns the edit of a key; for Enter, the spelling that keeps the text (see ``KeyProof``).
  private func proved(_ edit: TextEdit, _ caret: Int, _ tree: BlockTree) -> (TextEdit, Int) {
    guard command.row.action.isEnter, let place = edit.replacements.first?.range.lowerBound,
      let path = tree.path(at: place), tree.root[path[...]].isText
    else { return (edit, caret) }
    return KeyProof(tree: tree, context: context).cut((edit, caret), at: path)
  }

  private var argument: [UInt8] { Array((command.argument ?? "").utf8) }

  /// The text that replaces a selection; empty if the key acts after its removal.
  private func text(replacing replacement: SelectionReplacement) -> [UInt8] {
    switch command.row.action {
    case .insertText: replacement.isInCell ? argument.asCellText : argument
    case let action where !action.isPaste: []
    case _ where replacement.isInCell: argument.asCell
    default: argument.contains { $0.isLineEnding } ? [] : argument
    }
  }

  /// Replaces the selection with the typed text, or removes it and lets Enter or a paste of several
  /// lines act there.
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
    let text = text(replacing: replacement)
    // A text of several lines is typed after the removal.
    let isTyped = text.contains { $0.isLineEnding }
    guard case .plan(var deleted) = replacement.outcome(typing: isTyped ? [] : text) else {
      return .unchanged(.noText)
    }
    if deleted.edit.replacements.contains(where: { source[$0.range].contains { $0.isLineEnding } }),
      let tree = try? BlockTree(source, in: command.dialect, context: context)
    {
      deleted = closingUp(deleted, in: tree)
    }
    if isTyped {
      let caret = deleted.selections[0].lowerBound
      let typing = TextEdit([.init(caret..<caret, with: text)])
      return .plan(
        Plan(
          edit: deleted.edit.then(typing),
          selections: [caret + text.count..<caret + text.count], effect: .typed))
    }
    return .plan(isBackspace || !text.isEmpty ? deleted : key(after: deleted, source))
  }

  private func key(after deleted: Plan, _ source: [UInt8]) -> Plan {
    let rest = deleted.edit.applying(to: source)
    guard
      case .plan(var plan) = TypingSequence(command: command, context: context)
        .outcome(at: deleted.selections[0], in: rest)
    else { return deleted }
    plan.edit = deleted.edit.then(plan.edit)
    return plan
  }

  private func result(_ engine: BlockEngine, _ selection: Range<Int>) -> NewlineCommand.Result {
    let (tree, caret) = (engine.tree, selection.lowerBound)
    do throws(Outcome.Unchanged) {
      switch command.row.action {
      case .newline:
        return try NewlineCommand(tree: tree, caret: caret, options: command.options).result()
      case .lineBreak:
        return try NewlineCommand(tree: tree, caret: caret, options: command.options).lineBreak()
      case .backspace:
        return try BackspaceCommand(
          tree: tree, caret: caret, context: context, options: command.options
        ).result()
      default:
        let text = argument
        if text.isEmpty { throw .badArgument }
        if command.row.action.isPaste {
          return PasteCommand(tree: tree, caret: caret, text: text).result()
        }
        return InsertCommand(tree: tree, caret: caret, text: text, context: context).result()
      }
    } catch {
      return .unchanged(error)
    }
  }
}

extension CommandRow.Action {
  /// Whether the command adds a line ending at the caret, as `.newline` and `.lineBreak` do.
  fileprivate var isEnter: Bool { self == .newline || self == .lineBreak }
}
