import MarkdownSyntax
import TextEditing

/// Finds the position of a caret after an edit that changed only marks.
///
/// The caret stays between the same two visible items, or in the same one. Between them, it goes to
/// the position whose marks are closest to the expected ones, which text typed next will have.
struct CaretMapping {
  private let before: Stops
  private let after: Stops

  /// Reads the leaf after `edit`; nil if our reading of it differs from libcmark's.
  ///
  /// - Complexity: O(length of the document).
  init?(from text: LeafText, in planner: SelectionPlanner, _ edit: TextEdit) {
    guard let leaf = planner.reading.leaves.firstIndex(where: { $0.node == text.leaf.node }),
      let reading = planner.trial(of: edit).reading,
      reading.leaves.indices.contains(leaf)
    else { return nil }
    guard let tokens = reading.agreedTokens(of: reading.leaves[leaf]) else { return nil }
    before = Stops(text.tokens)
    after = Stops(tokens)
    if before.shown.count != after.shown.count { return nil }
  }

  /// Returns the caret after the edit; nil if the leaf has no position for it.
  func caret(_ caret: Int, mark: MarkSet, isAdded: Bool) -> Int? {
    let right = before.shown.firstIndex { $0.upperBound > caret } ?? before.shown.count
    if right < before.shown.count, before.shown[right].lowerBound < caret {
      let (old, new) = (before.shown[right], after.shown[right])
      return min(new.lowerBound + caret - old.lowerBound, new.upperBound)
    }
    let old =
      before.places(before: right).last { $0.offset <= caret } ?? before.places(before: right).first
    guard let old else { return nil }
    let wanted = isAdded ? old.marks.union(mark) : old.marks.subtracting(mark)
    func distance(_ place: Place) -> Int {
      let isMarked = !place.marks.isDisjoint(with: mark)
      return (isMarked == isAdded ? 0 : 1000) + 100 * abs(place.links - old.links)
        + place.marks.symmetricDifference(wanted).rawValue.nonzeroBitCount
    }
    return after.places(before: right).min { distance($0) < distance($1) }?.offset
  }

  /// A position between two visible items.
  private struct Place {
    var offset: Int
    var marks: MarkSet
    /// The number of edges of links before it since the last visible item.
    var links: Int
  }

  /// The visible items of a leaf, and the positions between them.
  private struct Stops {
    /// The UTF-8 ranges of characters, breaks, HTML and images.
    var shown: [Range<Int>] = []
    /// All positions, and the index of the first one before each item of `shown` and the end.
    private var places: [Place] = []
    private var starts: [Int] = []

    init(_ tokens: [InlineToken]) {
      shown.reserveCapacity(tokens.count)
      starts.reserveCapacity(tokens.count + 1)
      places.reserveCapacity(tokens.count + 1)
      var open = OpenMarks()
      var links = 0
      var imageEnd = -1
      for (index, token) in tokens.enumerated() where index > imageEnd {
        if places.isEmpty { begin(at: token.source.lowerBound, open.set) }
        if token.kind.isEdge {
          open.pass(token.kind)
          if !token.kind.isDelimiter { links += 1 }
          places.append(
            Place(offset: token.source.upperBound, marks: open.set, links: links))
          continue
        }
        var source = token.source
        if case .openImage = token.kind {
          imageEnd = token.partner
          source = source.lowerBound..<tokens[token.partner].source.upperBound
        }
        shown.append(source)
        begin(at: source.upperBound, open.set)
        links = 0
      }
      if places.isEmpty { starts.append(0) }
    }

    /// Begins the positions before the next visible item.
    private mutating func begin(at offset: Int, _ marks: MarkSet) {
      starts.append(places.count)
      places.append(Place(offset: offset, marks: marks, links: 0))
    }

    /// Returns the positions before an item of `shown`, or before the end.
    func places(before index: Int) -> ArraySlice<Place> {
      let end = index + 1 < starts.count ? starts[index + 1] : places.count
      return places[starts[index]..<end]
    }
  }
}
