import TextEditing

extension SyntaxTree {
  /// The ranges for “expand selection” from a caret or a selection, the smallest first.
  ///
  /// Each contains the one before: the word, the contents of a mark or link, or its label, address
  /// or title, the mark, the sentence, the leaf, row, table, item, list, quote, sections, and the
  /// document.
  ///
  /// - Parameters:
  ///   - selection: The UTF-8 range of the selection; empty at a caret.
  ///   - source: The text that the tree was read from, as UTF-8.
  /// - Precondition: The selection is in `0...source.count`.
  /// - Complexity: O(*n*) in the number of nodes.
  public func selectionRanges(around selection: Range<Int>, in source: [UInt8]) -> [Range<Int>] {
    precondition(
      selection.lowerBound >= 0 && selection.upperBound <= source.count,
      "the UTF-8 range \(selection) is outside a text of \(source.count) bytes")
    var ranges: [Range<Int>] = []
    for index in path(to: selection).reversed() {
      let node = nodes[index]
      switch node.kind {
      case .text: ranges += words(around: selection, of: node.range, in: source)
      case .paragraph, .heading, .cell:
        ranges.append(sentence(around: selection, of: index, in: source))
        ranges += [node.content, node.range]
      case .document: break
      case .quote, .list, .item, .footnote, .table, .row: ranges.append(node.range)
      default:
        let link = link(of: node)
        let others = [link?.label, link?.destinationRange, link?.titleRange].compactMap { $0 }
        let isLast = node.endIndex == index + 1
        for part in others + [node.content] where part.clamped(to: selection) == selection {
          if isLast || part != node.content {
            ranges += words(around: selection, of: part, in: source)
          }
          ranges.append(part)
        }
        ranges.append(node.range)
      }
    }
    ranges += outline(of: source).reversed().map { $0.range } + [0..<source.count]
    var result: [Range<Int>] = []
    for range in ranges {
      let last = result.last ?? selection
      let isWider = range.lowerBound <= last.lowerBound && range.upperBound >= last.upperBound
      if isWider, range != last { result.append(range) }
    }
    return result
  }

  /// The word at the start of a selection in a part of the text, on its line; empty if there is none.
  private func words(
    around selection: Range<Int>, of part: Range<Int>, in source: [UInt8]
  ) -> [Range<Int>] {
    let offset = Swift.min(Swift.max(selection.lowerBound, part.lowerBound), part.upperBound)
    let start = source[part.lowerBound..<offset].lastIndex { $0.isLineEnding }.map { $0 + 1 }
    let end = source[offset..<part.upperBound].firstIndex { $0.isLineEnding }
    let line = (start ?? part.lowerBound)..<(end ?? part.upperBound)
    return wordRange(around: offset - line.lowerBound, in: Array(source[line])).map {
      [$0.lowerBound + line.lowerBound..<$0.upperBound + line.lowerBound]
    } ?? []
  }

  /// The nodes that contain a range, from the document to the innermost; the later if two touch it.
  func path(to range: Range<Int>) -> [Int] {
    var path = [0]
    var index = 1
    while index < nodes[path[path.count - 1]].endIndex {
      var found: Int?
      while index < nodes[path[path.count - 1]].endIndex {
        let node = nodes[index].range
        if node.lowerBound > range.lowerBound { break }
        if node.upperBound >= range.upperBound { found = index }
        index = nodes[index].endIndex
      }
      guard let found else { break }
      path.append(found)
      index = found + 1
    }
    return path
  }

  // MARK: Sentences

  /// The sentence of a leaf around a range, with whole marks and links; otherwise the range itself.
  private func sentence(
    around selection: Range<Int>, of leaf: Int, in source: [UInt8]
  ) -> Range<Int> {
    var reader = SentenceReader()
    source.withUnsafeBufferPointer { source in
      forEachPiece(of: leaf..<nodes[leaf].endIndex, in: source) { piece in
        switch piece {
        case .scalar(let scalar, let range): reader.read(scalar, at: range)
        case .source(let range):
          var index = range.lowerBound
          while index < range.upperBound {
            let (scalar, count) = source.scalar(at: index)
            reader.read(scalar, at: index..<index + count)
            index += count
          }
        }
      }
    }
    reader.finish()
    let found = reader.sentences.last {
      $0.lowerBound <= selection.lowerBound && $0.upperBound >= selection.upperBound
    }
    guard var range = found else { return selection }
    for node in nodes[leaf + 1..<nodes[leaf].endIndex] where node.content != node.range {
      let isInside =
        range.lowerBound <= node.range.lowerBound && node.range.upperBound <= range.upperBound
      let isAround =
        node.content.lowerBound <= range.lowerBound && range.upperBound <= node.content.upperBound
      if !isInside, !isAround, node.range.overlaps(range) {
        range =
          Swift.min(
            range.lowerBound, node.range.lowerBound)..<Swift.max(
            range.upperBound, node.range.upperBound)
      }
    }
    return range
  }
}

/// Finds the sentences of a text that is read character by character.
///
/// A sentence ends after `.`, `!`, `?` or `…` and any closing quotes and brackets, if white space
/// follows, but then no lowercase letter. It also ends after `。`, `！` and `？`.
private struct SentenceReader {
  private(set) var sentences: [Range<Int>] = []
  private var start: Int?
  private var end = 0
  private var isEnding = false
  private var isPastSpace = false

  mutating func read(_ scalar: Unicode.Scalar, at range: Range<Int>) {
    if isUnicodeWhitespace(scalar) {
      isPastSpace = isEnding
      return
    }
    if isPastSpace {
      if !isSmall(scalar) { finish() }
      (isEnding, isPastSpace) = (false, false)
    }
    switch scalar {
    case "。", "！", "？": (isEnding, isPastSpace) = (true, true)
    case ".", "!", "?", "…": isEnding = true
    case "\"", "'", "”", "’", "»", ")", "]", "」", "』": break
    default: isEnding = false
    }
    if start == nil { start = range.lowerBound }
    end = range.upperBound
  }

  mutating func finish() {
    if let start, start < end { sentences.append(start..<end) }
    start = nil
  }

  private func isSmall(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x80 ? "a"..."z" ~= scalar : scalar.properties.isLowercase
  }
}
