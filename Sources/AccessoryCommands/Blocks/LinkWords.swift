import MarkdownSyntax
import TextEditing

extension BlockTree {
  /// How many characters and breaks a leaf shows before a place in the source.
  func units(before place: Int, in leaf: Block) -> Int {
    guard let block = leafBlock(leaf.id) else { return 0 }
    let units = reading.tokens(of: block).count { token in
      token.kind.isUnit && token.source.upperBound <= place
    }
    return max(0, units - leaf.boxUnits(in: self))
  }
}

extension UInt8 {
  /// A blank or a line ending.
  var isWhite: Bool { isSpaceOrTab || self == 0x0A || self == 0x0D }
}

extension [UInt8] {
  /// A destination as it is written in a link: in angle brackets where it would end too early.
  func asDestination(isInTable: Bool) -> [UInt8] {
    var depth = 0
    var isPlain = true
    for byte in self {
      if byte <= 0x20 || byte == 0x7F || byte == 0x3C { isPlain = false }
      if byte == 0x28 { depth += 1 }
      if byte == 0x29 { depth -= 1 }
      if depth < 0 { isPlain = false }
    }
    if depth != 0 { isPlain = false }
    if isPlain { return self }
    return [0x3C] + flatMap { $0 == 0x3C || $0 == 0x3E ? [0x5C, $0] : [$0] } + [0x3E]
  }

  /// An address as the destination of a link: `www.` gets a scheme.
  var withScheme: [UInt8] {
    let small = prefix(4).map { $0 | 0x20 }
    return small == Array("www".utf8) + [0x2E | 0x20] ? Array("https://".utf8) + self : self
  }

  /// Whether this is an address that a link could have: a scheme and what follows, or `www.`.
  var isAddress: Bool {
    if isEmpty || contains(where: { $0.isWhite }) { return false }
    if withScheme.count > count { return count > 4 }
    guard let colon = firstIndex(of: 0x3A), colon > 1, colon + 1 < count else { return false }
    let scheme = self[..<colon]
    return (scheme[0] | 0x20) >= 0x61 && (scheme[0] | 0x20) <= 0x7A
      && (self[colon...].starts(with: Array("://".utf8)) || scheme.elementsEqual("mailto".utf8)
        || scheme.elementsEqual("tel".utf8))
  }
}

extension [UInt64] {
  /// The words with which a link begins (see `TreeWords`).
  static func link(to destination: [UInt8]) -> [UInt64] {
    var words = [TreeWord.tag(.link), 0, 0, 0, UInt64(destination.count)]
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

  /// The words with the link around a unit gone, or with another destination.
  func withoutLink(at unit: Int, becoming destination: [UInt8]? = nil) -> [UInt64] {
    var result: [UInt64] = []
    var open: [Bool] = []
    var isDone = false
    walk { words, units, isStart, isEnd in
      if isStart {
        let isMeant = words[0] == TreeWord.tag(.link) && units == unit && !isDone
        open.append(isMeant)
        if isMeant {
          isDone = true
          result += destination.map { [UInt64].link(to: $0) } ?? []
        } else {
          result += words
        }
      } else if isEnd {
        let isMeant = open.popLast() ?? false
        if !isMeant || destination != nil { result += words }
      } else {
        result += words
      }
    }
    return result
  }

  /// The words with a link around some units, and no link inside.
  func linking(_ range: Range<Int>, to destination: [UInt8]) -> [UInt64] {
    var result: [UInt64] = []
    var open: [Bool] = []
    var hasBegun = false
    var hasEnded = false
    walk { words, units, isStart, isEnd in
      if units == range.upperBound, hasBegun, !hasEnded, !isEnd {
        result.append(TreeWord.end)
        hasEnded = true
      }
      if units == range.lowerBound, !hasBegun, !isEnd {
        result += [UInt64].link(to: destination)
        hasBegun = true
      }
      if isStart {
        let goes = hasBegun && !hasEnded && words[0] == TreeWord.tag(.link)
        open.append(goes)
        if !goes { result += words }
      } else if isEnd {
        if open.popLast() == false { result += words }
      } else {
        result += words
      }
    }
    if hasBegun, !hasEnded { result.append(TreeWord.end) }
    return result
  }

  /// Goes over the words: nodes with their attributes whole, each with the number of units before it.
  private func walk(
    _ visit: (_ words: [UInt64], _ units: Int, _ isStart: Bool, _ isEnd: Bool) -> Void
  ) {
    var index = 0
    var units = 0
    while index < count {
      if self[index].isUnit {
        visit([self[index]], units, false, false)
        units += 1
        index += 1
      } else if self[index] == TreeWord.end {
        visit([TreeWord.end], units, false, true)
        index += 1
      } else {
        let end = endOfNode(at: index)
        let isOpen = self[index] == TreeWord.tag(.link) || self[index] == TreeWord.tag(.image)
        visit(Array(self[index..<end]), units, isOpen, false)
        index = end
      }
    }
  }
}
