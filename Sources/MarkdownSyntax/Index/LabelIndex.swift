/// The defined labels of a document with the blocks that define them.
struct LabelIndex: Sendable {
  /// For each label of a link without its markup, the blocks that define one like it, in any order.
  private var definers: [LabelKey: [BlockLabels]] = [:]
  /// The number of lines that define each footnote.
  private var footnotes: [LabelKey: Int] = [:]

  /// Whether no label of a link is defined, as in a document without a line such as `[a]: /u`.
  var hasNoLinks: Bool { definers.isEmpty }
  var hasNoFootnotes: Bool { footnotes.isEmpty }

  mutating func add(_ labels: BlockLabels) {
    for key in Set(labels.definitions.map { $0.label.withoutMarkup }) {
      definers[key, default: []].append(labels)
    }
    for label in labels.footnotes { footnotes[label, default: 0] += 1 }
  }

  mutating func remove(_ labels: BlockLabels) {
    for key in Set(labels.definitions.map { $0.label.withoutMarkup }) {
      let others = definers[key]?.filter { $0 !== labels } ?? []
      definers[key] = others.isEmpty ? nil : others
    }
    for label in labels.footnotes {
      let left = (footnotes[label] ?? 0) - 1
      footnotes[label] = left > 0 ? left : nil
    }
  }

  /// The blocks that define a label, or one that differs from it only by markup.
  func definers(of label: LabelKey) -> [BlockLabels] { definers[label.withoutMarkup] ?? [] }

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
  ///
  /// - Parameter extensions: Those of the dialect. Footnotes are no definitions, nor are their lines.
  /// - Complexity: O(*n*) in the length of the text, if any label is defined.
  func definitionsInForce(
    for text: [UInt8], besides blocks: [BlockLabels], _ extensions: SyntaxExtensions
  ) -> [UInt8] {
    if labels.hasNoLinks { return [] }
    var seen: Set<LabelKey> = []
    var wanted: [(key: LabelKey, definers: [BlockLabels])] = []
    for label in text.withUnsafeBufferPointer({ LabelScan.labels(in: $0) }) {
      let key = LabelKey(label).withoutMarkup
      guard seen.insert(key).inserted else { continue }
      let definers = labels.definers(of: key)
      if !definers.isEmpty { wanted.append((key, definers)) }
    }
    // Of several blocks that define a label, the first in the document counts.
    let order =
      wanted.contains { $0.definers.count > 1 }
      ? self.blocks.order(of: wanted.flatMap { $0.definers }) : [:]
    var result: [UInt8] = []
    for (key, definers) in wanted {
      var own: Set<LabelKey> = []
      for block in definers.sorted(byKey: { order[ObjectIdentifier($0)] ?? 0 }) {
        for definition in block.definitions
        where definition.label.withoutMarkup == key
          && !(definition.isOfFootnote && extensions.contains(.footnotes))
          && own.insert(definition.label).inserted && !blocks.contains(where: { $0 === block })
        { result += definition.text + [.lineFeed, .lineFeed] }
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
  ///
  /// - Complexity: O(*c* + *m*) in the number of chunks of blocks, and in the length of those blocks
  ///   that may have such a label.
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
    func mayUse(_ uses: UInt32) -> Bool { uses & bits != 0 && uses & kind != 0 }
    for (start, block) in blocks.blocks(inChunks: { mayUse($0.uses) }) where mayUse(block.uses) {
      let range = start..<start + Int(block.length)
      let labels = buffer.bytes(in: range).withUnsafeBufferPointer { LabelScan.labels(in: $0) }
        .map { LabelKey($0) }
      if labels.contains(where: { keys.contains($0) }) { body(range, labels) }
    }
  }

  /// The starts of the blocks that begin in a range and define a label.
  package func definingBlocks(in range: Range<Int>) -> [Int] {
    blocks.blocks(inChunks: { $0.defines })
      .filter { range.contains($0.start) && $0.block.labels != nil }.map { $0.start }
  }

  /// The definitions of a tree of some blocks whose labels have, in brackets, a block that begins
  /// outside of a range.
  ///
  /// - Complexity: O(*c* + *m*) in the number of chunks of blocks, and in the length of those blocks
  ///   that may have such a label.
  package func definitions(
    in trees: [SyntaxTree], usedOutside range: Range<Int>
  ) -> [SyntaxTree.Node] {
    var labels: [(node: SyntaxTree.Node, key: LabelKey)] = []
    for tree in trees {
      for node in tree.nodes where node.kind == .definition || node.kind == .footnote {
        let isFootnote = node.kind == .footnote
        let label =
          isFootnote
          ? tree.nodes.first { $0.kind == .label && node.range.contains($0.range.lowerBound) }?
            .content : tree.link(of: node)?.label
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
    blocks.blocks(inChunks: { $0.uses & LabelScan.footnoteBit != 0 })
      .filter { $0.block.uses & LabelScan.footnoteBit != 0 }
      .map { $0.start..<$0.start + Int($0.block.length) }
  }

  /// The last block with a line that defines a footnote.
  package var lastBlockWithFootnote: Range<Int>? {
    labels.hasNoFootnotes ? nil : blocks.lastDefiner { !$0.footnotes.isEmpty }
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
