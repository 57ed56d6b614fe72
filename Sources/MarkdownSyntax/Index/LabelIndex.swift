/// The defined labels of a document with the blocks that define them.
struct LabelIndex: Sendable {
  /// A definition of a block.
  struct Definer: Sendable {
    var block: BlockLabels
    /// The index among the block's definitions.
    var index: Int
    var definition: LinkDefinition { block.definitions[index] }
  }

  /// The definitions of each label of a link without its markup: of blocks in any order, those of a
  /// block in order.
  private var definers: [LabelKey: [Definer]] = [:]
  /// The number of lines that define each footnote.
  private var footnotes: [LabelKey: Int] = [:]

  var hasNoLinks: Bool { definers.isEmpty }
  var hasNoFootnotes: Bool { footnotes.isEmpty }

  mutating func add(_ labels: BlockLabels) {
    for (index, definition) in labels.definitions.enumerated() {
      definers[definition.label.withoutMarkup, default: []].append(
        Definer(block: labels, index: index))
    }
    for label in labels.footnotes { footnotes[label, default: 0] += 1 }
  }

  mutating func remove(_ labels: BlockLabels) {
    for key in Set(labels.definitions.map { $0.label.withoutMarkup }) {
      let others = definers[key]?.filter { $0.block !== labels } ?? []
      definers[key] = others.isEmpty ? nil : others
    }
    for label in labels.footnotes {
      let left = (footnotes[label] ?? 0) - 1
      footnotes[label] = left > 0 ? left : nil
    }
  }

  /// The definitions of a label without markup, and of those that differ from it only by markup.
  func definers(of label: LabelKey) -> [Definer] { definers[label] ?? [] }

  func definesFootnote(_ label: LabelKey) -> Bool { footnotes[label] != nil }

  /// The greatest number that is a footnote's label; 0 if there is none. More than nine digits are a
  /// name.
  var greatestFootnote: Int {
    footnotes.keys.reduce(0) { greatest, key in
      guard key.bytes.count < 10, key.bytes.allSatisfy({ $0.isASCIIDigit }) else { return greatest }
      return max(greatest, key.bytes.reduce(0) { $0 * 10 + Int($1 & 15) })
    }
  }
}

extension MarkdownDocument {
  /// The definitions in force for the labels in a text, each as a paragraph, except those of some
  /// blocks, which the text has. A label may differ from one in the text by markup, which a command
  /// may add or remove: without its asterisks, `[*a*]` is a link if `[a]` is defined.
  func definitionsInForce(
    for text: [UInt8], besides blocks: [BlockLabels], _ extensions: SyntaxExtensions
  ) -> [UInt8] {
    if labels.hasNoLinks { return [] }
    var seen: Set<LabelKey> = []
    var wanted: [[LabelIndex.Definer]] = []
    for label in text.withUnsafeBufferPointer({ LabelScan.labels(in: $0) }) {
      let key = LabelKey(label).withoutMarkup
      guard seen.insert(key).inserted else { continue }
      let definers = labels.definers(of: key)
      if !definers.isEmpty { wanted.append(definers) }
    }
    // Of several blocks that define a label, the first in the document counts.
    var order: [ObjectIdentifier: Int] = [:]
    if wanted.contains(where: { $0.count > 1 }) {
      for definer in self.blocks.definers { order[ObjectIdentifier(definer.labels)] = order.count }
    }
    var result: [UInt8] = []
    let known = Set(blocks.map { ObjectIdentifier($0) })
    for definers in wanted {
      var own: Set<LabelKey> = []
      for definer in definers.sorted(byKey: { order[ObjectIdentifier($0.block)] ?? 0 }) {
        let definition = definer.definition
        if definition.isOfFootnote && extensions.contains(.footnotes) { continue }
        guard own.insert(definition.label).inserted,
          !known.contains(ObjectIdentifier(definer.block))
        else { continue }
        result += definition.text + [.lineFeed, .lineFeed]
      }
    }
    return result
  }

  /// The footnotes among the labels in a text that are defined anywhere.
  func footnotes(in text: [UInt8]) -> Set<LabelKey> {
    if labels.hasNoFootnotes { return [] }
    return Set(
      footnoteLabels(in: text).map { LabelKey(Array($0.bytes.dropFirst())) }
        .filter { labels.definesFootnote($0) })
  }

  /// The blocks with one of some labels in brackets. Footnotes' labels begin with `^`.
  func blocks(using keys: Set<LabelKey>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    forEachBlock(using: keys) { block, _ in ranges.append(block) }
    return ranges
  }

  /// Passes each block that uses one of some labels to `body`, with all labels that the block has.
  private func forEachBlock(
    using keys: Set<LabelKey>, _ body: (_ block: Range<Int>, _ labels: [LabelKey]) -> Void
  ) {
    let bits = keys.reduce(0) { $0 | LabelScan.bit(of: $1) }
    let isOfFootnotes = keys.allSatisfy { $0.bytes.first == .circumflex }
    let kind = isOfFootnotes ? LabelScan.footnoteBit : ~0
    for range in blocks.ranges(using: { $0 & bits != 0 && $0 & kind != 0 }) {
      let labels = buffer.bytes(in: range).withUnsafeBufferPointer { LabelScan.labels(in: $0) }
        .map { LabelKey($0) }
      if labels.contains(where: { keys.contains($0) }) { body(range, labels) }
    }
  }

  /// The starts of the blocks that begin in a range and define a label.
  package func definingBlocks(in range: Range<Int>) -> [Int] {
    blocks.definers.map { $0.range.lowerBound }.filter { range.contains($0) }
  }

  /// The definitions in some trees of the document whose labels are in brackets in a block that
  /// begins outside of a range.
  package func definitions(
    in trees: [SyntaxTree], usedOutside range: Range<Int>
  ) -> [SyntaxTree.Node] {
    var labels: [(node: SyntaxTree.Node, key: LabelKey)] = []
    for tree in trees {
      for (index, node) in tree.nodes.enumerated() {
        guard node.kind == .definition || node.kind == .footnote else { continue }
        let isFootnote = node.kind == .footnote
        let label =
          isFootnote
          ? tree.nodes[index..<node.endIndex].first { $0.kind == .label }?.content
          : tree.link(of: node)?.label
        guard let label else { continue }
        labels.append((node, LabelKey((isFootnote ? [.circumflex] : []) + buffer.bytes(in: label))))
      }
    }
    var used: Set<LabelKey> = []
    forEachBlock(using: Set(labels.map { $0.key })) { block, labels in
      if !range.contains(block.lowerBound) { used.formUnion(labels) }
    }
    return labels.filter { used.contains($0.key) }.map { $0.node }
  }

  /// The blocks with `[^a]`.
  package var blocksWithFootnotes: [Range<Int>] {
    blocks.ranges(using: { $0 & LabelScan.footnoteBit != 0 })
  }

  /// The last block with a line that defines a footnote.
  package var lastBlockWithFootnote: Range<Int>? {
    labels.hasNoFootnotes ? nil : blocks.definers.last { !$0.labels.footnotes.isEmpty }?.range
  }

  /// The blocks with a footnote's label, or with one of those that some blocks have.
  package func blocksWithFootnotes(of ranges: [Range<Int>], _ label: String? = nil) -> [Range<Int>]
  {
    var keys: Set<LabelKey> = []
    if let label { keys.insert(LabelKey([.circumflex] + Array(label.utf8))) }
    for range in ranges { keys.formUnion(footnoteLabels(in: buffer.bytes(in: range))) }
    return keys.isEmpty ? [] : blocks(using: keys)
  }

  /// The number after the greatest one that is a footnote's label, and that is written in no `[^1]`.
  package var nextFootnote: Int {
    var next = labels.greatestFootnote + 1
    while !blocks(using: [LabelKey(Array("^\(next)".utf8))]).isEmpty { next += 1 }
    return next
  }

  /// The labels of footnotes in a text, with `^`.
  private func footnoteLabels(in text: [UInt8]) -> [LabelKey] {
    text.withUnsafeBufferPointer { LabelScan.labels(in: $0) }
      .filter { $0.first == .circumflex }.map { LabelKey($0) }
  }
}
