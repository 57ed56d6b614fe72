import MarkdownSyntax
import TextEditing

/// A delimiter that is typed: over a selection it toggles its mark, and at a caret it closes its pair.
struct TypedDelimiter {
  let command: EditingCommand
  let context: ProjectionContext
  private let delimiter: UInt8

  /// Nil if the command does not type one delimiter, or if the options have delimiters typed as they are.
  init?(_ command: EditingCommand, context: ProjectionContext) {
    guard command.row.action == .insertText, command.options.typedDelimiters != .literal,
      let bytes = command.argument?.utf8, bytes.count == 1, let delimiter = bytes.first,
      Self.all.contains(delimiter)
    else { return nil }
    (self.command, self.context, self.delimiter) = (command, context, delimiter)
  }

  /// The characters that marks are typed with.
  static let all: [UInt8] = [.asterisk, .underscore, .backtick, .tilde, .equalsSign]

  /// Plans what the delimiter does besides being typed; nil if it is only typed.
  func outcome(at selection: Range<Int>, in source: [UInt8]) -> Outcome? {
    if selection.isEmpty {
      return command.options.typedDelimiters == .pairs
        ? pair(at: selection.lowerBound, source) : nil
    }
    switch delimiter {
    case .backtick: return toggled(.code, selection, source)
    case .tilde: return toggled(.strikethrough, selection, source)
    case .equalsSign: return toggled(.highlight, selection, source)
    default:
      let isEmphasis = has(.emphasis, selection, source)
      let isStrong = has(.strong, selection, source)
      let steps: [(MarkAction, Mark)] =
        switch (isEmphasis, isStrong) {
        case (false, _): [(.mark, .emphasis)]
        case (true, false): [(.mark, .strong), (.unmark, .emphasis)]
        case (true, true): [(.unmark, .strong), (.unmark, .emphasis)]
        }
      return plan(steps, selection, source)
    }
  }

  private func toggled(_ mark: Mark, _ selection: Range<Int>, _ source: [UInt8]) -> Outcome? {
    mark.isAvailable(in: command.dialect) ? plan([(.toggle, mark)], selection, source) : nil
  }

  private func outcome(
    _ action: MarkAction, _ mark: Mark, _ selection: Range<Int>, _ source: [UInt8]
  ) -> Outcome {
    MarkCommand(action, mark, options: command.options)
      .outcome(onUTF8: [selection], inWhole: source, context: context)
  }

  /// Whether all of a selection has a mark: `⟦a⟧` in `*⟦a⟧*`.
  private func has(_ mark: Mark, _ selection: Range<Int>, _ source: [UInt8]) -> Bool {
    outcome(.mark, mark, selection, source) == .unchanged(.alreadySo)
  }

  /// One plan of several marks; nil if one of them has none.
  private func plan(
    _ steps: [(MarkAction, Mark)], _ selection: Range<Int>, _ source: [UInt8]
  ) -> Outcome? {
    var (text, place, edit) = (source, selection, TextEdit())
    var effect = Plan.Effect.added
    for (action, mark) in steps {
      guard let plan = outcome(action, mark, place, text).plan, let next = plan.selections.first
      else { return nil }
      (text, place, effect) = (plan.edit.applying(to: text), next, plan.effect)
      edit = edit.then(plan.edit)
    }
    return .plan(
      Plan(edit: edit, selections: [place], effect: steps.count > 1 ? .converted : effect))
  }

  /// A pair around the caret, or the caret after the delimiter that closes there.
  private func pair(at caret: Int, _ source: [UInt8]) -> Outcome? {
    let next = caret < source.count ? source[caret] : nil
    let run = source[..<caret].reversed().prefix { $0 == delimiter }.count
    guard let tree = try? BlockTree(source, in: command.dialect, context: context),
      let path = tree.path(at: caret), case let leaf = tree.root[path[...]],
      leaf.isText || leaf.kind == .blank || leaf.kind == .table
    else { return nil }
    let tokens = tree.leafBlock(leaf.id).map { tree.tokens(of: $0) } ?? []
    if next == delimiter {
      let isClosing = tokens.contains {
        $0.kind.isClosing && $0.source.lowerBound <= caret && caret < $0.source.upperBound
      }
      guard isClosing || run == 1 else { return nil }
      return .plan(
        Plan(edit: TextEdit(), selections: [caret + 1..<caret + 1], effect: .moved))
    }
    // Two of these make a mark: the second one is paired.
    let isDouble = delimiter == .tilde || delimiter == .equalsSign
    let mark: Mark = delimiter == .tilde ? .strikethrough : .highlight
    if isDouble, run != 1 || !mark.isAvailable(in: command.dialect) { return nil }
    let place = caret - (isDouble ? 1 : 0)
    let start = tree.lines[tree.line(at: caret)].lowerBound
    let isAtStart = source[start..<place].allSatisfy { $0.isBlank || $0 == .greaterThan }
    let isInCode = tokens.contains {
      if case .codeCharacter = $0.kind { $0.source.upperBound == caret } else { false }
    }
    // At a line's start, `*` is a bullet, and before or after a letter, a delimiter is text.
    guard !isInCode, !isWord(next), place == 0 || !isWord(source[place - 1]),
      place == 0 || source[place - 1] != .backslash && (isDouble || run == 0),
      !(isAtStart && delimiter == .asterisk)
    else { return nil }
    let bytes = [UInt8](repeating: delimiter, count: isDouble ? 3 : 2)
    return .plan(
      Plan(
        edit: TextEdit([.init(caret..<caret, with: bytes)]), selections: [caret + 1..<caret + 1],
        effect: .typed))
  }

  /// Whether a byte belongs to a letter or digit: `a`, not `-`.
  private func isWord(_ byte: UInt8?) -> Bool {
    byte.map { $0 >= 0x80 || $0.isASCIIAlphanumeric } ?? false
  }
}
