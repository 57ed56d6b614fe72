extension AccessoryBar {
  /// Passes the command of a button to `perform`.
  ///
  /// ```swift
  /// bar.tap("strong") { editor.perform($0) }
  /// bar.tap("link", argument: "https://example.org") { editor.perform($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - identifier: the identifier of the button.
  ///   - argument: the argument of the command; see ``Item/argument``.
  ///   - perform: a closure that carries out the command.
  /// - Returns: the outcome of the command; nil if there is no button or if it has no command.
  @discardableResult
  public func tap(
    _ identifier: String, argument: String? = nil, perform: (EditingCommand) -> Outcome
  ) -> Outcome? {
    guard var command = self[identifier]?.command else { return nil }
    command.argument = argument ?? command.argument
    return perform(command)
  }
}
