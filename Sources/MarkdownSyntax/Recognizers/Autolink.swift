/// An autolink: `<scheme:…>` or `<name@host>` (CommonMark 0.30 §6.5).
enum Autolink {
  /// Where the URI autolink whose `<` stands at `start` ends, past its `>`; nil where there is none.
  static func endOfURI(in text: Bytes, at start: Int) -> Int? {
    var index = start + 1
    guard index < text.count, text[index].isASCIILetter else { return nil }
    while index < text.count, text[index].continuesScheme, index - start <= 33 { index += 1 }
    let length = index - start - 1
    guard length >= 2, length <= 32, index < text.count, text[index] == 0x3A else { return nil }
    index += 1
    while index < text.count {
      switch text[index] {
      case 0x3E: return index + 1
      // A NUL is U+FFFD by now.
      case 0x01...0x20, 0x3C: return nil
      default: index += 1
      }
    }
    return nil
  }

  /// Where the e-mail autolink whose `<` stands at `start` ends; nil where there is none.
  static func endOfEmail(in text: Bytes, at start: Int) -> Int? {
    var index = start + 1
    while index < text.count, text[index].isEmailAtom { index += 1 }
    guard index > start + 1, index < text.count, text[index] == 0x40 else { return nil }
    repeat {
      guard let end = endOfHostLabel(in: text, at: index + 1) else { return nil }
      index = end
    } while index < text.count && text[index] == 0x2E
    return index < text.count && text[index] == 0x3E ? index + 1 : nil
  }

  /// Whether the text ends in the midst of what may become the autolink whose `<` stands at `start`: it
  /// has no white space and no angle bracket.
  static func isCutOff(in text: Bytes, at start: Int) -> Bool {
    var index = start + 1
    while index < text.count {
      if text[index] <= 0x20 || text[index] == 0x3C || text[index] == 0x3E { return false }
      index += 1
    }
    return true
  }

  /// Letters and digits, hyphens only inside, at most 63.
  private static func endOfHostLabel(in text: Bytes, at start: Int) -> Int? {
    var index = start
    while index < text.count, text[index].isASCIIAlphanumeric || text[index] == 0x2D { index += 1 }
    guard index > start, index - start <= 63, text[start] != 0x2D, text[index - 1] != 0x2D
    else { return nil }
    return index
  }
}

extension UInt8 {
  /// Whether the byte may follow the first letter of a scheme (CommonMark 0.30 §6.5): `+`, not `:`.
  fileprivate var continuesScheme: Bool {
    isASCIIAlphanumeric || self == 0x2B || self == 0x2D || self == 0x2E
  }

  /// Whether the byte may stand before the `@` of an email autolink (CommonMark 0.30 §6.5): `+` in
  /// `<a+b@c.d>`, not `@`.
  fileprivate var isEmailAtom: Bool {
    if isASCIIAlphanumeric { return true }
    switch self {
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D...0x2F, 0x3D, 0x3F, 0x5E...0x60, 0x7B...0x7E:
      return true
    default: return false
    }
  }
}
