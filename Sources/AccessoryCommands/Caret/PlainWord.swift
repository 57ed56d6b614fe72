import MarkdownSyntax

/// Text that commands can only wrap, for every mark alike, so that nothing has to be planned and proved to
/// know that they apply.
///
/// That is so where it is plain text of one line, outside of links and other marks, between text, breaks and the
/// ends of the leaf; it begins and ends with neither white space nor punctuation; and nothing in the leaf is or
/// could become a delimiter, a fence, a bracket, a tag or an escape but what is one whole already. Then
/// - the pair of backticks finds itself: there is no other run that waits for one (§6.1);
/// - so does the pair of runs of `*`. The first is left-flanking and the second right-flanking, and their
///   lengths never add up to what the rule of three forbids (§6.2). Of the delimiters around, each is paired with
///   another on the same side of the text, so that none is open where the first run may close one, nor
///   closed behind the second;
/// - a line that began with a letter begins with text as before: what follows `*` is no blank, one backtick is
///   no fence, and a rule holds nothing but its marks (§4, §5).
///
/// (Sections of CommonMark 0.30.)
extension LeafText {
  /// Whether a command at a caret in a word can only wrap the word, and a character typed there has no marks. True
  /// in `a wo‸rd`, not in `a *wo‸rd*`. O(tokens).
  ///
  /// - Parameters:
  ///   - word: indices of characters.
  ///   - caret: the UTF-8 offset of the caret.
  func isPlain(_ word: Range<Int>, at caret: Int) -> Bool {
    guard let first = word.first, let last = word.last,
      source(of: first).lowerBound <= caret, caret <= source(of: last).upperBound
    else { return false }
    return isPlain(first, through: last)
  }

  /// The characters that a command on the selection can only wrap; nil where it may have to do anything else.
  var plainSelection: Range<Int>? {
    let selected = selected
    guard let first = selected.first, let last = selected.last,
      characters[first...last].allSatisfy({ $0.isSelected }), isPlain(first, through: last)
    else { return nil }
    return first..<last + 1
  }

  /// Whether characters can only be wrapped. True of `b c` in `a b c *d*`.
  private func isPlain(_ first: Int, through last: Int) -> Bool {
    let tokens = characters[first].token...characters[last].token
    guard tokens.count == last - first + 1, isLetterLike(first), isLetterLike(last),
      isTextOrBreak(tokens.lowerBound - 1), isTextOrBreak(tokens.upperBound + 1)
    else { return false }
    return isQuiet(around: tokens)
  }

  /// Whether a character is neither white space nor punctuation, in CommonMark 0.30 or 0.31, so
  /// that delimiters beside it flank it from outside: `a`, not `.` or `€`.
  private func isLetterLike(_ character: Int) -> Bool {
    let scalar = characters[character].scalar
    return !isUnicodeWhitespace(scalar) && !isUnicodePunctuation(scalar)
      && !isPunctuationSince031(scalar)
  }

  /// Whether a token is a character or a break, or past the ends of the leaf. True of the `a` in
  /// `*a*`, not of the `*`.
  private func isTextOrBreak(_ token: Int) -> Bool {
    guard tokens.indices.contains(token) else { return true }
    switch tokens[token].kind {
    case .character, .softBreak, .hardBreak: return true
    default: return false
    }
  }

  /// Whether no character is one that can be markup, and no token among those in `text` is anything but plain
  /// text outside of marks and links. There may be marks elsewhere: `*a* text`.
  private func isQuiet(around text: ClosedRange<Int>) -> Bool {
    var depth = 0
    for index in tokens.indices {
      switch tokens[index].kind {
      case .character(let scalar, .plain):
        switch scalar {
        case "*", "_", "`", "[", "]", "<", "&", "\\": return false
        default: break
        }
        if depth > 0, text.contains(index) { return false }
      case .openEmphasis, .openStrong, .openLink: depth += 1
      case .closeEmphasis, .closeStrong, .closeLink: depth -= 1
      default: if text.contains(index) { return false }
      }
    }
    return true
  }
}
