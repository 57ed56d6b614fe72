import TextEditing

/// The parts of a document whose blocks have been reread since the record was made.
package struct ChangedBlocks: Hashable, Sendable {
  package struct Stretch: Hashable, Sendable {
    package var before: Range<Int>
    /// The UTF-8 range in the current document.
    package var range: Range<Int>
  }

  /// The parts, in ascending order; they do not touch.
  package private(set) var stretches: [Stretch] = []

  /// The greatest number of parts; more are joined into one.
  private static let limit = 64

  package init() {}

  package mutating func add(_ range: Range<Int>, growth: Int) {
    let first = stretches.partitionPoint { $0.range.upperBound >= range.lowerBound }
    let end = stretches.partitionPoint { $0.range.lowerBound > range.upperBound }
    func shift(before index: Int) -> Int {
      index == 0
        ? 0 : stretches[index - 1].range.upperBound - stretches[index - 1].before.upperBound
    }
    var (low, high) = (range.lowerBound, range.upperBound)
    if first < end {
      low = Swift.min(low, stretches[first].range.lowerBound)
      high = Swift.max(high, stretches[end - 1].range.upperBound)
    }
    let before = low - shift(before: first)..<high - shift(before: end)
    stretches.replaceSubrange(
      first..<end, with: [Stretch(before: before, range: low..<high + growth)])
    for index in stretches.indices.dropFirst(first + 1) where growth != 0 {
      let range = stretches[index].range
      stretches[index].range = range.lowerBound + growth..<range.upperBound + growth
    }
    if stretches.count > Self.limit, let last = stretches.last?.range.upperBound {
      add(stretches[0].range.lowerBound..<last, growth: 0)
    }
  }
}

extension MarkdownDocument {
  /// Applies an edit, and records the blocks whose tokens may have changed: those that were reread,
  /// and those that use a label which was defined only before or is defined only after.
  ///
  /// - Throws: `DocumentEditError`; the document is then unchanged.
  package mutating func apply(
    _ edit: TextEdit, in dialect: Dialect, addingTo changes: inout ChangedBlocks
  ) throws(DocumentEditError) {
    let (count, front) = (buffer.utf8Count, frontMatterEnd(in: dialect))
    let rereads = try applyReading(edit)
    for reread in rereads { changes.add(reread.range, growth: reread.growth) }
    let labels = rereads.reduce(into: Set<LabelKey>()) { $0.formUnion($1.changedLabels) }
    if !labels.isEmpty {
      for block in blocks(using: labels) { changes.add(block, growth: 0) }
    }
    let newFront = frontMatterEnd(in: dialect)
    let oldFront = front.map { $0 + buffer.utf8Count - count }
    if newFront != oldFront {
      let end = Swift.min(Swift.max(newFront ?? 0, oldFront ?? 0), buffer.utf8Count)
      changes.add(blocks(at: 0..<end, before: 0, after: 0, in: dialect), growth: 0)
    }
    guard dialect.extensions.contains(.footnotes) else { return }
    for stretch in changes.stretches {
      var end = stretch.range.upperBound
      while isIndented(at: end), let place = blocks.place(containing: end) { end = place.end }
      if end > stretch.range.upperBound { changes.add(stretch.range.lowerBound..<end, growth: 0) }
    }
  }
}
