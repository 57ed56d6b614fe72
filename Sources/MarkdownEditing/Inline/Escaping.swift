import MarkdownSyntax

enum Escaping {
  /// An escape for ASCII punctuation (CommonMark 0.30 §2.4); otherwise, a character reference.
  static func respelled(_ scalar: Unicode.Scalar) -> [UInt8] {
    isASCIIPunctuation(scalar) ? [.backslash] + utf8(scalar) : reference(scalar)
  }

  /// A decimal character reference (§2.5).
  static func reference(_ scalar: Unicode.Scalar) -> [UInt8] {
    Array("&#\(scalar.value);".utf8)
  }

  static func isASCIIPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && UInt8(truncatingIfNeeded: scalar.value).isASCIIPunctuation
  }

  static func utf8(_ scalar: Unicode.Scalar) -> [UInt8] {
    scalar.value < 0x80 ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
  }

  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}

extension UInt8 {
  var isWhite: Bool { isBlank || isLineEnding }
}

extension [UInt8] {
  var asTarget: [UInt8] {
    [.rightBracket, .leftParenthesis] + asDestination + [.rightParenthesis]
  }

  /// The address without what would be an escape or a reference: `a&amp;amp;b` for `a&amp;b`.
  var escapedAddress: [UInt8] {
    let last = lastIndex(of: .semicolon) ?? 0
    return indices.flatMap { index in
      let next = index + 1 < count ? self[index + 1] : .rightParenthesis
      let isEscape = self[index] == .backslash && next.isASCIIPunctuation
      let isReference =
        self[index] == .ampersand && index < last
        && (next.isASCIIAlphanumeric || next == .numberSign)
      if isReference { return Array("&amp;".utf8) }
      return isEscape ? [.backslash, .backslash] : [self[index]]
    }
  }

  var asDestination: [UInt8] {
    var depth = 0
    var isPlain = true
    for byte in self {
      if byte <= .space || byte == .delete || byte == .lessThan { isPlain = false }
      if byte == .leftParenthesis { depth += 1 }
      if byte == .rightParenthesis { depth -= 1 }
      if depth < 0 { isPlain = false }
    }
    if depth != 0 { isPlain = false }
    if isPlain { return self }
    return [.lessThan]
      + flatMap { $0 == .lessThan || $0 == .greaterThan ? [.backslash, $0] : [$0] } + [.greaterThan]
  }

  var trimmed: [UInt8] {
    let start = prefix { $0.isWhite }.count
    let end = reversed().prefix { $0.isWhite }.count
    return start + end < count ? Array(self[start..<count - end]) : []
  }

  func linkTitle(in range: Range<Int>) -> [UInt8] {
    let part = self[range]
    guard part.count > 3, part[part.startIndex + 1] == .leftParenthesis else { return [] }
    var index = part.startIndex + 2
    while index < part.endIndex, part[index].isWhite { index += 1 }
    let isBracketed = part[index] == .lessThan
    while index < part.endIndex - 1,
      isBracketed ? part[index] != .greaterThan : !part[index].isWhite
    {
      index += part[index] == .backslash ? 2 : 1
    }
    if isBracketed { index += 1 }
    guard index < part.endIndex - 1 else { return [] }
    let title = part[index..<part.endIndex - 1]
    return title.allSatisfy { $0.isWhite } ? [] : Array(title)
  }

  /// The page of `page`, `[[page]]` or `[[page|alias]]`; nil if no wiki link can name it.
  var wikiPage: [UInt8]? {
    var page = trimmed
    if let linked = page.wikiTarget { page = linked }
    let isPage =
      !page.isEmpty
      && !page.contains {
        $0.isLineEnding || $0 == .leftBracket || $0 == .rightBracket || $0 == .verticalLine
      }
    return isPage ? page : nil
  }

  /// The page of a text that is one wiki link, before its alias; nil for another text.
  var wikiTarget: [UInt8]? {
    guard count > 4, starts(with: "[[".utf8), suffix(2).elementsEqual("]]".utf8) else { return nil }
    let page = Array(self[2..<count - 2].prefix { $0 != .verticalLine })
    return page.last == .backslash ? Array(page.dropLast()) : page
  }

  var withScheme: [UInt8] { withScheme(of: "https://") }

  func withScheme(of scheme: StaticString) -> [UInt8] {
    prefix(4).map { $0.smallLetter } == Array("www.".utf8)
      ? scheme.withUTF8Buffer { Array($0) } + self : self
  }

  var isAddress: Bool {
    if isEmpty || contains(where: { $0.isWhite }) { return false }
    if withScheme.count > count { return count > 4 }
    guard let colon = firstIndex(of: .colon), colon > 1, colon + 1 < count else { return false }
    let scheme = self[..<colon]
    return scheme[0].isASCIILetter
      && (self[colon...].starts(with: Array("://".utf8)) && count > colon + 3
        || scheme.elementsEqual("mailto".utf8)
        || scheme.elementsEqual("tel".utf8))
  }
}
