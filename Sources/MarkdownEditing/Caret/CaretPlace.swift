import CommonMark
import MarkdownSyntax
import TextEditing

struct CaretPlace {
  let reading: InlineReading
  /// The caret, moved out of a line ending, a delimiter and the spelling of a character.
  private(set) var offset: Int
  /// The caret, moved out of a line ending alone.
  let given: Int
  /// The leaf whose content the caret is in; nil on a blank line and outside of text.
  private(set) var leaf: InlineLeaf?
  private(set) var next = 0
  private(set) var isInText = false
  /// The text with a letter at the caret, if that shows what the caret means: on a blank line, in a
  /// delimiter, and before one that closes nothing yet, as in `**a ‸**`.
  private(set) var typed: TypedLetter?
  /// Whether the caret is in a run of delimiters where a text may be typed, as in `***a*‸**`.
  private var isBetween = false

  init(_ caret: Int, in source: [UInt8], _ dialect: Dialect, _ context: ReadingContext) {
    let part = source.part(around: caret..<caret)
    self.init(caret, in: InlineReading(source, in: dialect, context, leavesIn: part))
  }

  /// Finds a caret in a text that has been read with the inlines around the caret. At most one more
  /// text is read, with a letter at the caret.
  init(_ caret: Int, in reading: InlineReading) {
    self.reading = reading
    let source = reading.source
    given = source.isInEnding(caret) ? caret - 1 : caret
    offset = given
    let caret = given
    let isInMarker = reading.tree.nodes.contains {
      ($0.kind == .taskBox || $0.kind == .alertName)
        && $0.range.lowerBound <= caret && caret <= $0.range.upperBound
    }
    if isInMarker || given < source.byteOrderMarkCount { return }
    let place = reading.tree.nodes.firstIndex {
      $0.kind.isLeaf && $0.content.lowerBound <= offset && offset <= $0.content.upperBound
    }
    if let place {
      let leaf = reading.leaf(place)
      self.leaf = leaf
      isInText = enter(leaf)
      if isInText, offset != caret, leaf.nodes.contains(where: { !$0.mark.isEmpty }),
        let typed = TypedLetter(at: caret, in: reading),
        typed.leaf.shows(leaf, in: source, except: typed.letter, typed.reading.source)
      {
        self.typed = typed
        isBetween = true
      } else if isInText, offset < source.count, MarkSyntax.delimiterBytes.contains(source[offset]),
        !leaf.nodes.contains(where: { $0.content.upperBound == offset && !$0.mark.isEmpty })
      {
        typed = TypedLetter(at: offset, in: reading)
      }
    } else if let typed = TypedLetter(at: offset, in: reading), isKept(by: typed) {
      (self.typed, isInText) = (typed, true)
    }
  }

  private mutating func enter(_ leaf: InlineLeaf) -> Bool {
    for node in leaf.nodes {
      let isInOpening = node.opening.lowerBound < offset && offset < node.opening.upperBound
      let isInClosing = node.closing.lowerBound < offset && offset < node.closing.upperBound
      guard isInOpening || isInClosing else { continue }
      if node.mark.isEmpty { return false }
      offset = isInOpening ? node.content.lowerBound : node.content.upperBound
    }
    next = leaf.items.partitionPoint { $0.source.upperBound > offset }
    guard next < leaf.items.count, case let item = leaf.items[next], item.source.lowerBound < offset
    else { return true }
    switch item.kind {
    case .character, .code:
      offset = item.source.upperBound
      next += 1
    case .softBreak, .hardBreak:
      let rest = reading.source[offset..<item.source.upperBound]
      if !rest.contains(where: { $0.isLineEnding }), rest.contains(where: { $0 > .space }) {
        return false
      }
      // The backslash of `a\⏎b` is not text.
      if reading.source[item.source.lowerBound] == .backslash { offset = item.source.lowerBound }
    case .tag, .object, .barrier: return false
    }
    return true
  }

  /// Whether a letter typed outside of a leaf's content changes no other block: not before the
  /// marker of a quote, in a rule or after a list marker.
  private func isKept(by typed: TypedLetter) -> Bool {
    let isInBlock = reading.tree.nodes.contains { node in
      switch node.kind {
      case .code, .html, .rule, .definition, .metadata, .delimiterRow, .info, .label:
        node.range.lowerBound <= offset && offset <= node.range.upperBound
      // The underline of a setext heading, if it would become text of it.
      case .heading:
        node.mark != .numberSign && node.content.upperBound < offset
          && offset <= node.range.upperBound
          && reading.source[node.content.upperBound..<offset].contains { $0.isLineEnding }
          && typed.leaf.nodes[0].content.lowerBound <= node.content.lowerBound
      // Before its first pipe.
      case .row: node.range.lowerBound == offset && reading.source[offset...].first == .verticalLine
      default: false
      }
    }
    if isInBlock { return false }
    let rest = reading.source[offset...].prefix { !$0.isLineEnding }
    if rest.contains(where: { $0 > .space }) {
      return reading.places(of: [], in: typed.reading) != nil
    }
    func containers(_ tree: SyntaxTree) -> Int {
      tree.nodes.count { $0.kind == .item || $0.kind == .quote || $0.kind == .footnote }
    }
    return containers(reading.tree) <= containers(typed.reading.tree)
  }

  var marks: MarkSet {
    guard let leaf, !isBetween else { return typed?.marks ?? [] }
    return leaf.nodes.reduce(into: MarkSet()) { marks, node in
      let content = node.content
      if content.lowerBound <= offset, offset <= content.upperBound { marks.formUnion(node.mark) }
    }
  }

  /// The nearest offset beside the caret's delimiters where a typed text has some marks, and the
  /// rest of the leaf shows the same; nil if there is none.
  func offset(ofTextWith marks: MarkSet) -> Int? {
    guard let leaf else { return nil }
    let ends = leaf.ends(around: offset)
    guard let first = ends.min(), let last = ends.max() else { return nil }
    return (first...last).filter { $0 != given }.sorted { abs($0 - given) < abs($1 - given) }
      .first { place in
        guard let typed = TypedLetter(at: place, in: reading), typed.marks == marks else {
          return false
        }
        return typed.leaf.shows(
          leaf, in: reading.source, except: typed.letter, typed.reading.source)
      }
  }

  struct Run {
    var node: Int
    /// Whether the caret is after its last character, on either side of the delimiter.
    var isAtEnd: Bool
  }

  /// The run of a mark that the caret is in or at an end of. One that it is in or before is
  /// preferred to one that ends at it.
  func run(of mark: Mark) -> Run? {
    guard let leaf, isInText else { return nil }
    var ended: Run?
    for (index, node) in leaf.nodes.enumerated() where node.mark == mark.bit {
      if node.items.contains(next) { return Run(node: index, isAtEnd: false) }
      if next == node.items.upperBound, ended == nil, !isInBreak {
        ended = Run(node: index, isAtEnd: true)
      }
    }
    return ended
  }

  var autolink: InlineNode? {
    leaf?.nodes.first {
      ($0.form == .autolink || $0.form == .emailAutolink)
        && $0.range.lowerBound < offset && offset < $0.range.upperBound
    }
  }

  /// The items of the word that contains or touches the caret: a word of UAX #29 in scripts that
  /// write blanks, or an address, a mention or an emoji name.
  var word: Range<Int>? {
    guard let leaf, isInText else { return nil }
    if let autolink { return autolink.items }
    for item in [next, next - 1] where isBeside(item) {
      let node = leaf.nodes[Int(leaf.items[item].node)]
      if leaf.items[item].isInWord, node.kind == .word { return node.items }
    }
    // The visible characters around the caret, up to white space and other things.
    func isPart(_ item: InlineItem) -> Bool { item.isCharacter && item.isSolid }
    let last = leaf.items[next...].firstIndex { !isPart($0) } ?? leaf.items.count
    let first = leaf.items[..<next].lastIndex { !isPart($0) }.map { $0 + 1 } ?? 0
    var bytes: [UInt8] = []
    var starts: [Int] = []
    for item in leaf.items[first..<last] {
      starts.append(bytes.count)
      bytes += item.utf8
    }
    starts.append(bytes.count)
    guard isBeside(next) || isBeside(next - 1),
      let range = wordRange(around: starts[next - first], in: bytes)
    else { return nil }
    let start = first + starts.partitionPoint { $0 >= range.lowerBound }
    let word = start..<first + starts.partitionPoint { $0 >= range.upperBound }
    return word.contains { leaf.items[$0].scalar.isOfScriptWithoutBlanks } ? nil : word
  }

  private var isInBreak: Bool {
    guard let leaf, next < leaf.items.count else { return false }
    return leaf.items[next].source.lowerBound < offset
  }

  private func isBeside(_ item: Int) -> Bool {
    guard let leaf, leaf.items.indices.contains(item) else { return false }
    return leaf.items[item].isCharacter && (item >= next || !isInBreak)
  }
}

extension [UInt8] {
  /// The range whose inlines show what a selection means: the selection, or the characters beside a
  /// caret.
  func part(around selection: Range<Int>) -> Range<Int> {
    if !selection.isEmpty { return selection }
    let caret = isInEnding(selection.lowerBound) ? selection.lowerBound - 1 : selection.lowerBound
    return Swift.max(0, caret - 1)..<Swift.min(count, caret + 1)
  }

  fileprivate func isInEnding(_ offset: Int) -> Bool {
    offset > 0 && offset < count && self[offset - 1] == .carriageReturn
      && self[offset] == .lineFeed
  }
}

/// A text with a letter typed at the caret, which shows what the caret means.
///
/// An empty pair of delimiters is not Markdown, and neither is `**a **`. The letter is a private-use
/// scalar, which CommonMark treats like any other.
struct TypedLetter {
  private static let scalar: Unicode.Scalar = "\u{E000}"

  let reading: InlineReading
  let leaf: InlineLeaf
  let item: Int

  var marks: MarkSet { leaf.items[item].marks }
  var letter: Range<Int> { leaf.items[item].source }
  var isInWord: Bool { leaf.items[item].isInWord }

  /// - Returns: nil if the letter is not text at the offset.
  init?(at offset: Int, in text: InlineReading) {
    var source = text.source
    source.insert(contentsOf: Escaping.utf8(Self.scalar), at: offset)
    let letter = offset..<offset + source.count - text.source.count
    reading = InlineReading(source, in: text.dialect, text.context, leavesIn: letter)
    guard let place = reading.leaves(at: [letter]).first else { return nil }
    leaf = reading.leaf(place)
    guard let item = leaf.items.firstIndex(where: { $0.source == letter }) else { return nil }
    self.item = item
  }

  /// The delimiters of a mark around the letter, as UTF-8 ranges of the text without it, if no
  /// character is between the letter and the closing one, as in `**a ‸**`.
  func pair(of mark: Mark) -> Pair? {
    let width = Escaping.utf8(Self.scalar).count
    guard
      let node = leaf.nodes.first(where: {
        $0.mark == mark.bit && $0.items.contains(item)
          && $0.closing.lowerBound >= letter.upperBound
      }),
      !leaf.items[item + 1..<node.items.upperBound].contains(where: { $0.isSolid })
    else { return nil }
    return Pair(
      opening: node.opening,
      closing: node.closing.lowerBound - width..<node.closing.upperBound - width,
      isEmpty: !leaf.items[node.items.lowerBound..<item].contains { $0.isSolid })
  }

  struct Pair {
    var opening: Range<Int>
    var closing: Range<Int>
    var isEmpty: Bool
  }
}

extension InlineLeaf {
  func shows(
    _ old: InlineLeaf, in source: [UInt8], except range: Range<Int>, _ edited: [UInt8]
  ) -> Bool {
    var (rest, old) = (self, old)
    rest.items.removeAll {
      range.lowerBound <= $0.source.lowerBound && $0.source.upperBound <= range.upperBound
    }
    // A word may become longer.
    for index in rest.items.indices { rest.items[index].isInWord = false }
    for index in old.items.indices { old.items[index].isInWord = false }
    return WantedLeaf(old, in: source, showing: old.items, isCode: false)
      .isRead(as: rest, in: edited)
  }

  /// The ends of delimiters that touch an offset, or each other up to it, the nearest first.
  func ends(around offset: Int) -> [Int] {
    var ends: Set<Int> = [offset]
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for delimiter in nodes.dropFirst().flatMap({ [$0.opening, $0.closing] }) {
        let own: Set<Int> = [delimiter.lowerBound, delimiter.upperBound]
        guard !ends.isDisjoint(with: own), !ends.isSuperset(of: own) else { continue }
        ends.formUnion(own)
        isGrowing = true
      }
    }
    return ends.sorted { (abs($0 - offset), $0) < (abs($1 - offset), $1) }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is of a script that writes no blanks between words: Chinese and Japanese,
  /// Thai, Lao, Khmer, Burmese. A caret there is not in a word.
  fileprivate var isOfScriptWithoutBlanks: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x19E0...0x19FF, 0x3005...0x3007,
      0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA9E0...0xA9FF,
      0xAA60...0xAA7F, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
