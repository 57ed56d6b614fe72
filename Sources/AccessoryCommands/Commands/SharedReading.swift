import CommonMark
import MarkdownSyntax

/// A text that several commands are planned on at the same place, read once for all of them.
final class SharedReading {
  let source: [UInt8]
  private var known: Result<DocumentReading, ParsingRefusal>?
  private var knownTree: TreeReading?
  private var knownContext: (caret: Int, context: CaretPlanner.Context)?

  init(_ source: [UInt8]) { self.source = source }

  /// A text that has been read.
  init(_ reading: DocumentReading) {
    source = reading.source
    known = .success(reading)
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

  /// The tree of a reading of the text.
  func tree(of reading: DocumentReading) -> TreeReading {
    if let knownTree { return knownTree }
    let tree = TreeReading(reading.tree)
    knownTree = tree
    return tree
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
}
