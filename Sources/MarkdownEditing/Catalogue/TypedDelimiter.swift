import MarkdownSyntax
import TextEditing

/// A typed delimiter, which toggles its mark over a selection and closes its pair at a caret.
struct TypedDelimiter {
  let command: EditingCommand
  let context: ReadingContext
  private let delimiter: UInt8

  /// Creates it; nil unless the command types one delimiter that the options do not make literal.
  init?(_ command: EditingCommand, context: ReadingContext) {
    guard command.row.action == .insertText, command.options.typedDelimiters != .literal,
      let bytes = command.argument?.utf8, bytes.count == 1, let delimiter = bytes.first,
      Self.all.contains(delimiter)
    else { return nil }
    (self.command, self.context, self.delimiter) = (command, context, delimiter)
  }

  /// The characters of which the delimiters of marks consist.
  static let all: [UInt8] = [.asterisk, .underscore, .backtick, .tilde, .equalsSign]

  /// Plans what the delimiter does instead of being typed; nil if it is only typed.
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

  /// Whether a whole selection has a mark, as in `*⟦a⟧*`.
  private func has(_ mark: Mark, _ selection: Range<Int>, _ source: [UInt8]) -> Bool {
    outcome(.mark, mark, selection, source) == .unchanged(.alreadySo)
  }

  /// Returns one plan for several marks; nil if one of them has no plan.
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

  /// Plans a pair around the caret, or moves the caret over the delimiter that ends a run there.
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
    // Marks with `~` and `=` have two of them: the second one is paired.
    let isDouble = delimiter == .tilde || delimiter == .equalsSign
    let mark: Mark = delimiter == .tilde ? .strikethrough : .highlight
    if isDouble, run != 1 || !mark.isAvailable(in: command.dialect) { return nil }
    let place = caret - (isDouble ? 1 : 0)
    let start = tree.lines[tree.line(at: caret)].lowerBound
    let isAtStart = source[start..<place].allSatisfy { $0.isBlank || $0 == .greaterThan }
    let isInCode = tokens.contains {
      if case .codeCharacter = $0.kind { $0.source.upperBound == caret } else { false }
    }
    // At the start of a line, `*` is a bullet. Next to a letter, a delimiter is text.
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

  /// Whether a byte belongs to a letter or digit, as that of `a` does and that of `-` does not.
  private func isWord(_ byte: UInt8?) -> Bool {
    byte.map { $0 >= 0x80 || $0.isASCIIAlphanumeric } ?? false
  }
}
