/// The labels that a document defines (CommonMark 0.30 §4.7), and the size of their targets.
package struct ReferenceMap: Hashable, Sendable {
  /// The bytes of each label's destination and title, from its first definition.
  private var sizes: [LabelKey: Int] = [:]
  /// The number of bytes of destinations and titles that libcmark lets references add.
  private(set) var expansionLimit = 100_000

  package init() {}

  /// Makes a map of the definitions of a source of `byteCount` bytes, in document order.
  init(_ definitions: [LinkDefinition], byteCount: Int) {
    expansionLimit = Swift.max(byteCount, expansionLimit)
    for definition in definitions where sizes[definition.label] == nil {
      sizes[definition.label] = definition.byteCount
    }
  }

  /// Whether no label is defined, as in a document without a line such as `[a]: /u`.
  package var isEmpty: Bool { sizes.isEmpty }

  /// The bytes that a use of a label, without its brackets, adds; nil if it is not defined.
  func size(of label: Bytes) -> Int? { sizes.isEmpty ? nil : sizes[LabelKey(label)] }

  /// Whether any `count` uses of labels stay within the limit.
  func admits(uses count: Int) -> Bool {
    let most = sizes.values.max() ?? 0
    return most == 0 || count <= expansionLimit / most
  }
}
