import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension TreeReport {
  /// Prints the inlines of a leaf: runs of text, and nodes with their delimiters.
  func printInlines(of leaf: LeafBlock, depth: Int, with painter: inout Painter) {
    let tokens = reading.tokens(of: leaf, syntax)
    let places = places(of: tokens)
    var depth = depth
    var index = contentStart(of: leaf, in: tokens)
    while index < tokens.count {
      let token = tokens[index]
      if token.kind.isClosing {
        depth -= 1
        index += 1
        continue
      }
      let end = isText(token) ? textEnd(from: index, in: tokens) : index + 1
      let last = token.kind.isOpening ? token.partner : end - 1
      painter.add(indentation(depth))
      painter.add(name(of: token.kind), token.kind.isOpening ? .cyan : .plain)
      painter.add("  \(places[index].start.written)-\(places[last].end.written)", .faint)
      painter.add("  " + spelling(tokens, index, last) + "\n")
      if token.kind.isOpening { depth += 1 }
      index = end
    }
  }

  /// The index of the first token after a task's box or an alert's name.
  private func contentStart(of leaf: LeafBlock, in tokens: [InlineToken]) -> Int {
    guard let prefix = reading.document.construct(atSource: leaf.content.lowerBound),
      prefix.kind == .task || prefix.kind == .alert
    else { return 0 }
    return tokens.firstIndex {
      $0.source.lowerBound >= prefix.source.upperBound && $0.kind != .softBreak
    } ?? tokens.count
  }

  private func places(of tokens: [InlineToken]) -> [(start: TextLocation, end: TextLocation)] {
    var walk = LocationWalk(over: text)
    return tokens.map { token in
      let start = walk.location(ofUTF8: token.source.lowerBound)
      return (start, walk.location(ofUTF8: token.source.upperBound))
    }
  }

  private func isText(_ token: InlineToken) -> Bool {
    switch token.kind {
    case .character, .codeCharacter: true
    default: false
    }
  }

  private func textEnd(from start: Int, in tokens: [InlineToken]) -> Int {
    var end = start
    while end < tokens.count, isText(tokens[end]) { end += 1 }
    return end
  }

  /// Quotes the source of a token or a run of text; for a node, its two delimiters.
  private func spelling(_ tokens: [InlineToken], _ first: Int, _ last: Int) -> String {
    let opening = tokens[first].source
    let closing = tokens[last].source
    guard tokens[first].kind.isOpening else {
      return quoted(text.bytes[opening.lowerBound..<closing.upperBound])
    }
    return quoted(text.bytes[opening]) + " " + quoted(text.bytes[closing])
  }

  private func name(of kind: InlineToken.Kind) -> String {
    switch kind {
    case .character: "text"
    case .codeCharacter: "code text"
    case .openEmphasis, .closeEmphasis: "emphasis"
    case .openStrong, .closeStrong: "strong"
    case .openCode, .closeCode: "code"
    case .openLink(let form), .closeLink(let form): "\(name(of: form)) link"
    case .openImage(let form), .closeImage(let form): "\(name(of: form)) image"
    case .html: "HTML"
    case .openMark(let syntax), .closeMark(let syntax):
      Mark.allCases.first { $0.syntax == syntax }?.name ?? "mark"
    case .island(let syntax): name(of: syntax)
    case .softBreak: "soft break"
    case .hardBreak: "hard break"
    }
  }

  private func name(of syntax: SyntaxExtensions) -> String {
    switch syntax {
    case .footnotes: "footnote reference"
    case .math: "math"
    case .emoji: "emoji"
    case .mentions: "mention"
    case .wikiLinks: "wiki link"
    case .comments: "comment"
    case .blockIdentifiers: "block identifier"
    case .shortcodes: "shortcode"
    case .liquidTags: "tag"
    case .attributes: "attributes"
    default: "island"
    }
  }

  private func name(of form: InlineToken.LinkForm) -> String {
    switch form {
    case .inline: "inline"
    case .full: "full reference"
    case .collapsed: "collapsed reference"
    case .shortcut: "shortcut reference"
    case .autolink: "automatic"
    case .emailAutolink: "automatic email"
    case .bare: "bare"
    }
  }
}
