import CommonMark

/// Finds the definitions of footnotes: `[^label]:` at the start of a block, which holds what is
/// indented by four columns behind it (cmark-gfm).
///
/// In the projection a definition is an item of a list, which holds just that.
struct FootnoteDefinitions {
  /// Where a definition may begin.
  struct Candidate {
    /// From its `[` to its first content.
    var source: Range<Int>
    /// Its 1-based line, and its UTF-8 column there.
    var line: Int32
    var column: Int32
    /// What stands in its place.
    var bytes: [UInt8]
    /// Its label, folded.
    var label: LabelKey
  }

  private(set) var candidates: [Candidate] = []

  /// Looks for lines that begin with a label, in containers too.
  init(in source: Bytes) {
    var index = 0
    var line: Int32 = 1
    while index < source.count {
      let end = FrontMatter.lineEnd(in: source, from: index)
      // One may hold another: `[^a]: [^b]: text`.
      var start = index
      var shift = 0
      while var found = candidate(in: source, index..<end, from: start, line) {
        found.column += Int32(truncatingIfNeeded: shift)
        shift += found.bytes.count - found.source.count
        start = found.source.upperBound
        candidates.append(found)
      }
      index = FrontMatter.pastLineEnding(in: source, at: end)
      line += 1
    }
  }

  private func candidate(
    in source: Bytes, _ line: Range<Int>, from first: Int, _ number: Int32
  ) -> Candidate? {
    var start = first
    var indentation = 0
    var isBehindMarker = first > line.lowerBound
    while start < line.upperBound, source[start] != 0x5B {
      switch source[start] {
      case 0x20: indentation += 1
      case 0x3E, 0x2D, 0x2A, 0x2B:
        isBehindMarker = true
        indentation = 0
      case 0x30...0x39, 0x29:
        isBehindMarker = true
        indentation = 0
      case 0x2E where start > first:
        isBehindMarker = true
        indentation = 0
      case 0x09: indentation = 0
      default: return nil
      }
      start += 1
    }
    let text = Bytes(rebasing: source[..<line.upperBound])
    guard let end = FootnoteLabel.end(in: text, at: start), end < line.upperBound,
      text[end] == 0x3A
    else { return nil }
    var content = end + 1
    while content < line.upperBound, text[content].isBlank { content += 1 }
    // An item's content stands in the column that a definition's does.
    let blanks = isBehindMarker || indentation > 3 ? 3 : Swift.max(1, 3 - indentation)
    // An empty item would not interrupt a paragraph, as an empty definition does.
    let rule = content == line.upperBound ? Array("***".utf8) : []
    return Candidate(
      source: start..<content, line: number,
      column: Int32(truncatingIfNeeded: start - line.lowerBound + 1),
      bytes: [0x2B] + [UInt8](repeating: 0x20, count: blanks) + rule,
      label: LabelKey(Array(source[start + 2..<end - 1])))
  }

  /// The candidates that libcmark reads as items where they are written so: the others stand in code
  /// or HTML.
  mutating func keep(readBy tree: MarkdownTree) {
    let items = tree.nodes.filter { $0.kind == .item }
    candidates = candidates.filter { candidate in
      items.contains {
        $0.startLine == candidate.line && $0.startColumn == candidate.column
      }
    }
  }

  /// What the candidates become.
  var pieces: [ProjectedPiece] {
    candidates.map {
      ProjectedPiece(source: $0.source, bytes: $0.bytes, kind: .fixed, construct: .footnote)
    }
  }
}

extension [UInt8] {
  /// The colons of what may be footnote definitions: that of `[^a]: b`.
  package var footnoteColons: [Int] {
    withUnsafeBufferPointer { text in
      FootnoteDefinitions(in: text).candidates.compactMap {
        FootnoteLabel.end(in: text, at: $0.source.lowerBound)
      }
    }
  }
}
