import CommonMark
import MarkdownSyntax

/// A visible character of a leaf: a scalar in the literal of a text or code node.
///
/// Nearly every byte of a leaf has one, so it is only sixteen bytes long.
struct LeafCharacter {
  private let tokenIndex: Int32
  let scalar: Unicode.Scalar
  private let spanIndex: Int32
  let marks: MarkSet
  /// Whether it can have a mark: every character except white space, such as `" "` or U+00A0.
  let isMarkable: Bool
  /// Whether the selection touches its source. For example, `2..<3` selects the `a` of `**a**`.
  var isSelected = false

  fileprivate init(token: Int, scalar: Unicode.Scalar, marks: MarkSet, codeSpan: Int) {
    tokenIndex = Int32(truncatingIfNeeded: token)
    spanIndex = Int32(truncatingIfNeeded: codeSpan)
    self.scalar = scalar
    self.marks = marks
    isMarkable = !isWhiteSpace(scalar)
  }

  var token: Int { Int(tokenIndex) }
  /// The index of the token that opens its code span, or -1 outside code.
  var codeSpan: Int { Int(spanIndex) }
}

/// A leaf block as a command sees it: the tokens, and the visible characters with their marks.
///
/// The characters of image descriptions are left out.
struct LeafText {
  let leaf: LeafBlock
  let tokens: [InlineToken]
  private(set) var characters: [LeafCharacter]
  /// Whether the leaf has a link, such as `[a](/u)`.
  let hasLink: Bool
  /// Whether a character is written as a reference, such as `&#97;`.
  let hasReference: Bool
  /// How the command sees the inlines of its dialect; nil in CommonMark.
  let view: InlineView?
  /// The shortest range of the characters that contains all selected ones.
  private(set) var selectionBounds = 0..<0

  /// Reads the characters and their marks from the tokens. O(tokens).
  init(leaf: LeafBlock, tokens: [InlineToken], view: InlineView? = nil) {
    self.view = view
    self.leaf = leaf
    self.tokens = tokens
    var (hasLink, hasReference) = (false, false)
    characters = Array(unsafeUninitializedCapacity: tokens.count) { characters, count in
      var reader = CharacterReader(characters: characters)
      tokens.withUnsafeBufferPointer { reader.read($0) }
      (count, hasLink, hasReference) = (reader.count, reader.hasLink, reader.hasReference)
    }
    self.hasLink = hasLink
    self.hasReference = hasReference
  }

  /// Reads a leaf, or returns nil if the scanner and libcmark read it differently.
  init?(_ leaf: LeafBlock, of reading: DocumentReading) {
    guard var tokens = reading.agreedTokens(of: leaf) else { return nil }
    if tokens.contains(where: { if case .html = $0.kind { true } else { false } }) {
      tokens.pairTags(in: reading.source)
    }
    self.init(leaf: leaf, tokens: tokens, view: reading.view)
  }

  /// Selects the characters whose source touches `selection` (UTF-8 offsets).
  ///
  /// The two scalars of one character reference are selected together or not at all.
  mutating func select(_ selection: Range<Int>) {
    for index in touched(by: selection) where isTouched(index, by: selection) {
      selectCharacter(index)
    }
  }

  mutating func leaveOutside(_ index: Int) { characters[index].isSelected = false }

  private mutating func selectCharacter(_ index: Int) {
    characters[index].isSelected = true
    selectionBounds =
      selectionBounds.isEmpty
      ? index..<index + 1
      : min(selectionBounds.lowerBound, index)..<max(selectionBounds.upperBound, index + 1)
  }

  /// Returns a range of characters that includes all touched by a selection. O(log n + its length).
  func touched(by selection: Range<Int>) -> Range<Int> {
    let start = characters.partitionPoint {
      tokens[$0.token].source.upperBound > selection.lowerBound
    }
    var end = start
    while end < characters.count {
      let source = tokens[characters[end].token].source
      if !source.isEmpty, source.lowerBound >= selection.upperBound { break }
      end += 1
    }
    return start..<end
  }

  /// Whether the source of a character touches `selection` (UTF-8 offsets).
  func isTouched(_ index: Int, by selection: Range<Int>) -> Bool {
    let source = tokens[characters[index].token].source
    if !source.isEmpty { return source.overlaps(selection) }
    return index > 0 && source.lowerBound > selection.lowerBound
      && source.lowerBound - selection.upperBound < sourceLength(of: index - 1)
      && tokens[characters[index - 1].token].source.overlaps(selection)
  }

  /// Whether a markable character is selected. In `a b`, `0..<1` selects one and `1..<2` does not.
  var hasSelection: Bool {
    selectionBounds.contains { characters[$0].isSelected && characters[$0].isMarkable }
  }

  /// The indices of the selected markable characters.
  var selected: [Int] {
    selectionBounds.filter { characters[$0].isSelected && characters[$0].isMarkable }
  }

  private func sourceLength(of index: Int) -> Int { tokens[characters[index].token].source.count }
}

extension [InlineToken] {
  /// Pairs the tags of each HTML element that has characters, inside one mark or link: `<b>a</b>`.
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

private struct CharacterReader {
  /// The memory for the characters, of which `count` are initialized.
  let characters: UnsafeMutableBufferPointer<LeafCharacter>
  private(set) var count = 0
  /// Whether a link was read, such as `[a](/u)`.
  private(set) var hasLink = false
  /// Whether a character reference was read, such as `&#97;`.
  private(set) var hasReference = false
  private var imageDepth = 0
  private var codeSpan = -1
  private var open = OpenMarks()

  init(characters: UnsafeMutableBufferPointer<LeafCharacter>) { self.characters = characters }

  mutating func read(_ tokens: UnsafeBufferPointer<InlineToken>) {
    var index = 0
    while index < tokens.count {
      switch tokens[index].kind {
      case .character(let scalar, let spelling), .codeCharacter(let scalar, let spelling):
        if spelling == .reference { hasReference = true }
        if imageDepth > 0 { break }
        index = read(scalar, tokens, from: index)
        continue
      default:
        pass(tokens[index].kind, at: index)
      }
      index += 1
    }
  }

  /// Reads a token's character and the plain ones after it. Returns the next token's index.
  private mutating func read(
    _ first: Unicode.Scalar, _ tokens: UnsafeBufferPointer<InlineToken>, from start: Int
  ) -> Int {
    let (characters, marks, codeSpan) = (characters, open.set, codeSpan)
    var (index, count, scalar) = (start, count, first)
    while true {
      characters.initializeElement(
        at: count,
        to: LeafCharacter(token: index, scalar: scalar, marks: marks, codeSpan: codeSpan))
      index &+= 1
      count &+= 1
      guard index < tokens.count, case .character(let next, .plain) = tokens[index].kind else {
        break
      }
      scalar = next
    }
    self.count = count
    return index
  }

  private mutating func pass(_ kind: InlineToken.Kind, at token: Int) {
    open.pass(kind)
    switch kind {
    case .openImage: imageDepth += 1
    case .closeImage: imageDepth -= 1
    case .openCode: codeSpan = token
    case .closeCode: codeSpan = -1
    case .openLink: hasLink = true
    default: break
    }
  }
}

/// Whether a scalar is white space and so cannot have a mark: `" "` and U+00A0, not `"a"`.
/// CommonMark's definition (0.30 §2.1, Unicode whitespace) also decides whether delimiters flank.
func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
  // Most characters are visible ASCII.
  scalar.value &- 0x21 > 0x7E &- 0x21 && isUnicodeWhitespace(scalar)
}

/// Whether a scalar is removed at the start of a line: `" "` and a tab, not U+00A0.
func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

extension LeafText {
  /// Whether every selected character has the mark. For example, the `a` of `**a** b` is strong.
  func isMarked(_ mark: MarkSet) -> Bool {
    characters[selectionBounds].allSatisfy {
      !$0.isSelected || !$0.isMarkable || $0.marks.isSuperset(of: mark)
    }
  }

  /// Whether no selected character has the mark. For example, the `b` of `**a** b` is not strong.
  func isFree(of mark: MarkSet) -> Bool {
    characters[selectionBounds].allSatisfy {
      !$0.isSelected || !$0.isMarkable || $0.marks.isDisjoint(with: mark)
    }
  }

  /// Whether a token is a soft break that code would show as one blank: `a⏎b`, not `a ⏎b`. Code
  /// would also show blanks at the end of a line, and blanks before a lazy line.
  ///
  /// - Complexity: O(log lines).
  func isBlankInCode(_ token: InlineToken) -> Bool {
    guard token.kind == .softBreak else { return false }
    let line = leaf.lines.partitionPoint { $0.upperBound >= token.source.lowerBound }
    guard line + 1 < leaf.lines.count else { return false }
    let next = line + 1
    return leaf.lines[line].upperBound == token.source.lowerBound
      && leaf.lines[next].lowerBound == token.source.upperBound
      && (leaf.tabs.isEmpty || leaf.tabs[next] == 0)
  }

  /// Whether only characters, delimiters, backticks and line endings that code allows are between
  /// two characters: in `a*b*`, not in `a<br>b`.
  func isPlain(between left: Int, and right: Int) -> Bool {
    guard characters.indices.contains(left), characters.indices.contains(right) else {
      return false
    }
    return tokens[characters[left].token...characters[right].token].allSatisfy { token in
      switch token.kind {
      case .character, .codeCharacter: true
      default: token.kind.isDelimiter || isBlankInCode(token)
      }
    }
  }

  /// Whether a selection touches markable characters. In `a b`, `0..<1` does and `1..<2` does not.
  func hasMarkable(in selection: Range<Int>) -> Bool {
    touched(by: selection).contains {
      characters[$0].isMarkable && isTouched($0, by: selection)
    }
  }

  /// The UTF-8 range of a character's spelling. Both scalars of one reference have its whole range.
  func source(of index: Int) -> Range<Int> {
    let source = tokens[characters[index].token].source
    return source.isEmpty && index > 0 ? tokens[characters[index - 1].token].source : source
  }
}

extension DocumentReading {
  /// The leaves with selected characters, or nil if the scanner and libcmark read one differently.
  func texts(on selections: [Range<Int>]) -> [LeafText]? {
    var texts: [LeafText] = []
    for leaf in leaves where selections.contains(where: { $0.overlaps(leaf.content) }) {
      guard var text = LeafText(leaf, of: self) else { return nil }
      for selection in selections { text.select(selection) }
      if text.hasSelection { texts.append(text) }
    }
    return texts
  }
}
