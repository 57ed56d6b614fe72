/// Which labels a document defines (CommonMark 0.30 §4.7), and how much each use of one brings in.
package struct ReferenceMap: Hashable, Sendable {
  /// For each label the bytes of its destination and title; the first definition counts.
  private var sizes: [LabelKey: Int] = [:]
  /// How many bytes of destinations and titles libcmark lets the uses of labels bring in.
  private(set) var expansionLimit = 100_000

  /// Makes a map in which nothing is defined.
  package init() {}

  /// Makes a map of the definitions of a source of `byteCount` bytes, in document order.
  init(_ definitions: [LinkDefinition], byteCount: Int) {
    expansionLimit = Swift.max(byteCount, expansionLimit)
    for definition in definitions where sizes[definition.label] == nil {
      sizes[definition.label] = definition.byteCount
    }
  }

  /// Whether no label is defined. True of a document without any line such as `[a]: /u`.
  package var isEmpty: Bool { sizes.isEmpty }

  /// How many bytes a use of a label brings in that is written as in the source, without its brackets; nil if it
  /// is not defined.
  func size(of label: Bytes) -> Int? { sizes.isEmpty ? nil : sizes[LabelKey(label)] }

  /// Whether `count` uses of labels stay within the limit, whichever they are.
  func admits(uses count: Int) -> Bool {
    let most = sizes.values.max() ?? 0
    return most == 0 || count <= expansionLimit / most
  }
}
