/// Opening and closing tags of raw HTML (CommonMark 0.30 §6.6).
enum HTMLTag {
  /// The end of the closing tag whose name begins at `start`, or nil if there is none.
  static func endOfClosing(in text: Bytes, at start: Int) -> Int? {
    guard let name = endOfName(in: text, at: start) else { return nil }
    let index = text.skippingSpace(from: name)
    return index < text.count && text[index] == .greaterThan ? index + 1 : nil
  }

  /// The end of the opening tag whose name begins at `start`, or nil if there is none.
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
    var index = start + 1
    while index < text.count, text[index].isASCIIAlphanumeric || text[index] == .hyphen {
      index += 1
    }
    return index
  }

  private static func endOfAttribute(in text: Bytes, at start: Int) -> Int? {
    guard text[start].isASCIILetter || text[start] == .underscore || text[start] == .colon
    else { return nil }
    var index = start + 1
    while index < text.count, text[index].continuesAttributeName { index += 1 }
    let equals = text.skippingSpace(from: index)
    guard equals < text.count, text[equals] == .equalsSign else { return index }
    return endOfValue(in: text, at: text.skippingSpace(from: equals + 1))
  }

  private static func endOfValue(in text: Bytes, at start: Int) -> Int? {
    guard start < text.count else { return nil }
    if text[start] == .quotationMark || text[start] == .apostrophe {
      return text.firstIndex(of: text[start], from: start + 1).map { $0 + 1 }
    }
    var index = start
    while index < text.count, text[index].continuesUnquotedValue { index += 1 }
    return index > start ? index : nil
  }
}

extension UInt8 {
  fileprivate var continuesAttributeName: Bool {
    isASCIIAlphanumeric || self == .hyphen || self == .fullStop || self == .colon
      || self == .underscore
  }

  fileprivate var continuesUnquotedValue: Bool {
    switch self {
    case .quotationMark, .apostrophe, .lessThan, .equalsSign, .greaterThan, .backtick: false
    default: !isMarkdownSpace
    }
  }
}
