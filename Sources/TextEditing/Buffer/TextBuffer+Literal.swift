extension TextBuffer: ExpressibleByStringLiteral {
  /// Creates a buffer from a string literal.
  public init(stringLiteral text: String) { self.init(text) }
}
