import CommonMark
import MarkdownSyntax
import TextEditing

/// Inserts a table of contents, or updates the one between two comments: a list of links to the
/// headings below it.
///
/// The text of each link is the heading, written by ``InlinePlanner`` as a link without the links,
/// images and tags that are in it. After the edit, every other block of the document must be the
/// same, and each item must be the link that it should be.
struct ContentsCommand {
  private let document: MarkdownDocument
  private let options: EditingOptions
  private let source: [UInt8]
  private let tree: SyntaxTree
  private var ending: [UInt8] { source.usualEnding }

  init(_ document: MarkdownDocument, _ options: EditingOptions) throws(ParsingRefusal) {
    (self.document, self.options) = (document, options)
    source = document.buffer.utf8Bytes
    tree = try SyntaxTree(source, in: options.dialect)
  }

  func outcome(levels argument: String?, at selection: Range<Int>) -> Outcome {
    let old = contents
    var levels: ClosedRange<Int>?
    if let argument {
      guard let named = Levels.read(Array(argument.utf8)) else { return .unchanged(.badArgument) }
      levels = named
    }
    let caret = selection.upperBound
    let block = topBlocks.last { tree.nodes[$0].range.covers(caret..<caret) }
    let place = (old.map { $0.end } ?? block).map { tree.nodes[$0].range.upperBound } ?? caret
    let listed = headings(below: place, in: levels ?? old?.levels)
    if listed.isEmpty { return .unchanged(.noHeading) }
    var lines: [[UInt8]] = []
    do throws(Outcome.Refusal) {
      let style = style(of: old?.list.map { tree.nodes[$0] })
      var above: [Int] = []
      for heading in listed {
        while let last = above.last, last >= heading.level { above.removeLast() }
        let indentation = [[UInt8]](repeating: style.step, count: above.count).flatMap { $0 }
        let bullet = style.bullets[min(above.count, style.bullets.count - 1)]
        above.append(heading.level)
        guard let link = try link(to: heading) else { continue }
        lines.append(style.lead + indentation + [bullet, .space] + link)
      }
    } catch {
      return .refused(error)
    }
    let list = Array(lines.joined(separator: ending))
    var name = Array("<!-- toc".utf8)
    if let levels { name += " \(levels.lowerBound)-\(levels.upperBound)".utf8 }
    name += Array(" -->".utf8)
    guard let old else {
      let text = Array(
        [name, list, Array("<!-- /toc -->".utf8)].joined(separator: ending + ending))
      return inserting(text, after: block, at: selection, listed, lines.count)
    }
    var replacements: [TextEdit.Replacement] = []
    if levels != nil, old.isPlain {
      replacements = [.init(tree.nodes[old.start].range, with: name)]
    }
    if let first = old.list {
      let start = source.lineStart(of: tree.nodes[first].range.lowerBound)
      replacements.append(.init(start..<tree.nodes[old.last].range.upperBound, with: list))
    } else {
      let end = tree.nodes[old.last].range.upperBound
      let isApart = source[end..<tree.nodes[old.end].range.lowerBound].count { $0 == .lineFeed } > 1
      replacements.append(
        .init(end..<end, with: ending + ending + list + (isApart ? [] : ending)))
    }
    replacements.removeAll { source[$0.range].elementsEqual($0.bytes) }
    if replacements.isEmpty { return .unchanged(.alreadySo) }
    let edit = TextEdit(replacements)
    return proved(edit, listed, selecting: edit.mapping(utf8: selection), .converted)
  }

  // MARK: The table that is there

  private struct Contents {
    /// The comments, and the last block before the second one.
    var start: Int
    var end: Int
    var last: Int
    /// The first list between the comments.
    var list: Int?
    var levels: ClosedRange<Int>?
    var isPlain: Bool
  }

  private var topBlocks: [Int] {
    var result: [Int] = []
    var index = 1
    while index < tree.nodes.count {
      result.append(index)
      index = tree.nodes[index].endIndex
    }
    return result
  }

  /// The names of the comments that this command and other tools put around a table of contents.
  private static let names: [(start: StaticString, ends: [StaticString])] = [
    ("toc", ["/toc", "tocstop"]), ("ts", ["te"]), ("start doctoc", ["end doctoc"]),
    ("mdformat-toc start", ["mdformat-toc end"]),
  ]

  private var contents: Contents? {
    let blocks = topBlocks
    for (first, start) in blocks.enumerated() {
      guard let text = comment(start),
        let names = Self.names.first(where: { text.begins(with: $0.start) }),
        let last = blocks[(first + 1)...].firstIndex(where: { end in
          comment(end).map { text in names.ends.contains { text.begins(with: $0) } } ?? false
        })
      else { continue }
      let inside = blocks[(first + 1)..<last]
      let list = inside.first { tree.nodes[$0].kind == .list }
      return Contents(
        start: start, end: blocks[last],
        last: (list == nil ? nil : inside.last { tree.nodes[$0].kind == .list })
          ?? blocks[last - 1], list: list,
        levels: Levels.read(text.drop { !$0.isASCIIDigit }), isPlain: text.begins(with: "toc"))
    }
    return nil
  }

  /// The text in lowercase of a block that is one comment.
  private func comment(_ block: Int) -> ArraySlice<UInt8>? {
    guard tree.nodes[block].kind == .html else { return nil }
    let text = source[tree.nodes[block].range].map { $0.smallLetter }
    guard text.starts(with: "<!--".utf8), text.suffix(3).elementsEqual("-->".utf8) else {
      return nil
    }
    return text.dropFirst(4).drop { $0.isBlank }
  }

  // MARK: Headings

  private struct Heading {
    var node: Int
    var level: Int
    var anchor: [UInt8]
  }

  /// The headings to list. If nothing names the levels, the document's only heading of level 1 is its
  /// title. A comment in a heading that mentions `toc`, such as `<!-- omit in toc -->`, omits it.
  private func headings(below place: Int, in levels: ClosedRange<Int>?) -> [Heading] {
    let anchors = Dictionary(
      uniqueKeysWithValues: tree.headingAnchors(of: source).map { ($0.node, $0.name) })
    let blocks = topBlocks.filter { tree.nodes[$0].kind == .heading }
    let isTitled = blocks.count { tree.nodes[$0].level == 1 } == 1
    let levels = levels ?? (isTitled ? 2 : 1)...6
    var result: [Heading] = []
    for block in blocks {
      let node = tree.nodes[block]
      guard let level = node.level, levels.contains(level), node.range.lowerBound >= place,
        let anchor = anchors[block], !anchor.isEmpty, !isOmitted(block)
      else { continue }
      result.append(Heading(node: block, level: level, anchor: Array(anchor.utf8)))
    }
    return result
  }

  /// Whether a comment in a heading mentions `toc`.
  private func isOmitted(_ heading: Int) -> Bool {
    tree.nodes[heading..<tree.nodes[heading].endIndex].contains { node in
      let text = source[node.range].map { $0.smallLetter }
      return node.kind == .inlineHTML && text.starts(with: "<!--".utf8)
        && text.indices.contains { text[$0...].starts(with: "toc".utf8) }
    }
  }

  /// The link to a heading, on one line; nil for a heading without text.
  private func link(to heading: Heading) throws(Outcome.Refusal) -> [UInt8]? {
    let content = tree.nodes[heading.node].content
    let region = document.region(ofBlocksAt: [content], in: options.dialect)
    let range = region.inBytes(content)
    let reading = InlineReading(
      region.bytes, in: options.dialect, region.context, leavesIn: range)
    guard let place = reading.leaves(at: [range]).first else { return nil }
    let leaf = reading.leaf(place)
    let shown = leaf.items.indices.filter { leaf.shows($0, in: region.bytes) }
    guard let first = shown.first, let last = shown.last,
      var change = leaf.linking(shown, to: [.numberSign] + heading.anchor)
    else { return nil }
    for (index, node) in leaf.nodes.enumerated() where node.kind == .element {
      change.unwrap(index, of: leaf)
    }
    for (index, item) in leaf.items.enumerated() {
      let isHidden = !item.isCharacter && !item.isBreak && !shown.contains(index)
      if isHidden || index < first || index > last { change.remove(index) }
    }
    change.climbs = true
    let planner = InlinePlanner([(leaf, change, shown)], of: reading, options)
    switch planner.outcome(of: [change], at: range) {
    case .plan(let plan):
      let after = plan.edit.applying(to: region.bytes)
      let end = range.upperBound + plan.edit.utf8Growth
      let lines = after[range.lowerBound..<end].split { $0.isLineEnding }
      return Array(lines.map { Array($0).trimmed }.joined(separator: [.space]))
    case .refused(let refusal): throw refusal.mapped { region.inDocument($0) }
    case .unchanged: return nil
    }
  }

  // MARK: The list

  private typealias Style = (lead: [UInt8], bullets: [UInt8], step: [UInt8])

  /// The bullet of each depth and the indentation of a list, or else of the document's first ones.
  private func style(of list: SyntaxTree.Node?) -> Style {
    var style: Style = ([], [.hyphen], [])
    func prefix(_ node: SyntaxTree.Node) -> [UInt8] {
      Array(source[source.lineStart(of: node.range.lowerBound)..<node.range.lowerBound])
    }
    let bullets = tree.nodes.indices.filter { index in
      let node = tree.nodes[index]
      return node.kind == .list && node.listNumber == nil && prefix(node).allSatisfy { $0.isBlank }
    }
    if let first = list ?? bullets.first.map({ tree.nodes[$0] }), first.listNumber == nil {
      style.bullets = [first.mark]
      if list != nil { style.lead = prefix(first) }
      var open = [first.endIndex]
      for index in bullets
      where list != nil && tree.nodes[index].start > first.start && index < first.endIndex {
        while let last = open.last, last <= index { open.removeLast() }
        if open.count == style.bullets.count { style.bullets.append(tree.nodes[index].mark) }
        open.append(tree.nodes[index].endIndex)
      }
    }
    switch options.indentStep {
    case .list, .two: style.step = [.space, .space]
    case .four: style.step = [.space, .space, .space, .space]
    case .tab: style.step = [.tab]
    }
    guard options.indentStep == .list else { return style }
    for outer in list.map({ own in bullets.filter { tree.nodes[$0] == own } + bullets }) ?? bullets
    {
      let own = tree.nodes[outer]
      let lead = prefix(own)
      if let inner = bullets.first(where: { $0 > outer && $0 < own.endIndex }),
        case let step = prefix(tree.nodes[inner]), step.starts(with: lead),
        step.count > lead.count + 1 || step.last == .tab, step.count < lead.count + 6
      {
        style.step = Array(step.dropFirst(lead.count))
        break
      }
    }
    return style
  }

  private func inserting(
    _ text: [UInt8], after block: Int?, at selection: Range<Int>, _ listed: [Heading], _ count: Int
  ) -> Outcome {
    func isBlankLine(_ bytes: ArraySlice<UInt8>) -> Bool {
      bytes.first { !$0.isBlank }?.isLineEnding ?? true
    }
    if let block {
      let end = tree.nodes[block].range.upperBound
      var rest = source[end...].drop { $0.isBlank }
      rest = rest.dropFirst(rest.starts(with: [.carriageReturn, .lineFeed]) ? 2 : 1)
      let edit = TextEdit([
        .init(end..<end, with: ending + ending + text + (isBlankLine(rest) ? [] : ending))
      ])
      return proved(edit, listed, selecting: selection, .added)
    }
    let start = source.lineStart(of: selection.upperBound)
    let end = source[start...].firstIndex { $0.isLineEnding } ?? source.count
    var above = source[..<start]
    if above.last == .lineFeed { above.removeLast() }
    if above.last == .carriageReturn { above.removeLast() }
    let isApart = above[source.lineStart(of: above.endIndex)...].allSatisfy { $0.isBlank }
    var rest = source[end...]
    rest = rest.dropFirst(rest.starts(with: [.carriageReturn, .lineFeed]) ? 2 : 1)
    let before = isApart ? [] : ending
    let edit = TextEdit([
      .init(start..<end, with: before + text + (isBlankLine(rest) ? [] : ending))
    ])
    let caret = start + before.count + text.count
    return proved(edit, listed, selecting: caret..<caret, .added)
  }

  // MARK: The proof

  /// Whether the edited document has the same blocks outside the table, in which each item is the
  /// link to its heading, and libcmark reads the table as our own reader does.
  private func proved(
    _ edit: TextEdit, _ listed: [Heading], selecting selection: Range<Int>, _ effect: Plan.Effect
  ) -> Outcome {
    var after = document
    let refused = Outcome.refused(.blocksDiffer(edit.hull.map { Range($0) } ?? selection))
    guard (try? after.apply(edit)) != nil,
      let command = try? ContentsCommand(after, options), let contents = command.contents,
      let list = contents.list
    else { return refused }
    let (other, bytes) = (command.tree, command.source)
    let blocks = topBlocks.filter { block in
      !(self.contents.map { $0.start <= block && block <= $0.end } ?? false)
    }
    let others = command.topBlocks.filter { $0 < contents.start || $0 > contents.end }
    guard blocks.count == others.count,
      zip(blocks, others).allSatisfy({ block, new in
        tree.nodes[block].kind == other.nodes[new].kind
          && source[tree.nodes[block].range].elementsEqual(bytes[other.nodes[new].range])
      })
    else { return refused }
    let wanted = listed.map { [.numberSign] + $0.anchor }
    let links = other.nodes[list..<other.nodes[list].endIndex].filter { $0.kind == .link }
    guard
      links.map({ other.link(of: $0)?.destination ?? [] }) == wanted,
      other.nodes[list..<other.nodes[list].endIndex].count(where: { $0.kind == .item })
        == wanted.count
    else { return refused }
    let anchors = Set(other.headingAnchors(of: bytes).map { Array($0.name.utf8) })
    guard wanted.allSatisfy({ anchors.contains(Array($0.dropFirst())) }),
      after.isReadByLibrary(atEndsOf: edit, in: options.dialect)
    else { return refused }
    return .plan(Plan(edit: edit, selections: [selection], effect: effect))
  }
}

/// The levels of headings in an argument or a comment: `2-3`, or `3` for those up to 3.
private enum Levels {
  static func read(_ text: some Collection<UInt8>) -> ClosedRange<Int>? {
    let numbers = text.prefix { $0.isASCIIDigit || "-. ".utf8.contains($0) }
      .split { !$0.isASCIIDigit }.map { $0.reduce(0) { min(9, $0 * 10 + Int($1 & 15)) } }
    guard let last = numbers.last, numbers.count < 3, numbers[0] > 0, last < 7,
      numbers.count == 1 || numbers[0] <= last
    else { return nil }
    return (numbers.count == 1 ? 1 : numbers[0])...last
  }
}

extension InlineLeaf {
  /// Whether a link to a heading shows an item: characters and formulas, not tags, images and notes.
  fileprivate func shows(_ item: Int, in source: [UInt8]) -> Bool {
    let item = items[item]
    if item.isCharacter { return item.isMarked }
    return item.kind == .object && source[item.source].first == .dollarSign
  }
}

extension ArraySlice<UInt8> {
  /// Whether the first words are those of a name, as `toc` in `toc -->`.
  fileprivate func begins(with name: StaticString) -> Bool {
    let bytes = Array(name.bytes)
    return starts(with: bytes) && !(dropFirst(bytes.count).first?.isASCIIAlphanumeric ?? true)
  }
}
