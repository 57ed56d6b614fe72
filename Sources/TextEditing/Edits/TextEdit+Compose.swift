extension TextEdit {
  /// The edit that does this one and then `next`, whose offsets are of the text after this one.
  ///
  /// Replacements that touch become one; one that deletes nothing and inserts nothing is left out.
  ///
  /// Laws: `then(next).applying(to: text) == next.applying(to: applying(to: text))`; it is
  /// associative in what it does, and an empty edit on either side changes nothing.
  ///
  /// - Complexity: O(*r* + *m*) in the number and the lengths of the replacements of both.
  public func then(_ next: TextEdit) -> TextEdit {
    if isEmpty { return next }
    if next.isEmpty { return self }
    var composer = Composer(first: replacements, second: next.replacements)
    return TextEdit(composer.run())
  }
}

/// Walks two lists of replacements at once, in offsets of the text between them.
private struct Composer {
  let first: [TextEdit.Replacement]
  let second: [TextEdit.Replacement]
  private var nextOfFirst = 0
  private var nextOfSecond = 0
  /// What a text grows by all replacements of the first list up to here.
  private var shift = 0

  init(first: [TextEdit.Replacement], second: [TextEdit.Replacement]) {
    self.first = first
    self.second = second
  }

  /// Where the next replacement of the first list puts its bytes, in the text between.
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
      // What the first inserted and the second deleted: `*` in `a*b`.
      if !group.range.isEmpty || !group.bytes.isEmpty { result.append(group) }
    }
    return result
  }

  /// The next replacements of both lists that touch one another, as one.
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

  /// What a group leaves: the first's bytes that the second keeps, and the second's.
  ///
  /// The replacements of both lists cover the group, so that text of before, kept by the first
  /// list, is in it only where the second deletes it.
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
