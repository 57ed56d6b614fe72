import MarkdownSyntax
import TextEditing

/// The parts of a text that have to be read with each of its leaves, by the rules of the slice
/// index: in its part a leaf means what it means in the text.
struct LeafParts {
  /// A leaf in its part.
  struct Part {
    let planner: SelectionPlanner
    let text: LeafText
    /// The selections, as far as they lie in the part.
    let selections: [Range<Int>]
    /// What is added to an offset in the text to have the one in the part.
    let shift: Int
  }

  private let planner: SelectionPlanner
  private let selections: [Range<Int>]
  /// The text with its slice index; nil where it cannot be parsed.
  private lazy var document = (try? TextBuffer(utf8: planner.reading.source)).flatMap {
    try? MarkdownDocument($0)
  }
  /// The last part, which the next leaf may have in common with the one before.
  private var last: (region: DocumentRegion, planner: SelectionPlanner)?

  init(of planner: SelectionPlanner, _ selections: [Range<Int>]) {
    self.planner = planner
    self.selections = selections
  }

  /// The part for a leaf; nil where it cannot be read by itself.
  ///
  /// - Complexity: O(the part); the first one O(the text).
  mutating func next(for text: LeafText) -> Part? {
    guard let document else { return nil }
    let content = text.leaf.content
    let region = document.region(covering: content, wholeParagraphs: true)
    guard let part = read(region) else { return nil }
    let shift = region.prefixCount - region.range.lowerBound
    let place = content.shifted(by: shift)
    guard let leaf = part.reading.leaves.first(where: { $0.content == place }),
      var own = LeafText(leaf, of: part.reading),
      own.characters.count == text.characters.count
    else { return nil }
    own.select(as: text)
    let selected = selections.filter { $0.overlaps(content) }.map {
      $0.shifted(by: shift).clamped(to: region.rangeInBytes)
    }
    return Part(planner: part, text: own, selections: selected, shift: shift)
  }

  private mutating func read(_ region: DocumentRegion) -> SelectionPlanner? {
    if let last, last.region == region { return last.planner }
    guard let reading = try? DocumentReading(region.bytes) else { return nil }
    let part = SelectionPlanner(planner.command, reading)
    last = (region, part)
    return part
  }
}
