/// A `[` or `![` that may open a link or an image (CommonMark 0.30 §6.3, §6.4).
struct Bracket {
  let isImage: Bool
  let isInLinkText: Bool
  let token: Int
  let position: Int
  var hasInner = false
}

extension InlineScan {
  mutating func readExclamationMark() {
    if position + 1 < text.count, text[position + 1] == .leftBracket {
      openBracket(isImage: true)
    } else {
      emitCharacters(to: position + 1)
    }
  }

  /// Pushes the bracket onto the stack; it is a character until it is matched.
  mutating func openBracket(isImage: Bool) {
    if !brackets.isEmpty { brackets[brackets.count - 1].hasInner = true }
    let token = tokens.count
    emitCharacters(to: position + (isImage ? 2 : 1))
    let isInLinkText = !isImage || brackets.last?.isInLinkText == true
    brackets.append(
      Bracket(isImage: isImage, isInLinkText: isInLinkText, token: token, position: position))
  }

  mutating func closeBracket() {
    let afterBracket = position + 1
    guard let opener = brackets.popLast() else { return emitCharacters(to: afterBracket) }
    let isActive = opener.isImage || brackets.count >= inactiveBrackets
    inactiveBrackets = Swift.min(inactiveBrackets, brackets.count)
    guard isActive, let (form, end) = linkEnd(after: afterBracket, opener: opener) else {
      return emitCharacters(to: afterBracket)
    }
    position = end
    if opener.isImage {
      makeNode(.openImage(form), at: opener.token, width: 2)
      emitNode(.closeImage(form), to: end)
    } else {
      makeNode(.openLink(form), at: opener.token, width: 1)
      emitNode(.closeLink(form), to: end)
    }
    pairDelimiters(above: opener.position)
    // Links are not nested, so the brackets around this one do not open any.
    if !opener.isImage { inactiveBrackets = brackets.count }
  }

  /// Reads after the text of a link, in libcmark's order: an inline tail, then a label.
  private mutating func linkEnd(
    after index: Int, opener: Bracket
  ) -> (form: InlineToken.LinkForm, end: Int)? {
    if let end = LinkTail.end(in: text, at: index) { return (.inline, end) }
    guard !references.isEmpty else { return nil }
    let following = LinkLabel.match(in: text, at: index)
    if let (end, label) = following, !label.isEmpty {
      return isDefined(label) ? (.full, end) : nil
    }
    guard !opener.hasInner, isDefined(opener.position..<index - 1) else { return nil }
    // Here libcmark reads `[ ]` as `[]`.
    if let (end, _) = following { return (.collapsed, end) }
    return (.shortcut, index)
  }

  /// Whether the label is defined, as by `[a]: /u`, and libcmark still expands it. It stops when
  /// references have added more bytes than the document has, and more than 100,000.
  private mutating func isDefined(_ label: Range<Int>) -> Bool {
    // libcmark measures a shortcut's label with the white space at its ends.
    guard label.count <= LinkLabel.byteLimit,
      let size = references.definition(of: Bytes(rebasing: text[label]))?.byteCount
    else { return false }
    guard size <= references.expansionLimit - expanded else { return false }
    expanded += size
    return true
  }
}
