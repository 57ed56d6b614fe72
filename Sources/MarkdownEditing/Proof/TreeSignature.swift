import CommonMark
import MarkdownSyntax

/// A receiver for the words of a tree.
protocol TreeWordSink {
  /// Whether the remaining words do not matter, as after the first difference of `a b` and `a c`.
  var isDone: Bool { get }
  /// Begins a node that contains inlines.
  mutating func beginLeaf(node: Int)
  /// Receives anything except a visible character outside image descriptions.
  mutating func put(_ word: UInt64)
  /// Receives a visible character outside image descriptions.
  mutating func put(_ scalar: Unicode.Scalar, _ marks: MarkSet)
  /// Receives such characters that are ASCII and have the same marks.
  mutating func put(ascii text: UnsafeBufferPointer<UInt8>, _ marks: MarkSet)
}

extension TreeWordSink {
  mutating func put(ascii text: UnsafeBufferPointer<UInt8>, _ marks: MarkSet) {
    for byte in text { put(Unicode.Scalar(byte), marks) }
  }
}

/// Converts a tree to words, which are equal if the contract considers two documents the same.
///
/// The words describe blocks with their attributes; links, images and HTML with their bytes;
/// breaks; and each visible character with its marks. They leave out what is free (clauses 1, 2 and
/// 4): how marks nest, and the marks of white space.
struct TreeSignature<Sink: TreeWordSink> {
  var sink: Sink
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The reading whose tokens describe the leaves; nil if libcmark's nodes do.
  private let reading: DocumentReading?

  /// The properties of a node's descendants, whose indices are below `end`.
  private struct Scope {
    var end: Int
    var marks: MarkSet = []
    /// Whether they are in an image's description, like the `a` of `![a](/u)`.
    var isImage = false
    /// Whether a word ends the node, as for a block, an image, or a link such as `[a](/u)`.
    var isBracketed = false
  }

  private init(_ sink: Sink, _ bytes: UnsafeBufferPointer<UInt8>, _ reading: DocumentReading?) {
    self.reading = reading
    self.sink = sink
    self.bytes = bytes
  }

  /// Sends the words of `tree` to `sink`. O(its size). Not recursive, because nesting may be deep.
  ///
  /// - Parameters:
  ///   - constructs: the constructs of a dialect that the tree has in other ways.
  ///   - reading: the reading of which `tree` is the tree, if the words of leaves come from its
  ///     tokens, as a command in a dialect sees them.
  static func spell(
    _ tree: MarkdownTree, _ constructs: [DialectConstruct], to sink: Sink,
    seenIn reading: DocumentReading?
  ) -> Sink {
    tree.bytes.withUnsafeBufferPointer { bytes in
      var words = TreeSignature(sink, bytes, reading)
      for construct in constructs { words.sink.put(TreeSymbol.construct(construct)) }
      tree.nodes.withUnsafeBufferPointer { words.spell(tree.nodes.indices, of: $0) }
      return words.sink
    }
  }

  private mutating func spell(_ range: Range<Int>, of nodes: UnsafeBufferPointer<MarkdownTree.Node>)
  {
    var outer: ContiguousArray<Scope> = []
    if range.count > 16 { outer.reserveCapacity(16) }
    var scope = Scope(end: range.upperBound)
    var leaves = reading?.leaves[...] ?? []
    var index = range.lowerBound
    while index < range.upperBound {
      while scope.end <= index, let last = outer.popLast() {
        if scope.isBracketed { sink.put(TreeSymbol.end) }
        scope = last
      }
      let inner = spell(nodes[index], index, in: scope)
      if let reading, let leaf = leaves.first, leaf.node == index {
        leaves.removeFirst()
        spell(reading.seenTokens(of: leaf), of: leaf, in: reading)
        sink.put(TreeSymbol.end)
        index = inner.end - 1
      } else if inner.end > index + 1 {
        outer.append(scope)
        scope = inner
      } else if inner.isBracketed {
        sink.put(TreeSymbol.end)
      }
      if sink.isDone { return }
      index += 1
    }
    while let last = outer.popLast() {
      if scope.isBracketed { sink.put(TreeSymbol.end) }
      scope = last
    }
  }

  /// Sends the words of a node, and returns the properties of its descendants.
  private mutating func spell(_ node: MarkdownTree.Node, _ index: Int, in outer: Scope) -> Scope {
    var inner = Scope(end: Int(node.end), marks: outer.marks, isImage: outer.isImage)
    switch node.kind {
    case .text: putCharacters(node.literal, outer.marks, outer.isImage)
    case .code: putCharacters(node.literal, outer.marks.union(.code), outer.isImage)
    case .strong: inner.marks.insert(.strong)
    case .emphasis: inner.marks.insert(.emphasis)
    case .softBreak, .lineBreak: sink.put(TreeSymbol.tag(node.kind))
    default:
      sink.put(TreeSymbol.tag(node.kind))
      // The pairing of tags concerns only commands on marks. Enter may split an element.
      sink.put(node.kind == .htmlInline ? 0 : UInt64(UInt32(bitPattern: node.number)))
      sink.put(UInt64(node.listKind.rawValue) << 1 | (node.isTight ? 1 : 0))
      for range in [node.literal, node.destination, node.title] {
        putBytes(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
      }
      if node.kind.holdsInlines { sink.beginLeaf(node: index) }
      inner.isBracketed = node.kind.isBlock || node.kind == .link || node.kind == .image
      if node.kind == .image {
        inner.marks = []
        inner.isImage = true
      }
    }
    return inner
  }

  /// Sends the number of bytes, then words of four bytes, which are too small to be characters.
  mutating func putBytes(_ bytes: some Collection<UInt8>) {
    sink.put(UInt64(bytes.count))
    var word: UInt64 = 0
    var shift: UInt64 = 0
    for byte in bytes {
      word |= UInt64(byte) << shift
      shift += 8
      if shift == 32 {
        sink.put(word)
        (word, shift) = (0, 0)
      }
    }
    if shift > 0 { sink.put(word) }
  }

  private mutating func putCharacters(_ range: Range<Int32>, _ marks: MarkSet, _ inImage: Bool) {
    var index = Int(range.lowerBound)
    let end = Int(range.upperBound)
    while index < end {
      if !inImage {
        let start = index
        index = bytes.endOfASCII(from: index, to: end)
        if start < index {
          sink.put(ascii: UnsafeBufferPointer(rebasing: bytes[start..<index]), marks)
          continue
        }
      }
      let (scalar, length) = decode(bytes, at: index)
      index += length
      if inImage {
        sink.put(TreeSymbol.inImage(scalar, marks))
      } else {
        sink.put(scalar, marks)
      }
    }
  }
}

/// The words: a character has its scalar and marks; anything else has a tag above all scalars.
enum TreeSymbol {
  /// The bit of characters outside image descriptions.
  static let character: UInt64 = 1 << 38
  /// The end of a block, a link or an image.
  static let end: UInt64 = 1 << 40

  static let softBreak = tag(.softBreak)

  /// The beginning of a node.
  static func tag(_ kind: MarkdownTree.Kind) -> UInt64 { end + 1 + UInt64(kind.rawValue) }

  /// A construct of a dialect.
  static func construct(_ construct: DialectConstruct) -> UInt64 {
    end + 1 << 8 + UInt64(construct.rawValue)
  }

  /// A visible character outside image descriptions. White space has no marks.
  static func character(_ scalar: Unicode.Scalar, _ marks: MarkSet) -> UInt64 {
    let shown: MarkSet = marks.isEmpty || isWhiteSpace(scalar) ? [] : marks
    return UInt64(scalar.value) | UInt64(shown.rawValue) << 32 | character
  }

  /// Whether a word is the visible character `scalar` outside image descriptions, with any marks.
  /// For example, `TreeSymbol.character("a", .strong)` is `"a"`.
  static func isCharacter(_ word: UInt64, _ scalar: Unicode.Scalar) -> Bool {
    word & (character | 0xFFFF_FFFF) == UInt64(scalar.value) | character
  }

  /// Whether a word is a break or a visible white space, such as `TreeSymbol.tag(.softBreak)`.
  static func isSpaceOrBreak(_ word: UInt64) -> Bool {
    if word == tag(.softBreak) || word == tag(.lineBreak) { return true }
    guard word & character != 0, let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: word))
    else { return false }
    return isWhiteSpace(scalar)
  }

  /// A visible character in an image's description.
  static func inImage(_ scalar: Unicode.Scalar, _ marks: MarkSet) -> UInt64 {
    UInt64(scalar.value) | UInt64(marks.rawValue) << 32 | 1 << 39
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The end of the ASCII bytes from an offset on, or `end`. Most are ASCII, so it reads eight at
  /// once.
  fileprivate func endOfASCII(from start: Int, to end: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(self)
    var index = start
    while index &+ 8 <= end,
      bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    { index &+= 8 }
    while index < end, self[index] < 0x80 { index &+= 1 }
    return index
  }
}

/// Decodes the scalar at an offset of valid UTF-8. Also returns its length in bytes.
private func decode(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (Unicode.Scalar, Int) {
  let lead = bytes[index]
  if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
  let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
  var value = UInt32(lead & (0x7F >> UInt8(length)))
  for offset in 1..<length where index + offset < bytes.count {
    value = value << 6 | UInt32(bytes[index + offset] & 0x3F)
  }
  return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
}
