/// Recognises links without brackets as cmark-gfm 0.29.0.gfm.6 does (GFM 0.29 §6.9).
enum BareLink {
  /// The range of the URL whose `://` begins at `colon`, or nil if there is none.
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

  /// The range of the address that begins with `www.` at `start`, or nil if there is none.
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
    var end = start
    while end < text.count, !text[end].isMarkdownSpace { end += 1 }
    return end
  }

  /// The end of a link without trailing punctuation, references and unopened closing parentheses.
  static func trimmed(host start: Int, _ limit: Int, in text: Bytes) -> Int {
    var end = limit
    for index in start..<limit where text[index] == .lessThan {
      end = index
      break
    }
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
  /// Reads a URL whose colon is next, unless a bracket is open.
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

  /// Reads an address that begins with `www.`, unless a bracket is open.
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
