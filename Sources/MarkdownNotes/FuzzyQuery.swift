import TextEditing

/// A query that matches a text if its characters occur in it in their order, without regard to case.
package struct FuzzyQuery: Sendable {
  private let bytes: [UInt8]

  package init(_ text: String) { bytes = Array(text.lowercased().utf8).filter { !$0.isBlank } }

  /// How well the query matches: 0 at the start, 1 at the start of a word, 2 inside, 3 scattered; nil if it does not.
  package func rank(of text: some StringProtocol) -> Int? {
    if bytes.isEmpty { return 0 }
    let ascii = text.utf8.allSatisfy { $0 < 0x80 }
    return ascii
      ? rank(of: text.utf8.map(\.smallLetter)) : rank(of: Array(text.lowercased().utf8))
  }

  private func rank(of text: [UInt8]) -> Int? {
    if text.starts(with: bytes) { return 0 }
    var best: Int?
    for start in text.indices where text[start] == bytes[0] && text[start...].starts(with: bytes) {
      let before = text[start - 1]
      if !before.isASCIIAlphanumeric, before < 0x80 { return 1 }
      best = 2
    }
    if best != nil { return best }
    var index = 0
    for byte in text where byte == bytes[index] {
      index += 1
      if index == bytes.count { return 3 }
    }
    return nil
  }
}
