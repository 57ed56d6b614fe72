extension TextEdit {
  /// One replacement in a text: the bytes in `range` give way to `bytes`.
  ///
  /// Offsets are UTF-8 bytes of the text before the edit. The replacement is UTF-8 too.
  public struct Replacement: Hashable, Sendable {
    /// The UTF-8 offsets, in the text before the edit, that are replaced.
    public var range: Range<Int>
    /// The UTF-8 bytes that take their place.
    public var bytes: [UInt8]

    /// Creates a replacement of the UTF-8 offsets `range` by `bytes`.
    public init(_ range: Range<Int>, with bytes: [UInt8]) {
      self.range = range
      self.bytes = bytes
    }

    /// Creates a replacement of the UTF-8 offsets `range` by the text `text`.
    public init(_ range: Range<Int>, with text: String) {
      self.init(range, with: Array(text.utf8))
    }
  }
}
