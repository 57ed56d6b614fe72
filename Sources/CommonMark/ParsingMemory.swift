/// Memory into which libcmark parses a source, lent for that source alone.
enum ParsingMemory {
  static let alignment = 16

  /// Up to how many bytes a source is parsed into lent memory. What libcmark does not touch of it costs nothing, but
  /// if addresses have 32 bits: those of WebAssembly are never given back.
  static let mostLent = MemoryLayout<Int>.size > 4 ? 1 << 21 : 1 << 16

  /// The bytes that suffice for a source of real text: some kilobytes for the parser, and a node
  /// for every 5 to 20 bytes. What does not fit is taken from the heap.
  static func byteCount(for sourceByteCount: Int) -> Int { 6144 + 32 * sourceByteCount }
}
