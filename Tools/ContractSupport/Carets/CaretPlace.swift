import MarkdownEditing

/// The place of a caret among libcmark's events.
struct CaretPlace {
  /// The event whose spelling contains the caret, if any.
  var inside: Int?
  /// The first event after the caret: all events before `right` end at or before it.
  var right: Int
  var leaf: Rendered.Leaf

  /// Finds the place of the UTF-8 offset `caret`, or nil outside the inlines of all leaves.
  init?(_ caret: Int, in reading: Reading) {
    let leaf = reading.rendered.leaves.first { leaf in
      guard let first = leaf.events.first, let last = leaf.events.last else { return false }
      return reading.spans[first].lowerBound <= caret && caret <= reading.spans[last].upperBound
    }
    guard let leaf else { return nil }
    self.leaf = leaf
    inside = leaf.events.first {
      reading.spans[$0].lowerBound < caret && caret < reading.spans[$0].upperBound
    }
    right = leaf.events.first { reading.spans[$0].lowerBound >= caret } ?? leaf.events.upperBound
  }

  func marks(in reading: Reading) -> MarkSet {
    guard right < leaf.events.upperBound else { return [] }
    let event = reading.events[right]
    if case .closeMark(let mark) = event.kind { return event.marks.union(mark) }
    return event.marks
  }

  func isInImage(in reading: Reading) -> Bool {
    guard right < leaf.events.upperBound else { return false }
    return reading.events[right].isInImage || reading.events[right].kind == .closeImage
  }

  /// Returns the visible character directly before, skipping edges of marks and links.
  func characterBefore(in reading: Reading) -> Int? {
    neighbour(Array((leaf.events.lowerBound..<right).reversed()), in: reading)
  }

  /// Returns the visible character directly after, skipping edges of marks and links.
  func characterAfter(in reading: Reading) -> Int? {
    neighbour(Array(right..<leaf.events.upperBound), in: reading)
  }

  private func neighbour(_ events: [Int], in reading: Reading) -> Int? {
    for event in events {
      switch reading.events[event].kind {
      case .character: return reading.events[event].isInImage ? nil : event
      case .openMark, .closeMark, .openLink, .closeLink: continue
      default: return nil
      }
    }
    return nil
  }

  /// Returns the indices of the events directly before and after that are edges of marks or links.
  private func edges(in reading: Reading) -> Range<Int> {
    func isEdge(_ event: Int) -> Bool { reading.events[event].isEdge }
    let left = (leaf.events.lowerBound..<right).reversed().prefix(while: isEdge).count
    let after = (right..<leaf.events.upperBound).prefix(while: isEdge).count
    return right - left..<right + after
  }

  /// Returns the offsets before, between and after those edges, each with its marks.
  func ends(in reading: Reading) -> [(offset: Int, marks: MarkSet)] {
    let edges = edges(in: reading)
    if edges.isEmpty { return [] }
    return (edges.lowerBound...edges.upperBound).map { event in
      var place = self
      place.right = event
      let isLast = event == edges.upperBound
      let offset =
        isLast ? reading.spans[event - 1].upperBound : reading.spans[event].lowerBound
      return (offset, place.marks(in: reading))
    }
  }

  /// Returns all offsets from the first to the last of those ends.
  func stretch(in reading: Reading) -> [Int] {
    let ends = ends(in: reading).map(\.offset)
    guard let first = ends.min(), let last = ends.max() else { return [] }
    return Array(first...last)
  }
}
