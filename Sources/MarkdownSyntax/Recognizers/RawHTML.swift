import CommonMark

/// Raw inline HTML (CommonMark 0.30 §6.6, or 0.31 if the library follows it).
enum RawHTML {
  /// The kinds whose end libcmark has once failed to find, so that it no longer searches for them:
  /// else text full of `<?` would take quadratic time.
  struct Missed {
    var comment = false
    var characterData = false
    var declaration = false
    var instruction = false
  }

  /// The end of the HTML whose `<` is at `start`, or nil if there is none.
  static func end(in text: Bytes, at start: Int, missed: inout Missed) -> Int? {
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
      let end = text.firstIndex(of: .greaterThan, from: body)
      missed.declaration = end == nil
      return end.map { $0 + 1 }
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
    var index = start
    if ParsingLibrary.isSince31 {
      while index < text.count, text[index].isASCIILetter { index += 1 }
      return index > start ? index : nil
    }
    while index < text.count, text[index].isASCIICapital { index += 1 }
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

  /// The first index of `byte` from `index` on.
  func firstIndex(of byte: UInt8, from index: Int) -> Int? {
    var index = index
    while index < count {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }
}
