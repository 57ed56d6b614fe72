import CommonMark

/// A source, what libcmark makes of it, and where each event of the leaves stands in the source.
///
/// The places are found by a reader that parses nothing by itself: it walks the source with
/// libcmark's events in hand, so that at each place it knows what has to come next, and only
/// finds out how that is spelled. It shares no code and no idea with the inline scanner.
package struct Reading: Sendable {
  /// The source.
  package let source: [UInt8]
  /// What libcmark makes of it.
  package let rendered: Rendered
  /// For each event of a leaf its UTF-8 range in the source; empty at 0 for block events.
  package let spans: [Range<Int>]
  /// The visible characters: indices of events, in order.
  package let characters: [Int]

  /// Why a source could not be read.
  package enum Failure: Error, Hashable, Sendable {
    /// libcmark was not to be given it.
    case unparsable(String)
    /// The events of the leaf on this 1-based line were not found in the source: the reader errs.
    case unaligned(line: Int)
  }

  /// Reads `source`.
  package init(_ source: [UInt8], oracle: ReferenceOracle) throws(Failure) {
    let rendered: Rendered
    do throws(ParsingRefusal) {
      rendered = Rendered(try MarkdownTree(parsing: source))
    } catch {
      throw .unparsable(error.description)
    }
    try self.init(source, rendered: rendered, oracle: oracle)
  }

  /// Reads `source`, of which `rendered` is already known.
  package init(_ source: [UInt8], rendered: Rendered, oracle: ReferenceOracle) throws(Failure) {
    var reader = SourceReader(source: source, rendered: rendered, oracle: oracle)
    for leaf in rendered.leaves where !reader.read(leaf) {
      throw .unaligned(line: leaf.line)
    }
    self.source = source
    self.rendered = rendered
    spans = reader.spans
    characters = rendered.events.indices.filter { rendered.events[$0].scalar != nil }
  }

  /// The events.
  package var events: [Event] { rendered.events }

  /// The markable characters that a selection touches: indices of events.
  package func selected(by selections: [Range<Int>]) -> [Int] {
    characters.filter { index in
      events[index].isMarkable && selections.contains { $0.overlaps(spans[index]) }
    }
  }

  /// The bytes of each leaf, from its first event to its last.
  var leafTexts: [[UInt8]] {
    rendered.leaves.map { leaf in
      let ranges = leaf.events.map { spans[$0] }.filter { !$0.isEmpty }
      guard let start = ranges.map(\.lowerBound).min(), let end = ranges.map(\.upperBound).max()
      else { return [] }
      return Array(source[start..<end])
    }
  }

  /// The leaf whose inlines hold the event.
  package func leaf(of event: Int) -> Int? {
    rendered.leaves.firstIndex { $0.events.contains(event) }
  }
}
