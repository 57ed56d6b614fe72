import MarkdownEditing

/// Where a caret stands among libcmark's events.
struct CaretPlace {
  /// The caret stands inside the spelling of this event.
  var inside: Int?
  /// The events between which it stands: all before `right` end at or before it.
  var right: Int
  /// The leaf.
  var leaf: Rendered.Leaf

  /// The place of the UTF-8 offset `caret`; nil outside the leaves' inlines.
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

  /// The marks that the place itself has.
  func marks(in reading: Reading) -> MarkSet {
    guard right < leaf.events.upperBound else { return [] }
    let event = reading.events[right]
    if case .closeMark(let mark) = event.kind { return event.marks.union(mark) }
    return event.marks
  }

  /// Whether the place is in an image's description.
  func isInImage(in reading: Reading) -> Bool {
    guard right < leaf.events.upperBound else { return false }
    return reading.events[right].isInImage || reading.events[right].kind == .closeImage
  }

  /// The visible character directly before, looking through the edges of marks and links.
  func characterBefore(in reading: Reading) -> Int? {
    neighbour(Array((leaf.events.lowerBound..<right).reversed()), in: reading)
  }

  /// The visible character directly after, looking through the edges of marks and links.
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

  /// The edges of marks and links directly before and after: indices of events.
  private func edges(in reading: Reading) -> Range<Int> {
    func isEdge(_ event: Int) -> Bool { reading.events[event].isEdge }
    let left = (leaf.events.lowerBound..<right).reversed().prefix(while: isEdge).count
    let after = (right..<leaf.events.upperBound).prefix(while: isEdge).count
    return right - left..<right + after
  }

  /// The places at the ends of those edges, and the marks that each has.
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

  /// The stretch of the source that those edges take, and the caret.
  func stretch(in reading: Reading) -> [Int] {
    let ends = ends(in: reading).map(\.offset)
    guard let first = ends.min(), let last = ends.max() else { return [] }
    return Array(first...last)
  }
}
