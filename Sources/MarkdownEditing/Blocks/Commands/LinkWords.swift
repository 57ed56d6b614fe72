import MarkdownSyntax
import TextEditing

/// A position in the visible content of a leaf, and the number of raw HTML tags since the last
/// character, which are not visible.
struct WordPlace: Hashable {
  var units = 0
  var html = 0
}

extension BlockTree {
  func wordPlace(of place: Int, in leaf: Block) -> WordPlace {
    guard let block = leafBlock(leaf.id) else { return WordPlace() }
    var result = WordPlace()
    for token in plainTokens(of: block) where token.source.upperBound <= place {
      if token.kind.isUnit { result = WordPlace(units: result.units + 1) }
      if token.kind == .html { result.html += 1 }
    }
    result.units = max(0, result.units - leaf.boxUnits(in: self))
    return result
  }
}

extension UInt8 {
  /// Whether the byte is a space, a tab or a line ending, as `"\n"` is and `"a"` is not.
  var isWhite: Bool { isBlank || isLineEnding }
}

extension [UInt8] {
  /// The destination as written in a link: in angle brackets if it needs them.
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

  /// Returns the title in an inline link's closing part, with the blank before it, such as
  /// ` "title"`.
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

  /// The address as a link's destination, with a scheme if it begins with `www.`.
  var withScheme: [UInt8] {
    prefix(4).map { $0.smallLetter } == Array("www.".utf8) ? Array("https://".utf8) + self : self
  }

  /// Whether the bytes are an address: a scheme and more, or `www.` and more.
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

extension [UInt64] {
  /// Returns the words with which a link begins (see `TreeSignature`).
  static func link(to destination: [UInt8]) -> [UInt64] {
    var words = [TreeSymbol.tag(.link), 0, 0, 0, UInt64(destination.count)]
    var index = 0
    while index < destination.count {
      var word: UInt64 = 0
      for (shift, byte) in destination[index..<Swift.min(index + 4, destination.count)].enumerated()
      {
        word |= UInt64(byte) << UInt64(8 * shift)
      }
      words.append(word)
      index += 4
    }
    return words + [0]
  }

  /// Returns the words of a link with the title of another.
  private static func link(to destination: [UInt8], titledAs words: [UInt64]) -> [UInt64] {
    // The tag, two numbers, then the literal, the destination and the title, each after its count.
    var index = 3
    for _ in 0..<2 { index += 1 + (Int(words[index]) + 3) / 4 }
    return link(to: destination).dropLast() + words[index...]
  }

  /// Returns the words with the link around a unit removed, or with another destination.
  ///
  /// - Parameter keepsTitle: whether the link keeps its title.
  func withoutLink(
    at unit: Int, becoming destination: [UInt8]? = nil, keepsTitle: Bool = false
  ) -> [UInt64] {
    var isDone = false
    return rewritten { words, units in
      guard words[0] == TreeSymbol.tag(.link), units == unit, !isDone else { return ([], words) }
      isDone = true
      let title = keepsTitle ? words : [TreeSymbol.tag(.link), 0, 0, 0, 0, 0]
      return ([], destination.map { [UInt64].link(to: $0, titledAs: title) } ?? [])
    }
  }

  /// Returns the words with a link around some units, and without links inside.
  func linking(from start: WordPlace, to end: WordPlace, destination: [UInt8]) -> [UInt64] {
    var (hasBegun, hasEnded) = (false, false)
    var place = WordPlace()
    let result = rewritten { words, units in
      if units != place.units { place = WordPlace(units: units) }
      var before: [UInt64] = []
      if place == end, hasBegun, !hasEnded {
        before.append(TreeSymbol.end)
        hasEnded = true
      }
      if place == start, !hasBegun {
        before += [UInt64].link(to: destination)
        hasBegun = true
      }
      if !words[0].isUnit, !words[0].isLinkStart { place.html += 1 }
      let goes = hasBegun && !hasEnded && words[0] == TreeSymbol.tag(.link)
      return (before, goes ? [] : words)
    }
    return hasBegun && !hasEnded ? result + [TreeSymbol.end] : result
  }

  /// Returns the words with units and nodes rewritten; the end of a link goes with its start.
  ///
  /// - Parameter rewrite: returns what is before a unit or a node, and what takes its place, from
  ///   its words and the number of units before it.
  private func rewritten(
    _ rewrite: (_ words: [UInt64], _ units: Int) -> (before: [UInt64], own: [UInt64])
  ) -> [UInt64] {
    var result: [UInt64] = []
    var open: [Bool] = []
    var (index, units) = (0, 0)
    while index < count {
      let word = self[index]
      if word == TreeSymbol.end {
        if open.popLast() ?? true { result.append(word) }
        index += 1
        continue
      }
      let end = word.isUnit ? index + 1 : endOfNode(at: index)
      let (before, own) = rewrite(Array(self[index..<end]), units)
      result += before + own
      if word.isLinkStart { open.append(!own.isEmpty) }
      if word.isUnit { units += 1 }
      index = end
    }
    return result
  }
}

extension BlockTree {
  /// Whether a range is a part of code, in which an address is text, as in `` `a http://b.c` ``.
  func isInCode(_ range: Range<Int>) -> Bool {
    tokens(at: range.lowerBound).elements.contains {
      $0.kind == .openCode && $0.text.covers(range) && $0.text != range
    }
  }
}
