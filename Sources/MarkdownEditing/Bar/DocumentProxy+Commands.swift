import MarkdownSyntax
import TextEditing

package struct ProxyContext: Hashable, Sendable {
  package let buffer: TextBuffer
  package let isWholeBefore: Bool
  package let isWholeAfter: Bool

  /// Reads the context of a proxy.
  ///
  /// - Parameter wholeBelow: a context of fewer UTF-16 code units counts as the whole text on its
  ///   side. With 0, only an empty one does, because hosts do not report whether they cut it.
  package init(_ proxy: some DocumentProxy, wholeBelow: Int = 0) {
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

  /// Plans a command; refused if hidden text could change the plan.
  ///
  /// The command is planned in the context alone, and again with lines of text, lists and quotes on
  /// each side that may be cut. Fences, HTML blocks and tables above the context are not
  /// considered.
  func outcome(of command: EditingCommand) -> Outcome {
    guard let selection = buffer.selection else { return .unchanged(.noSelection) }
    let outcome = command.outcome(onUTF8: selection, in: buffer)
    guard case .plan(let plan) = outcome else { return outcome }
    let before = isWholeBefore ? [""] : ["", "x", "x\n", "x\n\n", "- x\n", "> x\n"]
    let after = isWholeAfter ? [""] : ["", "x", "\nx", "\n\nx", "\n- x"]
    let text = buffer.description
    // Each side is varied alone, because there are many combinations.
    let surroundings = before.dropFirst().map { ($0, "") } + after.dropFirst().map { ("", $0) }
    for (prefix, suffix) in surroundings {
      let shift = prefix.utf8.count
      let other = command.outcome(
        onUTF8: selection.shifted(by: shift), in: TextBuffer(prefix + text + suffix))
      guard case .plan(let other) = other, other.edit == plan.edit.shifted(by: shift),
        other.selections == plan.selections.map({ $0.shifted(by: shift) })
      else { return .refused(.contextTooShort) }
    }
    return outcome
  }
}

extension DocumentProxy {
  /// Returns the states of the commands for the text that the context shows.
  ///
  /// - Complexity: O(*n*) in the length of the context.
  public func commandStates(
    _ groups: [CommandRow.Group] = .ofBars, dialect: Dialect = .gitHub,
    options: EditingOptions = .standard
  ) -> [CommandState] {
    ProxyContext(self).buffer.commandStates(groups, dialect: dialect, options: options)
  }

  /// Carries out a command by deleting and typing. Because a proxy cannot select, the insertion
  /// point is then at the end of the planned selection.
  ///
  /// - Parameter wholeBelow: a context of fewer UTF-16 code units counts as the whole text on its
  ///   side. With 0, only an empty one does, because hosts do not report whether they cut it.
  /// - Returns: the outcome; ``Outcome/Refusal/contextTooShort`` if hidden text could change it.
  /// - Complexity: O(*n*) in the length of the context.
  @discardableResult
  public mutating func perform(
    _ command: EditingCommand, dialect: Dialect = .gitHub, wholeBelow: Int = 0
  ) -> Outcome {
    let context = ProxyContext(self, wholeBelow: wholeBelow)
    let outcome = context.outcome(of: command.reading(dialect))
    if case .plan(let plan) = outcome { make(plan.edit, in: context.buffer, plan.selections) }
    return outcome
  }

  private mutating func make(_ edit: TextEdit, in before: TextBuffer, _ selections: [Range<Int>]) {
    guard let after = try? before.applying(edit), let selection = before.selection else { return }
    func count(_ range: Range<Int>, in buffer: TextBuffer) -> Int {
      buffer.text(inUTF8: range).count
    }
    var caret = selection.upperBound
    if !edit.isEmpty {
      // The first key typed or deleted replaces the selection, too.
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
