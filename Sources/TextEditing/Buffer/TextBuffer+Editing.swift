extension TextBuffer {
  /// Replaces the text at the UTF-8 offsets `range` by the UTF-8 bytes `bytes`.
  ///
  /// The selection moves with the text; an insertion point at an insertion moves to its end.
  ///
  /// - Precondition: the range is in `0...utf8Count`, its ends lie between scalars, and `bytes` is
  ///   UTF-8. For unchecked input, use `apply(_:)`, which throws.
  /// - Complexity: O(log *n* + *m*) in the lengths of the removed and the inserted text.
  public mutating func replace(utf8 range: Range<Int>, with bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer {
      precondition(UTF8Validation.firstInvalidOffset(in: $0) == nil, "the new text is not UTF-8")
      replace(range, withValid: $0)
    }
  }

  /// Replaces the text at the UTF-8 offsets `range` by `text`.
  ///
  /// - Precondition: the range is in `0...utf8Count`, and its ends lie between scalars.
  /// - Complexity: O(log *n* + *m*) in the lengths of the removed and the inserted text.
  public mutating func replace(utf8 range: Range<Int>, with text: String) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
      replace(range, withValid: $0)
    }
    if isDone != nil { return }
    var text = text
    text.withUTF8 { replace(range, withValid: $0) }
  }

  package mutating func replace(
    _ range: Range<Int>, withValid bytes: UnsafeBufferPointer<UInt8>
  ) {
    storage.replace(range, with: bytes)
    if let selection, range.lowerBound <= selection.upperBound {
      self.selection = moved(selection, over: range, count: bytes.count)
    }
    if let marked { self.marked = keptMark(marked, over: range, count: bytes.count) }
  }

  /// Applies the edit `edit`; the selection moves with the text.
  ///
  /// - Throws: `TextEditError` if a range is outside the text or splits a scalar, or if new text is
  ///   not UTF-8. The buffer is unchanged then.
  /// - Complexity: O(*r* log *n* + *m*) in the number and the lengths of the replacements.
  public mutating func apply(_ edit: TextEdit) throws(TextEditError) {
    try validate(edit)
    replaceAll(edit)
  }

  /// Applies a validated edit, from back to front.
  mutating func replaceAll(_ edit: TextEdit) {
    for replacement in edit.replacements.reversed() {
      replacement.bytes.withUnsafeBufferPointer { replace(replacement.range, withValid: $0) }
    }
  }

  /// The data to undo an edit: the replaced text, and the selection before the edit.
  package struct WayBack: Sendable {
    fileprivate var edit: TextEdit
    fileprivate var selection: Range<Int>?
    fileprivate var marked: Range<Int>?
  }

  /// Applies a validated edit.
  ///
  /// - Returns: a value for `goBack(_:)`. Unlike a copy of the buffer it shares no storage, so
  ///   later edits need not copy any.
  /// - Complexity: O(*r* log *n* + *m*) in the number and the lengths of the replacements.
  package mutating func applyValidated(_ edit: TextEdit) -> WayBack {
    let way = WayBack(edit: edit.inverted(in: self), selection: selection, marked: marked)
    replaceAll(edit)
    return way
  }

  /// Undoes the last edit, which must be that of `way`.
  package mutating func goBack(_ way: WayBack) {
    replaceAll(way.edit)
    selection = way.selection
    marked = way.marked
  }

  /// The buffer after the edit `edit`; this buffer does not change.
  ///
  /// - Throws: `TextEditError` if the edit does not fit.
  public func applying(_ edit: TextEdit) throws(TextEditError) -> TextBuffer {
    var copy = self
    try copy.apply(edit)
    return copy
  }

  /// Checks that an edit fits the text.
  ///
  /// - Throws: `TextEditError` for the first replacement that does not fit.
  /// - Complexity: O(*r* log *n* + *m*) in the number and the lengths of the replacements.
  package func validate(_ edit: TextEdit) throws(TextEditError) {
    for replacement in edit.replacements {
      try requireBoundaries(replacement.range)
      let invalid = replacement.bytes.withUnsafeBufferPointer {
        UTF8Validation.firstInvalidOffset(in: $0)
      }
      if let invalid { throw .invalidUTF8(replacement.range, byteOffset: invalid) }
    }
  }

  /// Throws if a UTF-8 range is not in the text or one of its ends splits a scalar.
  func requireBoundaries(_ range: Range<Int>) throws(TextEditError) {
    guard range.lowerBound >= 0, range.upperBound <= utf8Count else {
      throw .outOfBounds(range, utf8Count: utf8Count)
    }
    for offset in [range.lowerBound, range.upperBound]
    where !isScalarBoundary(utf8Offset: offset) {
      throw .insideScalar(utf8Offset: offset)
    }
  }

  /// Whether a UTF-8 range is in the text and splits no scalar: `0..<2` of `"é"`, not `0..<1`.
  func hasBoundaries(_ range: Range<Int>) -> Bool { (try? requireBoundaries(range)) != nil }

  private func moved(_ selection: Range<Int>, over range: Range<Int>, count: Int) -> Range<Int> {
    func map(_ offset: Int, _ bias: TextEdit.Bias) -> Int {
      TextEdit.map(offset, over: range, newCount: count, bias: bias)
    }
    if selection.isEmpty {
      let caret = map(selection.lowerBound, .after)
      return caret..<caret
    }
    let start = map(selection.lowerBound, .after)
    return start..<max(start, map(selection.upperBound, .before))
  }

  /// The range of the marked text after a replacement; nil if the replacement changed it.
  private func keptMark(_ marked: Range<Int>, over range: Range<Int>, count: Int) -> Range<Int>? {
    if range.lowerBound >= marked.upperBound { return marked }
    guard range.upperBound <= marked.lowerBound else { return nil }
    let growth = count - range.count
    return marked.lowerBound + growth..<marked.upperBound + growth
  }
}
