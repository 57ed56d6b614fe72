import TextEditing

/// A query that matches a text if its characters occur in it in their order, without regard to case. Blanks may be
/// missing in the text.
package struct FuzzyQuery: Sendable {
  private let bytes: [UInt8]
  private let letters: [UInt8]

  package init(_ text: some StringProtocol) {
    bytes = Array(text.lowercased().utf8)
    letters = bytes.filter { !$0.isBlank }
  }

  package func rank(of text: some StringProtocol) -> Int? {
    letters.isEmpty ? 0 : rank(ofLowercase: Array(text.lowercased().utf8))
  }

  /// How well the query matches the name of a file, or with 4 added its path.
  package func rank(of file: NoteFolder.File) -> Int? {
    guard let rank = rank(ofLowercase: file.key) else { return nil }
    return self.rank(ofLowercase: file.key, from: file.nameStart) ?? rank + 4
  }

  /// How well the query matches: 0 at the start, 1 at the start of a word, 2 inside, 3 scattered; nil if it does not.
  private func rank(ofLowercase text: [UInt8], from start: Int = 0) -> Int? {
    if letters.isEmpty { return 0 }
    return text.withUnsafeBufferPointer { whole in
      let text = UnsafeBufferPointer(rebasing: whole[start...])
      var found = 0
      for byte in text where byte == letters[found] {
        found += 1
        if found == letters.count { break }
      }
      if found < letters.count { return nil }
      var best = 3
      if text.count < bytes.count { return best }
      for start in 0...(text.count - bytes.count) where text[start] == bytes[0] {
        guard bytes.indices.allSatisfy({ text[start + $0] == bytes[$0] }) else { continue }
        if start == 0 { return 0 }
        if !text[start - 1].isASCIIAlphanumeric, text[start - 1] < 0x80 { return 1 }
        best = 2
      }
      return best
    }
  }
}
