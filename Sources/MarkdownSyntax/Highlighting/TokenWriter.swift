import CommonMark
import TextEditing

extension MarkdownDocument {
  /// Returns the tokens in a range of the document, for colours.
  ///
  /// Each byte of the range except white space and a byte order mark is in exactly one token. A
  /// token that overlaps the range is returned whole. Offsets are those of the document;
  /// `TextBuffer` converts them to UTF-16.
  ///
  /// ```swift
  /// let document = try MarkdownDocument(TextBuffer("# a\n\nb *c*"))
  /// let tokens = try document.tokens(of: 5..<10, in: .gitHub)
  /// print(tokens.map(\.range.lowerBound))  // [5, 7, 8, 9]
  /// ```
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets of the document.
  ///   - dialect: The dialect of the document.
  /// - Precondition: The range is in `0...buffer.utf8Count`.
  /// - Throws: `ParsingRefusal` if the part to read exceeds the standard limits.
  /// - Complexity: As ``syntaxTree(of:in:)``: O(*m*) in the length of the touched blocks.
  public func tokens(
    of range: Range<Int>, in dialect: Dialect
  ) throws(ParsingRefusal) -> [SyntaxToken] {
    let region = try tokenRegion(of: range, in: dialect)
    return region.tree.tokens(of: region.part, in: region.bytes, shift: region.shift)
  }

  /// Returns the tokens in a range, and the blocks around it that an editor draws as a whole.
  ///
  /// - Throws: `ParsingRefusal` if the part to read exceeds the standard limits.
  /// - Complexity: As ``tokens(of:in:)``.
  package func tokensAndDrawnBlocks(
    of range: Range<Int>, in dialect: Dialect
  ) throws(ParsingRefusal) -> (tokens: [SyntaxToken], blocks: [DrawnBlock]) {
    let region = try tokenRegion(of: range, in: dialect)
    return (
      region.tree.tokens(of: region.part, in: region.bytes, shift: region.shift),
      region.tree.drawnBlocks(in: region.bytes, of: region.part, shift: region.shift)
    )
  }

  private func tokenRegion(
    of range: Range<Int>, in dialect: Dialect
  ) throws(ParsingRefusal) -> (tree: SyntaxTree, bytes: [UInt8], part: Range<Int>, shift: Int) {
    let region = region(ofBlocksAt: [range], in: dialect)
    if let refusal = ParsingLimits.standard.refusal(of: region.bytes) { throw refusal }
    let part = region.inBytes(range.clamped(to: region.range))
    let tree = SyntaxTree(region.bytes, in: dialect, region.context, inlinesOf: part)
    return (tree, region.bytes, part, region.parts[0].shift)
  }
}

/// A code block, or an image that is alone in its paragraph.
package struct DrawnBlock: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case code(language: String)
    case image(source: String)
  }
  package var kind: Kind
  /// The UTF-8 range of the whole lines, with the fences.
  package var range: Range<Int>
  /// The UTF-8 ranges of the lines of code, without the markers of containers.
  package var lines: [Range<Int>] = []
}

extension SyntaxTree {
  fileprivate func tokens(
    of range: Range<Int>, in source: [UInt8], shift: Int
  ) -> [SyntaxToken] {
    tokens(of: range, in: source).map { token in
      var token = token
      token.range = token.range.lowerBound - shift..<token.range.upperBound - shift
      return token
    }
  }

  fileprivate func drawnBlocks(
    in source: [UInt8], of part: Range<Int>, shift: Int
  ) -> [DrawnBlock] {
    nodes.indices.compactMap { index in
      let node = nodes[index]
      guard node.kind == .code || node.kind == .paragraph, !node.lines.isEmpty else { return nil }
      let first = Int(lines[Int(node.lines.lowerBound)].start)
      let next = Int(node.lines.upperBound)
      let end = next < lines.count ? Int(lines[next].start) : source.count
      guard first < part.upperBound, end > part.lowerBound else { return nil }
      let range = first - shift..<end - shift
      if node.kind == .paragraph {
        // Only the image is in the paragraph, so that it also ends it.
        guard index + 1 < node.endIndex, case let image = nodes[index + 1], image.kind == .image,
          image.endIndex == node.endIndex, image.range == node.content, let link = link(of: image)
        else { return nil }
        let address = String(decoding: link.destination, as: UTF8.self)
        return DrawnBlock(kind: .image(source: address), range: range)
      }
      let code = node.lines.compactMap { number in
        let line = lines[Int(number)]
        let isCode =
          Int(line.end) > node.content.lowerBound
          && Int(line.content) < node.content.upperBound
        return isCode ? Int(line.content) - shift..<Int(line.end) - shift : nil
      }
      let info = index + 1 < node.endIndex ? nodes[index + 1] : node
      let language = info.kind == .info ? source[info.range].prefix { !$0.isMarkdownSpace } : []
      return DrawnBlock(
        kind: .code(language: String(decoding: language, as: UTF8.self)), range: range, lines: code)
    }
  }
}

extension SyntaxTree {
  /// Returns the tokens of a text, for colours.
  ///
  /// Each byte except white space and a byte order mark is in exactly one token.
  ///
  /// - Parameter source: The text that the tree was read from, as UTF-8.
  /// - Complexity: O(*n*).
  public func tokens(in source: [UInt8]) -> [SyntaxToken] {
    tokens(of: 0..<source.count, in: source)
  }

  func tokens(of range: Range<Int>, in source: [UInt8]) -> [SyntaxToken] {
    source.withUnsafeBufferPointer { source in
      var writer = TokenWriter(self, in: source, of: range)
      writer.run()
      return writer.tokens
    }
  }
}

/// Writes the tokens of a tree in one pass over its nodes.
///
/// Bytes between the children of a node are its delimiters or its text. The markers of containers
/// come before the content of each line, even inside other constructs.
struct TokenWriter {
  private let tree: SyntaxTree
  private let source: Bytes
  /// The bytes whose tokens are needed.
  private let range: Range<Int>
  private(set) var tokens: [SyntaxToken] = []
  private var open: [OpenNode] = []
  /// The offset up to which all tokens are written.
  private var position = 0
  private var line = 0

  private struct OpenNode {
    var node: SyntaxTree.Node
    var text: SyntaxToken.Kind = .text
    var marks: SyntaxToken.Marks = []
    var level: UInt8 = 0
  }

  init(_ tree: SyntaxTree, in source: Bytes, of range: Range<Int>) {
    self.tree = tree
    self.source = source
    self.range = range.clamped(to: 0..<source.count)
    line = Swift.max(
      0, tree.lines.partitionPoint { Int($0.start) > range.lowerBound } - 1)
  }

  mutating func run() {
    guard !tree.nodes.isEmpty, !tree.lines.isEmpty, !range.isEmpty else { return }
    position = Int(tree.lines[line].start)
    var index = 0
    while index < tree.nodes.count {
      while let last = open.last, last.node.end <= index { close() }
      let node = tree.nodes[index]
      write(to: node.range.lowerBound)
      if node.range.lowerBound >= range.upperBound { return }
      // A node before the range has no tokens to write.
      let isBefore = index > 0 && node.range.upperBound <= range.lowerBound
      if isBefore { position = Swift.max(position, node.range.upperBound) } else { begin(node) }
      index = isBefore ? node.endIndex : index + 1
    }
    while !open.isEmpty { close() }
  }

  private mutating func close() {
    guard let last = open.last else { return }
    write(to: last.node.range.upperBound)
    open.removeLast()
  }

  private mutating func begin(_ node: SyntaxTree.Node) {
    var new = OpenNode(node: node)
    if let parent = open.last {
      (new.text, new.marks, new.level) = (parent.text, parent.marks, parent.level)
    }
    switch node.kind {
    case .quote: new.marks.insert(.quote)
    case .heading: new.level = UInt8(truncatingIfNeeded: node.number)
    case .code: (new.text, new.marks) = (.codeBlock, new.marks.union(.code))
    case .html: new.text = .htmlBlock
    case .metadata: new.text = .frontMatter
    case .row where node.number == 0: new.marks.insert(.tableHeader)
    case .delimiterRow: new.text = .tableRule
    case .rule: new.text = .rule
    case .escape: new.text = .escape
    case .reference: new.text = .reference
    case .hardBreak: new.text = .hardBreak
    case .emphasis: new.marks.insert(.emphasis)
    case .strong: new.marks.insert(.strong)
    case .mark: new.marks.formUnion(MarkSyntax(node.syntax)?.token ?? [])
    case .codeSpan: (new.text, new.marks) = (.codeSpan, new.marks.union(.code))
    case .link: (new.text, new.marks) = (text(of: node), new.marks.union(.link))
    case .image: (new.text, new.marks) = (.linkText, new.marks.union(.image))
    case .inlineHTML: new.text = .htmlInline
    case .footnoteReference: new.text = .footnoteReference
    case .label: new.text = .footnoteLabel
    case .alertName: new.text = .alertName
    case .info: new.text = .info
    case .taskBox:
      new.text = .taskBox
      if node.mark != 0 { new.marks.insert(.checked) }
    case .island: new.text = SyntaxToken.Kind(node.syntax)
    default: break
    }
    open.append(new)
  }

  private func text(of link: SyntaxTree.Node) -> SyntaxToken.Kind {
    switch tree.link(of: link)?.form {
    case .autolink, .emailAutolink, .bare: .autolink
    default: .linkText
    }
  }

  // MARK: Pieces of a node

  private mutating func write(to end: Int) {
    guard position < end, let last = open.last else {
      position = Swift.max(position, end)
      return
    }
    switch last.node.kind {
    case .row: writePipes(to: end)
    case .link, .image, .definition: writeLink(last.node, to: end)
    case .emphasis, .strong, .mark, .codeSpan, .heading, .code, .metadata, .footnoteReference,
      .label, .alertName:
      let content = last.node.content
      write(.delimiter, to: Swift.min(end, content.lowerBound))
      write(last.text, to: Swift.min(end, content.upperBound))
      write(.delimiter, to: end)
    default: write(last.text, to: end)
    }
  }

  private mutating func writeLink(_ node: SyntaxTree.Node, to end: Int) {
    guard let link = tree.link(of: node) else { return write(.delimiter, to: end) }
    let label: SyntaxToken.Kind = node.kind == .definition ? .definition : .label
    write(label, link.label, to: end)
    write(.destination, link.destinationRange, to: end)
    write(.title, link.titleRange, to: end)
    write(.delimiter, to: end)
  }

  private mutating func write(_ kind: SyntaxToken.Kind, _ part: Range<Int>?, to end: Int) {
    guard let part, part.lowerBound < end else { return }
    write(.delimiter, to: part.lowerBound)
    write(kind, to: Swift.min(end, part.upperBound))
  }

  /// Writes the text between the cells of a row. Cells after the last column are not nodes.
  private mutating func writePipes(to end: Int) {
    let source = Bytes(rebasing: source[..<end])
    while position < end {
      let pipe = source.firstOffset(of: .verticalLine, from: position)
      write(.text, to: pipe)
      if pipe < end { write(.tablePipe, to: pipe + 1) }
    }
  }

  // MARK: Lines

  /// Writes a kind up to an offset, line by line, with the markers of containers before each.
  private mutating func write(_ kind: SyntaxToken.Kind, to end: Int) {
    while position < end {
      while line + 1 < tree.lines.count, Int(tree.lines[line + 1].start) <= position { line += 1 }
      let current = tree.lines[line]
      let isLast = line + 1 == tree.lines.count
      let next = isLast ? end : Swift.min(end, Int(tree.lines[line + 1].start))
      let content = Int(current.content)
      // The label of a footnote is the marker of a container.
      if position < content, open.last?.node.kind != .label {
        writeMarkers(to: Swift.min(next, content))
      }
      add(kind, position..<Swift.min(next, Int(current.end)), on: current)
      position = next
    }
  }

  private mutating func writeMarkers(to end: Int) {
    let marks = (open.last?.marks ?? []).intersection(.quote)
    while position < end {
      var stop = position + 1
      if source[position] == .greaterThan {
        append(SyntaxToken(.quoteMarker, position..<stop, marks: marks))
      } else if !source[position].isMarkdownSpace {
        while stop < end, !source[stop].isMarkdownSpace, source[stop] != .greaterThan { stop += 1 }
        append(SyntaxToken(.listMarker, position..<stop, marks: marks))
      }
      position = stop
    }
  }

  /// Adds a piece of a line without the blanks at the line's ends; some kinds also lose their own.
  private mutating func add(
    _ kind: SyntaxToken.Kind, _ piece: Range<Int>, on line: SyntaxTree.Line
  ) {
    guard !piece.isEmpty, let last = open.last else { return }
    var (start, end) = (piece.lowerBound, piece.upperBound)
    let isInline = last.node.kind.rawValue >= SyntaxTree.Kind.text.rawValue
    let keepsBlanks = kind.keepsBlanks && isInline
    if !keepsBlanks || start <= Int(line.content) {
      while start < end, source[start].isMarkdownSpace { start += 1 }
    }
    if !keepsBlanks || end == Int(line.end) && kind != .hardBreak {
      while end > start, source[end - 1].isMarkdownSpace { end -= 1 }
    }
    append(SyntaxToken(kind, start..<Swift.max(start, end), marks: last.marks, level: last.level))
  }

  private mutating func append(_ token: SyntaxToken) {
    guard token.range.overlaps(range) else { return }
    if let last = tokens.last, last.kind == token.kind, last.marks == token.marks,
      last.range.upperBound == token.range.lowerBound, token.kind.keepsBlanks
    {
      tokens[tokens.count - 1].range = last.range.lowerBound..<token.range.upperBound
    } else {
      tokens.append(token)
    }
  }
}
