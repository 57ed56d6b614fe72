import MarkdownSyntax
import TextEditing

/// The outcome of a command on a document proxy.
public enum ProxyOutcome: Hashable, Sendable {
  /// The command's own outcome: a plan that was carried out, or the reason why nothing was done.
  case done(AccessoryBar.Outcome)
  /// The command was not carried out because of the proxy.
  case refused(ProxyRefusal)
}

/// Why a command is not carried out on a document proxy.
public enum ProxyRefusal: String, Error, Hashable, Sendable, CaseIterable {
  /// The result depends on text that the host does not show.
  case contextTooShort
}

/// The text that a document proxy shows: the context before, the selection, and the context after.
public struct ProxyContext: Hashable, Sendable {
  /// The text, with its selection.
  public let buffer: TextBuffer
  /// Whether the text begins where the document does, as before `‸a`.
  public let isWholeBefore: Bool
  /// Whether the text ends where the document does, as after `a‸`.
  public let isWholeAfter: Bool

  /// Reads the context of a proxy.
  ///
  /// - Parameters:
  ///   - proxy: the proxy.
  ///   - wholeBelow: a context of fewer UTF-16 code units is taken for the whole text on its side. With
  ///     0, only an empty one is: hosts do not report whether they have cut it.
  public init(_ proxy: some DocumentProxy, wholeBelow: Int = 0) {
    let before = proxy.documentContextBeforeInput ?? ""
    let selected = proxy.selectedText ?? ""
    let after = proxy.documentContextAfterInput ?? ""
    var buffer = TextBuffer(before + selected + after)
    let start = before.utf8.count
    buffer.selectedTextRange = BufferRange(utf8: start..<start + selected.utf8.count)
    self.buffer = buffer
    isWholeBefore = before.isEmpty || before.utf16.count < wholeBelow
    isWholeAfter = after.isEmpty || after.utf16.count < wholeBelow
  }

  /// Plans a command; nil if text that is not shown could change the plan.
  ///
  /// The command is planned in the context alone, and again with lines of text, of a list and of a quote
  /// around it wherever the context may be cut. A fence, an HTML block or a table above the context is
  /// assumed not to be there.
  func plan<Outcome: PlannedOutcome>(_ plan: (TextBuffer, Range<Int>) -> Outcome) -> Outcome? {
    guard let selection = buffer.selection else { return .noSelection }
    let outcome = plan(buffer, selection)
    guard let change = outcome.change else { return outcome }
    let before = isWholeBefore ? [""] : ["", "x", "x\n", "x\n\n", "- x\n", "> x\n"]
    let after = isWholeAfter ? [""] : ["", "x", "\nx", "\n\nx", "\n- x"]
    let text = buffer.description
    // Each side is varied alone: their combinations would be many.
    let surroundings = before.dropFirst().map { ($0, "") } + after.dropFirst().map { ("", $0) }
    for (prefix, suffix) in surroundings {
      let shift = prefix.utf8.count
      let other = plan(TextBuffer(prefix + text + suffix), selection.shifted(by: shift)).change
      guard let other, other.edit == change.edit.shifted(by: shift),
        other.selections == change.selections.map({ $0.shifted(by: shift) })
      else { return nil }
    }
    return outcome
  }
}

extension DocumentProxy {
  /// The marks of the selection, as far as the context shows them.
  ///
  /// - Complexity: O(*n*) in the length of the context.
  public func formattingState(
    dialect: Dialect = .gitHub, policies: MarkPolicies = .standard
  ) -> FormattingState {
    ProxyContext(self).buffer.formattingState(dialect: dialect, policies: policies)
  }

  /// The states of the catalogue's commands, as far as the context shows them.
  ///
  /// - Complexity: O(*n*) in the length of the context.
  public func commandStates(
    dialect: Dialect = .gitHub, policies: CommandPolicies = .standard
  ) -> [CommandState] {
    ProxyContext(self).buffer.commandStates(dialect: dialect, policies: policies)
  }

  /// Carries out a command on the selection, by deleting and typing. A proxy cannot select: afterwards
  /// the insertion point is at the end of what the command would select.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - dialect: the dialect of the text.
  ///   - wholeBelow: see ``ProxyContext``.
  /// - Complexity: O(*n*) in the length of the context.
  @discardableResult
  public mutating func perform(
    _ command: MarkCommand, dialect: Dialect = .gitHub, wholeBelow: Int = 0
  ) -> ProxyOutcome {
    let outcome = carryOut(wholeBelow: wholeBelow) {
      command.reading(dialect).outcome(onUTF8: $1, in: $0)
    }
    return outcome.map { .done(.mark($0)) } ?? .refused(.contextTooShort)
  }

  /// Carries out a command of the catalogue; see `perform(_:)` of a mark.
  @discardableResult
  public mutating func perform(
    _ command: EditingCommand, dialect: Dialect = .gitHub, wholeBelow: Int = 0
  ) -> ProxyOutcome {
    let outcome = carryOut(wholeBelow: wholeBelow) {
      command.outcome(onUTF8: [$1], in: $0.utf8Bytes, dialect: dialect)
    }
    return outcome.map { .done(.command($0)) } ?? .refused(.contextTooShort)
  }

  private mutating func carryOut<Outcome: PlannedOutcome>(
    wholeBelow: Int, _ plan: (TextBuffer, Range<Int>) -> Outcome
  ) -> Outcome? {
    let context = ProxyContext(self, wholeBelow: wholeBelow)
    guard let outcome = context.plan(plan) else { return nil }
    if let (edit, selections) = outcome.change { make(edit, in: context.buffer, selections) }
    return outcome
  }

  /// Makes an edit of the context: deletes from its last change to its first, types, and moves.
  private mutating func make(
    _ edit: TextEdit, in before: TextBuffer, _ selections: [Range<Int>]
  ) {
    guard let after = try? before.applying(edit), let selection = before.selection else { return }
    func count(_ range: Range<Int>, in buffer: TextBuffer) -> Int {
      buffer.text(inUTF8: range).count
    }
    var caret = selection.upperBound
    if !edit.isEmpty {
      // A selection goes with whatever is typed or deleted first.
      let stretch = edit.stretch
      let start = min(stretch.lowerBound, selection.lowerBound)
      let end = max(stretch.upperBound, selection.upperBound)
      let typed = after.text(inUTF8: start..<end + after.utf8Count - before.utf8Count)
      if start..<end != selection || typed.isEmpty {
        if !selection.isEmpty { deleteBackward() }
        let right = count(selection.upperBound..<end, in: before)
        if right > 0 { adjustTextPosition(byCharacterOffset: right) }
        for _ in 0..<right + count(start..<selection.lowerBound, in: before) { deleteBackward() }
      }
      if !typed.isEmpty { insertText(typed) }
      caret = start + typed.utf8.count
    }
    guard let goal = selections.first?.upperBound, goal != caret else { return }
    let steps = count(min(goal, caret)..<max(goal, caret), in: after)
    adjustTextPosition(byCharacterOffset: goal < caret ? -steps : steps)
  }
}

extension AccessoryBar {
  /// Taps a button: its command is carried out on a document proxy, as a keyboard extension has it.
  ///
  /// - Returns: what was done, or why nothing was; nil if there is no such button, or if the host acts.
  public func tap<Proxy: DocumentProxy>(
    _ identifier: String, on proxy: inout Proxy, argument: String? = nil, wholeBelow: Int = 0
  ) -> ProxyOutcome? {
    switch action(identifier, argument) {
    case .mark(let command)?:
      proxy.perform(command, dialect: dialect, wholeBelow: wholeBelow)
    case .command(let command)?:
      proxy.perform(command, dialect: dialect, wholeBelow: wholeBelow)
    case .host?, nil: nil
    }
  }
}
