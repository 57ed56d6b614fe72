/// An autolink: `<scheme:…>` or `<name@host>` (CommonMark 0.30 §6.5).
enum Autolink {
  /// The end, after its `>`, of the URI autolink whose `<` is at `start`, or nil if there is none.
  static func endOfURI(in text: Bytes, at start: Int) -> Int? {
    var index = start + 1
    guard index < text.count, text[index].isASCIILetter else { return nil }
    while index < text.count, text[index].continuesScheme, index - start <= 33 { index += 1 }
    let length = index - start - 1
    guard length >= 2, length <= 32, index < text.count, text[index] == .colon else { return nil }
    index += 1
    while index < text.count {
      switch text[index] {
      case .greaterThan: return index + 1
      // libcmark reads a NUL as U+FFFD.
      case 0x01 ... .space, .lessThan: return nil
      default: index += 1
      }
    }
    return nil
  }

  /// The end of the email autolink whose `<` is at `start`, or nil if there is none.
  static func endOfEmail(in text: Bytes, at start: Int) -> Int? {
    var index = start + 1
    while index < text.count, text[index].isEmailAtom { index += 1 }
    guard index > start + 1, index < text.count, text[index] == .atSign else { return nil }
    repeat {
      guard let end = endOfHostLabel(in: text, at: index + 1) else { return nil }
      index = end
    } while index < text.count && text[index] == .fullStop
    return index < text.count && text[index] == .greaterThan ? index + 1 : nil
  }

  /// Letters and digits, with hyphens only inside; at most 63.
  private static func endOfHostLabel(in text: Bytes, at start: Int) -> Int? {
    var index = start
    while index < text.count, text[index].isASCIIAlphanumeric || text[index] == .hyphen {
      index += 1
    }
    guard index > start, index - start <= 63, text[start] != .hyphen, text[index - 1] != .hyphen
    else { return nil }
    return index
  }
}

extension UInt8 {
  fileprivate var continuesScheme: Bool {
    isASCIIAlphanumeric || self == .plusSign || self == .hyphen || self == .fullStop
  }

  fileprivate var isEmailAtom: Bool {
    if isASCIIAlphanumeric { return true }
    switch self {
    case .exclamationMark, .numberSign ... .apostrophe, .asterisk, .plusSign, .hyphen ... .slash,
      .equalsSign, .questionMark, .circumflex ... .backtick, .leftBrace ... .tilde:
      return true
    default: return false
    }
  }
}
