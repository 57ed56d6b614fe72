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
      try append(current.offset..<point.offset, current, of: stretch, to: &found)
      if point.offset == end { break }
      current = Opening(
        offset: point.offset, isInner: !point.isRootChild, kind: point.kind,
        prefix: point.opening)
    }
    return current
  }

  private func append(
    _ range: Range<Int>, _ opening: Opening, of stretch: Stretch, to found: inout Found
  ) throws(ParsingRefusal) {
    let inBytes = range.lowerBound - stretch.start..<range.upperBound - stretch.start
    let (closing, definitions) = try stretch.bytes.withUnsafeBufferPointer {
      (bytes) throws(ParsingRefusal) in
      let text = Bytes(rebasing: bytes[inBytes])
      return (
        Self.closing(of: opening.kind, in: text),
        try self.definitions(in: text, opening)
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
  private func definitions(
    in text: Bytes, _ opening: Opening
  ) throws(ParsingRefusal) -> [LinkDefinition] {
    if opening.kind == .codeBlock, !opening.isInner {
      let end = DefinitionReader.endOfFence(in: text)
      if !Bytes(rebasing: text[end...]).mayDefineLabels { return [] }
    }
    // Only the document's own byte order mark is no content.
    return try DefinitionReader.definitions(
      in: text, isAtStart: opening.offset == 0, limits: Self.limits,
      prefix: prefixes[opening.prefix])
  }
}
