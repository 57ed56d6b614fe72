import TextEditing

/// A query that matches a text if its characters occur in it in their order, without regard to case.
package struct FuzzyQuery: Sendable {
  private let bytes: [UInt8]

  package init(_ text: String) { bytes = Array(text.lowercased().utf8).filter { !$0.isBlank } }

  /// How well the query matches: 0 at the start, 1 at the start of a word, 2 inside, 3 scattered; nil if it does not.
  package func rank(of text: some StringProtocol) -> Int? {
    if bytes.isEmpty { return 0 }
    let fast = text.utf8.withContiguousStorageIfAvailable { text -> Int?? in
      // Most texts do not match at all.
      if text.allSatisfy({ $0 < 0x80 }) { return .some(rank(of: text)) }
      return nil
    }
    if case .some(.some(let rank)) = fast { return rank }
    return Array(text.lowercased().utf8).withUnsafeBufferPointer { rank(of: $0) }
  }

  private func rank(of text: UnsafeBufferPointer<UInt8>) -> Int? {
    var found = 0
    for byte in text where byte.smallLetter == bytes[found] {
      found += 1
      if found == bytes.count { break }
    }
    if found < bytes.count { return nil }
    var best = 3
    for start in 0...(text.count - bytes.count) where text[start].smallLetter == bytes[0] {
      guard bytes.indices.allSatisfy({ text[start + $0].smallLetter == bytes[$0] }) else { continue }
      if start == 0 { return 0 }
      if !text[start - 1].isASCIIAlphanumeric, text[start - 1] < 0x80 { return 1 }
      best = 2
    }
    return best
  }
}
