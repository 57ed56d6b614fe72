/// The facts about a document that reading a part of it needs.
package struct ReadingContext: Hashable, Sendable {
  /// The offset of the document's start, which front matter may follow; nil in a later part.
  package var documentStart: Int?
  /// The labels of footnotes that are defined outside.
  package var footnotes: Set<LabelKey> = []

  package static let document = ReadingContext(documentStart: 0)

  package init(documentStart: Int?) { self.documentStart = documentStart }
}
