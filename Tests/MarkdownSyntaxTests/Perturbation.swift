import CommonMark
import MarkdownSyntax

/// Checks ranges of characters with libcmark alone: if the letter at a range is replaced, only that
/// character of libcmark's tree may change.
enum Perturbation {
  /// Returns a wrong range in our reading of `source`, or nil if there is none.
  static func complaint(about source: [UInt8]) throws -> String? {
    let before = try MarkdownTree(parsing: source)
    let own = try SyntaxTree(source, in: .commonMark)
    var leaves: [(own: Int, other: Int)] = []
    _ = source.withUnsafeBufferPointer {
      own.disagreement(with: before, in: $0) { leaf, other in
        if before.nodes[other].kind.holdsInlines { leaves.append((leaf, other)) }
      }
    }
    for leaf in leaves {
      let visible = characters(of: leaf.own, in: own, source)
      let places = literalPlaces(of: leaf.other, in: before)
      guard places.count == visible.count else {
        return "\(visible.count) characters instead of \(places.count)"
      }
      for (character, place) in zip(visible, places) {
        let start = character.source.lowerBound
        guard character.source.count == 1, let other = other(source[start], after: source[..<start])
        else { continue }
        // Replacing a letter changes a label, unless only its case changes.
        if character.isInLink, other != source[start] ^ 0x20 { continue }
        var changed = source
        changed[start] = other
        let tree = try MarkdownTree(parsing: changed)
        guard differs(tree, from: before, at: place, by: other) else {
          return "\(character.scalar.debugDescription) is not at \(character.source)"
        }
      }
    }
    return nil
  }

  /// Returns the visible characters of a leaf. Breaks and raw HTML are not characters.
  private static func characters(
    of leaf: Int, in tree: SyntaxTree, _ source: [UInt8]
  ) -> [(scalar: Unicode.Scalar, source: Range<Int>, isInLink: Bool)] {
    var result: [(scalar: Unicode.Scalar, source: Range<Int>, isInLink: Bool)] = []
    var (linkEnd, codeEnd) = (0, 0)
    var index = leaf + 1
    while index < tree.nodes[leaf].endIndex {
      let node = tree.nodes[index]
      let isInLink = index < linkEnd
      index += 1
      switch node.kind {
      case .link, .image: linkEnd = max(linkEnd, node.endIndex)
      case .codeSpan: codeEnd = node.endIndex
      case .inlineHTML: index = node.endIndex
      case .text:
        for _ in 0..<node.blanks { result.append((" ", node.range.prefix(0), isInLink)) }
        var place = node.range.lowerBound
        for scalar in String(decoding: source[node.range], as: UTF8.self).unicodeScalars {
          result.append((scalar, place..<place + UTF8.width(scalar), isInLink))
          place += UTF8.width(scalar)
        }
      case .escape, .reference:
        for scalar in node.scalars { result.append((scalar, node.range, isInLink)) }
      case .softBreak where index <= codeEnd: result.append((" ", node.range, isInLink))
      default: break
      }
    }
    return result
  }

  /// Returns a letter in the other case, which labels and tags ignore, or another digit.
  private static func other(_ byte: UInt8, after text: ArraySlice<UInt8>) -> UInt8? {
    switch Unicode.Scalar(byte) {
    case "A"..."Z", "a"..."z":
      let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
      let before = text.dropLast(text.reversed().prefix(while: isLetter).count).suffix(2)
      // A change of case would turn the declaration `<!A >` into text, or the reverse.
      return before.elementsEqual("<!".utf8)
        ? (byte & 0x0F == 1 ? byte + 1 : byte - 1) : byte ^ 0x20
    case "0"..."9": return byte == 0x35 ? 0x36 : 0x35
    default: return nil
    }
  }

  /// Returns the offset of each scalar in the text and code literals under `leaf`.
  private static func literalPlaces(of leaf: Int, in tree: MarkdownTree) -> [Int] {
    var places: [Int] = []
    for node in tree.nodes[leaf..<Int(tree.nodes[leaf].end)]
    where node.kind == .text || node.kind == .code {
      var index = Int(node.literal.lowerBound)
      while index < Int(node.literal.upperBound) {
        places.append(index)
        index += 1
        // The bytes that libcmark writes for U+FFFF are not continuation bytes.
        while index < Int(node.literal.upperBound), tree.bytes[index] & 0xC0 == 0x80 { index += 1 }
      }
    }
    return places
  }

  /// Whether the trees differ only in one byte of a literal at `place`.
  private static func differs(
    _ tree: MarkdownTree, from before: MarkdownTree, at place: Int, by byte: UInt8
  ) -> Bool {
    guard tree.nodes.count == before.nodes.count else { return false }
    for (new, old) in zip(tree.nodes, before.nodes) {
      guard new.kind == old.kind, new.end == old.end, new.literal.count == old.literal.count
      else { return false }
      for (at, was) in zip(new.literal, old.literal) {
        let expected = Int(was) == place ? byte : before.bytes[Int(was)]
        guard tree.bytes[Int(at)] == expected else { return false }
      }
    }
    return true
  }
}
