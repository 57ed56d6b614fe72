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
    // The text between the edits: stretches of the text before, and new bytes.
    var middle: [Stretch] = []
    var end = 0
    for replacement in replacements {
      middle += [.old(end..<replacement.range.lowerBound), .new(replacement.bytes)]
      end = replacement.range.upperBound
    }
    middle.append(.old(end..<Int.max))

    var result: [Replacement] = []
    // What follows the last kept stretch of the text before, which ends at `oldEnd`.
    var bytes: [UInt8] = []
    var oldEnd = 0
    var position = 0
    var (index, passed) = (0, 0)
    /// Passes the text between the edits up to `target`, and keeps it or not.
    func pass(to target: Int, keeps: Bool) {
      while position < target, index < middle.count {
        let count = min(middle[index].count - passed, target - position)
        switch middle[index] {
        case .new(let new) where keeps: bytes += new[passed..<passed + count]
        case .old(let range) where keeps && count > 0:
          let start = range.lowerBound + passed
          if oldEnd < start || !bytes.isEmpty { result.append(.init(oldEnd..<start, with: bytes)) }
          bytes = []
          oldEnd = start + count
        default: break
        }
        position += count
        passed += count
        if passed == middle[index].count { (index, passed) = (index + 1, 0) }
      }
    }
    for replacement in next.replacements {
      pass(to: replacement.range.lowerBound, keeps: true)
      pass(to: replacement.range.upperBound, keeps: false)
      bytes += replacement.bytes
    }
    pass(to: .max, keeps: true)
    return TextEdit(result)
  }

  private enum Stretch {
    case old(Range<Int>)
    case new([UInt8])

    var count: Int {
      switch self {
      case .old(let range): range.count
      case .new(let bytes): bytes.count
      }
    }
  }
}
