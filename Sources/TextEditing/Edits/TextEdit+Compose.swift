extension TextEdit {
  /// Combines this edit with `next`, whose offsets are in the text after this edit.
  ///
  /// Touching replacements are joined; a replacement that neither deletes nor inserts is removed.
  ///
  /// Laws: `then(next).applying(to: text) == next.applying(to: applying(to: text))`. The operation
  /// is associative in its effect, and an empty edit on either side has none.
  ///
  /// - Complexity: O(*r* + *m*) in the number and the lengths of the replacements of both.
  public func then(_ next: TextEdit) -> TextEdit {
    if isEmpty { return next }
    if next.isEmpty { return self }
    var composer = Composer(first: replacements, second: next.replacements)
    return TextEdit(composer.run())
  }
}

/// Merges two lists of replacements, in offsets of the text between the two edits.
private struct Composer {
  let first: [TextEdit.Replacement]
  let second: [TextEdit.Replacement]
  private var nextOfFirst = 0
  private var nextOfSecond = 0
  /// The growth of the text by the replacements of the first list so far.
  private var shift = 0

  init(first: [TextEdit.Replacement], second: [TextEdit.Replacement]) {
    self.first = first
    self.second = second
  }

  /// The range, in the text between, of the new bytes of the first list's next replacement.
  private var firstRange: Range<Int>? {
    guard nextOfFirst < first.count else { return nil }
    let start = first[nextOfFirst].range.lowerBound + shift
    return start..<start + first[nextOfFirst].bytes.count
  }

  private var secondRange: Range<Int>? {
    nextOfSecond < second.count ? second[nextOfSecond].range : nil
  }

  mutating func run() -> [TextEdit.Replacement] {
    var result: [TextEdit.Replacement] = []
    while let group = nextGroup() {
      // Skips text that the first edit inserts and the second deletes, for example `*` in `a*b`.
      if !group.range.isEmpty || !group.bytes.isEmpty { result.append(group) }
    }
    return result
  }

  /// The next group of touching replacements in both lists, as one replacement.
  private mutating func nextGroup() -> TextEdit.Replacement? {
    let starts = [firstRange?.lowerBound, secondRange?.lowerBound].compactMap { $0 }
    guard let start = starts.min() else { return nil }
    let oldStart = start - shift
    let firstIndex = nextOfFirst
    let secondIndex = nextOfSecond
    let shiftBefore = shift
    var end = start
    while true {
      if let range = firstRange, range.lowerBound <= end {
        end = max(end, range.upperBound)
        shift += first[nextOfFirst].bytes.count - first[nextOfFirst].range.count
        nextOfFirst += 1
      } else if let range = secondRange, range.lowerBound <= end {
        end = max(end, range.upperBound)
        nextOfSecond += 1
      } else {
        break
      }
    }
    return TextEdit.Replacement(
      oldStart..<end - shift,
      with: content(
        start..<end, first[firstIndex..<nextOfFirst], second[secondIndex..<nextOfSecond],
        shift: shiftBefore))
  }

  /// The bytes of a group: those from the second list, and those from the first that it keeps.
  ///
  /// The replacements of both lists cover the whole group. So original text in it, which the first
  /// list keeps, is deleted by the second.
  private func content(
    _ group: Range<Int>, _ firsts: ArraySlice<TextEdit.Replacement>,
    _ seconds: ArraySlice<TextEdit.Replacement>,
    shift: Int
  ) -> [UInt8] {
    var shift = shift
    var firsts = firsts
    var bytes: [UInt8] = []
    func keep(_ range: Range<Int>) {
      while let replacement = firsts.first {
        let start = replacement.range.lowerBound + shift
        let inserted = start..<start + replacement.bytes.count
        if inserted.overlaps(range) {
          let kept = inserted.clamped(to: range)
          bytes += replacement.bytes[kept.lowerBound - start..<kept.upperBound - start]
        }
        if inserted.upperBound > range.upperBound { break }
        shift += replacement.bytes.count - replacement.range.count
        firsts = firsts.dropFirst()
      }
    }
    var position = group.lowerBound
    for replacement in seconds {
      keep(position..<replacement.range.lowerBound)
      bytes.append(contentsOf: replacement.bytes)
      position = replacement.range.upperBound
    }
    keep(position..<group.upperBound)
    return bytes
  }
}
