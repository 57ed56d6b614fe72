import MarkdownSyntax
import TextEditing

/// The parts of a text that have to be read with each of its leaves, by the rules of the slice
/// index: in its part a leaf means what it means in the text.
struct LeafRegions {
  /// A leaf in its part.
  private struct Part {
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

  /// The rewriting of a leaf, planned on its part; nil where it cannot be read by itself or has
  /// none there.
  ///
  /// - Parameter isTakenBack: whether the command shall be able to take the edit back.
  /// - Complexity: O(the part); the first one O(the text).
  mutating func rewriting(
    of text: LeafText, gives: Bool, isTakenBack: Bool
  ) -> (rewriting: LeafEdit, shift: Int)? {
    guard let document else { return nil }
    var region = document.region(covering: text.leaf.content, wholeParagraphs: true)
    while let part = part(for: text, in: region),
      let found = try? part.planner.rewriting(
        of: part.text, gives: gives, selections: isTakenBack ? part.selections : nil)
    {
      // What the edit mentions may be defined elsewhere.
      let edited = found.edit(of: region.bytes).applying(to: region.bytes)
      guard let wider = document.region(region, mentioning: edited) else {
        return (found, -part.shift)
      }
      region = wider
    }
    return nil
  }

  /// The part for a leaf in a region; nil where it cannot be read by itself.
  private mutating func part(for text: LeafText, in region: DocumentRegion) -> Part? {
    guard let part = read(region) else { return nil }
    let content = text.leaf.content
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
    let part = SelectionPlanner(planner.command, reading, budget: planner.budget)
    last = (region, part)
    return part
  }
}
