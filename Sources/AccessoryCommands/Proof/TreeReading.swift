import CommonMark

/// libcmark's tree as the contract compares it: a list of words, equal where two documents are.
///
/// Blocks with their attributes, links, images and HTML with their bytes, breaks, and every
/// visible character with its marks. How marks nest does not show, nor the marks of white space,
/// which are free (clauses 1, 2 and 4).
struct TreeReading: Equatable {
  /// A character is its scalar and its marks; anything else has a tag above all scalars.
  private(set) var words: [UInt64] = []
  /// For every node that holds inlines its index in the tree and where its words begin.
  private(set) var leaves: [Leaf] = []

  /// A leaf: its node, and the words of its visible characters outside image descriptions.
  struct Leaf: Equatable {
    var node: Int
    var characters: [Int] = []
  }

  static func == (left: TreeReading, right: TreeReading) -> Bool { left.words == right.words }

  /// Reads a tree; O(its size). No recursion: a document may nest as deep as it is long.
  init(_ tree: MarkdownTree) {
    words.reserveCapacity(tree.bytes.count + 4 * tree.nodes.count)
    tree.bytes.withUnsafeBufferPointer { bytes in
      var scopes = [Scope(end: tree.nodes.count)]
      for (index, node) in tree.nodes.enumerated() {
        while let scope = scopes.last, scope.end <= index {
          if scope.isBracketed { words.append(Self.endTag) }
          scopes.removeLast()
        }
        let outer = scopes.last ?? Scope(end: 0)
        let inner = read(node, index, bytes, in: outer)
        if inner.end > index + 1 {
          scopes.append(inner)
        } else if inner.isBracketed {
          words.append(Self.endTag)
        }
      }
      for scope in scopes.reversed() where scope.isBracketed { words.append(Self.endTag) }
    }
  }

  /// What holds for the descendants of a node, up to the index `end`.
  private struct Scope {
    var end: Int
    var marks: MarkSet = []
    var isImage = false
    var isBracketed = false
  }

  /// The word of a visible character.
  static func word(_ scalar: Unicode.Scalar, _ marks: MarkSet) -> UInt64 {
    let shown: MarkSet = isWhiteSpace(scalar) ? [] : marks
    return UInt64(scalar.value) | UInt64(shown.rawValue) << 32
  }

  /// The words but for one.
  func words(without index: Int) -> [UInt64] {
    var rest = words
    rest.remove(at: index)
    return rest
  }

  /// Sets the marks of one character.
  mutating func setMarks(_ marks: MarkSet, ofWord index: Int) {
    let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: words[index])) ?? "\0"
    words[index] = Self.word(scalar, marks)
  }

  /// Reads a node; returns what holds for its descendants.
  private mutating func read(
    _ node: MarkdownTree.Node, _ index: Int, _ bytes: UnsafeBufferPointer<UInt8>, in outer: Scope
  ) -> Scope {
    var inner = Scope(end: Int(node.end), marks: outer.marks, isImage: outer.isImage)
    switch node.kind {
    case .text: readCharacters(bytes, node.literal, outer.marks, outer.isImage)
    case .code: readCharacters(bytes, node.literal, outer.marks.union(.code), outer.isImage)
    case .strong: inner.marks.insert(.strong)
    case .emphasis: inner.marks.insert(.emphasis)
    case .softBreak, .lineBreak: tag(node.kind)
    default:
      tag(node.kind)
      words.append(UInt64(UInt32(bitPattern: node.number)) << 8 | UInt64(node.listKind))
      words.append(node.isTight ? 1 : 0)
      readBytes(bytes, node.literal)
      readBytes(bytes, node.destination)
      readBytes(bytes, node.title)
      if node.kind.holdsInlines { leaves.append(Leaf(node: index)) }
      inner.isBracketed = node.kind.isBlock || node.kind == .link || node.kind == .image
      if node.kind == .image {
        inner.marks = []
        inner.isImage = true
      }
    }
    return inner
  }

  private static let endTag: UInt64 = 1 << 40

  private mutating func tag(_ kind: MarkdownTree.Kind) {
    words.append(Self.endTag + 1 + UInt64(kind.rawValue))
  }

  private mutating func readBytes(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int32>) {
    words.append(UInt64(range.count))
    for index in range { words.append(UInt64(bytes[Int(index)])) }
  }

  private mutating func readCharacters(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int32>, _ marks: MarkSet, _ inImage: Bool
  ) {
    var index = Int(range.lowerBound)
    let end = Int(range.upperBound)
    while index < end {
      let (scalar, length) = decode(bytes, at: index)
      index += length
      if inImage {
        words.append(UInt64(scalar.value) | UInt64(marks.rawValue) << 32 | 1 << 39)
      } else {
        leaves[leaves.count - 1].characters.append(words.count)
        words.append(Self.word(scalar, marks))
      }
    }
  }
}

/// The scalar at an offset of valid UTF-8, and its length in bytes.
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
