import CommonMark

/// Raw inline HTML (CommonMark 0.30 §6.6, or 0.31 if the library follows it).
package enum RawHTML {
  /// The kinds whose end libcmark has once failed to find, so that it no longer searches for them:
  /// else text full of `<?` would take quadratic time.
  package struct Missed {
    var comment = false
    var characterData = false
    var declaration = false
    var instruction = false

    package init() {}
  }

  /// The end of the HTML whose `<` is at `start`, or nil if there is none.
  package static func end(in text: Bytes, at start: Int, missed: inout Missed) -> Int? {
    let next = start + 1
    guard next + 2 <= text.count else { return nil }
    switch (text[next], text[next + 1]) {
    case (.exclamationMark, .hyphen) where ParsingLibrary.isSince31:
      guard !missed.comment, text.holds("--", at: next + 1) else { return nil }
      if text.holds(">", at: next + 3) { return next + 4 }
      if text.holds("->", at: next + 3) { return next + 5 }
      let end = endOfComment31(in: text, at: next + 3)
      missed.comment = end == nil
      return end
    case (.exclamationMark, .hyphen): return endOfComment(in: text, at: next + 2)
    case (.exclamationMark, .leftBracket):
      // Against the specification, libcmark ignores case here: `<![cdata[x]]>`.
      guard !missed.characterData, text.holds("cdata[", at: next + 2, ignoringCase: true)
      else { return nil }
      let end = endOfCharacterData(in: text, at: next + 8)
      missed.characterData = end == nil
      return end
    case (.exclamationMark, _):
      guard !missed.declaration, let body = bodyOfDeclaration(in: text, at: next + 1)
      else { return nil }
      let end = text.firstOffset(of: .greaterThan, from: body)
      missed.declaration = end == text.count
      return missed.declaration ? nil : end + 1
    case (.questionMark, _):
      guard !missed.instruction else { return nil }
      let end = endOfInstruction(in: text, at: next + 1)
      missed.instruction = end == nil
      return end
    case (.slash, _): return HTMLTag.endOfClosing(in: text, at: next + 1)
    default: return HTMLTag.endOfOpening(in: text, at: next)
    }
  }

  /// From the second hyphen of `<!--`: no `>` or `->` first, no `--` except in `-->`.
  private static func endOfComment(in text: Bytes, at start: Int) -> Int? {
    guard start < text.count, text[start] == .hyphen else { return nil }
    var index = start + 1
    if text.holds("-->", at: index) { return index + 3 }
    if index < text.count, text[index] == .hyphen { index += 1 }
    guard index < text.count, text[index] != .greaterThan, text[index] != .hyphen else {
      return nil
    }
    while index < text.count {
      if text[index] == .hyphen, index + 1 < text.count, text[index + 1] == .hyphen {
        return text.holds("-->", at: index) ? index + 3 : nil
      }
      index += 1
    }
    return nil
  }

  /// From the offset after `<!--`, up to `-->`. libcmark 0.31 reads hyphens in threes, so `--->`
  /// does not end a comment, against the specification.
  private static func endOfComment31(in text: Bytes, at start: Int) -> Int? {
    var index = start
    while index < text.count {
      let hyphens = index
      while index < text.count, text[index] == .hyphen { index += 1 }
      if (index - hyphens) % 3 == 2, index < text.count, text[index] == .greaterThan {
        return index + 1
      }
      index += 1
    }
    return nil
  }

  /// Against the specification, `]]]>` does not end the section: libcmark reads brackets in pairs.
  private static func endOfCharacterData(in text: Bytes, at start: Int) -> Int? {
    var index = start
    while index < text.count {
      if text[index] != .rightBracket {
        index += 1
      } else if index + 1 < text.count, text[index + 1] != .rightBracket {
        index += 2
      } else if index + 2 < text.count {
        if text[index + 2] == .greaterThan { return index + 3 }
        index += 3
      } else {
        return nil
      }
    }
    return nil
  }

  /// Skips capital letters and required white space; since 0.31, only letters: `<!doctype>`.
  private static func bodyOfDeclaration(in text: Bytes, at start: Int) -> Int? {
    let isSince31 = ParsingLibrary.isSince31
    let index = text.skipping(from: start) { isSince31 ? $0.isASCIILetter : $0.isASCIICapital }
    if isSince31 { return index > start ? index : nil }
    let body = text.skippingSpace(from: index)
    return index > start && body > index ? body : nil
  }

  /// libcmark skips a byte after a question mark, so `??>` does not end an instruction.
  private static func endOfInstruction(in text: Bytes, at start: Int) -> Int? {
    var index = start
    while index < text.count {
      if text[index] != .questionMark {
        index += 1
      } else if index + 1 < text.count {
        if text[index + 1] == .greaterThan { return index + 2 }
        index += 2
      } else {
        return nil
      }
    }
    return nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  func holds(_ word: StaticString, at index: Int, ignoringCase: Bool = false) -> Bool {
    guard index + word.utf8CodeUnitCount <= count else { return false }
    for offset in 0..<word.utf8CodeUnitCount {
      let byte = self[index + offset]
      if (ignoringCase ? byte.smallLetter : byte) != word.utf8Start[offset] { return false }
    }
    return true
  }
}

/// Opening and closing tags of raw HTML (CommonMark 0.30 §6.6).
package enum HTMLTag {
  /// The name of the opening tag whose `<` is at `start`, and its attributes with values, without quotes; nil if there
  /// is no such tag.
  package static func attributes(
    in text: Bytes, at start: Int
  ) -> (name: Range<Int>, values: [(name: Range<Int>, value: Range<Int>)], end: Int)? {
    guard let end = endOfOpening(in: text, at: start + 1),
      var index = endOfName(in: text, at: start + 1)
    else { return nil }
    let name = start + 1..<index
    var values: [(name: Range<Int>, value: Range<Int>)] = []
    while true {
      let next = text.skippingSpace(from: index)
      guard next < end, text[next] != .greaterThan, text[next] != .slash,
        let last = endOfAttribute(in: text, at: next)
      else { return (name, values, end) }
      index = last
      guard let equals = text[next..<last].firstIndex(of: .equalsSign) else { continue }
      var nameEnd = equals
      while text[nameEnd - 1].isMarkdownSpace { nameEnd -= 1 }
      let value = text.skippingSpace(from: equals + 1)
      let isQuoted = text[value] == .quotationMark || text[value] == .apostrophe
      values.append((next..<nameEnd, isQuoted ? value + 1..<last - 1 : value..<last))
    }
  }

  static func endOfClosing(in text: Bytes, at start: Int) -> Int? {
    guard let name = endOfName(in: text, at: start) else { return nil }
    let index = text.skippingSpace(from: name)
    return index < text.count && text[index] == .greaterThan ? index + 1 : nil
  }

  static func endOfOpening(in text: Bytes, at start: Int) -> Int? {
    guard var index = endOfName(in: text, at: start) else { return nil }
    while true {
      let next = text.skippingSpace(from: index)
      guard next < text.count else { return nil }
      if text[next] == .greaterThan { return next + 1 }
      if text[next] == .slash {
        return next + 1 < text.count && text[next + 1] == .greaterThan ? next + 2 : nil
      }
      guard next > index, let end = endOfAttribute(in: text, at: next) else { return nil }
      index = end
    }
  }

  private static func endOfName(in text: Bytes, at start: Int) -> Int? {
    guard start < text.count, text[start].isASCIILetter else { return nil }
    return text.skipping(from: start + 1) { $0.isASCIIAlphanumeric || $0 == .hyphen }
  }

  private static func endOfAttribute(in text: Bytes, at start: Int) -> Int? {
    guard text[start].isASCIILetter || text[start] == .underscore || text[start] == .colon
    else { return nil }
    let index = text.skipping(from: start + 1) {
      $0.isASCIIAlphanumeric || $0 == .hyphen || $0 == .fullStop || $0 == .colon
        || $0 == .underscore
    }
    let equals = text.skippingSpace(from: index)
    guard equals < text.count, text[equals] == .equalsSign else { return index }
    return endOfValue(in: text, at: text.skippingSpace(from: equals + 1))
  }

  private static func endOfValue(in text: Bytes, at start: Int) -> Int? {
    guard start < text.count else { return nil }
    if text[start] == .quotationMark || text[start] == .apostrophe {
      let end = text.firstOffset(of: text[start], from: start + 1)
      return end < text.count ? end + 1 : nil
    }
    let end = text.skipping(from: start) { byte in
      switch byte {
      case .quotationMark, .apostrophe, .lessThan, .equalsSign, .greaterThan, .backtick: false
      default: !byte.isMarkdownSpace
      }
    }
    return end > start ? end : nil
  }
}
