import CommonMark
import MarkdownSyntax

/// A text that several commands are planned on at the same place, read once for all of them.
final class SharedReading {
  let source: [UInt8]
  /// What judges edits of the text, where it is the projection of a document of a dialect.
  let origin: ProjectedEdits?
  private var known: Result<DocumentReading, ParsingRefusal>?
  private var knownTree: BeforeTree?
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

  /// The tree of a reading of the text.
  func tree(of reading: DocumentReading) -> BeforeTree {
    if let knownTree { return knownTree }
    let tree = BeforeTree(reading.tree)
    knownTree = tree
    return tree
  }

  /// The leaves with selected characters, as commands of all marks find them.
  func texts(on selections: [Range<Int>], in reading: DocumentReading) -> [LeafText]? {
    if let knownTexts, knownTexts.selections == selections { return knownTexts.texts }
    let texts = reading.texts(on: selections)
    knownTexts = (selections, texts)
    return texts
  }

  /// What commands have to know of a caret in a reading of the text.
  func context(at caret: Int, in reading: DocumentReading) -> CaretPlanner.Context {
    if let knownContext, knownContext.caret == caret { return knownContext.context }
    let context = CaretPlanner.Context(caret, reading)
    knownContext = (caret, context)
    return context
  }
}
