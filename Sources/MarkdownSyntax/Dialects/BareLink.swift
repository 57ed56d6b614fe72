/// Recognises links without brackets as cmark-gfm 0.29.0.gfm.6 does (GFM 0.29 §6.9).
enum BareLink {
  static func url(in text: Bytes, at colon: Int) -> Range<Int>? {
    guard text.count - colon >= 4, text[colon + 1] == .slash, text[colon + 2] == .slash
    else { return nil }
    var start = colon
    while start > 0, text[start - 1].isASCIILetter { start -= 1 }
    let host = colon + 3
    guard isScheme(text[start..<colon]), host < text.count, isHostByte(text, host) else {
      return nil
    }
    guard let domain = domainEnd(in: text, from: host, needsDot: false) else { return nil }
    let end = trimmed(host: start, end(of: text, from: domain), in: text)
    return end > colon ? start..<end : nil
  }

  static func www(in text: Bytes, at start: Int) -> Range<Int>? {
    guard text.count - start >= 4, text[start + 1] == UInt8(ascii: "w"),
      text[start + 2] == UInt8(ascii: "w"),
      text[start + 3] == .fullStop
    else { return nil }
    if start > 0 {
      switch text[start - 1] {
      case .asterisk, .underscore, .tilde, .leftParenthesis: break
      case let byte where byte.isMarkdownSpace: break
      default: return nil
      }
    }
    guard let domain = domainEnd(in: text, from: start, needsDot: true) else { return nil }
    let end = trimmed(host: start, end(of: text, from: domain), in: text)
    return end > start ? start..<end : nil
  }

  private static func isScheme(_ scheme: Swift.Slice<Bytes>) -> Bool {
    let small = scheme.map { $0 | 0x20 }
    return small.elementsEqual("http".utf8) || small.elementsEqual("https".utf8)
      || small.elementsEqual("ftp".utf8)
  }

  private static func isHostByte(_ text: Bytes, _ index: Int) -> Bool {
    let byte = text[index]
    if byte < 0x80 { return byte.isASCIIAlphanumeric || byte < .space && !byte.isMarkdownSpace }
    if byte & 0xC0 == 0x80 { return false }
    let scalar = text.scalar(at: index).scalar
    return !isUnicodeWhitespace(scalar) && !isUnicodePunctuation(scalar)
  }

  /// The end of the domain; nil if its last two parts have underscores or a needed dot is missing.
  private static func domainEnd(in text: Bytes, from start: Int, needsDot: Bool) -> Int? {
    var underscores = (last: 0, before: 0)
    var dots = 0
    var index = start + 1
    while index < text.count - 1 {
      if text[index] == .underscore {
        underscores.last += 1
      } else if text[index] == .fullStop {
        underscores = (0, underscores.last)
        dots += 1
      } else if !isHostByte(text, index), text[index] != .hyphen {
        break
      }
      index += 1
    }
    if underscores.last + underscores.before > 0, dots <= 10 { return nil }
    return needsDot && dots == 0 ? nil : index
  }

  private static func end(of text: Bytes, from start: Int) -> Int {
    text.skipping(from: start) { !$0.isMarkdownSpace }
  }

  /// The end of a link without trailing punctuation, references and unopened closing parentheses.
  static func trimmed(host start: Int, _ limit: Int, in text: Bytes) -> Int {
    var end = text.skipping(from: start, upTo: limit) { $0 != .lessThan }
    while end > start {
      switch text[end - 1] {
      case .questionMark, .exclamationMark, .fullStop, .comma, .colon, .asterisk, .underscore,
        .tilde, .apostrophe, .quotationMark:
        end -= 1
      case .semicolon:
        var name = end - 2
        while name > start, text[name].isASCIILetter { name -= 1 }
        end = name >= start && name < end - 2 && text[name] == .ampersand ? name : end - 1
      case .rightParenthesis:
        var balance = 0
        for index in start..<end {
          if text[index] == .leftParenthesis {
            balance += 1
          } else if text[index] == .rightParenthesis {
            balance -= 1
          }
        }
        if balance >= 0 { return end }
        end -= 1
      default: return end
      }
    }
    return end
  }
}

extension InlineScan {
  mutating func readBareURL() -> Bool {
    guard !isInOpenBracket, let url = BareLink.url(in: text, at: position) else { return false }
    separateText()
    let rewind = position - url.lowerBound
    let first = tokens.count - rewind
    guard first >= 0, tokens[first...].allSatisfy({ $0.isPlainCharacter }) else { return false }
    let start = first < tokens.count ? tokens[first].source.lowerBound : sourceEnd
    noteNode(at: first)
    tokens.insert(InlineToken(.openLink(.bare), start..<start), at: first)
    emitCharacters(to: url.upperBound)
    emitNode(.closeLink(.bare), to: position)
    return true
  }

  mutating func readBareWWW() -> Bool {
    guard !isInOpenBracket, let url = BareLink.www(in: text, at: position) else { return false }
    emitNode(.openLink(.bare), to: position)
    emitCharacters(to: url.upperBound)
    emitNode(.closeLink(.bare), to: position)
    return true
  }

  /// Whether cmark-gfm sees an open bracket, in which it finds no bare links: any `[`, or a `![`
  /// without a link after it. It does in `[a [b](c) www.a.b`, but not in `![a [b](c) www.a.b`.
  private var isInOpenBracket: Bool {
    guard let last = brackets.last else { return false }
    return last.isInLinkText || brackets.count > inactiveBrackets
  }
}

extension InlineToken {
  var isPlainCharacter: Bool {
    if case .character(_, .plain) = kind { true } else { false }
  }
}

/// Finds email addresses in text, after all other inlines, as cmark-gfm 0.29.0.gfm.6 does.
struct BareAddresses {
  private(set) var tokens: [InlineToken]

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
