import MarkdownSyntax
import TextEditing

/// A typed delimiter, which toggles its mark over a selection and closes its pair at a caret, and
/// the keys in an empty pair.
///
/// | key | before | after |
/// |---|---|---|
/// | `*` | `a ‸` | `a *‸*` |
/// | `*` | `a *b‸*` | `a *b*‸` |
/// | a blank | `a *‸*` | `a * ‸` |
/// | a blank | `a *b‸*` | `a *b ‸*` |
/// | Backspace | `a *‸*` | `a ‸` |
///
/// A delimiter that may be text is only typed. Its partner is then typed, too.
struct TypedDelimiter {
  let command: EditingCommand
  let context: ReadingContext
  private let typed: [UInt8]?
  private let delimiter: UInt8?

  init?(_ command: EditingCommand, context: ReadingContext) {
    guard command.options.typedDelimiters != .literal else { return nil }
    switch command.row.action {
    case .newline, .lineBreak, .backspace: typed = nil
    case .insertText:
      guard let text = command.argument, text.unicodeScalars.count == 1 else { return nil }
      typed = Array(text.utf8)
    default: return nil
    }
    delimiter = typed?.first.flatMap { MarkSyntax.delimiterBytes.contains($0) ? $0 : nil }
    if command.options.typedDelimiters == .marks, delimiter == nil { return nil }
    (self.command, self.context) = (command, context)
  }

  /// Whether a character has a meaning in an empty pair: a delimiter, or one that ends the pair, as
  /// `.` does.
  static func isKey(_ byte: UInt8) -> Bool {
    MarkSyntax.delimiterBytes.contains(byte) || !isStart(byte) && byte != .verticalLine
  }

  /// Whether a marked text may begin with a character. After any other, the delimiter before it is
  /// text, as the `*` of `5 * 3` and of `*.md`.
  private static func isStart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte.isASCIIAlphanumeric || MarkSyntax.delimiterBytes.contains(byte)
      || "\"'([<\\$@#:".utf8.contains(byte)
  }

  func outcome(at selection: Range<Int>, in source: [UInt8]) -> Outcome? {
    if !selection.isEmpty { return delimiter.flatMap { marking(selection, source, with: $0) } }
    if command.options.typedDelimiters != .pairs { return nil }
    let caret = selection.lowerBound
    let pair = emptyPair(at: caret, source)
    let isBlank = typed?.first?.isMarkdownSpace ?? false
    let isBeforeDelimiter =
      caret < source.count && MarkSyntax.delimiterBytes.contains(source[caret])
    if pair == nil, delimiter == nil, !(isBlank && isBeforeDelimiter) { return nil }
    guard CaretPlace(caret, in: source, command.dialect, context).isInText else { return nil }
    let spans = spans(at: caret, source)
    if let pair, !spans.contains(where: { $0.isInDelimiter(caret) }) {
      if let outcome = inPair(pair, caret, source) { return outcome }
      if source[pair.lowerBound] == .backtick { return nil }
    }
    // Only the delimiter leaves the pair.
    if isBlank, spans.contains(where: { $0.ends(at: caret) }) {
      return plan(replacing: caret..<caret, with: typed ?? [])
    }
    return delimiter.flatMap { self.pair($0, at: caret, source, spans) }
  }

  // MARK: Over a selection

  private func marking(
    _ selection: Range<Int>, _ source: [UInt8], with delimiter: UInt8
  ) -> Outcome? {
    switch delimiter {
    case .backtick: return toggled(.code, selection, source)
    case .asterisk, .underscore:
      let isEmphasis = has(.emphasis, selection, source)
      let isStrong = has(.strong, selection, source)
      let steps: [(MarkAction, Mark)] =
        switch (isEmphasis, isStrong) {
        case (false, _): [(.mark, .emphasis)]
        case (true, false): [(.mark, .strong), (.unmark, .emphasis)]
        case (true, true): [(.unmark, .strong), (.unmark, .emphasis)]
        }
      let outcome = plan(steps, selection, source)
      guard delimiter == .underscore, case .plan(let plan)? = outcome else { return outcome }
      return .plan(withUnderscores(plan, source) ?? plan)
    default:
      return MarkSyntax(delimitedBy: delimiter).flatMap { toggled(Mark($0), selection, source) }
    }
  }

  private func toggled(_ mark: Mark, _ selection: Range<Int>, _ source: [UInt8]) -> Outcome? {
    mark.isAvailable(in: command.dialect) ? plan([(.toggle, mark)], selection, source) : nil
  }

  private func outcome(
    _ action: MarkAction, _ mark: Mark, _ selection: Range<Int>, _ source: [UInt8]
  ) -> Outcome {
    MarkCommand(action, mark, options: command.options)
      .outcome(utf8: [selection], inWhole: source, context: context)
  }

  private func has(_ mark: Mark, _ selection: Range<Int>, _ source: [UInt8]) -> Bool {
    outcome(.mark, mark, selection, source) == .unchanged(.alreadySo)
  }

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

  /// Returns the plan with underscores instead of asterisks; nil if the text would be read
  /// differently, as `a_b_` is.
  private func withUnderscores(_ plan: Plan, _ source: [UInt8]) -> Plan? {
    guard let hull = plan.edit.hull else { return nil }
    var result = plan
    result.edit = TextEdit(
      plan.edit.replacements.map { old in
        let isDelimiter = old.bytes.allSatisfy { $0 == .asterisk }
        return isDelimiter
          ? .init(old.range, with: old.bytes.map { _ in .underscore }) : old
      })
    let (old, new) = (plan.edit.applying(to: source), result.edit.applying(to: source))
    let part = hull.lowerBound..<hull.upperBound + max(0, new.count - source.count)
    let first = InlineReading(old, in: command.dialect, context, leavesIn: part)
    let second = InlineReading(new, in: command.dialect, context, leavesIn: part)
    let isSame = first.tree.nodes == second.tree.nodes
    return isSame && first.libraryAgrees(on: new, at: [part]) ? result : nil
  }

  // MARK: At a caret

  private struct Span {
    var isCode: Bool
    var range: Range<Int>
    var content: Range<Int>

    func ends(at place: Int) -> Bool {
      content.upperBound <= place && place < range.upperBound
    }

    func isInDelimiter(_ place: Int) -> Bool {
      range.lowerBound < place && place < content.lowerBound
        || content.upperBound < place && place < range.upperBound
    }
  }

  private func spans(at place: Int, _ source: [UInt8]) -> [Span] {
    let part = max(0, place - 1)..<min(source.count, place + 1)
    return InlineReading(source, in: command.dialect, context, leavesIn: part).tree.nodes
      .compactMap { node in
        switch node.kind {
        case .emphasis, .strong, .mark, .codeSpan:
          Span(isCode: node.kind == .codeSpan, range: node.range, content: node.content)
        default: nil
        }
      }
  }

  /// The number of characters of a delimiter that is paired: `*`, but `~~`.
  private func width(of delimiter: UInt8) -> Int {
    MarkSyntax(delimitedBy: delimiter)?.delimiter.count ?? 1
  }

  private func emptyPair(at caret: Int, _ source: [UInt8]) -> Range<Int>? {
    guard caret > 0, caret < source.count, case let delimiter = source[caret],
      MarkSyntax.delimiterBytes.contains(delimiter)
    else { return nil }
    let width = width(of: delimiter)
    let before = source[..<caret].reversed().prefix { $0 == delimiter }.count
    let after = source[caret...].prefix { $0 == delimiter }.count
    let pair = caret - width..<caret + width
    return before == width && after == width && canPair(delimiter, at: pair, source) ? pair : nil
  }

  private func inPair(_ pair: Range<Int>, _ caret: Int, _ source: [UInt8]) -> Outcome? {
    let closing = caret..<pair.upperBound
    guard let typed else {
      if command.row.action == .backspace { return self.plan(replacing: pair, with: []) }
      let removal = TextEdit([.init(closing, with: [])])
      guard
        var plan = command.outcome(
          utf8: [caret..<caret], inWhole: removal.applying(to: source), context: context
        ).plan
      else { return nil }
      plan.edit = removal.then(plan.edit)
      return .plan(plan)
    }
    if delimiter == source[caret] {
      return closing.count == 1
        ? self.plan(replacing: closing.upperBound..<closing.upperBound, with: [])
        : self.plan(replacing: closing, with: typed)
    }
    let isKept = source[caret] == .backtick ? !typed[0].isMarkdownSpace : Self.isStart(typed[0])
    return isKept ? nil : self.plan(replacing: closing, with: typed)
  }

  private func plan(replacing range: Range<Int>, with bytes: [UInt8]) -> Outcome {
    let isMove = range.isEmpty && bytes.isEmpty
    let caret = range.lowerBound + bytes.count
    let edit = isMove ? TextEdit() : TextEdit([.init(range, with: bytes)])
    return .plan(Plan(edit: edit, selections: [caret..<caret], effect: isMove ? .moved : .typed))
  }

  private func pair(
    _ delimiter: UInt8, at caret: Int, _ source: [UInt8], _ spans: [Span]
  ) -> Outcome? {
    if caret < source.count, source[caret] == delimiter {
      guard spans.contains(where: { $0.ends(at: caret) }) else { return nil }
      return plan(replacing: caret + 1..<caret + 1, with: [])
    }
    // A mark of a dialect may have two of them: the second one is paired.
    let width = width(of: delimiter)
    let run = source[..<caret].reversed().prefix { $0 == delimiter }.count
    let syntax = MarkSyntax(delimitedBy: delimiter)?.syntax ?? []
    guard run == width - 1, command.dialect.extensions.contains(syntax),
      canPair(delimiter, at: caret - run..<caret, source),
      !isInCode(caret, source, spans)
    else { return nil }
    // A delimiter that closes a run or a code span by itself has its partner.
    var plain = source
    plain.insert(delimiter, at: caret)
    if self.spans(at: caret, plain).contains(where: { $0.ends(at: caret) }) { return nil }
    let bytes = [UInt8](repeating: delimiter, count: width + 1)
    return .typing(TextEdit([.init(caret..<caret, with: bytes)]), caret: caret + 1)
  }

  /// Whether a delimiter may be paired around a range. Next to a letter it is text; at the start of
  /// a line `*` may be a bullet, `~` a fence and `=` an underline.
  private func canPair(_ delimiter: UInt8, at range: Range<Int>, _ source: [UInt8]) -> Bool {
    if range.upperBound < source.count, case let next = source[range.upperBound],
      next >= 0x80 || next.isASCIIAlphanumeric
    {
      return false
    }
    let line = source[..<range.lowerBound]
    let start = source.lineStart(of: range.lowerBound)
    guard let last = line[start...].last else { return isPairedAtStart(delimiter) }
    let isStart = line[start...].allSatisfy {
      $0.isBlank || $0 == delimiter || ">-+*".utf8.contains($0)
    }
    if isStart, !isPairedAtStart(delimiter) || line[start...].contains(delimiter) { return false }
    let isQuote = last == .quotationMark || last == .apostrophe
    return last.isBlank || "([{>|".utf8.contains(last) || delimiter == .backtick && isQuote
      || last != .backtick && MarkSyntax.delimiterBytes.contains(last)
  }

  private func isPairedAtStart(_ delimiter: UInt8) -> Bool {
    delimiter == .backtick || delimiter == .underscore
  }

  /// Whether a caret is in a code span, or after backticks of its line that none close yet, as in
  /// ``` ``a ‸ ```.
  private func isInCode(_ caret: Int, _ source: [UInt8], _ spans: [Span]) -> Bool {
    let codes = spans.filter { $0.isCode }
    if codes.contains(where: { $0.content.lowerBound <= caret && caret <= $0.content.upperBound }) {
      return true
    }
    let start = source.lineStart(of: caret)
    return (start..<caret).contains { place in
      source[place] == .backtick && !codes.contains { $0.range.contains(place) }
    }
  }
}
