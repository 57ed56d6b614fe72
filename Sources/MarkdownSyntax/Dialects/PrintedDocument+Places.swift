extension PrintedDocument {
  /// The construct whose replacement contains an offset of the text, and its range in the source.
  ///
  /// - Complexity: O(log *s*) in the number of constructs.
  package func construct(
    atText offset: Int
  ) -> (kind: DialectConstruct, source: Range<Int>)? {
    construct(firstSegment(endingPastText: offset)) { $0.text.lowerBound <= offset }
  }

  /// The construct with an offset of the source, and its range.
  ///
  /// - Complexity: O(log *s*) in the number of constructs.
  package func construct(
    atSource offset: Int
  ) -> (kind: DialectConstruct, source: Range<Int>)? {
    construct(firstSegment(endingPast: offset)) { $0.source.lowerBound <= offset }
  }

  private func construct(
    _ index: Int, ifIn isIn: (Segment) -> Bool
  ) -> (kind: DialectConstruct, source: Range<Int>)? {
    guard index < segments.count, isIn(segments[index]) else { return nil }
    return (segments[index].construct, segments[index].source)
  }

  /// The first segment that ends after an offset of the text, or the number of segments.
  private func firstSegment(endingPastText offset: Int) -> Int {
    segments.partitionPoint { $0.text.upperBound > offset }
  }

  /// The first segment whose source ends after an offset, or the number of segments.
  private func firstSegment(endingPast offset: Int) -> Int {
    segments.partitionPoint { $0.source.upperBound > offset }
  }

  /// The place in the source of an offset of the text; inside a segment, its end, or its start if
  /// `isBefore`.
  package func place(of offset: Int, isBefore: Bool = false) -> Int {
    let next = firstSegment(endingPastText: offset)
    if next < segments.count, segments[next].text.lowerBound < offset {
      return isBefore ? segments[next].source.lowerBound : segments[next].source.upperBound
    }
    guard next > 0 else { return offset }
    return offset - segments[next - 1].text.upperBound + segments[next - 1].source.upperBound
  }

  private func place(of range: Range<Int>) -> Range<Int> {
    place(of: range.lowerBound)..<place(of: range.upperBound)
  }

  /// Leaves of the text with their places in the source.
  func placed(_ leaves: [LeafBlock]) -> [LeafBlock] {
    if isPrintedAsIs { return leaves }
    return leaves.map { leaf in
      var result = leaf
      result.lines = leaf.lines.map { place(of: $0) }
      result.cell = cell(around: leaf.content)
      return result
    }
  }

  /// Tokens of the text with their places in the source.
  func placed(_ tokens: [InlineToken]) -> [InlineToken] {
    if isPrintedAsIs { return tokens }
    return tokens.map { token in
      var result = token
      result.source = place(of: token.source)
      return result
    }
  }

  /// The source between the pipes around a range of the text; nil outside of tables.
  private func cell(around range: Range<Int>) -> Range<Int>? {
    let next = firstSegment(endingPastText: range.lowerBound)
    guard let before = segments[..<next].last(where: { $0.construct != .escapedPipe }),
      before.construct == .cell,
      !text[before.text.upperBound..<range.lowerBound].contains(where: { $0.isLineEnding }),
      let after = segments[next...].first(where: { $0.construct != .escapedPipe }),
      after.construct == .cell
    else { return nil }
    return before.source.upperBound..<after.source.lowerBound
  }
}
