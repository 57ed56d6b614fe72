/// Writes the lines of a tree: source lines if nothing changed, otherwise the most similar ones.
struct BlockSpelling {
  /// Variations to try if libcmark reads the most similar spelling differently.
  struct Options: Hashable {
    /// Gives lazy continuation lines the prefixes of their containers: `> a⏎b` becomes `> a⏎> b`.
    var fillsLazyLines = false
    /// Escapes the start of a line even if it may be raw HTML or a link, as in `\[a]: b`.
    var escapesAll = false

    static let all = [
      Options(), Options(escapesAll: true), Options(fillsLazyLines: true),
      Options(fillsLazyLines: true, escapesAll: true),
    ]
  }
  struct SpelledLine {
    var bytes: [UInt8] = []
    /// The line's number in the source; negative if a command made it.
    var origin = -1
    /// The ranges of the source in the line, with their offsets.
    var segments: [(source: Range<Int>, offset: Int)] = []
    /// The caret of an empty block.
    var caret: Int?
    /// The removed source line below it; negative if there is none.
    var former = -1
  }
  private struct Entry {
    var block: Block
    /// Whether the next line is the first and has the marker, as in `- a`.
    var isFresh = true
    /// The columns by which further lines are indented.
    var width = 0
    /// Whether the marker keeps its column, as a renumbered `3. a` does, so that its contents may,
    /// too.
    var isInPlace = false
    /// Whether a command changed the item's kind, as from `- a` to `1. a`. Lines aligned with its
    /// text then move with it.
    var isOtherKind = false
  }

  let tree: BlockTree
  let options: Options
  private(set) var lines: [SpelledLine] = []
  private var stack: [Entry] = []

  init(_ tree: BlockTree, _ options: Options) {
    self.tree = tree
    self.options = options
    write(tree.root)
  }

  private mutating func write(_ block: Block) {
    switch block.kind {
    case .document, .list:
      for child in block.children { write(child) }
    case .quote, .item, .footnote:
      var entry = block
      entry.children = []
      stack.append(Entry(block: entry))
      if block.children.isEmpty { write(Line(), of: .blankLine, isFirst: true) }
      for child in block.children { write(child) }
      stack.removeLast()
    default:
      for index in block.lines.indices { write(block.lines[index], of: block, isFirst: index == 0) }
      if let underline = block.heading.underline { write(underline, of: block, isFirst: false) }
    }
  }

  private mutating func write(_ line: Line, of leaf: Block, isFirst: Bool) {
    var spelled = SpelledLine(origin: line.origin)
    if isAsInSource(line) || block(leaf, isBlankAsInSource: line) {
      let range = tree.lines[line.origin]
      spelled.bytes = Array(tree.source[range])
      spelled.segments = [(range, 0)]
      for index in stack.indices where stack[index].isFresh {
        stack[index].width = stack[index].block.marker.sourceWidth
        stack[index].isInPlace = true
      }
    } else {
      if line.copyOf >= 0 {
        // The start of the copied line maps to the start of this one.
        let start = tree.lines[line.copyOf].lowerBound
        spelled.segments.append((start..<start + 1, 0))
      }
      // libcmark counts a fence's indentation in bytes, so a new fence is aligned with the content.
      let isCode = leaf.id < 0 && leaf.kind == .code(isFenced: true)
      let isTabbed = line.model >= 0 && tree.isIndentedWithTabs(line.model)
      let usesTabs = (isTabbed && !isCode) || stack.contains { self.usesTabs($0) }
      var writer = LineWriter(spelled, from: line.model, of: tree, usesTabs: usesTabs)
      compose(line, of: leaf, isFirst: isFirst, with: &writer)
      spelled = writer.line
    }
    for index in stack.indices { stack[index].isFresh = false }
    lines.append(spelled)
  }

  /// Whether a container's marker is indented with a tab, as in `⇥- a`.
  private func usesTabs(_ entry: Entry) -> Bool {
    let marker = entry.block.marker
    if marker.usesTabs { return true }
    guard entry.isFresh, let place = marker.place else { return false }
    return tree.isIndentedWithTabs(tree.line(at: place.lowerBound))
  }

  /// Whether a line can be copied from the source, because its containers, markers and columns are
  /// the same. For example, `a` in a new quote cannot: it becomes `> a`.
  private func isAsInSource(_ line: Line) -> Bool {
    guard line.origin >= 0, !line.isChanged, line.chain.count == stack.count else { return false }
    var column = 0
    for (index, entry) in stack.enumerated() {
      let marker = entry.block.marker
      guard line.chain[index] == entry.block.id else { return false }
      guard index < line.prefixes.count else {
        if entry.isFresh { return false }
        continue
      }
      let prefix = line.prefixes[index]
      guard (prefix.range == marker.source) == entry.isFresh else { return false }
      if entry.isFresh || entry.block.kind == .quote {
        guard column == (index > 0 ? line.prefixes[index - 1].endColumn : 0) else { return false }
        column = prefix.endColumn
      } else {
        column += entry.width
      }
      // If a command changed the marker, `source` is nil.
      if entry.isFresh, let box = marker.box, box.source == nil || box.isChanged { return false }
    }
    guard column == line.prefixes.last?.endColumn ?? 0 else { return false }
    return !options.fillsLazyLines || !line.isLazy
  }

  /// Whether a blank line, such as `> `, keeps the number and the columns of its quote markers.
  private func block(_ leaf: Block, isBlankAsInSource line: Line) -> Bool {
    guard leaf.kind == .blank, line.origin >= 0, !line.isChanged,
      !stack.contains(where: { $0.isFresh })
    else { return false }
    let quotes = line.prefixes.count { tree.source[$0.range].contains(.greaterThan) }
    return quotes == stack.count { $0.block.kind == .quote }
      && (quotes == 0 || stack.allSatisfy { $0.isInPlace })
  }

  private mutating func compose(
    _ line: Line, of leaf: Block, isFirst: Bool, with writer: inout LineWriter
  ) {
    let isLazy = composePrefixes(line, leaf, isFirst: isFirst, with: &writer)
    if leaf.kind == .blank {
      if stack.contains(where: { $0.isFresh }) { writer.writeBlanks() }
      if line.pieces.contains(.caret) { writer.placeCaret() }
      return
    }
    if leaf.isText || line.model < 0 && leaf.kind != .code(isFenced: true) {
      indent(line, isFirst: isFirst, isLazy: isLazy, with: &writer)
    } else if !line.isChanged {
      writer.indent(by: line.cutTab)
    }
    composeContent(line, of: leaf, isFirst: isFirst, with: &writer)
  }

  /// Writes the blanks before the text of a line.
  private func indent(
    _ line: Line, isFirst: Bool, isLazy: Bool, with writer: inout LineWriter
  ) {
    guard line.model >= 0, !line.isChanged || line.keepsIndent else {
      return isLazy ? () : writer.indent(by: 0, isText: true)
    }
    let start = line.prefixes.last?.endColumn ?? 0
    let text =
      line.indent.isEmpty ? start : tree.column(of: line.indent.upperBound)
    let own = text - start
    let keepsColumns =
      line.chain.count == stack.count && keepsColumns(line, depth: stack.count, by: own)
      && !stack.contains { $0.isFresh }
    let kept = isLazy || keepsColumns ? text : nil
    writer.indent(
      by: isFirst && own > 3 ? 0 : own, from: kept, isText: true, isFree: !isFirst)
  }

  /// Writes the prefixes of a line's containers. Returns whether it is lazy, as `b` in `> a⏎b`.
  private mutating func composePrefixes(
    _ line: Line, _ leaf: Block, isFirst: Bool, with writer: inout LineWriter
  ) -> Bool {
    // A line without any prefix is also a lazy continuation in other items.
    if leaf.kind == .paragraph, !isFirst, !options.fillsLazyLines, line.prefixes.isEmpty,
      !line.chain.isEmpty, stack.allSatisfy({ $0.block.kind == .item })
    {
      return true
    }
    for depth in stack.indices {
      let entry = stack[depth].block
      if stack[depth].isFresh {
        writeMarker(of: depth, before: line, with: &writer)
        continue
      }
      let place = line.chain.firstIndex(of: entry.id)
      if let place, place >= line.prefixes.count, !isFirst, !options.fillsLazyLines,
        leaf.kind == .paragraph
      {
        return true
      }
      guard entry.kind == .quote else {
        writer.indent(by: stack[depth].width)
        continue
      }
      guard let place, place < line.prefixes.count,
        let mark = line.prefixes[place].range.first(where: { tree.source[$0] == .greaterThan })
      else {
        writer.writeQuote(hasBlank: true)
        continue
      }
      let column = tree.column(of: mark)
      writer.indent(by: column - (place > 0 ? line.prefixes[place - 1].endColumn : 0))
      let isBare = line.prefixes[place].endColumn == column + 1
      writer.writeQuote(hasBlank: !isBare || !isFollowedAsInSource(line, depth: depth))
    }
    return false
  }

  /// Whether the outermost `depth` containers of a line are the source's, in the same columns,
  /// unlike those of `b` after `- a⏎  - b` moved into another item.
  private func keepsColumns(_ line: Line, depth: Int, by own: Int) -> Bool {
    if own == 0, depth > 0, stack[depth - 1].isOtherKind { return false }
    return line.chain.count >= depth
      && zip(line.chain, stack[..<depth]).allSatisfy { $0 == $1.block.id && $1.isInPlace }
  }

  /// Whether a container has the same contents as in the source, as the quote of `>a`, unlike the
  /// outer quote of `>> a` without the inner one.
  private func isFollowedAsInSource(_ line: Line, depth: Int) -> Bool {
    let next = stack.dropFirst(depth + 1).first?.block.id
    return next == line.chain.dropFirst(depth + 1).first
      && (next != nil || !line.isChanged || line.keepsIndent)
  }

  /// Writes the marker of a container, with the box of a task.
  private mutating func writeMarker(
    of depth: Int, before line: Line, with writer: inout LineWriter
  ) {
    let block = stack[depth].block
    var marker = block.marker
    let sign = marker.sign(in: tree.source)
    let column =
      sign.map { tree.column(of: $0.lowerBound) } ?? marker.column + marker.indent
    let keepsColumns =
      keepsColumns(line, depth: depth, by: marker.indent)
      && line.chain.dropFirst(depth).first == block.id
    let start = writer.columnAfterBlanks
    writer.indent(by: marker.indent, from: keepsColumns ? column : nil, isText: block.kind == .item)
    writer.writeBlanks()
    stack[depth].isInPlace = block.id >= 0 && writer.column == column
    stack[depth].isOtherKind =
      block.kind == .item
      && sign.map { (tree.source[$0.lowerBound] < UInt8(ascii: "0")) != marker.numberText.isEmpty }
        ?? false
    marker.column = start
    let indent = writer.column - start
    if marker.place != nil, let sign { writer.mapStart(of: sign.prefix(1)) }
    if block.kind == .quote {
      let isBare = marker.source.map { tree.source[$0].last == .greaterThan } ?? false
      writer.writeQuote(hasBlank: !isBare || !isFollowedAsInSource(line, depth: depth))
      return
    }
    stack[depth].width = marker.width + indent - marker.indent
    writer.write(marker.source == nil ? marker.sign[...] : tree.source[sign ?? 0..<0])
    if marker.padding.contains(.tab) {
      writer.write(marker.padding)
    } else {
      writer.indent(by: max(1, marker.padding.count))
    }
    if let box = marker.box { write(box, with: &writer) }
  }

  private func write(_ box: Box, with writer: inout LineWriter) {
    if let source = box.source, !box.isChanged {
      writer.write(source)
      return
    }
    writer.writeBlanks()
    if let source = box.source { writer.mapStart(of: source.prefix(3)) }
    writer.write([.leftBracket, box.state, .rightBracket])
    if let source = box.source, source.count > 3 {
      writer.write(source.dropFirst(3))
    } else {
      writer.indent(by: 1)
    }
  }

  /// Writes the hashes of a heading, or its underline; returns true if the line is an underline.
  private func beginHeading(
    _ line: Line, of leaf: Block, isFirst: Bool, with writer: inout LineWriter
  ) -> Bool {
    if leaf.heading.formerUnderline == line.origin + 1, line.origin >= 0 {
      writer.setFormer(leaf.heading.formerUnderline)
    }
    if case .heading(let level) = leaf.kind {
      if leaf.heading.underline == nil {
        writer.writeBlanks()
        if let hashes = leaf.heading.hashes { writer.mapStart(of: hashes.prefix(level)) }
        writer.write([UInt8](repeating: .numberSign, count: level) + leaf.heading.padding)
      } else if let underline = leaf.heading.underline, underline.origin == line.origin,
        underline.copyOf == line.copyOf, !isFirst
      {
        let mark: UInt8 = level == 1 ? .equalsSign : .hyphen
        writer.write(tree.bytes(of: underline).map { $0.isBlank ? $0 : mark })
        return true
      }
    }
    return false
  }

  private func composeContent(
    _ line: Line, of leaf: Block, isFirst: Bool, with writer: inout LineWriter
  ) {
    if beginHeading(line, of: leaf, isFirst: isFirst, with: &writer) { return }
    var isStart = true
    for piece in escaped(line, of: leaf, isFirst: isFirst) {
      switch piece {
      case .source(let range):
        let text = isStart ? withoutBlanks(range, on: line, of: leaf, with: &writer) : range
        // An empty line has no trailing blanks.
        if !text.isEmpty || line.content == nil { writer.write(text) }
      case .bytes(let bytes): if !bytes.isEmpty { writer.write(bytes) }
      case .caret: writer.placeCaret()
      case .probe:
        writer.placeCaret()
        writer.write(BlockProof.probe)
      }
      isStart = false
    }
    if case .heading(let level) = leaf.kind, let closing = leaf.heading.closing {
      // The closing hashes follow the level if a command changed it.
      let isSame = leaf.heading.hashes?.count == level
      writer.write(
        isSame ? Array(tree.source[closing]) : self.closing(tree.source[closing], level))
    }
  }

  /// Returns the text of a line without a split tab's rest and the indentation of code, which the
  /// writer adds as columns.
  private func withoutBlanks(
    _ range: Range<Int>, on line: Line, of leaf: Block, with writer: inout LineWriter
  ) -> Range<Int> {
    guard !line.isChanged, line.origin >= 0, line.indent.isEmpty else { return range }
    if leaf.kind != .code(isFenced: false) {
      return line.cutTab > 0 ? range.dropFirst(1) : range
    }
    let start = line.prefixes.last?.endColumn ?? 0
    var column = start
    var text = range
    while column < start + 4, let byte = tree.source[text].first, byte.isBlank {
      column += byte == .tab ? 4 - column % 4 : 1
      text = text.dropFirst(1)
    }
    writer.indent(by: column - start - line.cutTab)
    return text
  }

  private func closing(_ bytes: ArraySlice<UInt8>, _ level: Int) -> [UInt8] {
    let before = Array(bytes.prefix { $0.isBlank })
    if before.count == bytes.count { return before }
    let behind = Array(bytes.reversed().prefix { $0.isBlank }.reversed())
    return before + [UInt8](repeating: .numberSign, count: level) + behind
  }
}

extension BlockSpelling.SpelledLine {
  /// The line without the word that was typed for the proof.
  var withoutProbe: BlockSpelling.SpelledLine {
    var result = self
    guard let caret, bytes[caret...].starts(with: BlockProof.probe) else { return self }
    result.bytes.removeSubrange(caret..<caret + BlockProof.probe.count)
    for index in segments.indices where segments[index].offset > caret {
      result.segments[index].offset -= BlockProof.probe.count
    }
    return result
  }
}
