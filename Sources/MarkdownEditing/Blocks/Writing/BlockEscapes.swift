extension BlockSpelling {
  /// Returns the pieces of a line, escaped if its text would begin a block or close a heading, as
  /// in `\- a` and `# C \#`.
  func escaped(_ line: Line, of leaf: Block, isFirst: Bool) -> [Line.Piece] {
    let bytes = tree.bytes(of: line)
    if case .heading = leaf.kind, leaf.heading.underline == nil {
      guard line.isChanged, leaf.heading.closing == nil, let place = bytes.closingHashes else {
        return line.pieces
      }
      return line.pieces.inserting(.bytes([.backslash]), at: place)
    }
    let blanks = bytes.prefix { $0.isBlank }
    guard leaf.isText, let first = bytes.dropFirst(blanks.count).first, isNewPlace(line),
      isFirst || blanks.endColumn() < 4
    else {
      return line.pieces
    }
    let text = bytes.dropFirst(blanks.count)
    // A fence is not followed by more backticks.
    let isSpan = first == .backtick && text.drop { $0 == .backtick }.contains(.backtick)
    if !options.escapesAll, first == .lessThan || first == .leftBracket || isSpan {
      return line.pieces
    }
    guard let hazard = text.blockStart(isFirst: isFirst) else { return line.pieces }
    // In a paragraph, the indentation of `␣␣␣␣- a` already keeps it text.
    if line.keepsIndent, !isFirst, line.model >= 0,
      tree.source[line.indent.upperBound..<tree.lines[line.model].upperBound]
        .blockStart(isFirst: isFirst) == hazard
    {
      return line.pieces
    }
    return line.pieces.inserting(.bytes([.backslash]), at: blanks.count + hazard)
  }

  /// Whether a line may be read differently, because a command changed it or made it, as `Line()`.
  private func isNewPlace(_ line: Line) -> Bool {
    line.isChanged || line.origin < 0
  }
}

extension Sequence<UInt8> {
  /// Returns the offset of the escape that keeps a line from beginning a block, if one is needed.
  func blockStart(isFirst: Bool) -> Int? {
    let scalars = map { $0 < 0x80 ? Unicode.Scalar($0) : "a" } + ["\n"]
    return LineStart.hazard(scalars, isFirst: isFirst)?.escape
  }
}

extension [UInt8] {
  /// The start of hashes at the end of a heading's text that would be its closing sequence.
  var closingHashes: Int? {
    var end = count
    while end > 0, self[end - 1].isBlank { end -= 1 }
    var start = end
    while start > 0, self[start - 1] == .numberSign { start -= 1 }
    guard start < end else { return nil }
    return start == 0 || self[start - 1].isBlank ? start : nil
  }
}

extension [Line.Piece] {
  func inserting(_ inserted: Line.Piece, at offset: Int) -> [Line.Piece] {
    var result: [Line.Piece] = []
    var left: Int? = offset
    for piece in self {
      guard let place = left else {
        result.append(piece)
        continue
      }
      switch piece {
      case .source(let range) where place < range.count:
        let cut = range.lowerBound + place
        if place > 0 { result.append(.source(range.lowerBound..<cut)) }
        result.append(inserted)
        if cut < range.upperBound { result.append(.source(cut..<range.upperBound)) }
        left = nil
      case .bytes(let text) where place < text.count:
        result += [
          .bytes([UInt8](text[..<place])), inserted, .bytes([UInt8](text[place...])),
        ]
        left = nil
      case .source(let range):
        result.append(piece)
        left = place - range.count
      case .bytes(let text):
        result.append(piece)
        left = place - text.count
      case .caret, .probe: result.append(piece)
      }
    }
    if left != nil { result.append(inserted) }
    return result
  }
}
