import MarkdownSyntax

/// Adds and removes callouts: quotes that begin with their kind, such as `[!NOTE]`. A new kind
/// replaces the old one; the same kind removes it and the quote.
struct CalloutCommand {
  let tree: BlockTree
  let selection: BlockSelection
  /// The kind as it is written, such as `NOTE`.
  private let kind: [UInt8]
  /// Whether a title may follow the name, as in `[!note] Title`.
  private let hasTitles: Bool

  /// - Parameter kind: the kind, in any case; nil for a note.
  /// - Throws: `badArgument` if the dialect does not have the kind.
  init(_ kind: String?, tree: BlockTree, selection: BlockSelection) throws(Outcome.Unchanged) {
    self.tree = tree
    self.selection = selection
    // Obsidian has titles and user-defined kinds, and writes kinds in lower case.
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
    if let path = tree.root.innermost(.quote, around: selection) {
      let quote = tree.root[path[...]]
      guard let name = name(of: quote) else {
        return tree.change(path[...], to: [quote.withChildren(named(quote.children))], .added)
      }
      if isOwn(name) {
        let blocks = without(name, in: quote.children).withoutBlankEnds.1
        return tree.change(path[...], to: blocks, .removed)
      }
      let renamed = quote.withChildren(renamed(name, in: quote.children))
      return tree.change(path[...], to: [renamed], .converted)
    }
    var quoting = QuoteCommand(tree: tree, selection: selection.withoutBlankEnds(in: tree))
    quoting.wraps = named
    return BlockChange(root: quoting.quoted(tree.root), effect: .added)
  }

  /// Returns the range of a callout's name, such as `[!NOTE]`; nil for other quotes.
  private func name(of quote: Block) -> Range<Int>? {
    guard let first = quote.children.first, first.kind == .paragraph,
      let line = first.lines[0].content
    else { return nil }
    return tree.source.withUnsafeBufferPointer {
      LeafPrefix.alert(on: line, in: $0, hasTitles: hasTitles)
    }
  }

  /// Whether a name has the kind of the command, as `[!note]` has for `NOTE`.
  private func isOwn(_ name: Range<Int>) -> Bool {
    let written = tree.source[name].dropFirst(2).prefix { $0 != .rightBracket }
    return written.map { $0.smallLetter } == kind.map { $0.smallLetter }
  }

  /// Returns the blocks of a callout without its name. A title stays as text.
  private func without(_ name: Range<Int>, in blocks: [Block]) -> [Block] {
    var paragraph = blocks[0]
    guard let line = paragraph.lines[0].content else { return blocks }
    let text =
      name.upperBound + tree.source[name.upperBound..<line.upperBound].prefix { $0.isBlank }.count
    let rest = Array(blocks.dropFirst())
    if text == line.upperBound {
      if paragraph.lines.count == 1 { return rest.withoutBlankEnds.1 }
      paragraph.lines.removeFirst()
      paragraph.show(tree.leaves, from: paragraph.textStart)
    } else {
      paragraph.show(tree.leaves, from: text)
      paragraph.lines[0].pieces = [.source(text..<line.upperBound)]
    }
    return [paragraph.rewritten(keepsIndent: true)] + rest
  }

  private func renamed(_ name: Range<Int>, in blocks: [Block]) -> [Block] {
    var result = blocks
    guard let line = blocks[0].lines[0].content,
      let end = tree.source[name].firstIndex(of: .rightBracket)
    else { return blocks }
    let written = Self.line(kind)
    result[0].lines[0].write([.bytes(written), .source(end + 1..<line.upperBound)])
    result[0].lines[0].keepsIndent = true
    result[0].show(tree.leaves, from: end + 1)
    result[0].units = SeenUnit.text(written) + result[0].units
    return result
  }

  /// Returns the blocks after the name of the callout, which is on a line of its own.
  private func named(_ blocks: [Block]) -> [Block] {
    let name = Self.line(kind)
    let line = Line(writing: [.bytes(name)])
    guard var paragraph = blocks.first, paragraph.kind == .paragraph else {
      let leaf = Block(.paragraph, lines: [line], units: SeenUnit.text(name))
      return [leaf] + (blocks.first?.kind == .blank ? [] : [.blankLine]) + blocks
    }
    paragraph.lines.insert(line, at: 0)
    paragraph.units = SeenUnit.text(name) + [.softBreak] + paragraph.units
    return [paragraph] + blocks.dropFirst()
  }
}
