/// The labels that a document defines (CommonMark 0.30 §4.7), and the size of their targets.
package struct ReferenceMap: Hashable, Sendable {
  /// The first definition of each label.
  private var definitions: [LabelKey: LinkDefinition] = [:]
  /// The number of bytes of destinations and titles that libcmark lets references add.
  private(set) var expansionLimit = 100_000

  package init() {}

  /// Makes a map of the definitions of a source of `byteCount` bytes, in document order.
  init(_ definitions: [LinkDefinition], byteCount: Int) {
    expansionLimit = Swift.max(byteCount, expansionLimit)
    for definition in definitions where self.definitions[definition.label] == nil {
      self.definitions[definition.label] = definition
    }
  }

  /// Whether no label is defined, as in a document without a line such as `[a]: /u`.
  package var isEmpty: Bool { definitions.isEmpty }

  /// The definition of a label, without its brackets.
  func definition(of label: Bytes) -> LinkDefinition? {
    definitions.isEmpty ? nil : definitions[LabelKey(label)]
  }

  /// Whether any `count` uses of labels stay within the limit.
  func admits(uses count: Int) -> Bool {
    let most = definitions.values.map { $0.byteCount }.max() ?? 0
    return most == 0 || count <= expansionLimit / most
  }
}
