/// Finds possible markup in the texts of a tree, in one pass over its nodes.
struct TextFindings {
  private let tree: SyntaxTree
  private let source: Bytes
  private let extensions: SyntaxExtensions
  private var labels: Set<LabelKey>
  private(set) var findings: [SyntaxTree.Finding] = []
  /// The open brackets of the current leaf.
  private var brackets: [Int] = []

  init(_ tree: SyntaxTree, _ source: Bytes, _ dialect: Dialect) {
    self.tree = tree
    self.source = source
    extensions = dialect.extensions
    labels = Set(tree.definitions.map { $0.label })
  }

  mutating func read() {
    var index = 0
    while index < tree.nodes.count {
      let node = tree.nodes[index]
      switch node.kind {
      case .paragraph, .heading, .cell:
        brackets = []
        index += 1
      case .code, .html, .codeSpan, .inlineHTML, .island: index = node.endIndex
      case .text:
        readRuns(of: index)
        readBrackets(of: node)
        index += 1
      default: index += 1
      }
    }
  }

  private mutating func add(
    _ kind: SyntaxTree.Finding.Kind, _ range: Range<Int>, _ message: String
  ) {
    findings.append(SyntaxTree.Finding(kind: kind, range: range, message: message))
  }

  // MARK: Labels

  private mutating func readBrackets(of node: SyntaxTree.Node) {
    var index = node.range.lowerBound
    while index < node.range.upperBound {
      if source[index] == .leftBracket {
        if extensions.contains(.footnotes), let end = IslandMatch.footnote(in: source, at: index) {
          let label = String(decoding: source[index + 2..<end - 1], as: UTF8.self)
          add(.undefinedFootnote, index..<end, "There is no footnote “\(label)”.")
          index = end
          continue
        }
        brackets.append(index)
      } else if source[index] == .rightBracket, let start = brackets.popLast() {
        if let end = readLabel(after: start..<index + 1) {
          index = end
          continue
        }
      }
      index += 1
    }
  }

  /// Reads a label after a text in brackets. Returns its end, or nil if there is none.
  private mutating func readLabel(after text: Range<Int>) -> Int? {
    guard let found = LinkLabel.match(in: source, at: text.upperBound),
      // An index of an array is not a label: `a[0][1]`.
      text.lowerBound == 0 || !isOfName(source[text.lowerBound - 1])
    else { return nil }
    let label = found.label.isEmpty ? text.lowerBound + 1..<text.upperBound - 1 : found.label
    let key = LabelKey(Bytes(rebasing: source[label]))
    guard !key.bytes.isEmpty, !labels.contains(key),
      !source[label].contains(where: { $0.isLineEnding })
    else { return nil }
    let name = String(decoding: source[label], as: UTF8.self)
    add(.undefinedReference, text.lowerBound..<found.end, "The label “\(name)” is not defined.")
    return found.end
  }

  private func isOfName(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte >= 0x80 || byte == .underscore || byte == .rightBracket
      || byte == .rightParenthesis
  }

  // MARK: Runs of delimiters

  private mutating func readRuns(of index: Int) {
    let range = tree.nodes[index].range
    var start = range.lowerBound
    while start < range.upperBound {
      let byte = source[start]
      guard MarkSyntax.delimiterBytes.contains(byte) else {
        start += 1
        continue
      }
      var end = start + 1
      while end < range.upperBound, source[end] == byte { end += 1 }
      if let message = message(about: start..<end, ofText: index) {
        add(.halfOpenMark, start..<end, message)
      }
      start = end
    }
  }

  /// The message about a run, or nil if it is plain text.
  private func message(about run: Range<Int>, ofText index: Int) -> String? {
    let byte = source[run.lowerBound]
    let text = String(decoding: source[run], as: UTF8.self)
    switch byte {
    case .backtick: return "Nothing closes the code that \(text) could open."
    // Names begin with an underscore: `_default`.
    case .underscore where run.count == 1: return nil
    default:
      if let mark = MarkSyntax(delimitedBy: byte),
        run.count != mark.delimiter.count || !extensions.contains(mark.syntax)
      {
        return nil
      }
    }
    let flanking = Flanking(
      of: byte == .underscore ? .underscore : .asterisk,
      before: scalar(before: run.lowerBound, at: index),
      after: scalar(after: run.upperBound, at: index))
    guard flanking.canOpen != flanking.canClose else { return nil }
    return flanking.canOpen
      ? "\(text) could open a mark, and nothing closes it."
      : "\(text) could close a mark, and nothing opens it."
  }

  /// The character before an offset of a text, or a line feed at the start of a line.
  private func scalar(before offset: Int, at index: Int) -> Unicode.Scalar {
    let before = tree.nodes[index - 1]
    let isLineStart =
      offset == tree.nodes[index].range.lowerBound
      && [.softBreak, .hardBreak, .paragraph, .heading, .cell, .taskBox, .alertName].contains(
        before.kind)
    return isLineStart ? "\n" : source.scalar(before: offset)
  }

  /// The character after an offset of a text, or a line feed at the end of a line.
  private func scalar(after offset: Int, at index: Int) -> Unicode.Scalar {
    guard offset == tree.nodes[index].range.upperBound else {
      return source.scalar(at: offset).scalar
    }
    let isLineEnd = offset == source.count || source[offset].isLineEnding
    return isLineEnd ? "\n" : source.scalar(at: offset).scalar
  }
}
