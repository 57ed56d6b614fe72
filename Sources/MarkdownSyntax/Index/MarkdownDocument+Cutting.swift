import CommonMark

extension MarkdownDocument {
  /// Cuts a stretch up to the offset `end` into slices, and gathers what they define.
  ///
  /// - Parameter opening: how the first slice begins.
  /// - Returns: how the last slice begins.
  func cut(
    _ stretch: Stretch, at end: Int, _ opening: Opening, into found: inout Found
  ) throws(ParsingRefusal) -> Opening {
    var current = opening
    let last = RestartPoint(offset: end, isRootChild: true, kind: .document)
    for point in stretch.points.prefix(while: { $0.offset < end }) + [last] {
      if point.offset <= stretch.start {
        current.kind = point.kind
        continue
      }
      guard
        point.isRootChild || point.offset - current.offset >= sizes.least(in: point.kind),
        current.offset < point.offset
      else { continue }
      append(current.offset..<point.offset, current, of: stretch, to: &found)
      if point.offset == end { break }
      current = Opening(
        offset: point.offset, isInner: !point.isRootChild, kind: point.kind,
        prefix: point.opening)
    }
    return current
  }

  private func append(
    _ range: Range<Int>, _ opening: Opening, of stretch: Stretch, to found: inout Found
  ) {
    let inBytes = range.lowerBound - stretch.start..<range.upperBound - stretch.start
    let (closing, definitions) = stretch.bytes.withUnsafeBufferPointer { bytes in
      let text = Bytes(rebasing: bytes[inBytes])
      return (
        Self.closing(of: opening.kind, in: text),
        self.definitions(in: text, opening)
      )
    }
    if !definitions.isEmpty { found.definitions.append((found.slices.count, definitions)) }
    found.slices.append(
      Slice(
        length: range.count, isInner: opening.isInner,
        closing: definitions.isEmpty ? closing : max(closing, .atBlankLine),
        prefix: opening.prefix))
  }

  /// What a slice defines.
  private func definitions(in text: Bytes, _ opening: Opening) -> [LinkDefinition] {
    guard text.mayDefineLabels else { return [] }
    let prefix = prefixes[opening.prefix]
    // Only the document's own byte order mark is no content.
    let isMark = opening.offset > 0 && prefix.isEmpty && text.holds("\u{FEFF}", at: 0)
    let bytes = (isMark ? [lineFeed] : prefix) + text
    return bytes.withUnsafeBufferPointer { BlockParser.tree(of: $0).definitions }
  }
}
