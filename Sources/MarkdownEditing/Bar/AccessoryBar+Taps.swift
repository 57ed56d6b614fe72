extension AccessoryBar {
  /// Taps a button: hands its command to `perform`.
  ///
  ///     bar.tap("strong") { editor.perform($0) }
  ///     bar.tap("link", argument: "https://example.org") { textView.perform($0, dialect: bar.dialect) }
  ///
  /// - Parameters:
  ///   - identifier: the button's, as ``Item/identifier`` says.
  ///   - argument: what the command takes: see ``Item/argument``.
  ///   - perform: carries the command out.
  /// - Returns: the command's answer; nil if there is no such button, or if the host acts.
  @discardableResult
  public func tap(
    _ identifier: String, argument: String? = nil, perform: (EditingCommand) -> Outcome
  ) -> Outcome? {
    guard var command = self[identifier]?.command else { return nil }
    command.argument = argument ?? command.argument
    return perform(command)
  }
}
