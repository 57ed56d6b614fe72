/// Puts the selected lines between fences, or turns a code block into text.
struct CodeBlockCommand {
  let tree: BlockTree
  let selection: BlockSelection

  func change() throws(Outcome.Unchanged) -> BlockChange {
    let leaves = selection.leaves(of: tree.root)
    if leaves.contains(where: { $0.kind == .metadata }) { throw .inMetadata }
    if leaves.count == 1, case .code(let isFenced) = leaves[0].kind,
      let path = tree.root.path(toLine: leaves[0].lines[0].origin)
    {
      let isItem = path.last == 0 && tree.root[path.dropLast()].kind == .item
      func text() -> [Block] {
        paragraphs(of: leaves[0], isFenced: isFenced, opensItem: isItem)
      }
      var change = tree.change(path[...], to: text(), .removed)
      // What cannot be escaped, such as `{{a}}` in Hugo's Markdown, is read as in other text.
      change.makeFallbacks = {
        [tree.root.replacing(path[...], with: text().map { $0.uncompared })]
      }
      return change
    }
    guard let lines = selection.lines.first, let last = selection.lines.last,
      let start = tree.root.path(toLine: lines.lowerBound),
      let end = tree.root.path(toLine: last.upperBound)
    else { throw .noText }
    let depth = start.sharedCount(with: end)
    var path = Array(start[..<depth])
    var range = start[depth]...end[depth]
    // An item selected with its contents counts as its list.
    if tree.root[path[...]].kind == .item, range.lowerBound == 0, range.count > 1, !path.isEmpty {
      let index = path.removeLast()
      range = index...index
    }
    // If items are selected, not only blank lines between them, their whole list is fenced.
    if tree.root[path[...]].isList, !leaves.allSatisfy({ $0.kind == .blank }) {
      let index = path.removeLast()
      range = index...index
    }
    return tree.change(path[...], to: [self.fenced(path, range)], .added)
  }

  /// Returns a container with some blocks between fences, but only the selected lines of a
  /// paragraph.
  private func fenced(_ path: BlockPath, _ range: ClosedRange<Int>) -> Block {
    let container = tree.root[path[...]]
    let depth = (1..<(path.count + 1)).count { !tree.root[path[..<$0]].isList }
    var before = Array(container.children[..<range.lowerBound])
    var behind = Array(container.children[(range.upperBound + 1)...])
    var inside: [Line] = []
    for block in container.children[range] {
      if block.kind == .paragraph {
        for part in block.split(in: tree, isApart: selection.contains) {
          if selection.touches(part) {
            // The lines are literal: they keep their indentation, and marks are not closed.
            inside += block.lines.filter { line in
              part.lines.contains { $0.origin == line.origin }
            }
          } else if inside.isEmpty {
            before.append(part)
          } else {
            behind.insert(part, at: 0)
          }
        }
      } else {
        inside += block.allLines
      }
    }
    let code = block(inside.map { literal($0, depth) })
    return container.withChildren(before + [code] + behind)
  }

  /// Returns a line with everything after the prefixes of the outer containers.
  private func literal(_ line: Line, _ depth: Int) -> Line {
    guard line.origin >= 0, !line.isChanged else { return line }
    let end = tree.lines[line.origin].upperBound
    let taken =
      line.prefixes.prefix(depth).last?.range.upperBound ?? tree.lines[line.origin].lowerBound
    var result = Line(origin: line.origin, chain: Array(line.chain.prefix(depth)))
    result.prefixes = Array(line.prefixes.prefix(depth))
    // If a container's content begins inside a tab, the rest of the tab is indentation.
    let column = tree.column(of: taken)
    result.isChanged = result.prefixes.last.map { $0.endColumn > column } ?? false
    var text = taken..<max(taken, end)
    if result.isChanged {
      text = text.dropFirst(1 + tree.source[text].dropFirst().prefix { $0.isBlank }.count)
      let blanks =
        tree.column(of: text.lowerBound)
        - tree.column(of: taken + 1)
      result.pieces = [.bytes([UInt8](repeating: .space, count: blanks)), .source(text)]
    } else {
      result.pieces = [.source(text)]
    }
    return result
  }

  private func block(_ lines: [Line]) -> Block {
    var (inside, text) = (lines, lines.flatMap { tree.bytes(of: $0) + [.lineFeed] })
    if text.allSatisfy({ $0.isWhite }), selection.isCaret, !lines.isEmpty {
      (inside, text) = ([lines[0]], BlockProof.probe + [.lineFeed])
      inside[0].write([.probe])
    }
    return Block(fenced: inside, text: text)
  }

  /// Returns the text of a code block, a paragraph for each group of lines between blank lines.
  /// Lines keep their indentation unless that would make them code again.
  private func paragraphs(of code: Block, isFenced: Bool, opensItem: Bool) -> [Block] {
    let lines = tree.codeLines(of: code)
    if lines.isEmpty { return [Block(.blank, lines: [code.lines[0]]).opened()] }
    var result: [Block] = []
    // Of each paragraph, and given to it once: to add to a block's units copies them.
    var units: [Int: [SeenUnit]] = [:]
    for line in lines {
      var bytes = tree.bytes(of: line)
      guard let content = line.content, bytes.contains(where: { !$0.isBlank }) else {
        result.append(Block(.blank, lines: [line]))
        continue
      }
      bytes = bytes.trimmed
      let isApart = result.last?.kind != .paragraph
      let text = self.text(
        line, content, isFenced: isFenced, opens: isApart ? opensItem && result.isEmpty : nil)
      if isApart {
        result.append(Block(.paragraph))
      } else {
        units[result.count - 1, default: []].append(.softBreak)
      }
      result[result.count - 1].lines.append(text)
      units[result.count - 1, default: []] += SeenUnit.text(bytes)
    }
    for (index, units) in units { result[index].units = units }
    return result
  }

  /// Converts a line of code to a line of text.
  ///
  /// - Parameter opens: whether a paragraph's first line begins an item; nil for other lines.
  private func text(
    _ line: Line, _ content: Range<Int>, isFenced: Bool, opens: Bool?
  ) -> Line {
    let bytes = tree.source[content]
    let start = bytes.startIndex + bytes.prefix { $0.isBlank }.count
    var blanks = line.cutTab > 0 ? 0..<0 : content.lowerBound..<start
    if !isFenced { blanks = blanks.dropFirst(4) }
    if let opens, opens || tree.source[blanks].endColumn() > 3 { blanks = 0..<0 }
    var text = line
    let end = start + Array(bytes).trimmed.count
    text.write(
      (blanks.isEmpty ? [] : [.source(blanks)]) + tree.source.escapedText(in: start..<end))
    return text
  }
}

extension BlockTree {
  /// Whether a fenced code block ends with its closing fence, as `~~~⏎a⏎~~~`, not `~~~⏎a`.
  func hasClosingFence(_ code: Block) -> Bool {
    guard code.lines.count > 1, let line = code.lines.last else { return false }
    let bytes = bytes(of: line).filter { !$0.isBlank }
    let first = self.bytes(of: code.lines[0]).first { !$0.isBlank }
    return bytes.count > 2 && bytes.allSatisfy { $0 == first }
  }

  /// Returns the lines of a code block between its fences, if it has any.
  func codeLines(of code: Block) -> [Line] {
    guard code.kind == .code(isFenced: true) else { return code.lines }
    return Array(code.lines.dropFirst().dropLast(hasClosingFence(code) ? 1 : 0))
  }
}

extension Block {
  /// Creates a block of code whose fences are longer than those in the text.
  ///
  /// - Parameter text: the text of the lines, each with a line ending.
  init(fenced lines: [Line], text: [UInt8], info: [UInt8] = []) {
    let fence = text.fence
    self.init(
      .code(isFenced: true),
      lines: [Line(writing: [.bytes(fence + info)])] + lines + [Line(writing: [.bytes(fence)])],
      units: SeenUnit.code(text, info: info))
  }

  var allLines: [Line] {
    isLeaf ? lines + (heading.underline.map { [$0] } ?? []) : children.flatMap { $0.allLines }
  }
}

extension [UInt8] {
  /// Returns the bytes of a range with an escape before each byte that may be markup.
  func escapedText(in range: Range<Int>) -> [Line.Piece] {
    var pieces: [Line.Piece] = []
    var start = range.lowerBound
    for index in range where Self.mayBeMarkup(self[index], at: index, in: self, range) {
      if start < index { pieces.append(.source(start..<index)) }
      pieces.append(.bytes([.backslash]))
      start = index
    }
    pieces.append(.source(start..<range.upperBound))
    return pieces
  }

  /// Whether a byte of text may be markup and needs an escape, as `*` in `a*b`, not in `a * b`.
  private static func mayBeMarkup(
    _ byte: UInt8, at index: Int, in source: [UInt8], _ range: Range<Int>
  ) -> Bool {
    func neighbour(_ offset: Int) -> UInt8 {
      range.contains(index + offset) ? source[index + offset] : .space
    }
    /// Whether a byte is an ASCII letter or digit, or not ASCII: `a`, not `-`.
    func isWord(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte.isASCIIAlphanumeric
    }
    switch byte {
    case .backslash:
      return !isWord(neighbour(1)) && neighbour(1) != .space || !range.contains(index + 1)
    case .backtick: return true
    case .asterisk: return !(neighbour(-1) == .space && neighbour(1) == .space)
    case .underscore:
      return !(isWord(neighbour(-1)) && isWord(neighbour(1)))
        && !(neighbour(-1) == .space && neighbour(1) == .space)
    case .leftBracket: return source[range].contains(.rightBracket)
    case .lessThan:
      return isWord(neighbour(1)) || neighbour(1) == .slash || neighbour(1) == .exclamationMark
        || neighbour(1) == .questionMark
    case .ampersand:
      return (isWord(neighbour(1)) || neighbour(1) == .numberSign)
        && source[range].contains(.semicolon)
    default: return false
    }
  }
}
