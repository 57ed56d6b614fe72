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

  /// Where a caret stands that may be inside what is one to a writer, as `\\‸*`.
  func standing(_ caret: Int) -> Int {
    guard source.mayStandInSpelling(caret), let reading = try? reading() else { return caret }
    return CaretPlace(caret, in: reading).standing(caret, in: source)
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

/// The parts of a document that commands on the same selections are planned on, each read once.
final class SharedParts {
  /// A stretch of the document, and what it has to know of the rest.
  struct Part {
    let region: DocumentRegion
    let context: ProjectionContext
    let text: SharedReading

    init(_ region: DocumentRegion, _ context: ProjectionContext = .document) {
      (self.region, self.context) = (region, context)
      text = SharedReading(region.bytes)
    }
  }

  /// The stretch around the selections, which may be a part of a paragraph.
  let part: Part
  private let selections: [Range<Int>]
  private let document: MarkdownDocument
  private let dialect: Dialect
  private var knownWhole: Part?
  private var knownWider: (range: Range<Int>, part: Part)?

  init?(_ selections: [Range<Int>], in document: MarkdownDocument, _ dialect: Dialect) {
    guard let first = selections.first, let last = selections.last else { return nil }
    self.selections = selections
    self.document = document
    self.dialect = dialect
    // A region of a dialect reads more than one of CommonMark: it is not made in vain.
    let mayBePart =
      dialect.isCommonMark || document.hasPieces(around: first.lowerBound..<last.upperBound)
    if mayBePart, let region = DocumentRegion(selections, in: document),
      let context = document.context(ofPart: region, in: dialect)
    {
      part = Part(region, context)
    } else {
      part = Self.whole(selections, in: document, dialect)
    }
  }

  /// The same with whole paragraphs.
  var whole: Part {
    if let knownWhole { return knownWhole }
    let whole = Self.whole(selections, in: document, dialect)
    knownWhole = whole
    return whole
  }

  private static func whole(
    _ selections: [Range<Int>], in document: MarkdownDocument, _ dialect: Dialect
  ) -> Part {
    if dialect.isCommonMark,
      let region = DocumentRegion(selections, in: document, wholeParagraphs: true)
    {
      return Part(region)
    }
    let (region, context) = document.region(around: selections, in: dialect)
    return Part(region, context)
  }

  /// A part of a paragraph that is wider than one, as far as searches have looked; nil where that is none, or
  /// would be far too much.
  ///
  /// - Complexity: O(1) where it was asked for before; else that of a region.
  func wider(_ part: DocumentRegion, reaching look: Range<Int>) -> Part? {
    guard let range = document.range(around: part, reaching: look) else { return nil }
    let wider: Part
    if let knownWider, knownWider.range == range {
      wider = knownWider.part
    } else {
      let region = document.region(covering: range)
      wider = Part(region, document.context(of: region, in: dialect))
      knownWider = (range, wider)
    }
    return wider.region.range == part.range ? nil : wider
  }
}

extension [UInt8] {
  /// Whether an offset may be inside an escape, a character reference or a line ending: `\‸*`, `&am‸p;`.
  func mayStandInSpelling(_ offset: Int) -> Bool {
    guard offset > 0, offset < count else { return false }
    let isBeforeLineFeed = self[offset] == 0x0A
    if self[offset - 1] == 0x0D && isBeforeLineFeed { return true }
    if self[offset - 1] == 0x5C,
      isBeforeLineFeed || Escaping.isASCIIPunctuation(Unicode.Scalar(self[offset]))
    {
      return true
    }
    var start = offset
    while start > 0, self[start - 1].isReferenceByte { start -= 1 }
    return start > 0 && self[start - 1] == 0x26
  }
}

extension UInt8 {
  /// Whether the byte may stand in a character reference behind its `&`: `#`, a letter, a digit.
  fileprivate var isReferenceByte: Bool { self == 0x23 || isASCIIAlphanumeric }
}
