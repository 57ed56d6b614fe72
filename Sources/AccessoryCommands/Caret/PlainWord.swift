import MarkdownSyntax

extension LeafText {
  /// Whether a command at a caret in a word can only wrap the word, for every mark alike, so that
  /// nothing has to be planned and proved to know that it applies.
  ///
  /// That is so where nothing in the leaf is or could become a delimiter, a fence, a bracket, a tag
  /// or an escape but what is one whole already, and the word is text outside of links between
  /// text, breaks and the ends of the leaf. Then
  /// - the pair of backticks finds itself: there is no other run that waits for one (§6.1);
  /// - the pair of runs of `*` is the only one on the stack. The first is left-flanking and the
  ///   second right-flanking, since the word begins and ends with neither white space nor
  ///   punctuation, and their lengths never add up to what the rule of three forbids (§6.2);
  /// - a line that began with a word begins with text as before: what follows `*` is no blank, one
  ///   backtick is no fence, and a rule holds nothing but its marks (§4, §5).
  ///
  /// And a character typed there has no marks. (Sections of CommonMark 0.30.) O(tokens).
  ///
  /// - Parameters:
  ///   - word: indices of characters.
  ///   - caret: the UTF-8 offset of the caret.
  func isPlain(_ word: Range<Int>, at caret: Int) -> Bool {
    guard let first = word.first, let last = word.last else { return false }
    let tokens = characters[first].token...characters[last].token
    guard tokens.count == word.count, source(of: first).lowerBound <= caret,
      caret <= source(of: last).upperBound, isLetterLike(first), isLetterLike(last),
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

  /// Whether no token is a delimiter or a character that can be markup, and none of those in
  /// `word` anything but plain text outside links.
  private func isQuiet(around word: ClosedRange<Int>) -> Bool {
    var links = 0
    for index in tokens.indices {
      switch tokens[index].kind {
      case .character(let scalar, .plain):
        switch scalar {
        case "*", "_", "`", "[", "]", "<", "&", "\\": return false
        default: break
        }
        if links > 0, word.contains(index) { return false }
      case .openEmphasis, .closeEmphasis, .openStrong, .closeStrong: return false
      case .openLink: links += 1
      case .closeLink: links -= 1
      default: if word.contains(index) { return false }
      }
    }
    return true
  }
}
