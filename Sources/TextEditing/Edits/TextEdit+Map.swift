extension TextEdit {
  /// The side of an insertion to which a position at the same offset moves.
  public enum Bias: Hashable, Sendable {
    /// Before the new text.
    case before
    /// After the new text.
    case after
  }

  /// The UTF-8 offset, in the text after the edit, of an offset in the text before.
  ///
  /// The start and the end of replaced text remain the start and the end of its replacement. An
  /// offset inside replaced text, or at an insertion, moves to the end that `bias` names.
  ///
  /// Laws: the mapping is monotone; a byte outside all replacements is found at its mapped offset.
  ///
  /// - Complexity: O(*r*) in the number of replacements.
  public func mapping(utf8Offset: Int, bias: Bias) -> Int {
    var shift = 0
    var result = utf8Offset
    for replacement in replacements {
      let range = replacement.range
      if range.lowerBound > utf8Offset { break }
      let mapped = Self.map(
        utf8Offset, over: range, newCount: replacement.bytes.count, bias: bias)
      result = mapped + shift
      shift += replacement.bytes.count - range.count
      // Later replacements may begin at this one's end, and move only an offset there.
      if range.upperBound > utf8Offset || (range.upperBound == utf8Offset && bias == .before) {
        break
      }
    }
    return result
  }

  /// The UTF-8 offset after the edit of the character at an offset; nil if the edit deletes or
  /// replaces that character.
  ///
  /// ```swift
  /// let edit = TextEdit([.init(0..<1, with: "xy")])
  /// print(edit.mapping(utf8Offset: 0) ?? -1, edit.mapping(utf8Offset: 1) ?? -1)  // -1 2
  /// ```
  ///
  /// - Complexity: O(*r*) in the number of replacements.
  public func mapping(utf8Offset: Int) -> Int? {
    let isDeleted = replacements.contains { $0.range.contains(utf8Offset) }
    return isDeleted ? nil : mapping(utf8Offset: utf8Offset, bias: .after)
  }

  /// The range after the edit; text inserted at its ends stays outside.
  ///
  /// - Complexity: O(*r*) in the number of replacements.
  public func mapping(utf8 range: Range<Int>) -> Range<Int> {
    let start = mapping(utf8Offset: range.lowerBound, bias: .after)
    if range.isEmpty { return start..<start }
    return start..<max(start, mapping(utf8Offset: range.upperBound, bias: .before))
  }

  /// The range before the edit of a range after it; inserted text maps to an empty range.
  ///
  /// - Complexity: O(*r*) in the number of replacements that begin before the range's end.
  package func mappingBack(utf8 range: Range<Int>) -> Range<Int> {
    // Only the lengths of the restored bytes matter for a mapping, and no later replacement does.
    var growth = 0
    let reached = replacements.prefix { replacement in
      defer { growth += replacement.bytes.count - replacement.range.count }
      return replacement.range.lowerBound + growth <= range.upperBound
    }
    return TextEdit(Array(reached)).inverted { [UInt8](repeating: 0, count: $0.count) }
      .mapping(utf8: range)
  }

  static func map(_ offset: Int, over range: Range<Int>, newCount: Int, bias: Bias) -> Int {
    if offset < range.lowerBound { return offset }
    if offset > range.upperBound { return offset + newCount - range.count }
    let end = range.lowerBound + newCount
    if range.isEmpty { return bias == .before ? offset : end }
    if offset == range.lowerBound { return offset }
    if offset == range.upperBound { return end }
    return bias == .before ? range.lowerBound : end
  }
}

extension TextEdit {
  /// The offsets from the first replacement's start to the last one's end; nil if there is none.
  package var hull: ClosedRange<Int>? {
    guard let first = replacements.first, let last = replacements.last else { return nil }
    return first.range.lowerBound...last.range.upperBound
  }

  /// The range from the first replacement to the last, in the text before.
  package var stretch: Range<Int> { hull.map { $0.lowerBound..<$0.upperBound } ?? 0..<0 }

  /// The edit as a single replacement: its range in the text before, and in the text after.
  package func asOne(
    from before: TextBuffer, to after: TextBuffer
  ) -> (old: Range<Int>, new: Range<Int>) {
    let end = stretch.upperBound + after.utf8Count - before.utf8Count
    return (stretch, stretch.lowerBound..<end)
  }
}
