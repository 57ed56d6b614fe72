import MarkdownSyntax

/// Callouts: a quote whose first line names its kind, as `[!NOTE]`. Another kind replaces the name, and the same kind
/// removes the name and the quote.
struct CalloutCommand {
  let tree: BlockTree
  let selection: BlockSelection
  /// The kind as it is written, as `NOTE`.
  private let kind: [UInt8]
  /// Whether a title may follow the name, as in `[!note] Title`.
  private let hasTitles: Bool

  /// - Parameter kind: The kind, in any case; nil is a note.
  /// - Throws: `badArgument` if the dialect has no such kind.
  init(_ kind: String?, tree: BlockTree, selection: BlockSelection) throws(Outcome.Unchanged) {
    self.tree = tree
    self.selection = selection
    // Obsidian has titles and kinds of one's own, which it writes small.
    hasTitles = tree.dialect.extensions.contains(.wikiLinks)
    let name = Array((kind ?? "note").utf8)
    self.kind = hasTitles ? name : name.map { $0.isASCIILetter ? $0 & 0xDF : $0 }
    let line = Self.line(self.kind)
    let range = line.withUnsafeBufferPointer {
      LeafPrefix.alert(on: 0..<line.count, in: $0, hasTitles: hasTitles)
    }
    if range != 0..<line.count { throw .badArgument }
  }

  private static func line(_ kind: [UInt8]) -> [UInt8] { Array("[!".utf8) + kind + [.rightBracket] }

  func change() throws(Outcome.Unchanged) -> BlockChange {
    if selection.leaves(of: tree.root).contains(where: { $0.kind == .metadata }) {
      throw .inMetadata
    }
    var effect = Plan.Effect.added
    let root = tree.root.replacingInnermost(.quote, selection: selection) { quote in
      guard let name = name(of: quote) else { return [quote.withChildren(named(quote.children))] }
      effect = isOwn(name) ? .removed : .converted
      if isOwn(name) { return without(name, in: quote.children).withoutBlankEnds.1 }
      return [quote.withChildren(renamed(name, in: quote.children))]
    }
    if let root { return BlockChange(root: root, effect: effect) }
    var quoting = QuoteCommand(tree: tree, selection: selection.withoutBlankEnds(in: tree))
    quoting.wraps = named
    return BlockChange(root: quoting.quoted(tree.root), effect: .added)
  }

  /// The range of the name of a callout, as `[!NOTE]`; nil of another quote.
  private func name(of quote: Block) -> Range<Int>? {
    guard let first = quote.children.first, first.kind == .paragraph,
      let line = first.lines[0].content
    else { return nil }
    return tree.source.withUnsafeBufferPointer {
      LeafPrefix.alert(on: line, in: $0, hasTitles: hasTitles)
    }
  }

  /// Whether a name is of the kind that the command makes: `[!note]` is, of `NOTE`.
  private func isOwn(_ name: Range<Int>) -> Bool {
    let written = tree.source[name].dropFirst(2).prefix { $0 != .rightBracket }
    return written.map { $0.smallLetter } == kind.map { $0.smallLetter }
  }

  /// The blocks of a callout without its name; a title stays as text.
  private func without(_ name: Range<Int>, in blocks: [Block]) -> [Block] {
    var paragraph = blocks[0]
    guard let line = paragraph.lines[0].content else { return blocks }
    let text =
      name.upperBound + tree.source[name.upperBound..<line.upperBound].prefix { $0.isBlank }.count
    let rest = Array(blocks.dropFirst())
    if text == line.upperBound {
      if paragraph.lines.count == 1 { return rest.withoutBlankEnds.1 }
      paragraph.words = paragraph.words.lines(1..<paragraph.lines.count, paragraph.words.breaks)
      paragraph.lines.removeFirst()
    } else {
      paragraph.words.removeFirst(text - line.lowerBound)
      paragraph.lines[0].pieces = [.source(text..<line.upperBound)]
    }
    return [paragraph.rewritten()] + rest
  }

  /// The blocks of a callout with the kind in its name replaced.
  private func renamed(_ name: Range<Int>, in blocks: [Block]) -> [Block] {
    var result = blocks
    guard let line = blocks[0].lines[0].content,
      let end = tree.source[name].firstIndex(of: .rightBracket)
    else { return blocks }
    let written = Self.line(kind)
    result[0].lines[0].pieces = [.bytes(written), .source(end + 1..<line.upperBound)]
    result[0].lines[0].isChanged = true
    result[0].words = written.shown + blocks[0].words.dropFirst(end + 1 - name.lowerBound)
    return result
  }

  /// The blocks with the name of the callout before them, on a line of its own.
  private func named(_ blocks: [Block]) -> [Block] {
    let name = Self.line(kind)
    var line = Line()
    line.pieces = [.bytes(name)]
    line.isChanged = true
    guard var paragraph = blocks.first, paragraph.kind == .paragraph else {
      var leaf = Block(.paragraph)
      leaf.lines = [line]
      leaf.words = name.shown
      return [leaf] + (blocks.first?.kind == .blank ? [] : [.blankLine]) + blocks
    }
    paragraph.lines.insert(line, at: 0)
    paragraph.words = name.shown + [TreeSymbol.softBreak] + paragraph.words
    return [paragraph] + blocks.dropFirst()
  }
}

extension [UInt8] {
  /// The words of ASCII text without marks.
  fileprivate var shown: [UInt64] { map { TreeSymbol.character(Unicode.Scalar($0), []) } }
}
