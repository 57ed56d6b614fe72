/// Finds email addresses in text, after all other inlines, as cmark-gfm 0.29.0.gfm.6 does.
struct BareAddresses {
  private(set) var tokens: [InlineToken]

  /// Finds the addresses in `tokens`, whose partners are set.
  init(in tokens: [InlineToken]) {
    self.tokens = tokens
    let hasAt = tokens.contains { if case .character("@", _) = $0.kind { true } else { false } }
    guard hasAt else { return }
    var found: [Range<Int>] = []
    // To cmark-gfm, a link ends with one in it, so `[<http://a.b> c@d.e](/u)` has an address.
    var isInLink = false
    var index = 0
    while index < tokens.count {
      switch tokens[index].kind {
      case .openLink: isInLink = true
      case .closeLink: isInLink = false
      case .character where !isInLink:
        var end = index
        while end < tokens.count, case .character = tokens[end].kind { end += 1 }
        found += Self.addresses(in: tokens[index..<end])
        index = end
        continue
      default: break
      }
      index += 1
    }
    if !found.isEmpty { insert(found) }
  }

  /// The addresses in a text, as ranges of its tokens.
  private static func addresses(in text: ArraySlice<InlineToken>) -> [Range<Int>] {
    let bytes = text.map { token -> UInt8 in
      guard case .character(let scalar, _) = token.kind, scalar.value < 0x80 else { return 0xFF }
      return UInt8(truncatingIfNeeded: scalar.value)
    }
    return bytes.withUnsafeBufferPointer { bytes in
      var found: [Range<Int>] = []
      var from = 0
      while let at = bytes[from...].firstIndex(of: .atSign) {
        guard let address = address(in: bytes, at: at, from: from) else {
          from = at + 1
          continue
        }
        found.append(address.lowerBound + text.startIndex..<address.upperBound + text.startIndex)
        from = address.upperBound
      }
      return found
    }
  }

  private static func address(in text: Bytes, at: Int, from limit: Int) -> Range<Int>? {
    var start = at
    var isXMPP = false
    while start > limit {
      let byte = text[start - 1]
      if byte.isASCIIAlphanumeric || [.fullStop, .plusSign, .hyphen, .underscore].contains(byte) {
        start -= 1
        continue
      }
      guard byte == .colon else { break }
      if isProtocol("mailto:", in: text, endingAt: start, from: limit) {
        start -= 1
      } else if isProtocol("xmpp:", in: text, endingAt: start, from: limit) {
        isXMPP = true
        start -= 1
      } else {
        break
      }
    }
    guard start < at else { return nil }
    var end = at + 1
    var dots = 0
    scan: while end < text.count {
      switch text[end] {
      case let byte where byte.isASCIIAlphanumeric: break
      case .atSign: return nil
      case .fullStop where end + 1 < text.count && text[end + 1].isASCIIAlphanumeric: dots += 1
      case .slash where isXMPP: break
      case .hyphen, .underscore: break
      default: break scan
      }
      end += 1
    }
    guard end - at >= 2, dots > 0, text[end - 1].isASCIILetter || text[end - 1] == .fullStop
    else { return nil }
    end = BareLink.trimmed(host: at, end, in: text)
    return end > at ? start..<end : nil
  }

  /// Whether a protocol's name ends at an offset, without a word before it. For example, `mailto:`
  /// does in `mailto:a@b.c`, but not in `xmailto:a@b.c`.
  private static func isProtocol(
    _ name: StaticString, in text: Bytes, endingAt end: Int, from limit: Int
  ) -> Bool {
    let start = end - name.utf8CodeUnitCount
    guard start >= limit else { return false }
    for offset in 0..<name.utf8CodeUnitCount where text[start + offset] != name.utf8Start[offset] {
      return false
    }
    return start == limit || !text[start - 1].isASCIIAlphanumeric
  }

  /// Inserts the tokens of links around ranges of tokens.
  private mutating func insert(_ found: [Range<Int>]) {
    var result: [InlineToken] = []
    result.reserveCapacity(tokens.count + 2 * found.count)
    // The new index of each token, for the partners.
    var places: [Int] = []
    var next = found[...]
    var open = 0
    for (index, token) in tokens.enumerated() {
      if let range = next.first, range.upperBound == index { close(&result, &next, open) }
      if let range = next.first, range.lowerBound == index {
        open = result.count
        let start = token.source.lowerBound
        result.append(InlineToken(.openLink(.bare), start..<start))
      }
      places.append(result.count)
      result.append(token)
    }
    if !next.isEmpty { close(&result, &next, open) }
    for (index, token) in tokens.enumerated() where token.partner >= 0 {
      result[places[index]].partner = places[token.partner]
    }
    tokens = result
  }

  private func close(
    _ result: inout [InlineToken], _ next: inout ArraySlice<Range<Int>>, _ open: Int
  ) {
    let end = result[result.count - 1].source.upperBound
    result[open].partner = result.count
    result.append(InlineToken(.closeLink(.bare), end..<end, partner: open))
    next.removeFirst()
  }
}
