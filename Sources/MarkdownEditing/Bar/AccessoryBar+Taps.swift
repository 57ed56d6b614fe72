extension AccessoryBar {
  /// Taps a button by passing its command to `perform`.
  ///
  ///     bar.tap("strong") { editor.perform($0) }
  ///     bar.tap("link", argument: "https://example.org") {
  ///       textView.perform($0, dialect: bar.dialect)
  ///     }
  ///
  /// - Parameters:
  ///   - identifier: the ``Item/identifier`` of the button.
  ///   - argument: the argument of the command; see ``Item/argument``.
  ///   - perform: carries out the command.
  /// - Returns: the outcome of the command; nil if there is no such button or the button has no
  ///   command.
  @discardableResult
  public func tap(
    _ identifier: String, argument: String? = nil, perform: (EditingCommand) -> Outcome
  ) -> Outcome? {
    guard var command = self[identifier]?.command else { return nil }
    command.argument = argument ?? command.argument
    return perform(command)
  }
}
