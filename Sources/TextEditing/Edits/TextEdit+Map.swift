extension TextEdit {
  /// On which side of text that is inserted exactly at a position the position ends up.
  public enum Bias: Hashable, Sendable {
    /// Before the new text.
    case before
    /// After the new text.
    case after
  }

  /// Where a UTF-8 offset of the text before the edit is in the text after it.
  ///
  /// The start and the end of replaced text stay its start and its end; an offset inside goes to
  /// the end that `bias` names, and so does one at which text is inserted.
  ///
  /// Laws: it is monotone, and what follows an offset that no replacement touches is the same
  /// byte before and after.
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
      // Later replacements may begin where this one ends, and move only what stands there.
      if range.upperBound > utf8Offset || (range.upperBound == utf8Offset && bias == .before) {
        break
      }
    }
    return result
  }

  /// Where the character at a UTF-8 offset is after the edit; nil if the edit deletes it, or writes
  /// another in its place.
  ///
  ///     TextEdit([.init(0..<1, with: "xy")]).mapping(utf8Offset: 0)  // nil
  ///     TextEdit([.init(0..<1, with: "xy")]).mapping(utf8Offset: 1)  // 2
  ///
  /// - Complexity: O(*r*) in the number of replacements.
  public func mapping(utf8Offset: Int) -> Int? {
    let isDeleted = replacements.contains { $0.range.contains(utf8Offset) }
    return isDeleted ? nil : mapping(utf8Offset: utf8Offset, bias: .after)
  }

  /// Where a range is after the edit; text inserted exactly at its ends stays outside.
  ///
  /// - Complexity: O(*r*) in the number of replacements.
  public func mapping(utf8 range: Range<Int>) -> Range<Int> {
    let start = mapping(utf8Offset: range.lowerBound, bias: .after)
    if range.isEmpty { return start..<start }
    return start..<max(start, mapping(utf8Offset: range.upperBound, bias: .before))
  }

  /// Where a range of the text after the edit was in the text before it; what the edit inserted is
  /// empty there.
  ///
  /// - Complexity: O(*r* + *m*) in the number and the lengths of the replacements.
  package func mappingBack(utf8 range: Range<Int>) -> Range<Int> {
    // To map a place, only the length of what comes back counts.
    inverted { [UInt8](repeating: 0, count: $0.count) }.mapping(utf8: range)
  }

  /// Maps one offset over one replacement.
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
