import CommonMark
import TextEditing

/// Links without brackets, written with them.
extension [InlineToken] {
  /// The bytes `](address)` for the link that a token opens (CommonMark 0.30 §6.3, §6.5; GFM 0.29
  /// §6.9).
  package func linkEnd(from open: Int, in source: [UInt8]) -> [UInt8] {
    let close = self[open].partner
    let place = self[open].source.upperBound..<self[close].source.lowerBound
    let isBare = self[open].kind == .openLink(.bare)
    // In a cell, `\|` is a pipe.
    let isInCell = self[open..<close].contains {
      $0.source.count == 2 && $0.kind == .character("|", .plain)
    }
    var address = [UInt8](source[place])
    if isInCell {
      address = address.indices.filter {
        address[$0] != .backslash || address[$0 + 1] != .verticalLine
      }.map { address[$0] }
    }
    if self[open].kind == .openLink(.emailAutolink) {
      address = [UInt8]("mailto:".utf8) + address
    } else if isBare {
      address = bareAddress(open + 1..<close, behind: source[..<place.lowerBound].last) ?? address
    }
    let isPlain = !address.contains { "()<>\\".utf8.contains($0) || $0 <= .space || $0 == .delete }
    var bytes = [UInt8]((isPlain ? "](" : "](<").utf8)
    for (index, byte) in address.enumerated() {
      if byte == .backslash || isInCell && byte == .verticalLine
        || isBare && (byte == .lessThan || byte == .greaterThan)
      {
        bytes.append(.backslash)
      }
      bytes.append(byte)
      // A bare link's address has no references, but a destination does.
      if isBare, byte == .ampersand, address[index...].beginsReference {
        bytes += [UInt8]("amp;".utf8)
      }
    }
    return bytes + [UInt8]((isPlain ? ")" : ">)").utf8)
  }

  /// The address of a bare link, with the scheme that cmark-gfm adds. That of an email link is its
  /// visible text: `a+@b.c` for `a\+@b.c`.
  private func bareAddress(_ tokens: Range<Int>, behind before: UInt8?) -> [UInt8]? {
    var text: [UInt8] = []
    for token in self[tokens] {
      if case .character(let scalar, _) = token.kind { text += [UInt8](String(scalar).utf8) }
    }
    let isEmail = text.contains(.atSign) && !text.contains(.slash)
    if text.starts(with: "www.".utf8) || text.elementsEqual("www".utf8) {
      // After any other byte, it is not a `www.` link (see `BareLink`).
      let begins = before.map { $0.isMarkdownSpace || "*_~(|".utf8.contains($0) } ?? true
      return isEmail && !begins ? [UInt8]("mailto:".utf8) + text : [UInt8]("http://".utf8) + text
    }
    guard isEmail else { return nil }
    if text.starts(with: "mailto:".utf8) || text.starts(with: "xmpp:".utf8) { return text }
    return [UInt8]("mailto:".utf8) + text
  }

  /// The edit that writes a bare link, which a token opens, as a link in brackets.
  package func brackets(around open: Int, in source: [UInt8]) -> TextEdit {
    let escapes = escapes(inLink: open, in: source).map {
      TextEdit.Replacement($0, with: [.backslash] + source[$0])
    }
    let parts =
      [TextEdit.Replacement(self[open].source, with: [.leftBracket])] + escapes
      + [.init(self[self[open].partner].source, with: linkEnd(from: open, in: source))]
    return TextEdit(
      parts.reduce(into: []) { edit, next in
        guard let last = edit.last, last.range.upperBound == next.range.lowerBound else {
          return edit.append(next)
        }
        edit[edit.count - 1] = .init(
          last.range.lowerBound..<next.range.upperBound, with: last.bytes + next.bytes)
      })
  }

  /// The characters of a bare link's text that may be markup in the text of a link in brackets.
  package func escapes(inLink open: Int, in source: [UInt8]) -> [Range<Int>] {
    (open + 1..<self[open].partner).compactMap { index in
      let place = self[index].source
      guard case .character(_, .plain) = self[index].kind,
        "!&*<>[\\]_`~=".utf8.contains(source[place.lowerBound])
      else { return nil }
      let isInWord =
        source[place.lowerBound] == .underscore && index > open + 1
        && index + 1 < self[open].partner && source[place.lowerBound - 1].isASCIIAlphanumeric
        && source[place.upperBound].isASCIIAlphanumeric
      return isInWord ? nil : place
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes begin with a character reference (CommonMark 0.30 §2.5): `&amp;b`, not `&b`.
  fileprivate var beginsReference: Bool {
    withUnsafeBufferPointer { CharacterReference.match(in: $0, at: 0) != nil }
  }
}
