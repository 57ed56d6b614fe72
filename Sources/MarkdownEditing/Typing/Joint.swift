import MarkdownSyntax
import TextEditing

/// Joins the text on both sides of a removed range. Delimiters of elements that still have contents
/// stay; the partners of all others are removed.
struct Joint {
  let tree: BlockTree
  let range: Range<Int>
  /// The range to remove. A character that it touches is removed as a whole.
  let bounds: Range<Int>
  private var text: [UInt8]
  /// Whether the typed text is outside all elements of the leaves, as for `⟦⏎# a⏎*b⟧c*`.
  private var isTypedAlone = false
  /// The length of the delimiters that close the typed text.
  private var closingCount = 0
  /// The bytes to insert first.
  var prefix: [UInt8] = []
  /// The pipe that an emptied cell needs at the end of a row without one.
  private var edge: [UInt8] = []
  /// Whether that pipe is before the cell, as for `⟦a⟧ | b`.
  private var isFirstCell = false
  private(set) var tokens: [InlineToken] = []
  private(set) var content: Range<Int>?

  init(tree: BlockTree, range: Range<Int>, bounds: Range<Int>, text: [UInt8]) {
    self.tree = tree
    self.range = range
    self.bounds = bounds
    self.text = text
  }

  /// Adds the leaf in which the selection begins or ends.
  mutating func add(_ leaf: SeenLeaf) {
    let shift = tokens.count
    tokens += leaf.tokens.map { token in
      var token = token
      if token.partner >= 0 { token.partner += shift }
      return token
    }
    let (before, behind) = leaf.units(around: range)
    if leaf.isAtOpenEdge, !(before + behind).contains(where: { $0.isSolid }), text.isEmpty {
      edge = [.verticalLine]
      isFirstCell = leaf.kind.last == 0
    }
    let start = content?.lowerBound ?? leaf.content.lowerBound
    content = start..<max(start, leaf.content.upperBound)
  }

  /// Writes the typed text between delimiters of its own.
  mutating func type(in delimiters: (open: [UInt8], close: [UInt8])?, _ way: JointWay) {
    guard let (open, close) = delimiters else { return }
    isTypedAlone = true
    if way.typesInside { return }
    let (before, core, behind) = text.partsAtBlanks
    text = before + open + core + close + behind
    closingCount = behind.isEmpty ? close.count : 0
  }

  /// A delimiter that remains at the joint.
  private struct Kept {
    var index: Int
    var bytes: [UInt8]
    /// Whether it opens: the first `*` of `*a*`.
    var isOpening: Bool
  }

  /// Whether the typed text contains only blanks, such as `" "`.
  private var isBlankText: Bool { text.allSatisfy { $0.isBlank } }

  /// The replacement at the joint, the caret's offset in it, and the replacements elsewhere.
  func replacements(
    _ way: JointWay
  ) -> (joint: TextEdit.Replacement, caret: Int, others: [TextEdit.Replacement])? {
    let first = isTypedAlone ? nil : firstSeen
    var (inside, place) = delimitersBeside(first)
    var result: [TextEdit.Replacement] = []
    var kept = kept(inside, first, way, &result)
    var typing = placeOfTyped(among: kept, first, way)
    merge(&kept, &typing, &result, way)
    let (blanksBefore, blanksBehind) = blanks(beside: place, way)
    place = blanksBefore.lowerBound..<blanksBehind.upperBound
    // `word ` typed over the `a` of `**a**` gives `**word** `.
    let typed =
      isBlankText || way.movesBlanks
      ? text.partsAtBlanks : (before: [], core: text[...], behind: [])
    let blanks = (way.trims ? [] : tree.source[blanksBefore]) + typed.before
    let behind = typed.behind + (way.trims ? [] : tree.source[blanksBehind])
    if way.removesBreak, let line = emptyLine(place.lowerBound, place.upperBound) { place = line }
    // Without typed text, the blanks are between closing and opening delimiters.
    if typed.core.isEmpty { typing = kept.lastIndex { !$0.isOpening }.map { $0 + 1 } ?? 0 }
    let start = spread(kept[..<typing], blanks) + typed.core
    var caret = typed.core.isEmpty && blanks.isEmpty ? 0 : start.count - closingCount
    if !typed.behind.isEmpty {
      let closing = kept[typing...].prefix { !$0.isOpening }
      caret += closing.reduce(typed.behind.count) { $0 + $1.bytes.count }
    }
    var written = (bytes: start + spread(kept[typing...], behind), caret: caret)
    written = (prefix + written.bytes + edge, written.caret + prefix.count)
    if isFirstCell { written.caret += edge.count }
    guard respell(&place, &written, way) else { return nil }
    return (.init(place, with: written.bytes), written.caret, result)
  }

  /// The first visible token that is removed.
  private var firstSeen: Int? {
    tokens.firstIndex { $0.isSeen && $0.source.overlaps(bounds) && !$0.kind.isBlank }
  }

  /// The tokens of a removed range and of the delimiters next to it, and their range in the source.
  private func delimitersBeside(
    _ first: Int?
  ) -> (tokens: Range<Int>, place: Range<Int>) {
    var (start, end) = (bounds.lowerBound, bounds.upperBound)
    var left = tokens.partitionPoint { $0.source.lowerBound >= start }
    var right = tokens.partitionPoint { $0.source.lowerBound >= end }
    while left > 0,
      tokens[left - 1].source.upperBound > start || isEdge(left - 1, start, true)
        || tokens[left - 1].source.upperBound == start && !isAlive(left - 1, first)
    {
      left -= 1
      start = min(start, tokens[left].source.lowerBound)
    }
    if left < right { end = max(end, tokens[right - 1].source.upperBound) }
    while right < tokens.count,
      tokens[right].source.lowerBound < end || isEdge(right, end, false)
        || tokens[right].source.lowerBound == end && !isAlive(right, first)
    {
      end = max(end, tokens[right].source.upperBound)
      right += 1
    }
    return (left..<right, start..<end)
  }

  /// The delimiters that remain at the joint. Adds the replacements of all others to `result`.
  private func kept(
    _ inside: Range<Int>, _ first: Int?, _ way: JointWay,
    _ result: inout [TextEdit.Replacement]
  ) -> [Kept] {
    var kept: [Kept] = []
    for (index, token) in tokens.enumerated() where token.partner >= 0 && !token.source.isEmpty {
      let isAlive = isAlive(index, first)
      if inside.contains(index) {
        guard isAlive else { continue }
        let bytes = bytes(of: index, way)
        kept.append(
          Kept(index: index, bytes: bytes, isOpening: token.kind.isOpening || token.partner > index)
        )
      } else if !isAlive {
        result.append(.init(token.source, with: ""))
      } else if inside.contains(token.partner) || isOfChangedText(index, way) {
        let bytes = bytes(of: index, way)
        if !tree.source[token.source].elementsEqual(bytes) {
          result.append(.init(token.source, with: bytes))
        }
      }
    }
    return kept
  }

  /// The index of the first remaining delimiter after the typed text.
  private func placeOfTyped(among kept: [Kept], _ first: Int?, _ way: JointWay) -> Int {
    var place =
      kept.firstIndex { kept in
        if let first { return kept.index > first }
        return kept.isOpening && tokens[kept.index].source.lowerBound >= range.lowerBound
      } ?? kept.count
    guard way.typesInside else { return place }
    if place > 0, !kept[place - 1].isOpening {
      while place > 0, !kept[place - 1].isOpening { place -= 1 }
    } else {
      while place < kept.count, kept[place].isOpening { place += 1 }
    }
    return place
  }

  /// The blanks before and after a range that may move out of marks.
  private func blanks(beside place: Range<Int>, _ way: JointWay) -> (Range<Int>, Range<Int>) {
    var (start, end) = (place.lowerBound, place.upperBound)
    guard way.movesBlanks || way.trims, let content else { return (start..<start, end..<end) }
    while start > content.lowerBound, isPlainBlank(start - 1) { start -= 1 }
    while end < content.upperBound, isPlainBlank(end) { end += 1 }
    return (start..<place.lowerBound, place.upperBound..<end)
  }

  /// Writes delimiters with the blanks outside their elements.
  private func spread(_ kept: ArraySlice<Kept>, _ blanks: ArraySlice<UInt8>) -> [UInt8] {
    let split = kept.lastIndex { !$0.isOpening }.map { $0 + 1 } ?? kept.startIndex
    return kept[kept.startIndex..<split].flatMap { $0.bytes } + blanks
      + kept[split...].flatMap { $0.bytes }
  }

  /// Whether a token is a delimiter next to the joint, like the last `**` of `**a⟦b⟧**`.
  private func isEdge(_ index: Int, _ place: Int, _ isBefore: Bool) -> Bool {
    let token = tokens[index]
    guard token.kind.markBit != nil, token.partner >= 0 else { return false }
    if isBefore ? token.source.upperBound != place : token.source.lowerBound != place {
      return false
    }
    // Elements that touch become one. A blank inside a delimiter of code is part of the code.
    return token.kind.isOpening != isBefore || !token.kind.isCode
  }

  /// Whether something visible remains in the element of a delimiter: `**a⟦b⟧**`, not `**⟦b⟧**`.
  private func isAlive(_ index: Int, _ first: Int?) -> Bool {
    let partner = tokens[index].partner
    guard partner >= 0 else { return true }
    let (open, close) = (min(index, partner), max(index, partner))
    let whole = tokens[open].source.lowerBound..<tokens[close].source.upperBound
    let isWhole = bounds.covers(whole)
    if tokens[open].kind.isImage { return !isWhole }
    if !whole.overlaps(bounds) { return true }
    if let first, open < first, first < close, !text.isEmpty, !isBlankText {
      return !isWhole || tokens[open].kind.markBit != nil
    }
    if open + 1 == close { return !isWhole }
    return tokens[open + 1..<close].contains { token in
      if token.kind.isImage {
        return token.source.lowerBound < bounds.lowerBound
          || bounds.upperBound < token.source.upperBound
      }
      return token.isSeen && !token.kind.isBlank && !token.source.overlaps(bounds)
    }
  }

  /// Whether a token delimits code, or a link whose text is its label or address, and the text
  /// inside changes. For example, the `]` of `[a⟦b⟧]`.
  private func isOfChangedText(_ index: Int, _ way: JointWay) -> Bool {
    let token = tokens[index]
    guard
      token.kind.isOwnLabel || way.bracketsAddresses && token.kind.isAutolink
        || way.lengthensFences && token.kind.isCode
    else { return false }
    let other = tokens[token.partner].source
    let (start, end) = (
      min(other.upperBound, token.source.upperBound), max(other.lowerBound, token.source.lowerBound)
    )
    return start <= bounds.upperBound && bounds.lowerBound <= end
  }

  /// The new spelling of a delimiter.
  private func bytes(of index: Int, _ way: JointWay) -> [UInt8] {
    let token = tokens[index]
    let old = Array(tree.source[token.source])
    if way.bracketsAddresses, token.kind.isAutolink {
      if token.kind.isOpening { return [.leftBracket] }
      let address = tree.source[tokens[token.partner].source.upperBound..<token.source.lowerBound]
      let scheme = token.kind == .closeLink(.emailAutolink) ? Array("mailto:".utf8) : []
      return [.rightBracket, .leftParenthesis] + scheme + address + [.rightParenthesis]
    }
    if way.lengthensFences, token.kind.isCode {
      let fence = [UInt8](repeating: .backtick, count: longestFence + 1)
      return token.kind.isOpening ? fence + [.space] : [.space] + fence
    }
    if token.kind.isOwnLabel {
      let open = tokens[token.partner].source.upperBound
      return [.rightBracket, .leftBracket] + tree.source[open..<token.source.lowerBound] + [
        .rightBracket
      ]
    }
    guard way.swapsDelimiters else { return old }
    return old.map { $0 == .asterisk ? .underscore : $0 == .underscore ? .asterisk : $0 }
  }

  /// Joins adjacent elements of the same kind.
  private func merge(
    _ kept: inout [Kept], _ place: inout Int, _ result: inout [TextEdit.Replacement],
    _ way: JointWay
  ) {
    while let second = kept.indices.dropFirst().first(where: { index in
      let (one, two) = (tokens[kept[index - 1].index].kind, tokens[kept[index].index].kind)
      return kept[index].isOpening && !kept[index - 1].isOpening
        && (index != place || text.isEmpty)
        && (one.markBit.map { $0 == two.markBit }
          ?? (one.isAutolink && two.isAutolink && !way.bracketsAddresses))
    }) {
      if second < place { place -= 2 }
      let closing = tokens[tokens[kept[second].index].partner].source
      let wanted = Array(tree.source[tokens[kept[second - 1].index].source])
      if !tree.source[closing].elementsEqual(wanted) {
        result.append(.init(closing, with: wanted))
      }
      kept.removeSubrange(second - 1...second)
    }
  }

  /// The length of the longest run of backticks in the text and the typed text.
  private var longestFence: Int {
    (tree.source[content ?? bounds] + [0] + text).longestRun(of: .backtick)
  }

  /// Whether the byte at `place` is a blank outside code, like that of `a b`.
  private func isPlainBlank(_ place: Int) -> Bool {
    guard tree.source[place].isBlank else { return false }
    let index = tokens.partitionPoint { $0.source.upperBound > place }
    guard index < tokens.count else { return true }
    if case .character(_, .plain) = tokens[index].kind { return true }
    return false
  }

  /// The range of a line and its break, if only markers remain on the line.
  private func emptyLine(_ start: Int, _ end: Int) -> Range<Int>? {
    let (first, last) = (tree.line(at: start), tree.line(at: end))
    guard isBlankText,
      end == tree.lines[last].upperBound
        || tokens.contains(where: { $0.kind.isBreak && $0.source.lowerBound == end }),
      tokens.first(where: { $0.source.lowerBound <= start && start < $0.source.upperBound }) == nil
        || start == end || range.upperBound <= end
    else { return nil }
    if let next = tokens.first(where: { $0.source.lowerBound == end }), next.kind.isBreak {
      return start..<next.source.upperBound
    }
    guard first > 0, let before = tokens.last(where: { $0.source.upperBound == start }),
      before.kind.isBreak
    else { return nil }
    return before.source.lowerBound..<end
  }
}

extension InlineToken {
  /// Whether it is visible or a break: `a` and `<br>`, not `*` or a `<b>` with an end tag.
  fileprivate var isSeen: Bool {
    switch kind {
    case .html: partner < 0
    case .island: true
    default: kind.isUnit
    }
  }
}

extension InlineToken.Kind {
  /// Whether it is white space or a break, like the blank of `a b`.
  var isBlank: Bool {
    switch self {
    case .character(let scalar, _), .codeCharacter(let scalar, _): isWhiteSpace(scalar)
    default: isBreak
    }
  }

  /// Whether it begins or ends a code span: the backtick of `` `a` ``.
  fileprivate var isCode: Bool { self == .openCode || self == .closeCode }

  /// Whether it begins or ends a link in angle brackets: the `<` of `<http://a.b>`.
  fileprivate var isAutolink: Bool {
    switch self {
    case .openLink(let form), .closeLink(let form): form == .autolink || form == .emailAutolink
    default: false
    }
  }

  /// Whether it ends a link whose text is its label: the `]` of `[a]`.
  fileprivate var isOwnLabel: Bool {
    switch self {
    case .closeLink(let form), .closeImage(let form): form == .shortcut || form == .collapsed
    default: false
    }
  }
}
