import CommonMark
import MarkdownSyntax
import TextEditing

/// Turns text or blocks into an HTML comment, or the reverse.
///
/// Text inside a paragraph becomes an inline comment, and whole blocks an HTML block, with all that is
/// between them. After the edit a reader must see the same document without what is in the comment.
/// The second press gives the bytes back.
struct CommentCommand {
  private let dialect: Dialect
  private let source: [UInt8]
  private let tree: SyntaxTree
  private let selection: Range<Int>
  /// The selection without white space at its ends; a caret in blanks stays.
  private let range: Range<Int>

  private static let opening = Array("<!--".utf8)
  private static let closing = Array("-->".utf8)

  static func outcome(
    at selections: [Range<Int>], in source: [UInt8], _ dialect: Dialect
  ) -> Outcome {
    var (text, edit) = (source, TextEdit())
    var after: [Range<Int>] = []
    var effect: Plan.Effect?
    var reason = Outcome.unchanged(.noText)
    // From the last one, so that the others stay where they are, except those in the same comment.
    var first = source.count + 1
    for selection in selections.reversed() {
      if selection.upperBound >= first {
        after.append(edit.mapping(utf8: selection))
        continue
      }
      let outcome: Outcome
      do throws(ParsingRefusal) {
        outcome = try CommentCommand(at: selection, in: text, dialect).outcome()
      } catch {
        outcome = .refused(.unparsable(error.description))
      }
      guard case .plan(let plan) = outcome else {
        reason = outcome
        after.append(selection)
        continue
      }
      text = plan.edit.applying(to: text)
      after = after.map { plan.edit.mapping(utf8: $0) } + plan.selections
      edit = edit.then(plan.edit)
      effect = plan.effect
      first = min(first, plan.edit.hull?.lowerBound ?? first)
    }
    guard let effect else { return reason }
    after.sort { $0.lowerBound < $1.lowerBound }
    return .plan(Plan(edit: edit, selections: after, effect: effect))
  }

  private init(
    at selection: Range<Int>, in source: [UInt8], _ dialect: Dialect
  ) throws(ParsingRefusal) {
    (self.selection, self.source, self.dialect) = (selection, source, dialect)
    tree = try SyntaxTree(source, in: dialect)
    var (start, end) = (selection.lowerBound, selection.upperBound)
    while start < end, source[start].isWhite { start += 1 }
    while end > start, source[end - 1].isWhite { end -= 1 }
    range = start < end ? start..<end : selection.lowerBound..<selection.lowerBound
  }

  private func outcome() -> Outcome {
    if let comment = comment() { return uncommenting(comment) }
    do throws(Outcome.Unchanged) {
      if !range.isEmpty, let outcome = commentingText(), outcome.plan != nil { return outcome }
      return try commentingBlocks()
    } catch {
      return .unchanged(error)
    }
  }

  // MARK: A comment that is there

  private func comment() -> (range: Range<Int>, isBlock: Bool)? {
    for node in tree.nodes
    where node.kind == .html && node.number == 2 || node.kind == .inlineHTML {
      let start = node.range.lowerBound + source[node.range].prefix { $0.isBlank }.count
      guard source[start..<node.range.upperBound].starts(with: Self.opening) else { continue }
      guard let end = source.end(of: Self.closing, in: start + 4..<node.range.upperBound) else {
        continue
      }
      if (start..<end).covers(range) { return (start..<end, node.kind == .html) }
    }
    return nil
  }

  private func uncommenting(_ comment: (range: Range<Int>, isBlock: Bool)) -> Outcome {
    var (start, end) = (comment.range.lowerBound + 4, comment.range.upperBound - 3)
    start = pastBlankOrEnding(start, before: end)
    var last = comment.range.upperBound
    if end > start {
      let line = source.lineStart(of: end)
      let prefix = source[line..<end]
      if line > start, prefix.allSatisfy({ $0.isBlank || $0 == .greaterThan }) {
        // The end is on a line of its own.
        end = source[..<line].dropLineEnding
      } else if source[end - 1].isBlank {
        end -= 1
      }
    }
    if comment.isBlock, end > start, source[end - 1].isBlank,
      case let next = pastLine(last), next < source.count, !source[next].isLineEnding
    {
      // The rest of the line was put on a line of its own.
      last = next + source[next...].prefix { $0.isBlank }.count
    }
    var first = comment.range.lowerBound
    if !comment.isBlock, isAtLineStart(first),
      first >= 4, source[first - 4..<first].allSatisfy({ $0 == .space })
    {
      first -= 4
    }
    var replacements = [TextEdit.Replacement(first..<start, with: "")]
    var (index, previous) = (start, UInt8(0))
    while index < end {
      if previous == .hyphen, let count = source.hyphenReference(at: index, before: end) {
        replacements.append(
          count == 0
            ? .init(index..<index + 5, with: [.hyphen])
            : .init(index + 1..<index + 5, with: ""))
        previous = count == 0 ? .hyphen : .semicolon
        index += 5 + 4 * count
      } else {
        previous = source[index]
        index += 1
      }
    }
    replacements.append(.init(end..<last, with: ""))
    let edit = TextEdit(replacements)
    let text = edit.applying(to: source)
    let reading = InlineReading(text, in: dialect, .document, leavesIn: 0..<0)
    guard reading.libraryAgrees(on: text, at: []) else {
      return .refused(.blocksDiffer(comment.range))
    }
    return .plan(Plan(edit: edit, selections: [edit.mapping(utf8: selection)], effect: .removed))
  }

  private func pastBlankOrEnding(_ offset: Int, before end: Int) -> Int {
    guard offset < end, source[offset].isWhite else { return offset }
    if source[offset].isBlank { return offset + 1 }
    return min(end, pastLine(offset))
  }

  /// The offset after a line ending and the prefix of the next line; the offset itself if the line
  /// goes on.
  private func pastLine(_ offset: Int) -> Int {
    guard offset < source.count, source[offset].isLineEnding else { return offset }
    let isPair = source[offset...].starts(with: [.carriageReturn, .lineFeed])
    var next = offset + (isPair ? 2 : 1)
    let line = tree.lines.partitionPoint { Int($0.start) >= next }
    if line < tree.lines.count, Int(tree.lines[line].start) == next {
      next = Int(tree.lines[line].content)
    }
    return next
  }

  /// Whether only blanks are before an offset in the content of its line, in a paragraph that began
  /// further up.
  private func isAtLineStart(_ offset: Int) -> Bool {
    let line = tree.lines.partitionPoint { Int($0.start) > offset } - 1
    guard line >= 0 else { return false }
    let start = min(Int(tree.lines[line].content), offset)
    let isFirst = tree.nodes.contains { $0.kind.isLeaf && Int($0.lines.lowerBound) == line }
    return !isFirst && source[start..<offset].allSatisfy { $0.isBlank }
  }

  // MARK: Text

  /// The outcome for a selection in a leaf, of which some text stays; nil for another one.
  private func commentingText() -> Outcome? {
    guard
      let leaf = tree.nodes.firstIndex(where: { $0.kind.isLeaf && $0.content.covers(self.range) })
    else { return nil }
    let node = tree.nodes[leaf]
    var range = self.range
    var before = range
    repeat {
      before = range
      for inline in tree.nodes[leaf + 1..<node.endIndex] where inline.range.overlaps(range) {
        switch inline.kind {
        case .text, .softBreak, .hardBreak: continue
        case .emphasis, .strong, .mark, .link:
          // The text of an address is the address, and that of some links their label.
          let form = tree.link(of: inline)?.form
          let isWhole = form != nil && form != .inline && form != .full
          if range.covers(inline.range) || !isWhole && inline.content.covers(range) { continue }
        default: break
        }
        range = range.joined(with: inline.range)
      }
    } while range != before
    let isAll =
      source[node.content.lowerBound..<range.lowerBound].allSatisfy { $0.isWhite }
      && source[range.upperBound..<node.content.upperBound].allSatisfy { $0.isWhite }
    if isAll, node.kind != .cell { return nil }
    var start = Self.opening + [.space]
    var end = [.space] + Self.closing
    var (tail, hidden) = (range.upperBound..<range.upperBound, range)
    let isFirst = source[node.content.lowerBound..<range.lowerBound].allSatisfy { $0.isBlank }
    let isParagraph = node.kind == .paragraph || node.kind == .heading && node.mark != .numberSign
    if isParagraph, isFirst {
      // A comment at the start of a block is an HTML block, which ends with its line. The rest goes
      // on another line, and the blank before it into the comment.
      let rest = source[range.upperBound..<node.content.upperBound]
      guard let blank = rest.firstIndex(where: { $0.isWhite }) else { return nil }
      let next = source[blank...].firstIndex { !$0.isBlank } ?? source.count
      if source[blank..<next].contains(.tab) || source[next].isLineEnding {
        range = range.lowerBound..<blank
        hidden = range.lowerBound..<(source[next...].firstIndex { !$0.isWhite } ?? next)
        tail = blank..<blank
      } else {
        range = range.lowerBound..<next
        tail = next..<next
        end += source.usualEnding + prefix(ofLineAt: range.lowerBound)
        hidden = range
      }
    } else if isParagraph, isAtLineStart(range.lowerBound) {
      // Four blanks keep the comment from being an HTML block.
      start = [UInt8](repeating: .space, count: 4) + start
    }
    let replacements =
      [.init(range.lowerBound..<range.lowerBound, with: start)]
      + source.withoutHyphens(in: range, all: true) + [.init(tail, with: end)]
    return proved(replacements, hiding: hidden, joinsLists: false, start.count, of: range)
      ?? .refused(.noSpelling(node.content))
  }

  /// The prefix of a line after one in the same containers: their markers as blanks.
  private func prefix(ofLineAt offset: Int) -> [UInt8] {
    let prefix = Array(source[source.lineStart(of: offset)..<offset])
    var result: [UInt8] = []
    var index = 0
    while index < prefix.count {
      if prefix[index...].starts(with: "[^".utf8) {
        return result + [UInt8](repeating: .space, count: 4)
      }
      let isKept = prefix[index].isBlank || prefix[index] == .greaterThan
      result.append(isKept ? prefix[index] : .space)
      index += 1
    }
    return result
  }

  // MARK: Blocks

  private func commentingBlocks() throws(Outcome.Unchanged) -> Outcome {
    var levels: [(blocks: [Int], isOfItems: Bool)] = []
    var parent = 0
    while true {
      let blocks = children(of: parent).filter(touches)
      guard let first = blocks.first else { break }
      levels.append((blocks, tree.nodes[first].kind == .item))
      let node = tree.nodes[first]
      guard blocks.count == 1, [.quote, .list, .item, .footnote].contains(node.kind),
        range.isEmpty || !range.covers(node.range)
      else { break }
      // A callout without its name would be a quote.
      if tree.alertName(of: first) != nil, touches(first + 1), range.isEmpty { break }
      parent = first
    }
    guard let blocks = levels.last?.blocks else { throw .noText }
    if blocks.contains(where: { tree.nodes[$0].kind == .metadata }) { throw .inMetadata }
    for (blocks, isOfItems) in levels.reversed() {
      let node = tree.nodes[blocks[0]]
      var start = node.range.lowerBound
      if node.kind == .code, node.mark == 0 {
        start = min(start, Int(tree.lines[Int(node.lines.lowerBound)].content))
      }
      let last = tree.nodes[blocks[blocks.count - 1]].range.upperBound
      var end = last
      while end > start, source[end - 1].isWhite { end -= 1 }
      let replacements =
        [.init(start..<start, with: Self.opening + [.space])]
        + source.withoutHyphens(in: start..<end, all: false)
        + [.init(end..<end, with: [.space] + Self.closing)]
      if let outcome = proved(
        replacements, hiding: start..<last, joinsLists: isOfItems, 5, of: start..<end)
      {
        return outcome
      }
    }
    // A link or a reference to a footnote in the rest would be text.
    let isOfDefinitions = blocks.contains { block in
      tree.nodes[block..<tree.nodes[block].endIndex].contains {
        $0.kind == .definition || $0.kind == .footnote
      }
    }
    if isOfDefinitions { throw .inDefinition }
    return .refused(.blocksDiffer(selection))
  }

  private func children(of parent: Int) -> [Int] {
    var result: [Int] = []
    var index = parent + 1
    while index < tree.nodes[parent].endIndex {
      if tree.nodes[index].kind != .label { result.append(index) }
      index = tree.nodes[index].endIndex
    }
    return result
  }

  private func touches(_ block: Int) -> Bool {
    let own = tree.nodes[block].range
    if !range.isEmpty { return own.overlaps(range) }
    let end = source[own.upperBound...].firstIndex { $0.isLineEnding } ?? source.count
    return source.lineStart(of: own.lowerBound) <= range.lowerBound && range.lowerBound <= end
  }

  // MARK: The proof

  private func proved(
    _ replacements: [TextEdit.Replacement], hiding hidden: Range<Int>, joinsLists: Bool,
    _ lead: Int, of inner: Range<Int>
  ) -> Outcome? {
    let edit = TextEdit(replacements)
    let text = edit.applying(to: source)
    guard let after = try? SyntaxTree(text, in: dialect) else { return nil }
    let start = inner.lowerBound + lead - 5
    let content = inner.lowerBound + lead
    guard let end = text.end(of: Self.closing, in: start..<text.count) else { return nil }
    // The range of an HTML block begins with its indentation.
    let comment = after.nodes.first { node in
      (node.kind == .html || node.kind == .inlineHTML) && node.range.covers(start..<end)
        && text[node.range.lowerBound..<start].allSatisfy { $0.isBlank }
        && text[end..<node.range.upperBound].allSatisfy { $0.isBlank }
    }
    guard let comment else { return nil }
    let old = ShownText(tree, of: source, without: hidden, joinsLists: joinsLists)
    let new = ShownText(after, of: text, without: comment.range, joinsLists: joinsLists)
    let reading = InlineReading(text, after, in: dialect, .document)
    guard old.difference(from: new) == nil,
      reading.libraryAgrees(on: text, at: [0..<text.count])
    else { return nil }
    var own = content..<end - 4
    if selection.isEmpty {
      // The caret stays in the comment.
      let caret = min(max(selection.lowerBound, inner.lowerBound), inner.upperBound)
      let place = edit.mapping(
        utf8Offset: caret, bias: caret < inner.upperBound ? .after : .before)
      own = place..<place
    }
    return .plan(Plan(edit: edit, selections: [own], effect: .added))
  }
}

extension [UInt8] {
  /// The end of the first occurrence of some bytes in a range.
  fileprivate func end(of bytes: [UInt8], in range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index + bytes.count <= range.upperBound {
      if self[index] == bytes[0], self[index...].starts(with: bytes) { return index + bytes.count }
      index += 1
    }
    return nil
  }

  /// Replacements of the hyphens that would end a comment, and of what is read back as one.
  ///
  /// - Parameter all: whether two hyphens may not be in the comment at all, as in an inline one.
  fileprivate func withoutHyphens(in range: Range<Int>, all: Bool) -> [TextEdit.Replacement] {
    var result: [TextEdit.Replacement] = []
    for index in range.dropFirst() where self[index - 1] == .hyphen {
      let rest = self[(index + 1)..<range.upperBound]
      if self[index] == .hyphen,
        all || rest.first == .greaterThan || rest.starts(with: "!>".utf8)
      {
        result.append(.init(index..<index + 1, with: "&#45;"))
      } else if hyphenReference(at: index, before: range.upperBound) != nil {
        result.append(.init(index + 1..<index + 1, with: "#38;"))
      }
    }
    return result
  }

  /// How often the ampersand of a reference to a hyphen, `&#45;`, is itself written as one, as once in
  /// `&#38;#45;`; nil for other text.
  fileprivate func hyphenReference(at offset: Int, before end: Int) -> Int? {
    guard self[offset] == .ampersand else { return nil }
    var (place, count) = (offset + 1, 0)
    while self[place..<end].starts(with: "#38;".utf8) { (place, count) = (place + 4, count + 1) }
    return self[place..<end].starts(with: "#45;".utf8) ? count : nil
  }
}

extension ArraySlice<UInt8> {
  /// The end of a text without the line ending at its end.
  fileprivate var dropLineEnding: Int {
    if suffix(2).elementsEqual([.carriageReturn, .lineFeed]) { return endIndex - 2 }
    return last?.isLineEnding == true ? endIndex - 1 : endIndex
  }
}
