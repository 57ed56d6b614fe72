/// The tokenizer of any input, by the rules of UAX #29.
///
/// It holds the input's text as it was when the tokenizer was made. For a `TextBuffer` that is a
/// snapshot for nothing, and every question is answered from the neighbourhood of the position;
/// for another input the text is read once.
public struct TextTokenizer<Input: TextInput>: TextTokenizing {
  /// A position in the input's text.
  public typealias InputPosition = Input.InputPosition
  /// A range of the input's text.
  public typealias InputRange = Input.InputRange

  private let input: Input
  private let buffer: TextBuffer

  /// Creates the tokenizer of `input`.
  ///
  /// - Complexity: O(1) for a `TextBuffer`, otherwise O(*n*).
  public init(_ input: Input) {
    self.input = input
    buffer = input.textBuffer()
  }

  /// The unit that encloses `position`; nil if there is none in that direction.
  ///
  /// - Complexity: O(log *n* + *u*) in the length of the unit and its neighbourhood.
  public func rangeEnclosingPosition(
    _ position: InputPosition, with granularity: TextGranularity, inDirection: TextDirection
  ) -> InputRange? {
    guard let offset = utf8Offset(position) else { return nil }
    var reader = TextBuffer.Reader(buffer.storage)
    return TextUnits.unit(
      granularity, enclosing: offset, forward: inDirection.isForward, in: &reader
    ).flatMap { input.inputRange(ofUTF8: $0, in: buffer) }
  }

  /// Whether a unit ends (forward) or begins (backward) at `position`.
  ///
  /// - Complexity: O(log *n* + *u*) in the length of the unit and its neighbourhood.
  public func isPosition(
    _ position: InputPosition, atBoundary granularity: TextGranularity, inDirection: TextDirection
  ) -> Bool {
    guard let offset = utf8Offset(position) else { return false }
    var reader = TextBuffer.Reader(buffer.storage)
    // The unit that ends here lies behind, the one that begins here ahead.
    let forward = inDirection.isForward
    let unit = TextUnits.unit(granularity, enclosing: offset, forward: !forward, in: &reader)
    return (forward ? unit?.upperBound : unit?.lowerBound) == offset
  }

  /// The nearest place where a unit ends (forward) or begins (backward); nil if none does.
  ///
  /// - Complexity: O(log *n* + *d*) in the distance to that place.
  public func position(
    from position: InputPosition, toBoundary granularity: TextGranularity,
    inDirection: TextDirection
  ) -> InputPosition? {
    guard let offset = utf8Offset(position) else { return nil }
    var reader = TextBuffer.Reader(buffer.storage)
    let target =
      inDirection.isForward
      ? TextUnits.end(of: granularity, after: offset, in: &reader)
      : TextUnits.start(of: granularity, before: offset, in: &reader)
    return target.flatMap { input.inputRange(ofUTF8: $0..<$0, in: buffer)?.start }
  }

  private func utf8Offset(_ position: InputPosition) -> Int? {
    buffer.utf8Offset(ofUTF16: input.offset(from: input.beginningOfDocument, to: position))
  }
}
