import CommonMark

/// Finds what a slice defines.
enum DefinitionReader {
  /// The definitions in `source`, which begins where a child of the root does.
  ///
  /// - Parameters:
  ///   - isAtStart: whether the document begins with it.
  ///   - prefix: what opens the containers that it begins in.
  /// - Throws: `ParsingRefusal` if the slice is not passed to libcmark.
  /// - Complexity: O(*n*) in the length of the source.
  static func definitions(
    in source: Bytes, isAtStart: Bool, limits: ParsingLimits, prefix: [UInt8] = []
  ) throws(ParsingRefusal) -> [LinkDefinition] {
    guard source.mayDefineLabels else { return [] }
    // Past the start of a document U+FEFF is a character.
    let isMark = !isAtStart && prefix.isEmpty && source.holds("\u{FEFF}", at: 0)
    let text = (isMark ? [lineFeed] : prefix) + source
    return try text.withUnsafeBufferPointer { (text) throws(ParsingRefusal) in
      var finder = LeafFinder(try MarkdownTree(parsing: text, limits: limits), in: text)
      finder.run()
      return finder.definitions
    }
  }

  /// Where the text behind the fenced code that a source begins with may begin: nothing is defined
  /// before; 0 where it begins with none.
  static func endOfFence(in source: Bytes) -> Int {
    var index = 0
    while index < min(3, source.count), source[index] == 0x20 { index += 1 }
    guard index + 2 < source.count, source[index] == 0x60 || source[index] == 0x7E else { return 0 }
    let mark = source[index]
    guard source[index + 1] == mark, source[index + 2] == mark else { return 0 }
    while index < source.count, source[index] == mark { index += 1 }
    // The first line that begins like the fence may close it.
    while true {
      index = source.firstOffset(of: mark, from: index)
      guard index < source.count else { return index }
      let start = index
      while index < source.count, source[index] == mark { index += 1 }
      var line = start
      while line > 0, source[line - 1].isBlank { line -= 1 }
      let begins = line > 0 && (source[line - 1] == 0x0A || source[line - 1] == 0x0D)
      if index - start > 2, begins { return index }
    }
  }
}
