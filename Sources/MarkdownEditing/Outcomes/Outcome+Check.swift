import MarkdownSyntax
import TextEditing

/// The last check of every plan: the replacements are in order, and no replacement or selection is
/// outside the text or splits a character.
///
/// A plan that fails is a defect of this library. It traps in a debug build. In a release build,
/// the command is refused with ``Outcome/Refusal/internal(_:)``.
struct OutcomeCheck {
  let count: Int
  let isStart: (Int) -> Bool

  init(_ source: [UInt8]) {
    count = source.count
    isStart = { source[$0] & 0xC0 != 0x80 }
  }

  init(_ document: MarkdownDocument) {
    let buffer = document.buffer
    count = buffer.utf8Count
    isStart = { buffer.isScalarBoundary(utf8Offset: $0) }
  }

  /// The first selection that is outside the text, splits a character, or begins before the end of
  /// the selection before it. Nil if there is none.
  @inline(never)
  func invalidSelection(_ selections: [Range<Int>]) -> Range<Int>? {
    var end = 0
    return selections.first { range in
      defer { end = range.upperBound }
      return range.lowerBound < end || !isBoundary(range.lowerBound)
        || !isBoundary(range.upperBound)
    }
  }

  @inline(never)
  func valid(_ selections: [Range<Int>]) -> [Range<Int>] {
    invalidSelection(selections) == nil ? selections : []
  }

  @inline(never)
  func invalidRange(of edit: TextEdit, selecting selections: [Range<Int>]) -> Range<Int>? {
    var end = 0
    for replacement in edit.replacements {
      let range = replacement.range
      guard range.lowerBound >= end, isBoundary(range.lowerBound), isBoundary(range.upperBound),
        (replacement.bytes.first ?? 0) & 0xC0 != 0x80
      else { return range }
      end = range.upperBound
    }
    var cursor = EditedOffsets(check: self, replacements: edit.replacements)
    var last = 0
    return selections.first { range in
      defer { last = range.upperBound }
      return range.lowerBound < last || !cursor.isBoundary(range.lowerBound)
        || !cursor.isBoundary(range.upperBound)
    }
  }

  /// The range of a refusal, clamped to the text, with the whole of the characters that it splits.
  /// The planner may have read a text with definitions before it, or with earlier edits.
  @inline(never)
  func whole(_ range: Range<Int>) -> Range<Int> {
    let inside = range.clamped(to: 0..<count)
    var (start, end) = (inside.lowerBound, inside.upperBound)
    while !isBoundary(start) { start -= 1 }
    while !isBoundary(end) { end += 1 }
    return start..<end
  }

  @inline(never)
  fileprivate func isBoundary(_ offset: Int) -> Bool {
    offset == count || (offset >= 0 && offset < count && isStart(offset))
  }
}

private struct EditedOffsets {
  let check: OutcomeCheck
  let replacements: [TextEdit.Replacement]
  /// The first replacement that may end after the last offset, and by how much those before it
  /// lengthen the text.
  var index = 0
  var growth = 0

  /// Whether an offset of the edited text is its end or starts a character: 0 or 2 in `é`, not 1.
  /// Offsets must not decrease from call to call.
  mutating func isBoundary(_ offset: Int) -> Bool {
    while index < replacements.count {
      let (range, bytes) = (replacements[index].range, replacements[index].bytes)
      let start = range.lowerBound + growth
      if offset < start { break }
      if offset < start + bytes.count { return bytes[offset - start] & 0xC0 != 0x80 }
      growth += bytes.count - range.count
      index += 1
    }
    return check.isBoundary(offset - growth)
  }
}

extension Outcome {
  @inline(never)
  static func checked(
    _ selections: [Range<Int>], _ check: OutcomeCheck, _ make: () -> Outcome
  ) -> Outcome {
    if let range = check.invalidSelection(selections) { return .refused(.insideCharacter(range)) }
    let outcome = make()
    if case .refused(let refusal) = outcome { return .refused(refusal.mapped(check.whole)) }
    guard case .plan(var plan) = outcome else { return outcome }
    plan.selections = plan.selections.merged
    guard let range = check.invalidRange(of: plan.edit, selecting: plan.selections) else {
      return .plan(plan)
    }
    assertionFailure("a plan is invalid at \(range)")
    return .refused(.internal(range))
  }
}

extension [Range<Int>] {
  var merged: [Range<Int>] {
    guard count > 1 else { return self }
    var result: [Range<Int>] = []
    for range in sorted(byKey: { $0.lowerBound }) {
      if let last = result.last, range.lowerBound < last.upperBound {
        result[result.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  mutating func add(_ selection: Range<Int>) {
    var whole = selection
    while let last, whole.lowerBound < last.upperBound {
      whole =
        Swift.min(last.lowerBound, whole.lowerBound)..<Swift.max(last.upperBound, whole.upperBound)
      removeLast()
    }
    append(whole)
  }
}
