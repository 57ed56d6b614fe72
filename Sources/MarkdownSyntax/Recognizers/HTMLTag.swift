/// Opening and closing tags of raw HTML (CommonMark 0.30 §6.6).
enum HTMLTag {
  /// Where the closing tag whose name begins at `start` ends; nil where there is none.
  static func endOfClosing(in text: Bytes, at start: Int) -> Int? {
    guard let name = endOfName(in: text, at: start) else { return nil }
    let index = text.skippingSpace(from: name)
    return index < text.count && text[index] == 0x3E ? index + 1 : nil
  }

  /// Where the opening tag whose name begins at `start` ends; nil where there is none.
  static func endOfOpening(in text: Bytes, at start: Int) -> Int? {
    guard var index = endOfName(in: text, at: start) else { return nil }
    while true {
      let next = text.skippingSpace(from: index)
      guard next < text.count else { return nil }
      if text[next] == 0x3E { return next + 1 }
      if text[next] == 0x2F {
        return next + 1 < text.count && text[next + 1] == 0x3E ? next + 2 : nil
      }
      guard next > index, let end = endOfAttribute(in: text, at: next) else { return nil }
      index = end
    }
  }

  private static func endOfName(in text: Bytes, at start: Int) -> Int? {
    guard start < text.count, text[start].isASCIILetter else { return nil }
    var index = start + 1
    while index < text.count, text[index].isASCIIAlphanumeric || text[index] == 0x2D { index += 1 }
    return index
  }

  private static func endOfAttribute(in text: Bytes, at start: Int) -> Int? {
    guard text[start].isASCIILetter || text[start] == 0x5F || text[start] == 0x3A
    else { return nil }
    var index = start + 1
    while index < text.count, text[index].continuesAttributeName { index += 1 }
    let equals = text.skippingSpace(from: index)
    guard equals < text.count, text[equals] == 0x3D else { return index }
    return endOfValue(in: text, at: text.skippingSpace(from: equals + 1))
  }

  private static func endOfValue(in text: Bytes, at start: Int) -> Int? {
    guard start < text.count else { return nil }
    if text[start] == 0x22 || text[start] == 0x27 {
      return text.firstIndex(of: text[start], from: start + 1).map { $0 + 1 }
    }
    var index = start
    while index < text.count, text[index].continuesUnquotedValue { index += 1 }
    return index > start ? index : nil
  }
}

extension UInt8 {
  fileprivate var continuesAttributeName: Bool {
    isASCIIAlphanumeric || self == 0x2D || self == 0x2E || self == 0x3A || self == 0x5F
  }

  fileprivate var continuesUnquotedValue: Bool {
    switch self {
    case 0x22, 0x27, 0x3C, 0x3D, 0x3E, 0x60: false
    default: !isMarkdownSpace
    }
  }
}
