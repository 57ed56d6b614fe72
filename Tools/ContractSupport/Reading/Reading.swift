import CommonMark

/// A source, libcmark's rendering of it, and the range of each leaf event in the source.
///
/// The reader of the ranges parses nothing itself. It walks the source along libcmark's events, so
/// it always knows what must come next and only finds out how that is spelled. It shares no code
/// and no approach with the inline scanner.
package struct Reading: Sendable {
  package let source: [UInt8]
  package let rendered: Rendered
  /// The UTF-8 range of each event of a leaf in the source; empty at 0 for block events.
  package let spans: [Range<Int>]
  /// The visible characters, in order, as indices of events.
  package let characters: [Int]

  package enum Failure: Error, Hashable, Sendable {
    /// libcmark must not parse the source.
    case unparsable(String)
    /// An error of the reader: the events of the leaf on this 1-based line were not found.
    case unaligned(line: Int)
  }

  package init(_ source: [UInt8], oracle: ReferenceOracle) throws(Failure) {
    let rendered: Rendered
    do throws(ParsingRefusal) {
      rendered = Rendered(try MarkdownTree(parsing: source))
    } catch {
      throw .unparsable(error.description)
    }
    try self.init(source, rendered: rendered, oracle: oracle)
  }

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

  package var events: [Event] { rendered.events }

  /// Returns the markable characters that a selection overlaps, as indices of events.
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

  package func leaf(of event: Int) -> Int? {
    rendered.leaves.firstIndex { $0.events.contains(event) }
  }
}
