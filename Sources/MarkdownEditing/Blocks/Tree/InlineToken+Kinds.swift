import CommonMark
import MarkdownSyntax

extension InlineToken.Kind {
  /// The mark of CommonMark that a delimiter or fence opens.
  var openedMark: MarkSet? {
    switch self {
    case .openStrong: .strong
    case .openEmphasis: .emphasis
    case .openCode: .code
    default: nil
    }
  }

  /// Whether it is a soft or hard break, with the bytes that belong to it, as `⏎` in `a⏎b`.
  var isBreak: Bool { self == .softBreak || self == .hardBreak }

  /// Whether it opens or closes a link, like the `[` of `[a](/u)`.
  var isLink: Bool {
    switch self {
    case .openLink, .closeLink: true
    default: false
    }
  }
}

extension [InlineToken] {
  /// Makes the tags of each HTML element partners, unless it is empty or crosses a mark.
  mutating func pairTags(in source: [UInt8]) {
    var pairs = ElementPairs()
    var count = 0
    var counts: [Int: Int] = [:]
    for index in indices {
      switch self[index].kind {
      case .character, .codeCharacter: count += 1
      case .html:
        counts[index] = count
        if let start = pairs.read(source[self[index].source], at: index), counts[start] != count {
          self[index].partner = start
          self[start].partner = index
        }
      case let kind where kind.isOpening: pairs.enter()
      case let kind where kind.isClosing: pairs.leave()
      default: break
      }
    }
  }
}
