/// Memory into which libcmark parses many sources of some length one after the other.
///
/// It takes the nodes of a source from the start of the memory, so those of the next stand where
/// the last were, in a cache that is near; nothing is given back one by one.
package final class ParsingMemory {
  let bytes: UnsafeMutableRawBufferPointer
  private let sourceByteCount: Int

  static let alignment = 16

  /// Up to how many bytes a source is parsed into memory that is lent for it alone. What libcmark does not
  /// touch of it costs nothing, but where addresses have 32 bits: those of WebAssembly are never given back.
  static let mostLent = MemoryLayout<Int>.size > 4 ? 1 << 21 : 1 << 16

  /// Makes memory for sources of up to `sourceByteCount` bytes.
  package init(forSourcesOf sourceByteCount: Int) {
    self.sourceByteCount = sourceByteCount
    bytes = .allocate(
      byteCount: Self.byteCount(for: sourceByteCount), alignment: Self.alignment)
  }

  deinit { bytes.deallocate() }

  /// Whether most of what libcmark allocates for a source of `count` bytes has room; the rest comes
  /// from the heap. Memory for sources of 1,000 bytes is of use for `2_000`, not for `2_001`.
  func isOfUse(for count: Int) -> Bool { count <= 2 * sourceByteCount }

  /// The bytes that suffice for a source of real text: some kilobytes for the parser, and a node
  /// for every 5 to 20 bytes. What does not fit is taken from the heap.
  static func byteCount(for sourceByteCount: Int) -> Int { 6144 + 32 * sourceByteCount }
}
