/// Writes the lines for a tree: the source's own where nothing changed, else the nearest to them.
struct BlockSpelling {
  /// What may be tried where the nearest spelling is read otherwise.
  struct Options: Hashable {
    /// Lazy continuation lines get the prefixes of their containers. From `> a⏎b` the second
    /// becomes `> b`.
    var fillsLazyLines = false
    /// Whether indentation is written with tabs where the source has tabs: `⇥- b`.
    var keepsTabs = true
    /// What begins a line of a paragraph like another block is escaped even where it may be raw
    /// HTML or a link. As in `\[a]: b`.
    var escapesAll = false

    /// The ways to spell a tree, in the order in which they are tried.
    static let all = [
      Options(), Options(keepsTabs: false), Options(escapesAll: true),
      Options(fillsLazyLines: true, keepsTabs: false),
      Options(fillsLazyLines: true, keepsTabs: false, escapesAll: true),
    ]
  }
  /// A line of the text after.
  struct SpelledLine {
    var bytes: [UInt8] = []
    /// The line of the source that it was; negative where a command made it.
    var origin = -1
    /// Which bytes of the source stand where on it.
    var segments: [(source: Range<Int>, offset: Int)] = []
    /// Where the caret of an empty block is.
    var caret: Int?
    /// The line of the source below it that went; negative where none did.
    var former = -1
  }
  private struct Entry {
    var block: Block
    /// Whether none of its lines is written yet: the next one gets the marker, as in `- a`.
    var isFresh = true
  }

  let tree: BlockTree
  let options: Options
  /// What is typed at the caret of an empty block.
  let probe: [UInt8]
  private(set) var lines = SpelledLines()
  private var stack: [Entry] = []

  init(_ tree: BlockTree, _ options: Options, probe: [UInt8] = []) {
    self.tree = tree
    self.options = options
    self.probe = probe
    write(tree.root)
  }

  private mutating func write(_ block: Block) {
    switch block.kind {
    case .document, .list:
      for child in block.children { write(child) }
    case .quote, .item:
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
    } else {
      if line.copyOf >= 0 {
        // What begins where the line does begins where its copy does.
        let start = tree.lines[line.copyOf].lowerBound
        spelled.segments.append((start..<start + 1, 0))
      }
      compose(line, of: leaf, isFirst: isFirst, into: &spelled)
    }
    for index in stack.indices { stack[index].isFresh = false }
    lines.append(spelled)
  }

  /// Whether a line may stand as it is in the source: all its containers are the source's, with the
  /// markers that they have there. False of `a` in a quote that a command made: the line becomes
  /// `> a`.
  private func isAsInSource(_ line: Line) -> Bool {
    guard line.origin >= 0, !line.isChanged, line.chain.count == stack.count else { return false }
    for (index, entry) in stack.enumerated() {
      guard line.chain[index] == entry.block.id else { return false }
      let marker = entry.block.marker
      let isMarker = index < line.prefixes.count && line.prefixes[index] == marker.source
      guard isMarker == entry.isFresh else { return false }
      // Where a command changed the marker, `source` is nil.
      if entry.isFresh {
        if let box = marker.box, box.source == nil || box.isChanged { return false }
      } else if marker.source == nil, entry.block.kind == .item, marker.width != marker.sourceWidth
      {
        return false
      }
    }
    return !options.fillsLazyLines || !line.isLazy
  }

  /// Whether a blank line stands in the containers of the source that it had prefixes of; others may
  /// be open there.
  private func block(_ leaf: Block, isBlankAsInSource line: Line) -> Bool {
    leaf.kind == .blank && line.origin >= 0 && !line.isChanged
      && line.prefixes.count >= stack.count
      && line.prefixes.dropFirst(stack.count).allSatisfy { $0.isEmpty }
      && zip(stack, line.chain).allSatisfy { entry, id in
        !entry.isFresh && entry.block.id == id && entry.block.marker.source != nil
      }
  }

  private func compose(
    _ line: Line, of leaf: Block, isFirst: Bool, into spelled: inout SpelledLine
  ) {
    let isBlank = leaf.kind == .blank
    let isLazy = composePrefixes(line, leaf, isFirst: isFirst, into: &spelled)
    if isBlank {
      while spelled.bytes.last?.isSpaceOrTab == true, !stack.contains(where: { $0.isFresh }) {
        spelled.bytes.removeLast()
      }
      if line.pieces.contains(.caret) { spelled.caret = spelled.bytes.count }
      return
    }
    let keepsIndent = !line.isChanged && !isLazy
    if line.cutTab > 0, keepsIndent || !line.indent.isEmpty {
      if keepsIndent { spelled.bytes += [UInt8](repeating: 0x20, count: line.cutTab) }
      spelled.bytes += keepsIndent ? tree.source[line.indent].dropFirst() : []
    } else if keepsIndent {
      spelled.bytes += tree.source[line.indent]
    }
    convertIndentation(of: line, in: &spelled)
    composeContent(line, of: leaf, isFirst: isFirst, into: &spelled)
  }

  /// Writes what the containers put before a line; true where the line stays lazy.
  private func composePrefixes(
    _ line: Line, _ leaf: Block, isFirst: Bool, into spelled: inout SpelledLine
  ) -> Bool {
    let lastQuote = stack.lastIndex { $0.block.kind == .quote } ?? -1
    for (depth, entry) in stack.enumerated() {
      let marker = entry.block.marker
      if entry.isFresh {
        writeMarker(entry.block, into: &spelled)
        continue
      }
      let place = line.chain.firstIndex(of: entry.block.id)
      if let place, place >= line.prefixes.count, !isFirst, !options.fillsLazyLines,
        leaf.kind == .paragraph
      {
        return true
      }
      let raw = place.flatMap { $0 < line.prefixes.count ? tree.source[line.prefixes[$0]] : nil }
      if entry.block.kind == .quote {
        if leaf.kind == .blank, depth == lastQuote,
          !stack[(depth + 1)...].contains(where: { $0.isFresh })
        {
          spelled.bytes.append(0x3E)
        } else {
          spelled.bytes += raw.map { Array($0) } ?? [0x3E, 0x20]
          if spelled.bytes.last == 0x3E { spelled.bytes.append(0x20) }
        }
      } else if leaf.kind != .blank || depth < lastQuote {
        // Of a tab that is cut the container took columns, but no byte.
        let isSame = marker.width == marker.sourceWidth && raw.map { isWhole($0, marker) } ?? false
        spelled.bytes += isSame ? Array(raw ?? []) : blanks(marker.width)
      }
    }
    return false
  }

  /// Whether the prefix that a list item took of a line is all of the marker's width, or has a tab:
  /// the two spaces of `  b` under `- a`.
  private func isWhole(_ prefix: ArraySlice<UInt8>, _ marker: Marker) -> Bool {
    prefix.allSatisfy { $0.isSpaceOrTab } && (prefix.contains(0x09) || prefix.count == marker.width)
  }

  private func blanks(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x20, count: count) }

  private func writeMarker(_ block: Block, into spelled: inout SpelledLine) {
    let marker = block.marker
    // A marker behind a tab that its container cut stands at the column of its own indentation.
    if let source = marker.source, tree.source[source.lowerBound] != 0x09 || block.kind == .quote {
      if marker.place != nil { spelled.segments.append((source, spelled.bytes.count)) }
      spelled.bytes += tree.source[source]
      if spelled.bytes.last?.isSpaceOrTab != true { spelled.bytes.append(0x20) }
    } else {
      if let place = marker.place, !place.isEmpty {
        // What begins before the marker begins before the new one.
        spelled.segments.append((place.lowerBound..<place.lowerBound + 1, spelled.bytes.count))
      }
      spelled.bytes += block.kind == .quote ? [0x3E, 0x20] : marker.itemBytes
    }
    guard let box = marker.box else { return }
    if spelled.bytes.last?.isSpaceOrTab != true { spelled.bytes.append(0x20) }
    if let source = box.source { spelled.segments.append((source.prefix(3), spelled.bytes.count)) }
    if let source = box.source, !box.isChanged {
      spelled.bytes += tree.source[source]
    } else {
      spelled.bytes += [0x5B, box.isDone ? 0x78 : 0x20, 0x5D, 0x20]
      if let source = box.source { spelled.bytes += tree.source[source].dropFirst(4) }
    }
  }

  /// Writes indentation with tabs where the line has tabs in the source.
  private func convertIndentation(of line: Line, in spelled: inout SpelledLine) {
    guard options.keepsTabs else { return }
    let origin = line.origin >= 0 ? line.origin : line.copyOf
    let range = origin >= 0 ? tree.lines[origin] : 0..<0
    let hasTab = !range.isEmpty && tree.source[range.lowerBound] == 0x09
    guard hasTab || stack.contains(where: { $0.block.marker.usesTabs }) else { return }
    let run = spelled.bytes.prefix { $0 == 0x20 }.count
    guard run >= 4 else { return }
    spelled.bytes.replaceSubrange(0..<run, with: [UInt8](repeating: 0x09, count: run / 4))
    for index in spelled.segments.indices where spelled.segments[index].offset >= run {
      spelled.segments[index].offset -= run - run / 4
    }
  }

  /// Whether a leaf is a code block: `    a`, not `a`.
  private func isCode(_ leaf: Block) -> Bool {
    if case .code = leaf.kind { true } else { false }
  }

  /// A line of code whose indentation is written with spaces.
  private func withoutTabs(_ range: Range<Int>, of line: Line) -> [UInt8] {
    guard line.origin >= 0, line.cutTab == 0 else { return Array(tree.source[range]) }
    let start = tree.source[tree.lines[line.origin].lowerBound..<range.lowerBound].endColumn()
    let indent = tree.source[range].prefix { $0.isSpaceOrTab }
    return blanks(indent.endColumn(from: start) - start)
      + tree.source[indent.endIndex..<range.upperBound]
  }

  /// Writes the hashes of a heading, or its underline; true where the line is no more than that.
  private func beginHeading(
    _ line: Line, of leaf: Block, isFirst: Bool, into spelled: inout SpelledLine
  ) -> Bool {
    if leaf.heading.formerUnderline == line.origin + 1, line.origin >= 0 {
      spelled.former = leaf.heading.formerUnderline
    }
    if case .heading(let level) = leaf.kind {
      if leaf.heading.underline == nil {
        if let hashes = leaf.heading.hashes {
          spelled.segments.append((hashes.prefix(level), spelled.bytes.count))
        }
        spelled.bytes += [UInt8](repeating: 0x23, count: level) + leaf.heading.padding
      } else if let underline = leaf.heading.underline, underline.origin == line.origin,
        underline.copyOf == line.copyOf, !isFirst
      {
        let mark: UInt8 = level == 1 ? 0x3D : 0x2D
        spelled.bytes += tree.bytes(of: underline).map { $0.isSpaceOrTab ? $0 : mark }
        return true
      }
    }
    return false
  }

  private func composeContent(
    _ line: Line, of leaf: Block, isFirst: Bool, into spelled: inout SpelledLine
  ) {
    if beginHeading(line, of: leaf, isFirst: isFirst, into: &spelled) { return }
    let pieces = escaped(line, of: leaf, isFirst: isFirst)
    if tree.bytes(of: line).isEmpty, !pieces.contains(.caret), !pieces.contains(.probe),
      !leaf.isText
    {
      // No blanks at the end of an empty line of code.
      while spelled.bytes.last?.isSpaceOrTab == true { spelled.bytes.removeLast() }
    }
    for piece in pieces {
      switch piece {
      case .source(let range) where !options.keepsTabs && isCode(leaf):
        spelled.bytes += withoutTabs(range, of: line)
        let text = range.lowerBound + tree.source[range].prefix { $0.isSpaceOrTab }.count
        spelled.segments.append(
          (text..<range.upperBound, spelled.bytes.count - (range.upperBound - text)))
      case .source(let range):
        spelled.segments.append((range, spelled.bytes.count))
        spelled.bytes += tree.source[range]
      case .bytes(let bytes): spelled.bytes += bytes
      case .caret: spelled.caret = spelled.bytes.count
      case .probe:
        spelled.caret = spelled.bytes.count
        spelled.bytes += probe
      }
    }
    if case .heading(let level) = leaf.kind, let closing = leaf.heading.closing {
      spelled.bytes += self.closing(tree.source[closing], level)
    }
  }

  /// The closing sequence of a heading, in step with its level.
  private func closing(_ bytes: ArraySlice<UInt8>, _ level: Int) -> [UInt8] {
    let before = Array(bytes.prefix { $0.isSpaceOrTab })
    if before.count == bytes.count { return before }
    let behind = Array(bytes.reversed().prefix { $0.isSpaceOrTab }.reversed())
    return before + [UInt8](repeating: 0x23, count: level) + behind
  }
}
