import MarkdownSyntax

/// Writes the delimiters of a mark around some characters of a leaf, or takes them off.
///
/// Nothing here predicts how a spelling is read. ``firstSpelling(_:where:)`` proposes spellings in
/// the order of preference, and the caller reads each of them.
final class InlineWriter {
  let source: [UInt8]
  let leaf: InlineLeaf
  let mark: Mark
  private let isCode: Bool
  let selected: [Int]
  let gives: Bool
  let wanted: WantedLeaf

  let change: InlineChange?
  let marksAfter: [MarkSet]
  /// The nodes that are written again or removed. Words are not cut, and end in code.
  let gone: [Bool]
  /// For each item, the first of these nodes around it, or -1; empty if the mark has no node.
  private let goneNode: [Int]
  private let runs: [ClosedRange<Int>]
  private let stretches: [Stretch]

  private struct Stretch {
    var node: Int
    var items: ClosedRange<Int>
  }

  /// - Parameters:
  ///   - ranges: the selections; code includes a blank only if it is selected.
  ///   - joins: whether another mark also includes a blank beside the selection.
  /// - Complexity: O(*n*) in the length of the leaf, times the depth of its nodes.
  init(
    _ leaf: InlineLeaf, in source: [UInt8], _ mark: Mark, selected: [Int],
    by ranges: [Range<Int>], gives: Bool, joins: Bool
  ) {
    let (isCode, bit) = (mark == .code, mark.bit)
    (change, marksAfter) = (nil, [])
    (self.source, self.leaf, self.mark, self.isCode) = (source, leaf, mark, isCode)
    (self.selected, self.gives) = (selected, gives)
    var isSelected = [Bool](repeating: false, count: leaf.items.count)
    var goal = leaf.items
    for item in selected {
      isSelected[item] = true
      if gives { goal[item].marks.insert(bit) } else { goal[item].marks.remove(bit) }
    }

    // For each item, the outermost node of the mark around it; empty if the leaf has none.
    var owner: [Int] = []
    for (index, node) in leaf.nodes.enumerated() where node.mark == bit {
      if owner.isEmpty { owner = [Int](repeating: -1, count: leaf.items.count) }
      for item in node.items where owner[item] < 0 { owner[item] = index }
    }
    // Maximal runs of characters that want the mark, over what is free between them.
    var runs: [ClosedRange<Int>] = []
    var last = -1
    for index in goal.indices where goal[index].canHave(isCode: isCode) {
      if goal[index].marks.isSuperset(of: bit) {
        // A blank between two nodes stays outside both, unless it is selected with both sides.
        let isApart =
          last >= 0 && last < index - 1 && (isCode || !joins)
          && (owner.isEmpty || owner[last] < 0 || owner[last] != owner[index])
          && !(isSelected[last] && isSelected[index]
            && ranges.contains { $0.covers(leaf.between(last, index)) })
        if last >= 0, !isApart {
          runs[runs.count - 1] = runs[runs.count - 1].lowerBound...index
        } else {
          runs.append(index...index)
        }
        last = index
      } else {
        last = -1
      }
    }
    // The nodes of the mark in a written run are written again, too.
    if gives { runs = runs.filter { run in run.contains { isSelected[$0] } } }
    var gone = [Bool](repeating: false, count: leaf.nodes.count)
    if !owner.isEmpty || isCode && gives {
      var isWritten = isSelected
      if gives { for run in runs { for item in run { isWritten[item] = true } } }
      for (index, node) in leaf.nodes.enumerated()
      where node.mark == bit || node.kind == .word && isCode && gives {
        gone[index] = node.items.contains { isWritten[$0] }
      }
    }
    let goneNode = owner.map { $0 >= 0 && gone[$0] ? $0 : -1 }
    if !gives { runs = runs.filter { run in run.contains { goneNode[$0] >= 0 } } }
    self.runs = runs
    stretches = runs.flatMap {
      Self.stretches(of: $0, in: 0, of: leaf, without: gone, isCode: isCode)
    }
    (self.gone, self.goneNode) = (gone, goneNode)
    wanted = WantedLeaf(leaf, in: source, showing: goal, isCode: isCode)
  }

  init(_ leaf: InlineLeaf, in source: [UInt8], _ change: InlineChange) {
    (self.source, self.leaf, self.change) = (source, leaf, change)
    (mark, isCode, selected, gives) = (.strong, false, [], true)
    (goneNode, runs, stretches) = ([], [], [])
    marksAfter = change.marks(in: leaf)
    gone = leaf.nodes.enumerated().map { index, node in
      change.gone.contains(index)
        || node.kind == .code && node.items.contains { change.cleared.contains($0) }
    }
    wanted = change.applied(to: leaf, in: source)
  }

  /// The stretches of a run in a node: the parts of it that are not cut by a link or another mark.
  ///
  /// - Parameter isFiner: whether a link is never in the new node, but holds one, and code ends with
  ///   each line.
  private static func stretches(
    of run: ClosedRange<Int>, in node: Int, of leaf: InlineLeaf, without gone: [Bool], isCode: Bool,
    isFiner: Bool = false
  ) -> [Stretch] {
    var result: [Stretch] = []
    var (start, end) = (-1, -1)
    func finish() {
      if start >= 0 { result.append(Stretch(node: node, items: start...end)) }
      start = -1
    }
    var index = run.lowerBound
    while index <= run.upperBound {
      let kid = leaf.kid(with: index, in: node, without: gone)
      let items = leaf.items(of: kid)
      let own = max(items.lowerBound, run.lowerBound)...min(items.upperBound - 1, run.upperBound)
      let fits: Bool
      switch kid {
      case .item(let item):
        let item = leaf.items[item]
        fits =
          !isCode && item.kind != .barrier || item.isCharacter && item.scalar != "\n"
          || item.kind == .softBreak && item.isPlain && !isFiner
      case .node(let inner):
        // A code span can be cut, and other nodes only be inside as a whole.
        fits =
          !isCode && !(isFiner && leaf.nodes[inner].kind == .link)
          && (leaf.nodes[inner].kind == .code
            || items.allSatisfy { !leaf.items[$0].canHave(isCode: isCode) || own.contains($0) })
      }
      if fits {
        for item in own where leaf.items[item].canHave(isCode: isCode) {
          if start < 0 { start = item }
          end = item
        }
      } else {
        finish()
        if case .node(let inner) = kid {
          result += stretches(
            of: own, in: inner, of: leaf, without: gone, isCode: isCode, isFiner: isFiner)
        }
      }
      index = own.upperBound + 1
    }
    finish()
    return result
  }

  // MARK: One spelling

  struct Choice {
    /// A bit for each of the first stretches that takes the other delimiter character; for code,
    /// whether its fences are unlike all other backticks.
    var others = 0
    /// Whether the delimiters go into a node that they would hold alone: `[**a**](b)`. They always
    /// go into an HTML element.
    var inside = false
    /// Whether a link holds a node of its own, as in `[**a**](b) **c**`, and a line a code span.
    var isFiner = false
    var attempt: ChangeAttempt?
  }

  private func spelling(_ choice: Choice) -> [InlinePiece]? {
    if let change { return choice.attempt.flatMap { self.pieces(of: change, $0) } }
    var pieces = withoutNodes { gone[$0] }
    let stretches =
      !choice.isFiner
      ? self.stretches
      : runs.flatMap {
        Self.stretches(of: $0, in: 0, of: leaf, without: gone, isCode: isCode, isFiner: true)
      }
    for (index, stretch) in stretches.enumerated() {
      let old = stretch.items.first { !goneNode.isEmpty && goneNode[$0] >= 0 }.map {
        leaf.nodes[goneNode[$0]]
      }
      if isCode {
        pieces += code(over: stretch.items, old, avoidsOthers: choice.others > 0)
      } else {
        var node = stretch.node
        while let inner = onlyNode(of: stretch.items, in: node),
          choice.inside || leaf.nodes[inner].kind == .element
        { node = inner }
        let delimiter = delimiter(in: old, other: index < 3 && choice.others >> index & 1 == 1)
        pieces += delimiting(stretch.items, in: node, with: delimiter)
      }
    }
    return completed(pieces)
  }

  func withoutNodes(_ isGone: (Int) -> Bool) -> [InlinePiece] {
    leaf.nodes.indices.filter { isGone($0) && leaf.nodes[$0].kind != .word }.flatMap {
      [InlinePiece(without: leaf.nodes[$0].opening), InlinePiece(without: leaf.nodes[$0].closing)]
    }
  }

  /// The node in a node that has all of some items, such as the link of `⟦[a](b)⟧`; nil for text,
  /// code and words.
  func onlyNode(of items: ClosedRange<Int>, in outer: Int) -> Int? {
    let first = leaf.kid(with: items.lowerBound, in: outer, without: gone)
    guard case .node(let node) = first, leaf.nodes[node].kind != .code,
      leaf.nodes[node].kind != .word,
      first == leaf.kid(with: items.upperBound, in: outer, without: gone)
    else { return nil }
    return node
  }

  private func delimiter(in old: InlineNode?, other: Bool) -> [UInt8] {
    if let syntax = MarkSyntax(mark.syntax) {
      return old.map { Array(source[$0.opening]) } ?? syntax.delimiter
    }
    let usual = old.map { source[$0.range.lowerBound] } ?? .asterisk
    let byte: UInt8 = !other ? usual : usual == .asterisk ? .underscore : .asterisk
    return [UInt8](repeating: byte, count: mark == .strong ? 2 : 1)
  }

  /// Delimiters around some items of a node. Code spans at their ends are cut.
  private func delimiting(
    _ items: ClosedRange<Int>, in node: Int, with delimiter: [UInt8]
  ) -> [InlinePiece] {
    var pieces: [InlinePiece] = []
    var cuts: [(node: Int, offset: Int)] = []
    for (item, isEnd) in [(items.lowerBound, false), (items.upperBound, true)] {
      let kid = leaf.kid(with: item, in: node, without: gone)
      let all = leaf.items(of: kid)
      if case .node(let code) = kid, leaf.nodes[code].kind == .code,
        (isEnd ? item + 1..<all.upperBound : all.lowerBound..<item)
          .contains(where: { leaf.items[$0].isSolid })
      {
        let place = leaf.items[item].source
        cuts.append((code, isEnd ? place.upperBound : place.lowerBound))
      } else {
        let range = leaf.source(of: kid)
        pieces.append(
          InlinePiece(
            at: isEnd ? range.upperBound : range.lowerBound, delimiter,
            isEnd ? .closing : .opening))
      }
    }
    if cuts.count == 2, cuts[0].node == cuts[1].node {
      return pieces
        + cutting(leaf.nodes[cuts[0].node], at: [cuts[0].offset, cuts[1].offset], delimiter)
    }
    return pieces
      + cuts.flatMap { cutting(leaf.nodes[$0.node], at: [$0.offset], delimiter) }
  }

  private func cutting(_ code: InlineNode, at cuts: [Int], _ delimiter: [UInt8]) -> [InlinePiece] {
    let length = source[code.opening].count { $0 == .backtick }
    // The line ending of `` ```⏎a⏎``` `` is stripped like a space.
    let isPadded = code.opening.count > length
    let fence = [UInt8](repeating: .backtick, count: length)
    let bounds = [code.content.lowerBound] + cuts + [code.content.upperBound]
    let fences = zip(bounds, bounds.dropFirst()).map { start, end in
      isPadded
        ? (open: fence + [.space], close: [.space] + fence)
        : Self.fences(of: Array(source[start..<end]), length: length)
    }
    var pieces = cuts.indices.map {
      InlinePiece(at: cuts[$0], fences[$0].close + delimiter + fences[$0 + 1].open, .opening)
    }
    for (fence, end) in [
      (fences[0].open, code.content.lowerBound),
      (fences[cuts.count].close, code.content.upperBound),
    ] where !isPadded && fence.count > length {
      pieces.append(InlinePiece(at: end, [.space], .text))
    }
    return pieces
  }

  /// A new code span over some items. Their escapes and references become characters.
  ///
  /// - Parameter avoidsOthers: whether its fences are unlike all other backticks of the leaf.
  func code(
    over solids: ClosedRange<Int>, _ old: InlineNode?, avoidsOthers: Bool
  ) -> [InlinePiece] {
    let items = withOldBlanks(solids)
    var pieces: [InlinePiece] = []
    var content: [UInt8] = []
    for item in leaf.items[items] {
      let bytes = item.utf8
      content += bytes
      if item.kind == .character, isSpelledOut(item) {
        // A pipe of a cell needs its backslash in code, too.
        let isPipe = leaf.isCell && item.scalar == "|"
        pieces.append(InlinePiece(item.source, isPipe ? [.backslash] + bytes : bytes, .text))
      }
    }
    var (open, close) = Self.fences(of: content)
    if avoidsOthers {
      let runs = RunLengths(in: source[leaf.nodes[0].content])
      let length = (1...).first { !runs.contains($0) }
      (open, close) = Self.fences(of: content, length: length)
    } else if let old {
      let length = source[old.opening].count { $0 == .backtick }
      let isPadded = source[old.opening].last == .space
      if !RunLengths(in: content).contains(length), isPadded || open.last != .space {
        open = [UInt8](repeating: .backtick, count: length) + (isPadded ? [.space] : [])
        close = open.reversed()
      }
    }
    pieces.append(
      InlinePiece(at: leaf.items[items.lowerBound].source.lowerBound, open, .opening))
    pieces.append(
      InlinePiece(at: leaf.items[items.upperBound].source.upperBound, close, .closing))
    return pieces
  }

  private func withOldBlanks(_ solids: ClosedRange<Int>) -> ClosedRange<Int> {
    var (first, last) = (solids.lowerBound, solids.upperBound)
    if goneNode.isEmpty { return solids }
    if goneNode[first] >= 0 {
      let start = leaf.nodes[goneNode[first]].items.lowerBound
      if !(start..<first).contains(where: { leaf.items[$0].isSolid }) { first = start }
    }
    if goneNode[last] >= 0 {
      let end = leaf.nodes[goneNode[last]].items.upperBound
      if !(last + 1..<end).contains(where: { leaf.items[$0].isSolid }) { last = end - 1 }
    }
    return first...last
  }

  /// The shortest fences for a content, or some of a length. They are padded if it begins or ends
  /// with a backtick, or if a space at both ends would be stripped.
  private static func fences(
    of content: [UInt8], length: Int? = nil
  ) -> (open: [UInt8], close: [UInt8]) {
    var count = length ?? 1
    if length == nil, content.contains(.backtick) {
      let runs = RunLengths(in: content)
      while runs.contains(count) { count += 1 }
    }
    let isPadded =
      content.first == .backtick || content.last == .backtick
      || content.first == .space && content.last == .space && content.contains { $0 != .space }
    let fence = [UInt8](repeating: .backtick, count: count)
    return isPadded ? (fence + [.space], [.space] + fence) : (fence, fence)
  }

  private func isSpelledOut(_ item: InlineItem) -> Bool {
    guard item.source.count > 1 else { return false }
    let first = source[item.source.lowerBound]
    return first == .backslash || first == .ampersand
  }

  // MARK: What a spelling entails

  func completed(_ pieces: [InlinePiece]) -> [InlinePiece] {
    let all = pieces + bracketed(pieces) + joined(pieces)
    // Labels are compared without case.
    return change?.letters.isEmpty == false ? all : all + withLabels(all)
  }

  /// Brackets for links without them that are cut: `[a**b**](ab)`.
  private func bracketed(_ pieces: [InlinePiece]) -> [InlinePiece] {
    var result: [InlinePiece] = []
    for (index, node) in leaf.nodes.enumerated() where !gone[index] {
      guard node.isAutolink,
        change?.targets.contains(where: { $0.node == index }) != true
      else { continue }
      let inside = node.content.lowerBound..<node.content.upperBound + 1
      guard let item = leaf.items[node.items].first,
        pieces.contains(where: { inside.contains($0.range.lowerBound) })
      else { continue }
      let address = leaf.targets[Int(item.link) - 1].destination
      result.append(InlinePiece(node.opening, [.leftBracket], .bracket))
      result.append(InlinePiece(node.closing, address.escapedAddress.asTarget, .bracket))
    }
    return result
  }

  private func joined(_ pieces: [InlinePiece]) -> [InlinePiece] {
    let spans = leaf.nodes.indices.filter { leaf.nodes[$0].kind == .code && !gone[$0] }
      .map { leaf.nodes[$0] }
    guard spans.count > 1 else { return [] }
    var removed: [Int: Int] = [:]
    var written: Set<Int> = []
    for piece in pieces {
      if piece.bytes.isEmpty {
        removed[piece.range.lowerBound] = piece.range.upperBound
      } else {
        written.insert(piece.range.lowerBound)
      }
    }
    var result: [InlinePiece] = []
    var index = 0
    while index < spans.count {
      var last = index
      while last + 1 < spans.count {
        var place = spans[last].range.upperBound
        while !written.contains(place), let next = removed[place] { place = next }
        guard place == spans[last + 1].range.lowerBound, !written.contains(place) else { break }
        result.append(InlinePiece(without: spans[last].closing))
        result.append(InlinePiece(without: spans[last + 1].opening))
        last += 1
      }
      if last > index {
        let content = spans[index...last].flatMap { source[$0.content] }
        let length = source[spans[index].opening].count { $0 == .backtick }
        let (open, close) = Self.fences(
          of: content, length: RunLengths(in: content).contains(length) ? nil : length)
        result.append(InlinePiece(spans[index].opening, open, .opening))
        result.append(InlinePiece(spans[last].closing, close, .closing))
      }
      index = last + 1
    }
    return result
  }

  /// Labels for references by their text, which keep their destination when it changes:
  /// `[**f**oo][foo]`.
  private func withLabels(_ pieces: [InlinePiece]) -> [InlinePiece] {
    var result: [InlinePiece] = []
    for (index, node) in leaf.nodes.enumerated()
    where !gone[index] && (node.form == .shortcut || node.form == .collapsed) {
      let changes = pieces.contains {
        node.content.lowerBound <= $0.range.lowerBound
          && $0.range.upperBound <= node.content.upperBound
      }
      guard changes else { continue }
      var label = leaf.label(of: node, in: source)
      // The blank shows that the reference was collapsed, if the mark is taken off again.
      if node.form == .collapsed, change?.wraps.isEmpty != true { label.append(.space) }
      result.append(InlinePiece(node.closing, Array("][".utf8) + label + [.rightBracket], .text))
    }
    return result
  }

  /// The label of a reference whose text some pieces make the same as its label, replaced by none:
  /// `[foo]` for `[foo][foo]`, and `[foo][]` for `[foo][foo ]`.
  func withoutLabels(_ pieces: [InlinePiece]) -> [InlinePiece] {
    leaf.nodes.indices.compactMap { index in
      let node = leaf.nodes[index]
      guard !gone[index], node.form == .full else { return nil }
      var own = pieces.filter {
        node.content.lowerBound <= $0.range.lowerBound
          && $0.range.upperBound <= node.content.upperBound
      }
      if own.isEmpty { return nil }
      own += leaf.items[node.items].filter { $0.isBreak }
        .map { InlinePiece($0.source, [.space], .text) }
      guard let edit = own.edit(of: source) else { return nil }
      let edited = edit.applying(to: source)
      let end = node.content.upperBound + edited.count - source.count
      let text = edited[node.content.lowerBound..<end]
      let label = source[node.closing].dropFirst(2).dropLast()
      if label.elementsEqual(text) { return InlinePiece(node.closing, [.rightBracket], .text) }
      guard label.elementsEqual(text + [.space]) else { return nil }
      return InlinePiece(node.closing, Array("][]".utf8), .text)
    }
  }

  // MARK: All spellings

  struct Spelling {
    var pieces: [InlinePiece]
    var escapes: [InlinePiece] = []
  }

  var hasWork: Bool {
    change != nil || selected.contains { leaf.items[$0].marks != wanted.items[$0].marks }
  }

  var plainest: Spelling { Spelling(pieces: choices.first.flatMap { spelling($0) } ?? []) }

  /// The choices for spellings with delimiters alone, in the order of preference: the other
  /// delimiter character, then inside a node instead of outside, then inside each link.
  private var choices: [Choice] {
    if let change { return attempts(for: change).map { Choice(attempt: $0) } }
    let isDelimited = mark == .strong || mark == .emphasis
    let count = isCode ? 2 : isDelimited ? 1 << min(stretches.count, 3) : 1
    var choices = (0..<count).map { Choice(others: $0) }
    if isCode { return gives ? choices + [Choice(isFiner: true)] : choices }
    if stretches.contains(where: { onlyNode(of: $0.items, in: $0.node) != nil }) {
      choices += (0..<count).map { Choice(others: $0, inside: true) }
    }
    let holdsLinks = leaf.nodes.contains { node in
      node.kind == .link && stretches.contains { $0.items.overlaps(node.items) }
    }
    if holdsLinks { choices += (0..<min(count, 2)).map { Choice(others: $0, isFiner: true) } }
    return choices
  }

  /// The first spelling in the order of preference that is right, or nil.
  ///
  /// - Parameter hasReferences: whether neighbours of delimiters are written as escapes or references.
  func firstSpelling(hasReferences: Bool, where isRight: (Spelling) -> Bool) -> Spelling? {
    func right(_ pieces: [InlinePiece], _ escapes: [InlinePiece] = []) -> Spelling? {
      let spelling = Spelling(pieces: pieces, escapes: escapes)
      return isRight(spelling) ? spelling : nil
    }
    let choices = choices
    guard !hasReferences else {
      let plain = choices.prefix(4).compactMap { spelling($0) }
      let active = self.escapes(of: leaf.items.indices.filter { canBeActive($0) })
      for escapes in active.isEmpty ? [[]] : [[], active] {
        for references in neighbours() {
          let others = escapes.filter { escape in
            !references.contains { $0.range.lowerBound == escape.range.lowerBound }
          }
          for pieces in plain {
            if let found = right(pieces + references, others) { return found }
          }
        }
      }
      return nil
    }
    // The marks around a change are written again only if escapes do not help.
    let plainCount = change == nil ? choices.count : min(2, choices.count)
    for choice in choices[..<plainCount] {
      if let pieces = spelling(choice), let found = right(pieces) { return found }
    }
    // What loses code may be markup.
    let lost =
      change != nil || isCode && !gives
      ? leaf.items.indices.filter { index in
        leaf.items[index].kind == .code && !isCodeAfter(index)
      } : []
    let escapes = escapes(of: lost)
    if !escapes.isEmpty, let found = right(plainest.pieces, escapes) { return found }
    // Characters anywhere in the leaf may be markup beside new delimiters, or without the old ones.
    let active = self.escapes(of: lost + leaf.items.indices.filter { canBeActive($0) })
    if active.count > escapes.count {
      for choice in choices[..<plainCount] {
        if let pieces = spelling(choice), let found = right(pieces, active) { return found }
      }
    }
    for choice in choices[plainCount...] {
      if let pieces = spelling(choice), let found = right(pieces) { return found }
    }
    if active.count == escapes.count { return nil }
    for choice in choices[plainCount...] {
      if let pieces = spelling(choice), let found = right(pieces, active) { return found }
    }
    return nil
  }

  private func escapes(of items: [Int]) -> [InlinePiece] {
    items.filter { Escaping.isASCIIPunctuation(leaf.items[$0].scalar) && leaf.items[$0].isPlain }
      .map { InlinePiece(at: leaf.items[$0].source.lowerBound, [.backslash], .text) }
  }

  /// Whether a plain character outside code can be markup: some anywhere in a line, and others
  /// at its start, such as the `.` of `1. a`.
  private func canBeActive(_ index: Int) -> Bool {
    let item = leaf.items[index]
    guard item.kind == .character, item.isPlain, !item.isInWord,
      change?.removed.contains(index) != true, !isCodeAfter(index)
    else { return false }
    if item.scalar.isASCII,
      MarkSyntax.delimiterBytes.contains(UInt8(truncatingIfNeeded: item.scalar.value))
    {
      return true
    }
    switch item.scalar {
    case "[", "]", "<", ">", "&", "!", "\\": return true
    case "#", "+", "-", ".", ")":
      var start = index
      func isRemoved(_ item: Int) -> Bool { change?.removed.contains(item) == true }
      while start > 0, Escaping.isDigit(leaf.items[start - 1].scalar), !isRemoved(start - 1) {
        start -= 1
      }
      let hasDigits = start < index
      while start > 0, isRemoved(start - 1) || change != nil && leaf.items[start - 1].isBlank,
        !leaf.items[start - 1].isBreak
      { start -= 1 }
      let isFirst = start == 0 || leaf.items[start - 1].isBreak
      return isFirst && hasDigits == (item.scalar == "." || item.scalar == ")")
    default: return false
    }
  }

  private func isCodeAfter(_ item: Int) -> Bool {
    change == nil ? wanted.items[item].marks.contains(.code) : marksAfter[item].contains(.code)
  }

  private static let mostNeighbours = 8

  /// Escapes or references for one or two neighbours of the new nodes, of those that go, and of other
  /// marks that touch these.
  private func neighbours() -> [[InlinePiece]] {
    var ends: Set<Int> = []
    for stretch in stretches {
      let first = leaf.kid(with: stretch.items.lowerBound, in: stretch.node, without: gone)
      let last = leaf.kid(with: stretch.items.upperBound, in: stretch.node, without: gone)
      ends.formUnion([leaf.source(of: first).lowerBound, leaf.source(of: last).upperBound])
    }
    for (index, node) in leaf.nodes.enumerated() where gone[index] {
      ends.formUnion([node.range.lowerBound, node.range.upperBound])
      ends.formUnion([node.content.lowerBound, node.content.upperBound])
    }
    for items in change?.places(in: leaf) ?? [] {
      ends.insert(leaf.items[items.lowerBound].source.lowerBound)
      ends.insert(leaf.items[items.upperBound - 1].source.upperBound)
    }
    // From the inside out.
    for node in leaf.nodes.reversed() where [.strong, .emphasis, .mark].contains(node.kind) {
      for (outer, inner) in [
        (node.range.lowerBound, node.content.lowerBound),
        (node.range.upperBound, node.content.upperBound),
      ] where ends.contains(outer) || ends.contains(inner) {
        ends.formUnion([outer, inner])
      }
    }
    let beside = leaf.items.indices.filter { index in
      let item = leaf.items[index]
      return item.isSolid && item.isCharacter && item.isPlain && !isCodeAfter(index)
        && change?.removed.contains(index) != true
        && (ends.contains(item.source.lowerBound) || ends.contains(item.source.upperBound))
    }
    let near: [InlinePiece] = beside.prefix(Self.mostNeighbours).map {
      InlinePiece(leaf.items[$0].source, Escaping.respelled(leaf.items[$0].scalar), .text)
    }
    return near.map { [$0] }
      + near.indices.flatMap { first in near[(first + 1)...].map { [near[first], $0] } }
  }
}

extension ClosedRange<Int> {
  fileprivate func overlaps(_ range: Range<Int>) -> Bool {
    range.lowerBound <= upperBound && lowerBound < range.upperBound
  }
}
