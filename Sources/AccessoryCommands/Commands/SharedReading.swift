import CommonMark
import MarkdownSyntax

/// A text that several commands are planned on at the same place, read once for all of them.
final class SharedReading {
  let source: [UInt8]
  /// What judges edits of the text, where it is the projection of a document of a dialect.
  let origin: ProjectedEdits?
  private var known: Result<DocumentReading, ParsingRefusal>?
  private var knownTree: TreeReading?
  private var knownContext: (caret: Int, context: CaretPlanner.Context)?
  private var knownTexts: (selections: [Range<Int>], texts: [LeafText]?)?

  init(_ source: [UInt8]) {
    self.source = source
    origin = nil
  }

  /// A text that has been read.
  init(_ reading: DocumentReading, of origin: ProjectedEdits? = nil) {
    source = reading.source
    self.origin = origin
    known = .success(reading)
  }

  /// The same text as the projection of another document, with what is known of it.
  init(_ other: SharedReading, of origin: ProjectedEdits) {
    source = other.source
    self.origin = origin
    known = other.known
    knownTree = other.knownTree
    knownContext = other.knownContext
    knownTexts = other.knownTexts
  }

  /// The text, read.
  ///
  /// - Throws: `ParsingRefusal` where libcmark is not asked to parse it.
  func reading() throws(ParsingRefusal) -> DocumentReading {
    if let known { return try known.get() }
    do {
      let reading = try DocumentReading(source)
      known = .success(reading)
      return reading
    } catch {
      known = .failure(error)
      throw error
    }
  }

  /// Where a caret stands that may be inside what is one to a writer, as `\\‸*`.
  func standing(_ caret: Int) -> Int {
    guard source.mayStandInSpelling(caret), let reading = try? reading() else { return caret }
    return CaretPlace(caret, in: reading).standing(caret, in: source)
  }

  /// The tree of a reading of the text.
  func tree(of reading: DocumentReading) -> TreeReading {
    if let knownTree { return knownTree }
    let tree = TreeReading(reading.tree)
    knownTree = tree
    return tree
  }

  /// The leaves with selected characters, as a planner of any mark's command finds them.
  func texts(on selections: [Range<Int>], of planner: SelectionPlanner) -> [LeafText]? {
    if let knownTexts, knownTexts.selections == selections { return knownTexts.texts }
    let texts = planner.texts(on: selections)
    knownTexts = (selections, texts)
    return texts
  }

  /// What commands have to know of a caret in a reading of the text.
  func context(at caret: Int, in reading: DocumentReading) -> CaretPlanner.Context {
    if let knownContext, knownContext.caret == caret { return knownContext.context }
    let place = CaretPlace(caret, in: reading)
    return context(at: caret, place, word: place.word, in: reading)
  }

  /// The same where the caret's place and word are known.
  func context(
    at caret: Int, _ place: CaretPlace, word: Range<Int>?, in reading: DocumentReading
  ) -> CaretPlanner.Context {
    let context = CaretPlanner.Context(caret, place, word: word, reading)
    knownContext = (caret, context)
    return context
  }
}

/// The parts of a document that commands on the same selections are planned on, each read once.
final class SharedParts {
  /// The stretch around the selections, which may be a part of a paragraph.
  let region: DocumentRegion
  let text: SharedReading
  private let selections: [Range<Int>]
  private let document: MarkdownDocument
  private var knownWhole: (region: DocumentRegion, text: SharedReading)?
  private var knownWider: (range: Range<Int>, region: DocumentRegion, text: SharedReading)?

  init?(_ selections: [Range<Int>], in document: MarkdownDocument) {
    guard let region = DocumentRegion(selections, in: document) else { return nil }
    self.region = region
    self.selections = selections
    self.document = document
    text = SharedReading(region.bytes)
  }

  /// The same with whole paragraphs.
  var whole: (region: DocumentRegion, text: SharedReading) {
    if let knownWhole { return knownWhole }
    let region = DocumentRegion(selections, in: document, wholeParagraphs: true) ?? region
    let whole = (region, SharedReading(region.bytes))
    knownWhole = whole
    return whole
  }

  /// A region of a paragraph that is wider than one, as far as searches have looked; nil where that is none, or
  /// would be far too much.
  ///
  /// - Complexity: O(1) where it was asked for before; else that of a region.
  func wider(
    _ part: DocumentRegion, reaching look: Range<Int>
  ) -> (region: DocumentRegion, text: SharedReading)? {
    guard let range = document.range(around: part, reaching: look) else { return nil }
    if let knownWider, knownWider.range == range {
      return knownWider.region.range == part.range ? nil : (knownWider.region, knownWider.text)
    }
    let region = document.region(covering: range)
    let text = SharedReading(region.bytes)
    knownWider = (range, region, text)
    return region.range == part.range ? nil : (region, text)
  }
}
