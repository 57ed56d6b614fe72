/// A label in the form for comparison (CommonMark 0.30 §4.7): case-folded, trimmed, with one space
/// for each run of white space. `[ Foo  Bar]` has the key of `[foo bar]`.
package struct LabelKey: Hashable, Sendable {
  package private(set) var bytes: [UInt8] = []

  init(_ label: Bytes) {
    bytes.reserveCapacity(label.count)
    var index = 0
    while index < label.count {
      if label[index].isMarkdownSpace {
        if !bytes.isEmpty, bytes.last != .space { bytes.append(.space) }
        index += 1
      } else {
        let (scalar, count) = label.scalar(at: index)
        CaseFolding.append(scalar, to: &bytes)
        index += count
      }
    }
    if bytes.last == .space { bytes.removeLast() }
  }

  package init(_ label: [UInt8]) { self = label.withUnsafeBufferPointer { LabelKey($0) } }

  /// How often each label is in brackets in a text, in code and HTML, too.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func counts(in source: [UInt8]) -> [LabelKey: Int] {
    var counts: [LabelKey: Int] = [:]
    for label in source.withUnsafeBufferPointer({ LabelScan.labels(in: $0) }) {
      counts[LabelKey(label), default: 0] += 1
    }
    return counts
  }

  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The key without the characters of marks and escapes: of `*a*` as of `a`.
  var withoutMarkup: LabelKey {
    let isMarkup: (UInt8) -> Bool = { "*_~=`\\".utf8.contains($0) }
    guard bytes.contains(where: isMarkup) else { return self }
    var key = self
    key.bytes.removeAll(where: isMarkup)
    return key
  }
}

/// Finds possible labels in a part of a source, without knowledge of its blocks.
///
/// It may find too many, which costs a look-up, but never too few.
enum LabelScan {
  @inline(never)
  static func labels(in source: Bytes) -> [[UInt8]] {
    var labels: [[UInt8]] = []
    forEachLabel(in: source) { append($0, to: &labels) }
    return labels
  }

  private static func forEachLabel(in source: Bytes, _ body: (Bytes) -> Void) {
    var index = source.firstOffset(of: .leftBracket, from: 0)
    while index < source.count {
      // Line prefixes do not count in a label's length, so there is no limit yet. A bracket after a
      // backslash counts, too, since an edit may remove that.
      if let (end, label) = LinkLabel.match(in: source, at: index, limit: .max), !label.isEmpty {
        // A line ending at an end is white space, but a quote's marker after it is not.
        body(Bytes(rebasing: source[index + 1..<end - 1]))
      }
      index = source.firstOffset(of: .leftBracket, from: index + 1)
    }
  }

  /// A bit for each label in brackets, by which a block that surely has not some label is known.
  static func bits(in source: Bytes) -> UInt32 {
    var bits: UInt32 = 0
    forEachLabel(in: source) { label in
      if label[0] == .circumflex { bits |= footnoteBit }
      bits |= label.allSatisfy { $0 < 0x80 } ? bit(of: label) : bit(of: LabelKey(label))
    }
    return bits
  }

  static let footnoteBit: UInt32 = 1 << 31

  static func bit(of key: LabelKey) -> UInt32 { key.bytes.withUnsafeBufferPointer { bit(of: $0) } }

  /// The bit of a label, which depends only on its ASCII letters, in either case, and digits.
  private static func bit(of label: Bytes) -> UInt32 {
    var hash: UInt32 = 5381
    for byte in label where byte.isASCIIAlphanumeric {
      hash = hash &* 33 &+ UInt32(byte.isASCIILetter ? byte | 0x20 : byte)
    }
    return 1 << ((hash >> 2) % 31)
  }

  private static func append(_ label: Bytes, to labels: inout [[UInt8]]) {
    append(Array(label), to: &labels)
    guard label.contains(where: { $0.isLineEnding }), label.contains(.greaterThan) else { return }
    // The lines may have the markers of quotes before them.
    var text: [UInt8] = []
    var isPrefix = false
    for byte in label {
      if byte.isLineEnding {
        isPrefix = true
      } else if isPrefix, !byte.isBlank, byte != .greaterThan {
        isPrefix = false
      }
      if !isPrefix || byte != .greaterThan { text.append(byte) }
    }
    append(text, to: &labels)
  }

  private static func append(_ label: [UInt8], to labels: inout [[UInt8]]) {
    if !label.isEmpty, label.count <= LinkLabel.byteLimit { labels.append(label) }
  }
}

struct LabelIndex: Sendable {
  struct Definer: Sendable {
    var block: BlockLabels
    var index: Int
    var definition: LinkDefinition { block.definitions[index] }
  }

  /// The definitions of each label of a link without its markup: of blocks in any order, those of a
  /// block in order.
  private var definers: [LabelKey: [Definer]] = [:]
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

  func footnotes(in text: [UInt8]) -> Set<LabelKey> {
    if labels.hasNoFootnotes { return [] }
    return Set(
      footnoteLabels(in: text).map { LabelKey(Array($0.bytes.dropFirst())) }
        .filter { labels.definesFootnote($0) })
  }

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

  package var blocksWithFootnotes: [Range<Int>] {
    blocks.ranges(using: { $0 & LabelScan.footnoteBit != 0 })
  }

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

  private func footnoteLabels(in text: [UInt8]) -> [LabelKey] {
    text.withUnsafeBufferPointer { LabelScan.labels(in: $0) }
      .filter { $0.first == .circumflex }.map { LabelKey($0) }
  }
}
