import TextEditing

extension Projection {
  /// Maps an edit of the text to the source; nil if it changes a part that must stay.
  ///
  /// - Parameters:
  ///   - purpose: The purpose of the projection.
  ///   - width: The number of bytes of a delimiter of an extension's mark.
  package func lifted(
    _ edit: TextEdit, for purpose: ProjectionPurpose, width: Int = 2
  ) -> TextEdit? {
    if isIdentity, !purpose.isOfExtension { return edit }
    let (writing, projection) = writingLinks(changedBy: edit)
    var result: [TextEdit.Replacement] = []
    for replacement in edit.replacements {
      guard let next = projection.lifted(replacement, for: purpose, width) else { return nil }
      if let last = result.last, last.range.upperBound == next.range.lowerBound {
        result[result.count - 1] = TextEdit.Replacement(
          last.range.lowerBound..<next.range.upperBound, with: last.bytes + next.bytes)
      } else {
        result.append(next)
      }
    }
    return writing.then(TextEdit(result))
  }

  private func lifted(
    _ replacement: TextEdit.Replacement, for purpose: ProjectionPurpose, _ width: Int
  ) -> TextEdit.Replacement? {
    let replacement = withWholeEscapes(replacement)
    let range = replacement.range
    guard let place = segments(in: range) else { return nil }
    for segment in segments[place] where segment.text.overlaps(range) || segment.text == range {
      guard segment.kind == .delimiter || segment.kind == .escape else { return nil }
    }
    let target = liftedExactly(range)
    guard
      let bytes = purpose.written(
        replacement.bytes, isInTable: isInCell(target.lowerBound, behind: place.lowerBound),
        width: width)
    else { return nil }
    return TextEdit.Replacement(target, with: bytes)
  }

  /// Whether a source offset after the segments before `index` is in a cell, as in `a|‸|`, because
  /// its line begins with a part of a table.
  private func isInCell(_ offset: Int, behind index: Int) -> Bool {
    guard let start = segments[..<index].last(where: { $0.construct != .inline }),
      start.construct.isInTable, start.source.upperBound <= offset
    else { return false }
    return !source[start.source.upperBound..<offset].contains { $0.isLineEnding }
  }

  /// The replacement, with whole escapes: one that removes only a backslash rewrites the character.
  private func withWholeEscapes(_ replacement: TextEdit.Replacement) -> TextEdit.Replacement {
    guard !replacement.range.isEmpty else { return replacement }
    var range = replacement.range
    var bytes = replacement.bytes
    if let segment = segmentOfText(cutAt: range.lowerBound), segment.kind == .escape {
      bytes = text[segment.text.lowerBound..<range.lowerBound] + bytes
      range = segment.text.lowerBound..<range.upperBound
    }
    if let segment = segmentOfText(cutAt: range.upperBound), segment.kind == .escape {
      bytes += text[range.upperBound..<segment.text.upperBound]
      range = range.lowerBound..<segment.text.upperBound
    }
    return TextEdit.Replacement(range, with: bytes)
  }

  /// The segment with an offset of the text inside it.
  private func segmentOfText(cutAt offset: Int) -> Segment? {
    let low = firstSegment(endingPastText: offset)
    guard low < segments.count, segments[low].text.lowerBound < offset else { return nil }
    return segments[low]
  }

  /// The segments that are whole in a range of the text, or nil if it splits one.
  private func segments(in range: Range<Int>) -> Range<Int>? {
    let low = firstSegment(endingPastText: range.lowerBound)
    var end = low
    while end < segments.count, segments[end].text.lowerBound < range.upperBound {
      guard segments[end].text.lowerBound >= range.lowerBound,
        segments[end].text.upperBound <= range.upperBound
      else { return nil }
      end += 1
    }
    if range.isEmpty, low < segments.count, segments[low].text.lowerBound < range.lowerBound {
      return nil
    }
    return low..<end
  }

  private func liftedExactly(_ range: Range<Int>) -> Range<Int> {
    let low = lifted(range.lowerBound, isPast: false)
    return low..<Swift.max(low, lifted(range.upperBound, isPast: false))
  }

  /// Writes the bare links that an edit changes inside as links in brackets. Returns this edit and
  /// the projection after it, which has the same text.
  private func writingLinks(changedBy edit: TextEdit) -> (TextEdit, Projection) {
    var written: [Range<Int>] = []
    var index = 0
    while index < segments.count {
      guard segments[index].kind == .bareLink, segments[index].source.isEmpty else {
        index += 1
        continue
      }
      var close = index + 1
      while close < segments.count, !segments[close].source.isEmpty { close += 1 }
      guard close < segments.count else { break }
      let inside = segments[index].text.upperBound...segments[close].text.lowerBound
      if edit.replacements.contains(where: {
        inside.contains($0.range.lowerBound) && inside.contains($0.range.upperBound)
      }) {
        written.append(index..<close + 1)
      }
      index = close + 1
    }
    if written.isEmpty { return (TextEdit(), self) }
    let replacements = written.flatMap { group in
      segments[group].map { TextEdit.Replacement($0.source, with: Array(text[$0.text])) }
    }
    let writing = TextEdit(replacements)
    return (writing, Projection(self, without: written, writing.applying(to: source)))
  }

  /// Makes a projection with the same text, of a source that already has the text of some segments.
  private init(_ other: Projection, without written: [Range<Int>], _ source: [UInt8]) {
    var kept: [Segment] = []
    var growth = 0
    for (index, segment) in other.segments.enumerated() {
      if written.contains(where: { $0.contains(index) }) {
        growth += segment.text.count - segment.source.count
      } else {
        var moved = segment
        moved.source =
          segment.source.lowerBound + growth..<segment.source.upperBound + growth
        kept.append(moved)
      }
    }
    self.init(source: source, text: other.text, segments: kept)
  }
}

extension ProjectionPurpose {
  /// Whether it is the mark of an extension: `.mark(.strikethrough)`, not `.code`.
  var isOfExtension: Bool { if case .mark = self { true } else { false } }

  /// The source bytes for bytes of the text, or nil if they cannot be written there.
  fileprivate func written(_ bytes: [UInt8], isInTable: Bool, width: Int) -> [UInt8]? {
    // Replacements of the projection are not text.
    for mask in [InlineProjection.punctuation, InlineProjection.letter, InlineProjection.literal]
    where bytes[...].holds(mask[...]) {
      return nil
    }
    var result = bytes
    if case .mark(let syntax) = self {
      guard let mark = MarkSyntax(syntax) else { return nil }
      if bytes.contains(.underscore) || bytes.hasLabelWithStars { return nil }
      let stars = bytes.count { $0 == .asterisk }
      guard mark.lengths.contains(width), stars & 1 == 0 || width == 2 else { return nil }
      var isSecond = false
      result = bytes.compactMap { byte in
        guard byte == .asterisk else { return byte }
        isSecond.toggle()
        return width == 1 && !isSecond ? nil : mark.byte
      }
    }
    guard isInTable, result.contains(.verticalLine) else { return result }
    return result.flatMap { $0 == .verticalLine ? [.backslash, .verticalLine] : [$0] }
  }
}

extension [UInt8] {
  /// Whether a link's label has `*`, which is not a delimiter: `[*a*][*a*]`.
  fileprivate var hasLabelWithStars: Bool {
    guard let open = firstIndex(of: .leftBracket), let close = lastIndex(of: .rightBracket),
      open < close
    else { return false }
    return self[open..<close].contains(.asterisk)
  }
}
