import TextEditing

extension SyntaxTree {
  /// A probable slip of the author that shows only when the document is read as Markdown.
  public struct Finding: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// `[a][b]` or `[a][]` without a definition of the label.
      case undefinedReference = "undefined-reference"
      /// `[^a]` without a footnote of that label.
      case undefinedFootnote = "undefined-footnote"
      /// A definition of a label that no link uses.
      case unusedDefinition = "unused-definition"
      /// A footnote without a reference.
      case unusedFootnote = "unused-footnote"
      /// A second definition of a label, which has no effect.
      case repeatedDefinition = "repeated-definition"
      /// A fence without a closing fence: the code extends to the end of the text or its container.
      case openFence = "open-fence"
      /// A run of delimiters next to a word that neither opens nor closes a mark: `**bold`.
      case halfOpenMark = "half-open-mark"
      /// A heading more than one level below the one before.
      case skippedLevel = "skipped-level"
      /// A heading with the same anchor as one before in the same section, so that its address differs: `#a-1`.
      case repeatedAnchor = "repeated-anchor"
      /// A marker with a blank that Markdown does not know, such as a no-break space, so that it is none: `# a`.
      case foreignBlank = "foreign-blank"
      /// A link to a file that does not exist.
      case brokenLink = "broken-link"
      /// A link to a heading or another anchor that does not exist: `#a`.
      case brokenAnchor = "broken-anchor"
    }

    public var kind: Kind
    /// The UTF-8 range that the finding is about.
    public var range: Range<Int>
    /// A sentence that describes the finding.
    public var message: String
    /// The edit that resolves it, if there is one that is sure.
    public var fix: TextEdit?

    package init(kind: Kind, range: Range<Int>, message: String, fix: TextEdit? = nil) {
      (self.kind, self.range, self.message, self.fix) = (kind, range, message, fix)
    }
  }

  /// The findings of a document, in document order. They concern its meaning, not its style. Other files are not looked
  /// at, so no broken links are among them.
  ///
  /// - Parameters:
  ///   - source: The text that the tree was read from, as UTF-8.
  ///   - dialect: The dialect that the tree was read in.
  /// - Complexity: O(*n* log *n*) in the length of the text.
  public func findings(in source: [UInt8], dialect: Dialect) -> [Finding] {
    // Definitions are also written as comments: `[//]: # (comment)`.
    let comments = Set(
      links.compactMap { link in
        let isComment =
          link.form == nil && (link.destination.isEmpty || link.destination == [.numberSign])
        return isComment ? link.label : nil
      })
    var findings = references.flatMap { reference in
      comments.contains(reference.definitions[0]) ? [] : Self.findings(about: reference, in: source)
    }
    source.withUnsafeBufferPointer { source in
      var reader = TextFindings(self, source, dialect)
      reader.read()
      findings += reader.findings
    }
    for node in nodes where node.kind == .code && node.mark != 0 && !node.isClosed {
      let fence = node.range.lowerBound..<node.range.lowerBound + Int(node.number)
      findings.append(
        Finding(
          kind: .openFence, range: fence, message: "Nothing closes the code that this fence opens.")
      )
    }
    addHeadings(in: source, to: &findings)
    Self.removeTexts(from: &findings, in: source, dialect)
    findings.sort {
      ($0.range.lowerBound, $0.range.upperBound, $0.kind.rawValue)
        < ($1.range.lowerBound, $1.range.upperBound, $1.kind.rawValue)
    }
    return findings
  }

  /// Removes the foreign blanks after what would be no marker with a space, either. All are replaced in one reading.
  private static func removeTexts(
    from findings: inout [Finding], in source: [UInt8], _ dialect: Dialect
  ) {
    let fixes = findings.filter { $0.kind == .foreignBlank }.compactMap { $0.fix?.replacements[0] }
    guard !fixes.isEmpty,
      let tree = try? SyntaxTree(TextEdit(fixes).applying(to: source), in: dialect)
    else { return }
    let markers = Set(
      tree.nodes.filter { [.heading, .item, .taskBox].contains($0.kind) }.map {
        $0.range.lowerBound
      })
    var growth = 0
    findings.removeAll { finding in
      guard finding.kind == .foreignBlank, let fix = finding.fix?.replacements[0] else {
        return false
      }
      defer { growth += fix.bytes.count - fix.range.count }
      return !markers.contains(finding.range.lowerBound + growth)
    }
  }

  private static func findings(about reference: Reference, in source: [UInt8]) -> [Finding] {
    let first = reference.definitions[0]
    let label = String(decoding: source[first], as: UTF8.self)
    var result: [Finding] = []
    if reference.uses.isEmpty {
      result.append(
        reference.isFootnote
          ? Finding(
            kind: .unusedFootnote, range: first,
            message: "Nothing refers to the footnote “\(label)”.")
          : Finding(
            kind: .unusedDefinition, range: first, message: "No link uses the label “\(label)”."))
    }
    return result
      + reference.definitions.dropFirst().map {
        Finding(
          kind: .repeatedDefinition, range: $0,
          message: "“\(label)” is defined already; the first definition counts.")
      }
  }

  private func addHeadings(in source: [UInt8], to findings: inout [Finding]) {
    let sections = outline(of: source)
    var level = 6
    for section in sections {
      if section.level > level + 1 {
        findings.append(
          Finding(
            kind: .skippedLevel, range: section.heading,
            message: "A heading of level \(section.level) follows one of level \(level)."))
      }
      level = section.level
    }
    // The headings of a changelog are alike in each release.
    let parents = Dictionary(uniqueKeysWithValues: sections.map { ($0.node, $0.parent ?? -1) })
    var seen: Set<[String]> = []
    for anchor in headingAnchors(of: source) {
      guard let parent = parents[anchor.node] else { continue }
      let base =
        anchor.repetition == 0
        ? anchor.name : String(anchor.name.dropLast("-\(anchor.repetition)".count))
      if seen.insert([String(parent), base]).inserted || anchor.repetition == 0 { continue }
      findings.append(
        Finding(
          kind: .repeatedAnchor, range: nodes[anchor.node].range,
          message: "Another heading has this anchor; the address of this one is #\(anchor.name)."))
    }
  }
}

/// Finds possible markup in the texts of a tree, in one pass over its nodes.
struct TextFindings {
  private let tree: SyntaxTree
  private let source: Bytes
  private let extensions: SyntaxExtensions
  private var labels: Set<LabelKey>
  private(set) var findings: [SyntaxTree.Finding] = []
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
        readMarker(of: index)
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

  // MARK: Markers

  /// The blanks that are none in Markdown and are typed by accident: no-break spaces, and the one of East Asian scripts.
  private static let foreignBlanks: [Unicode.Scalar] = [
    "\u{A0}", "\u{202F}", "\u{2007}", "\u{3000}",
  ]

  /// Finds a marker at the start of a line with such a blank after it.
  private mutating func readMarker(of index: Int) {
    let range = tree.nodes[index].range
    guard [.paragraph, .softBreak, .hardBreak].contains(tree.nodes[index - 1].kind),
      let first = source[range].first
    else { return }
    var end = range.lowerBound
    func skip(_ isWanted: (UInt8) -> Bool) {
      while end < range.upperBound, isWanted(source[end]) { end += 1 }
    }
    switch first {
    case .numberSign: skip { $0 == .numberSign }
    case .hyphen, .asterisk, .plusSign: end += 1
    case .leftBracket where range.count > 4 && source[end + 2] == .rightBracket: end += 3
    default:
      skip { $0.isASCIIDigit }
      guard end > range.lowerBound, end < range.upperBound,
        source[end] == .fullStop || source[end] == .rightParenthesis
      else { return }
      end += 1
    }
    guard end < range.upperBound else { return }
    let (scalar, count) = source.scalar(at: end)
    guard Self.foreignBlanks.contains(scalar) else { return }
    add(
      .foreignBlank, range.lowerBound..<end + count,
      "A blank after this marker is none that Markdown knows, so the marker has no effect.")
    findings[findings.count - 1].fix = TextEdit([.init(end..<end + count, with: " ")])
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
