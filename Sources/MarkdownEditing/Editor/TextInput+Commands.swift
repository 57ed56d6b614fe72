import MarkdownSyntax
import TextEditing

extension TextInput {
  /// Carries out a command on the selection, as one step of undo.
  ///
  /// ```swift
  /// buffer.perform(.heading(2))
  /// ```
  ///
  /// ``EditingOptions/whileComposing`` determines what happens while an input method is composing.
  ///
  /// - Returns: the plan that was carried out, or the reason why nothing changed.
  /// - Complexity: O(length of the text).
  @discardableResult
  public mutating func perform(
    _ command: EditingCommand, dialect: Dialect = .gitHub
  ) -> Outcome {
    command.reading(dialect).carriedOut(on: &self) { $0.outcome(utf8: $1, in: $2) }
  }

  @discardableResult
  package mutating func perform(
    _ command: EditingCommand, dialect: Dialect, in session: inout MarkingSession
  ) -> Outcome {
    command.reading(dialect).carriedOut(on: &self) { command, selection, buffer in
      guard let document = try? MarkdownDocument(buffer) else {
        return command.outcome(utf8: selection, in: buffer)
      }
      return session.outcome(of: command, utf8: [selection], in: document)
    }
  }

  /// Returns the states of the commands for the selection. While an input method is composing, none
  /// applies unless the options say otherwise.
  ///
  /// - Complexity: O(length of the text).
  public func commandStates(
    _ groups: [CommandRow.Group] = .ofBars, dialect: Dialect = .gitHub,
    options: EditingOptions = .standard
  ) -> [CommandState] {
    let buffer = textBuffer()
    let selections = buffer.selection.map { [$0] } ?? []
    let states =
      MarkdownDocument(ofLong: buffer).map {
        CommandState.all(of: selections, in: $0, groups: groups, dialect: dialect, options: options)
      }
      ?? CommandState.all(
        of: selections, in: buffer.utf8Bytes, groups: groups, dialect: dialect, options: options)
    return states.inInput(isComposing ? options.barrierOfComposition : nil)
  }

  var isComposing: Bool { markedTextRange.map { !$0.isEmpty } ?? false }
}

/// Commands on classes, even through a constant. The call has no exclusive access to a variable of
/// the caller, so a delegate may read the input.
extension TextInput where Self: AnyObject {
  /// Carries out a command on the selection; see `perform(_:dialect:)` of any input.
  @discardableResult
  public func perform(_ command: EditingCommand, dialect: Dialect = .gitHub) -> Outcome {
    var input = self
    return command.reading(dialect).carriedOut(on: &input) { $0.outcome(utf8: $1, in: $2) }
  }
}

extension EditingCommand {
  fileprivate func carriedOut<Input: TextInput>(
    on input: inout Input, _ plan: (EditingCommand, Range<Int>, TextBuffer) -> Outcome
  ) -> Outcome {
    if input.isComposing {
      if let barrier = options.barrierOfComposition { return .unchanged(barrier) }
      input.unmarkText()
    }
    let buffer = input.textBuffer()
    guard let selection = buffer.selection else { return .unchanged(.noSelection) }
    let outcome = plan(self, selection, buffer)
    if case .plan(let plan) = outcome {
      do { try input.apply(plan.edit, selectingUTF8: plan.selections.first) } catch {
        return .refused(.inputRejectedEdit)
      }
    }
    return outcome
  }

  func outcome(utf8 selection: Range<Int>, in buffer: TextBuffer) -> Outcome {
    MarkdownDocument(ofLong: buffer).map { outcome(utf8: [selection], in: $0) }
      ?? outcome(utf8: [selection], in: buffer.utf8Bytes)
  }
}

/// The commands of a key, which a text view announces as a range to replace with a text.
///
/// Return, Backspace and Tab are commands, and so are typing and deleting over a selection, and
/// typing with pending marks. The view makes all other changes, such as an autocorrection, a paste or the deletion of a word.
public struct TypedKey: Hashable, Sendable {
  /// The commands, in the order to try them: Tab acts on a cell, or else on an item.
  public let commands: [EditingCommand]

  /// Creates a key from a change that a text view announces; nil if it is not a key with a command.
  /// While an input method is composing, the commands do nothing.
  ///
  /// - Parameters:
  ///   - range: the range that the view is about to replace, in any unit.
  ///   - text: the text that it is about to insert.
  public init?(
    replacing range: Range<Int>, with text: String, selection: Range<Int>, removed: String,
    hasPendingMarks: Bool = false, options: EditingOptions = .standard
  ) {
    let commands: [EditingCommand]
    switch Array(text.utf8) {
    case [] where range == selection && !range.isEmpty: commands = [.backspace]
    case [] where selection.isEmpty && range.upperBound == selection.lowerBound:
      // More than one character is a deleted word or line.
      guard !removed.isEmpty, removed.index(after: removed.startIndex) == removed.endIndex else {
        return nil
      }
      commands = [.backspace]
    case [.lineFeed] where range == selection: commands = [.newline]
    case [.tab] where range == selection: commands = [.nextCell, .indent]
    case let bytes where range == selection && bytes.isTypedPair(options),
      let bytes
    where range == selection && (hasPendingMarks || !range.isEmpty) && !bytes.contains(.lineFeed):
      commands = [.insertText(text)]
    default: return nil
    }
    var options = options
    options.whileComposing = .refuses
    self.commands = commands.map { $0.with(options) }
  }
}

extension TextInput {
  /// Carries out the first command of a key that applies.
  ///
  /// - Returns: whether one applied; if not, as for Tab in plain text, the view handles the key.
  public mutating func perform(_ key: TypedKey, dialect: Dialect = .gitHub) -> Bool {
    for command in key.commands {
      if case .plan = perform(command, dialect: dialect) { return true }
    }
    return false
  }
}

extension [UInt8] {
  fileprivate func isTypedPair(_ options: EditingOptions) -> Bool {
    options.typedDelimiters == .pairs && count == 1 && TypedDelimiter.isKey(self[0])
  }
}
