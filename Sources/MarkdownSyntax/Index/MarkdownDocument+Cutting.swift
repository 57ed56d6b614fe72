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
    var reach: InlineReach = []
    var paragraphs = stretch.paragraphs[...]
    let last = RestartPoint(offset: end, isRootChild: true, kind: .document)
    for point in stretch.points.prefix(while: { $0.offset < end }) + [last] {
      if point.offset <= stretch.start {
        current.kind = point.kind
        continue
      }
      while let paragraph = paragraphs.first, paragraph.range.lowerBound < point.offset {
        paragraphs.removeFirst()
        if let last = try cut(paragraph, of: stretch, at: end, &current, into: &found) {
          reach = last
        }
      }
      let isNext =
        point.isRootChild || current.isCut
        || point.offset - current.offset >= sizes.least(in: point.kind)
        || paragraphs.first.map { isCut($0, at: end) && begins($0, at: point, of: stretch) } == true
      guard isNext, current.offset < point.offset else { continue }
      try append(current.offset..<point.offset, current, reach, of: stretch, to: &found)
      reach = []
      if point.offset == end { break }
      current = Opening(
        offset: point.offset, isInner: !point.isRootChild, kind: point.kind,
        prefix: point.opening)
    }
    // The last piece may have been joined with the one before.
    if current.isCut, let last = found.slices.last { current.offset = end - last.length }
    return current
  }

  /// Whether a paragraph is long enough to be cut, or continues where the stretch ends: `a b` if
  /// the stretch ends at `b`.
  private func isCut(_ paragraph: Paragraph, at end: Int) -> Bool {
    paragraph.range.count >= 2 * sizes.inner
      || (paragraph.range.lowerBound < end && end < paragraph.range.upperBound)
  }

  /// Whether a paragraph begins on the line of a restart point.
  private func begins(_ paragraph: Paragraph, at point: RestartPoint, of stretch: Stretch) -> Bool {
    paragraph.range.lowerBound >= point.offset
      && !stretch.bytes[
        point.offset - stretch.start..<paragraph.range.lowerBound - stretch.start
      ].contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// Cuts a paragraph into pieces of some length each; the last goes on into the current slice.
  ///
  /// - Returns: what reaches out of the last piece; nil where the current slice does not begin
  ///   with the paragraph.
  private func cut(
    _ paragraph: Paragraph, of stretch: Stretch, at end: Int, _ current: inout Opening,
    into found: inout Found
  ) throws(ParsingRefusal) -> InlineReach? {
    let start = stretch.start
    let line = RestartPoint(offset: current.offset, isRootChild: true, kind: .paragraph)
    let isOwn =
      current.isCut
      ? paragraph.range.lowerBound == current.offset : begins(paragraph, at: line, of: stretch)
    guard isOwn else { return nil }
    let limit = min(paragraph.range.upperBound, end)
    let isLong = isCut(paragraph, at: end)
    guard isLong || current.isCut else { return nil }
    var piece = paragraph.range.lowerBound
    while true {
      let (place, rest) = stretch.bytes.withUnsafeBufferPointer { text in
        var scan = scan(text, from: piece - start, to: limit - start, paragraph.prefix)
        if isLong, limit - current.offset >= 2 * sizes.inner {
          let target = max(current.offset + sizes.inner, piece + 1) - start
          if let place = scan.cut(from: target) { return (Optional(place), InlineReach()) }
          scan = self.scan(text, from: piece - start, to: limit - start, paragraph.prefix)
        }
        return (nil, scan.finish())
      }
      guard let place, place.offset + start < limit else { return rest }
      piece = place.offset + start
      try append(current.offset..<piece, current, place.reach, of: stretch, to: &found)
      current = Opening(
        offset: piece, isInner: true, kind: current.kind, isCut: true, prefix: paragraph.prefix)
    }
  }

  /// A scan of a paragraph's piece.
  func scan(
    _ text: Bytes, from start: Int, to end: Int, _ prefix: PrefixTable.Number
  ) -> ReachScan {
    ReachScan(
      text, from: start, to: end, isNested: prefix != 0, window: max(64, 4 * sizes.inner))
  }

  private func append(
    _ range: Range<Int>, _ opening: Opening, _ reach: InlineReach, of stretch: Stretch,
    to found: inout Found
  ) throws(ParsingRefusal) {
    let inBytes = range.lowerBound - stretch.start..<range.upperBound - stretch.start
    let (closing, definitions) = try stretch.bytes.withUnsafeBufferPointer {
      (bytes) throws(ParsingRefusal) in
      let text = Bytes(rebasing: bytes[inBytes])
      return (
        Self.closing(of: opening.kind, in: text),
        try self.definitions(in: text, opening, inBytes, of: stretch)
      )
    }
    if definitions.isEmpty,
      joinLast(of: &found, upTo: range.upperBound, opening, reach, of: stretch)
    {
      return
    }
    if !definitions.isEmpty { found.definitions.append((found.slices.count, definitions)) }
    found.slices.append(
      Slice(
        length: range.count, isInner: opening.isInner,
        closing: definitions.isEmpty ? closing : max(closing, .atBlankLine), isCut: opening.isCut,
        prefix: opening.prefix, reach: reach))
  }

  /// Lengthens the last slice by the piece of the same paragraph that follows it, where the two meet, so that
  /// nothing of it is open for the others.
  ///
  /// - Returns: whether it did.
  private func joinLast(
    of found: inout Found, upTo end: Int, _ opening: Opening, _ reach: InlineReach,
    of stretch: Stretch
  ) -> Bool {
    guard let last = found.slices.last, opening.isCut, last.isCut,
      meets(last, end - opening.offset, reach)
    else { return false }
    let start = opening.offset - last.length
    guard start >= stretch.start else { return false }
    let joined = stretch.bytes.withUnsafeBufferPointer { text in
      var scan = scan(
        text, from: start - stretch.start, to: end - stretch.start, opening.prefix)
      return scan.finish()
    }
    found.slices[found.slices.count - 1] = Slice(
      length: end - start, isInner: last.isInner, closing: last.closing, isCut: true,
      prefix: last.prefix, reach: joined)
    return true
  }

  /// Whether a piece of a paragraph and the one behind it are short enough to be one, and something that is
  /// left open in the first meets with something in the second. True of `a *b` before `c* d`.
  ///
  /// - Parameters:
  ///   - length: how many bytes the second has.
  ///   - reach: what may reach out of it.
  func meets(_ slice: Slice, _ length: Int, _ reach: InlineReach) -> Bool {
    slice.isCut && slice.length + length < 16 * sizes.inner
      && !slice.reach.contains(.consumesRest) && !reach.contains(.consumesRest)
      && !reach.isDisjoint(with: slice.reach.continuations)
  }

  /// What a slice defines.
  private func definitions(
    in text: Bytes, _ opening: Opening, _ range: Range<Int>, of stretch: Stretch
  ) throws(ParsingRefusal) -> DefinitionList {
    let candidates = stretch.candidates.candidates(in: range)
    if candidates.isEmpty { return DefinitionList() }
    if let found = stretch.definitions(of: candidates, in: range, opening.kind) { return found }
    if opening.kind == .codeBlock, !opening.isInner {
      let end = DefinitionReader.endOfFence(in: text)
      if !DefinitionReader.mayDefine(Bytes(rebasing: text[end...])) { return DefinitionList() }
    }
    // Only the document's own byte order mark is no content.
    return try DefinitionReader.definitions(
      in: text, isAtStart: opening.offset == 0, limits: Self.limits,
      prefix: prefixes[opening.prefix])
  }
}

extension MarkdownDocument.Stretch {
  /// What the candidates in a range of the stretch define, as they or their probes say; nil where
  /// other slices may define the same, or there were no probes.
  ///
  /// - Parameter kind: the kind of the root's child that begins the slice at the range.
  fileprivate func definitions(
    of candidates: ArraySlice<DefinitionCandidates.Candidate>, in range: Range<Int>,
    _ kind: MarkdownTree.Kind
  ) -> DefinitionList? {
    let mayHidePlain = mayHidePlain(kind)
    var found = DefinitionList()
    if candidates.count > 8 {
      found.reserveCapacity(candidates.count, byteCount: range.count)
    }
    for candidate in candidates {
      if !mayHidePlain, let plain = candidate.plain {
        bytes.withUnsafeBufferPointer { text in
          found.append(
            Bytes(rebasing: text[plain.label]), hash: plain.hash,
            destination: Bytes(rebasing: text[plain.destination]),
            title: Bytes(rebasing: text[plain.title]))
        }
        continue
      }
      guard let number = candidate.label, let probe = self.candidates.labels[number].probe,
        probe < probed.count
      else { return nil }
      let label = self.candidates.labels[number]
      guard range.contains(label.places.lowerBound), range.contains(label.places.upperBound)
      else { return nil }
      guard label.places.lowerBound == candidate.offset, let meaning = probed[probe]
      else { continue }
      found.append(
        self.candidates.labelBytes[label.bytes], hash: label.hash,
        destination: probed.bytes[meaning.destination], title: probed.bytes[meaning.title])
    }
    return found
  }
}
