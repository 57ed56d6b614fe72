extension InlineScan {
  /// Reads an autolink (CommonMark 0.30 §6.5), raw HTML (§6.6), or the `<` itself.
  mutating func readAngleBracket() {
    if let end = Autolink.endOfURI(in: text, at: position) {
      emitAutolink(.autolink, to: end)
    } else if let end = Autolink.endOfEmail(in: text, at: position) {
      emitAutolink(.emailAutolink, to: end)
    } else if let end = RawHTML.end(in: text, at: position, missed: &missedHTML) {
      position = end
      emit(.html, to: end)
    } else {
      emitCharacters(to: position + 1)
    }
  }

  /// libcmark decodes character references in an autolink's text, but not escapes.
  private mutating func emitAutolink(_ form: InlineToken.LinkForm, to end: Int) {
    position += 1
    emitNode(.openLink(form), to: position)
    emitCharactersAndReferences(to: end - 1)
    position = end
    emitNode(.closeLink(form), to: end)
  }
}
