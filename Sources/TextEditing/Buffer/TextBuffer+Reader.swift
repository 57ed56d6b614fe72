extension TextBuffer {
  /// Reads the bytes of a buffer near one position, from a copy around the last byte read.
  struct Reader: ScalarText {
    private static let window = 256
    private let storage: TextStorage
    private var bytes: [UInt8] = []
    private var start = 0

    init(_ storage: TextStorage) { self.storage = storage }

    var utf8Count: Int { storage.summary.utf8 }

    mutating func byte(at offset: Int) -> UInt8 {
      let index = offset - start
      if index >= 0 && index < bytes.count { return bytes[index] }
      load(around: offset)
      return bytes[offset - start]
    }

    private mutating func load(around offset: Int) {
      start = max(0, offset - Self.window / 2)
      bytes.removeAll(keepingCapacity: true)
      storage.forEachChunk(in: start..<min(utf8Count, offset + Self.window / 2)) { chunk in
        bytes.append(contentsOf: chunk)
        return true
      }
    }
  }
}
