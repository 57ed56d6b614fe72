extension TextEdit {
  /// A replacement of the bytes in `range` by `bytes`.
  ///
  /// Offsets are UTF-8 bytes of the text before the edit. The new bytes are UTF-8 too.
  public struct Replacement: Hashable, Sendable {
    /// The replaced UTF-8 offsets, in the text before the edit.
    public var range: Range<Int>
    /// The new UTF-8 bytes.
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
