extension TextBuffer: ExpressibleByStringLiteral {
  /// A buffer of the text of a literal.
  public init(stringLiteral text: String) { self.init(text) }
}
