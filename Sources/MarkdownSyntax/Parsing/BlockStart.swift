import CommonMark

/// A thematic break (CommonMark 0.30 §4.1).
enum ThematicBreak {
  /// The offset of the first byte that keeps `line`, without its indentation, from being a thematic
  /// break: the `a` of `- - a`; nil if it is one.
  static func miss(in line: Range<Int>, of source: Bytes) -> Int? {
    let mark = source[line.lowerBound]
    guard mark == .asterisk || mark == .hyphen || mark == .underscore else {
      return line.lowerBound
    }
    var count = 0
    for index in line {
      if source[index] == mark {
        count += 1
      } else if !source[index].isBlank {
        return index
      }
    }
    return count >= 3 ? nil : line.lowerBound
  }
}

struct ListMarker {
  let mark: UInt8
  var number: Int32 = 0
  let end: Int

  init?(_ line: Range<Int>, in source: Bytes, interrupts: Bool) {
    var index = line.lowerBound
    while index < line.upperBound, index < line.lowerBound + 9, source[index].isASCIIDigit {
      number = number * 10 + Int32(source[index] - UInt8(ascii: "0"))
      index += 1
    }
    let isBullet = index == line.lowerBound
    guard index < line.upperBound, isBullet || !interrupts || number == 1 else { return nil }
    mark = source[index]
    switch mark {
    case .asterisk, .plusSign, .hyphen: guard isBullet else { return nil }
    case .rightParenthesis, .fullStop: guard !isBullet else { return nil }
    default: return nil
    }
    end = index + 1
    guard end == line.upperBound || source[end].isMarkdownSpace else { return nil }
    if interrupts, source[end..<line.upperBound].allSatisfy({ $0.isBlank }) { return nil }
  }
}

/// The seven kinds of HTML blocks (§4.6).
enum HTMLBlock {
  static func kind(of line: Range<Int>, in source: Bytes, mayBeAnyTag: Bool) -> Int32? {
    let text = Bytes(rebasing: source[line])
    guard text.count > 1 else { return nil }
    switch text[1] {
    case .exclamationMark:
      if text.holds("--", at: 2) { return 2 }
      if text.holds("[cdata[", at: 2, ignoringCase: true) { return 5 }
      guard text.count > 2, text[2].isASCIILetter else { return nil }
      return text[2] < UInt8(ascii: "a") || ParsingLibrary.isSince31 ? 4 : nil
    case .questionMark: return 3
    default: break
    }
    let isClosing = text[1] == .slash
    let start = isClosing ? 2 : 1
    let end = text.skipping(from: start) { $0.isASCIIAlphanumeric }
    let name = Bytes(rebasing: text[start..<end])
    let isWhole = end == text.count || text[end].isMarkdownSpace || text[end] == .greaterThan
    if isWhole, !isClosing, isAny(of: verbatim, name) { return 1 }
    if isWhole || text.holds("/>", at: end), isAny(of: names, name) { return 6 }
    guard mayBeAnyTag,
      let tag = isClosing
        ? HTMLTag.endOfClosing(in: text, at: 2) : HTMLTag.endOfOpening(in: text, at: 1),
      text[tag...].allSatisfy({ $0.isBlank || $0 == .formFeed })
    else { return nil }
    return 7
  }

  static func isEnd(_ line: Range<Int>, in source: Bytes, ofKind kind: Int32) -> Bool {
    let text = Bytes(rebasing: source[line])
    switch kind {
    case 1:
      return verbatim.contains { name in
        text.contains(ending: .greaterThan, name.utf8CodeUnitCount + 2) {
          text[$0] == .lessThan && text[$0 + 1] == .slash
            && text.holds(name, at: $0 + 2, ignoringCase: true)
        }
      }
    case 2: return text.contains(ending: .greaterThan, 2) { text.holds("--", at: $0) }
    case 3: return text.contains(ending: .greaterThan, 1) { text[$0] == .questionMark }
    case 4: return text.contains(.greaterThan)
    case 5: return text.contains(ending: .greaterThan, 2) { text.holds("]]", at: $0) }
    default: return false
    }
  }

  private static func isAny(of names: [StaticString], _ name: Bytes) -> Bool {
    names.contains {
      $0.utf8CodeUnitCount == name.count && name.holds($0, at: 0, ignoringCase: true)
    }
  }

  /// The elements that end with their own end tag.
  private static let verbatim: [StaticString] = ["script", "pre", "textarea", "style"]

  private static let names: [StaticString] =
    [
      "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center",
      "col", "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset",
      "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5",
      "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu",
      "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "section", "summary",
      "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
    ] + [ParsingLibrary.isSince31 ? "search" : "source"]
}

extension Bytes {
  fileprivate func contains(ending byte: UInt8, _ count: Int, _ begins: (Int) -> Bool) -> Bool {
    var end = firstOffset(of: byte, from: count)
    while end < self.count {
      if begins(end - count) { return true }
      end = firstOffset(of: byte, from: end + 1)
    }
    return false
  }
}

/// The marks of an ATX heading (CommonMark 0.30 §4.2).
enum ATXHeading {
  static func content(of line: Range<Int>, in source: Bytes) -> Range<Int>? {
    let marks = source.skipping(from: line.lowerBound, upTo: line.upperBound) { $0 == .numberSign }
    guard marks > line.lowerBound, marks - line.lowerBound <= 6,
      marks == line.upperBound || source[marks].isBlank
    else { return nil }
    let start = source.skipping(from: marks, upTo: line.upperBound) { $0.isBlank }
    func trimmedEnd(_ end: Int) -> Int {
      var end = end
      while end > start, source[end - 1].isMarkdownSpace { end -= 1 }
      return end
    }
    var end = trimmedEnd(line.upperBound)
    var hashes = end
    while hashes > line.lowerBound, source[hashes - 1] == .numberSign { hashes -= 1 }
    if hashes < end, hashes > line.lowerBound, source[hashes - 1].isBlank {
      end = trimmedEnd(Swift.max(start, hashes - 1))
    }
    return start..<end
  }
}

/// The underline of a setext heading (§4.3).
enum SetextUnderline {
  static func matches(_ line: Range<Int>, in source: Bytes) -> Bool {
    let mark = source[line.lowerBound]
    guard mark == .equalsSign || mark == .hyphen else { return false }
    let marks = source.skipping(from: line.lowerBound, upTo: line.upperBound) { $0 == mark }
    return source.skipping(from: marks, upTo: line.upperBound) { $0.isBlank } == line.upperBound
  }
}
