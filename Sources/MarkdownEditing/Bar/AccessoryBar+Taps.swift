import TextEditing

extension AccessoryBar {
  /// Taps a button: its command is carried out on an input.
  ///
  /// - Parameters:
  ///   - identifier: the button's, as ``Item/identifier`` says.
  ///   - input: the input.
  ///   - argument: what the command takes: see ``Item/argument``.
  /// - Returns: what was done, or why nothing was; nil if there is no such button, or if the host acts.
  public func tap<Input: TextInput>(
    _ identifier: String, on input: inout Input, argument: String? = nil
  ) -> Outcome? {
    switch action(identifier, argument) {
    case .mark(let command)?: .mark(input.perform(command, dialect: dialect))
    case .command(let command)?: .command(input.perform(command, dialect: dialect))
    case .host?, nil: nil
    }
  }

  /// Taps a button: its command is carried out on an input that is a class, such as a view.
  ///
  /// - Parameters:
  ///   - identifier: the button's, as ``Item/identifier`` says.
  ///   - input: the input.
  ///   - argument: what the command takes: see ``Item/argument``.
  /// - Returns: what was done, or why nothing was; nil if there is no such button, or if the host acts.
  public func tap<Input: TextInput & AnyObject>(
    _ identifier: String, on input: Input, argument: String? = nil
  ) -> Outcome? {
    switch action(identifier, argument) {
    case .mark(let command)?: .mark(input.perform(command, dialect: dialect))
    case .command(let command)?: .command(input.perform(command, dialect: dialect))
    case .host?, nil: nil
    }
  }

  /// Taps a button: its command is carried out on all selections of an editor.
  ///
  /// - Parameters:
  ///   - identifier: the button's, as ``Item/identifier`` says.
  ///   - editor: the editor.
  ///   - argument: what the command takes: see ``Item/argument``.
  /// - Returns: what was done, or why nothing was; nil if there is no such button, or if the host acts.
  /// - Complexity: O(the slices from the first selection to the last).
  public func tap(
    _ identifier: String, on editor: inout MarkdownEditor, argument: String? = nil
  ) -> Outcome? {
    switch action(identifier, argument) {
    case .mark(let command)?: .mark(editor.perform(command))
    case .command(let command)?: .command(editor.perform(command))
    case .host?, nil: nil
    }
  }

  /// Taps a button: its command is carried out on an input that keeps an editor of its text.
  ///
  /// - Parameters:
  ///   - identifier: the button's, as ``Item/identifier`` says.
  ///   - input: the input.
  ///   - argument: what the command takes: see ``Item/argument``.
  /// - Returns: what was done, or why nothing was; nil if there is no such button, or if the host acts.
  /// - Complexity: O(the slices of the selection), and what the input's own `replace` costs.
  public func tap<Input: IndexedTextInput>(
    _ identifier: String, on input: Input, argument: String? = nil
  ) -> Outcome? {
    switch action(identifier, argument) {
    case .mark(let command)?: .mark(input.perform(command))
    case .command(let command)?: .command(input.perform(command))
    case .host?, nil: nil
    }
  }

  func action(_ identifier: String, _ argument: String?) -> Action? {
    guard let action = self[identifier]?.action else { return nil }
    guard case .command(var command) = action else { return action }
    command.argument = argument ?? command.argument
    return .command(command)
  }
}
