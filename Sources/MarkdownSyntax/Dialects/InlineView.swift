import CommonMark
import TextEditing

/// How a command on one mark sees the inlines of a dialect.
///
/// The delimiters of its mark are those of strong, so that one planner serves all marks. Other
/// marks that CommonMark does not have are structure, which the command's mark does not cross. An
/// island is one character, or for code a thing that cannot be code.
package final class InlineView: Sendable {
  /// The mark of a command.
  package enum Purpose: Hashable, Sendable {
    /// Strong and emphasis.
    case delimited
    /// Code spans, which contain only text.
    case code
    /// A mark of an extension.
    case mark(MarkSyntax)
  }

  package let purpose: Purpose
  let dialect: Dialect
  let context: ReadingContext
  /// The dialect's inlines; nil if it has none of its own.
  fileprivate let syntax: InlineSyntax?
  private let constructs: InlineConstructs

  /// Makes the view of a command; nil in CommonMark.
  package init?(_ dialect: Dialect, _ purpose: Purpose, _ context: ReadingContext) {
    if dialect.isCommonMark { return nil }
    (self.dialect, self.purpose, self.context) = (dialect, purpose, context)
    syntax = InlineSyntax.known(dialect)
    constructs = InlineConstructs(dialect)
  }

  /// The mark of the command, if CommonMark does not have it.
  package var mark: MarkSyntax? { if case .mark(let mark) = purpose { mark } else { nil } }

  /// Whether runs of `*` and `_` are paired as cmark-gfm pairs them, and look through `~`.
  package var pairsAsGitHub: Bool { syntax?.pairsAsGitHub == true }

  /// Whether a construct of the dialect may begin with a byte: `~` in GitHub's, not `+`.
  package func stops(at byte: UInt8) -> Bool { syntax?.stops(at: byte) == true }

  /// Whether the dialect has references to footnotes: GitHub's, `[^a]`. cmark-gfm looks for `^` after
  /// escapes are read, so `[\^a]` may be one.
  package var hasFootnotes: Bool { dialect.extensions.contains(.footnotes) }

  /// Whether the view of a leaf may differ from CommonMark's reading: `a ~b`, not `a`.
  fileprivate func mayDiffer(in leaf: LeafBlock, of reading: DocumentReading) -> Bool {
    mark != nil || pairsAsGitHub && reading.mayPairOtherwise(leaf)
      || reading.mayHold(constructs, leaf)
  }

  /// The tokens of a leaf as the command sees them.
  fileprivate func tokens(of leaf: LeafBlock, in reading: DocumentReading) -> [InlineToken] {
    var tokens = reading.tokens(of: leaf, syntax)
    if purpose == .code { tokens = withoutUndefined(tokens, in: reading) }
    for index in tokens.indices { tokens[index].kind = seen(tokens[index], in: reading.source) }
    return tokens
  }

  private func seen(_ token: InlineToken, in source: [UInt8]) -> InlineToken.Kind {
    switch token.kind {
    case .island(let syntax): return island(syntax, source[token.source])
    case .openMark(let syntax) where syntax == mark?.syntax: return .openStrong
    case .closeMark(let syntax) where syntax == mark?.syntax: return .closeStrong
    default: break
    }
    guard let mark else { return token.kind }
    switch token.kind {
    case .openStrong: return .openMark(mark.syntax)
    case .closeStrong: return .closeMark(mark.syntax)
    case .openEmphasis: return .openMark([])
    case .closeEmphasis: return .closeMark([])
    default: return token.kind
    }
  }

  private func island(_ syntax: SyntaxExtensions, _ bytes: ArraySlice<UInt8>) -> InlineToken.Kind {
    let isInvisible = [.blockIdentifiers, .comments, .attributes].contains(syntax)
    if isInvisible || purpose == .code { return .html }
    let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
    return .character(scalar, .whole)
  }

  /// The tokens with the characters of references to undefined footnotes: `[^a-z]`.
  private func withoutUndefined(
    _ tokens: [InlineToken], in reading: DocumentReading
  ) -> [InlineToken] {
    let source = reading.source
    var result: [InlineToken] = []
    var places: [Int] = []
    for token in tokens {
      places.append(result.count)
      if token.kind == .island(.footnotes),
        isText(source[token.source].dropFirst(2).dropLast(), in: reading)
      {
        var start = token.source.lowerBound
        for scalar in String(decoding: source[token.source], as: UTF8.self).unicodeScalars {
          let end = start + UTF8.width(scalar)
          result.append(InlineToken(.character(scalar, .plain), start..<end))
          start = end
        }
      } else {
        result.append(token)
      }
    }
    if result.count == tokens.count { return tokens }
    for index in result.indices where result[index].partner >= 0 {
      result[index].partner = places[result[index].partner]
    }
    return result
  }

  /// Whether the label of a possible reference is plain text: `a` without a footnote `a`.
  private func isText(_ label: ArraySlice<UInt8>, in reading: DocumentReading) -> Bool {
    !reading.document.footnotes.contains(LabelKey(Array(label)))
      && !label.contains { $0.beginsInlineSyntax || stops(at: $0) }
  }
}

extension DocumentReading {
  /// Extends selections for code over the references to footnotes that they cut. cmark-gfm shows
  /// `` [\^`a`] `` with a second bracket.
  package func withWholeReferences(_ selections: [Range<Int>]) -> [Range<Int>] {
    guard let view, view.purpose == .code, view.hasFootnotes else {
      return selections
    }
    return selections.map { selection in
      var (low, high) = (selection.lowerBound, selection.upperBound)
      for leaf in leaves where leaf.content.overlaps(low..<high + 1) {
        guard source[leaf.content].contains(.circumflex) else { continue }
        for token in tokens(of: leaf, view.syntax) where token.kind == .island(.footnotes) {
          let place = token.source
          if place.lowerBound < high, high < place.upperBound { high = place.upperBound }
          if place.lowerBound < low, low < place.upperBound {
            low = selection.isEmpty ? high : place.lowerBound
          }
        }
      }
      return low..<high
    }
  }

  /// The tokens of a leaf as a command sees them, or nil if the scanner and libcmark read it
  /// differently without the dialect's constructs.
  ///
  /// - Complexity: O(*n*) in the length of the leaf.
  package func agreedTokens(of leaf: LeafBlock) -> [InlineToken]? {
    let tokens = printedTokens(of: leaf)
    guard agrees(tokens, on: leaf) else { return nil }
    guard let activeView, activeView.mayDiffer(in: leaf, of: self) else {
      return document.placed(tokens)
    }
    return activeView.tokens(of: leaf, in: self)
  }

  /// The tokens of a leaf as a command sees them, whether or not libcmark agrees.
  package func seenTokens(of leaf: LeafBlock) -> [InlineToken] {
    guard let activeView, activeView.mayDiffer(in: leaf, of: self) else {
      return tokens(of: leaf)
    }
    return activeView.tokens(of: leaf, in: self)
  }

  /// The view, unless the quick check found that it is CommonMark's reading.
  private var activeView: InlineView? {
    guard let view, view.syntax != nil, view.mark != nil || document.mayDiffer else { return nil }
    return view
  }

  /// Whether the view of any leaf may differ from CommonMark's reading: for GitHub, in `a ~b`.
  package var mayDiffer: Bool {
    guard let activeView else { return false }
    return activeView.mark != nil || leaves.contains { activeView.mayDiffer(in: $0, of: self) }
  }

  /// Whether GitHub may pair the runs of `*` and `_` in a leaf differently from libcmark: there are
  /// three, and one may both open and close.
  fileprivate func mayPairOtherwise(_ leaf: LeafBlock) -> Bool {
    document.text.withUnsafeBufferPointer {
      Self.mayPairOtherwise(printed(leaf).lines, of: $0)
    }
  }

  /// Whether the runs in the lines of a leaf may be paired differently: `*a*b*`, not `*a* b`.
  private static func mayPairOtherwise(_ lines: [Range<Int>], of text: Bytes) -> Bool {
    var runs = 0
    var hasBoth = false
    for line in lines {
      var index = line.lowerBound
      while index < line.upperBound {
        let byte = text[index]
        guard byte == .asterisk || byte == .underscore else {
          index += 1
          continue
        }
        let start = index
        while index < line.upperBound, text[index] == byte { index += 1 }
        runs += 1
        guard start > line.lowerBound, index < line.upperBound else { continue }
        let (before, after) = (text[start - 1], text[index])
        hasBoth =
          hasBoth
          || !before.isMarkdownSpace && !after.isMarkdownSpace
            && (before.isASCIIPunctuation
              ? after.isASCIIPunctuation : byte == .asterisk && !after.isASCIIPunctuation)
      }
    }
    return hasBoth && runs > 2
  }

  /// Whether a leaf may have a construct: `a ~b` a mark, but `[a](http://b)` not a bare link.
  fileprivate func mayHold(_ constructs: InlineConstructs, _ leaf: LeafBlock) -> Bool {
    let isInSource = document.text.withUnsafeBufferPointer { text in
      printed(leaf).lines.contains { constructs.inSource.mayOccur(in: text, $0) }
    }
    if isInSource { return true }
    return tree.bytes.withUnsafeBufferPointer { literals in
      tree.nodes[leaf.node..<Int(tree.nodes[leaf.node].end)].contains {
        $0.kind == .text && constructs.inText.mayOccur(in: literals, $0.literal.inInt)
      }
    }
  }
}
