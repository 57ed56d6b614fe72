/// Temporary memory into which libcmark parses one source.
enum ParsingMemory {
  static let alignment = 16

  /// The greatest size, in bytes, of a source that is parsed into temporary memory. Untouched
  /// memory costs nothing, except with 32-bit addresses: WebAssembly never frees it.
  static let mostLent = MemoryLayout<Int>.size > 4 ? 1 << 21 : 1 << 16

  /// The bytes that suffice for a source of real text: some kilobytes for the parser, and a node
  /// for every 5 to 20 bytes. The heap provides the rest.
  static func byteCount(for sourceByteCount: Int) -> Int { 6144 + 32 * sourceByteCount }
}
