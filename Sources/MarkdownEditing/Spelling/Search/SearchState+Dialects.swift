import CommonMark
import MarkdownSyntax

/// Conditions on the text beside delimiters and pieces of a dialect.
extension SearchState {
  /// A delimiter of another mark of a dialect.
  struct Tag: Hashable {
    let byte: UInt8
    /// Whether it closes its mark, as the last `~~` of `~~a~~` does.
    let isClosing: Bool
    let before: Unicode.Scalar

    /// Whether it flanks before a scalar as it did: `~~` of `` ~~`a`~~ b ``, not of `` ~~`a`~~b ``.
    func flanks(before after: Unicode.Scalar) -> Bool {
      let flanking = Flanking(of: byte, before: before, after: after)
      return isClosing ? flanking.canClose : flanking.canOpen
    }
  }

  /// Checks whether delimiters can follow the text so far, as `**` can in `~~a~~**b**`.
  mutating func follows(_ gap: Gap, isEdited: Bool) -> Bool {
    guard let byte = gap.first?.character else { return true }
    // Stars look through tildes.
    if let tag, byte != .tilde {
      guard tag.flanks(before: Unicode.Scalar(byte)) else { return false }
      self.tag = nil
    }
    if isInAddress, byte == .equalsSign || byte == .underscore && isEdited { return false }
    wantsPunctuation = false
    return true
  }

  /// Checks whether a piece can follow the text so far. For example, new code cannot follow
  /// `http://a.b` without a blank.
  mutating func follows(
    _ piece: Piece.Outline, _ first: Unicode.Scalar, takesAlternative: Bool
  ) -> Bool {
    if let tag {
      let isStar = tag.byte == .asterisk || tag.byte == .underscore
      if !tag.flanks(before: isStar && !takesAlternative ? piece.beyond : first) { return false }
    }
    if wantsPunctuation, !piece[.isTransparent] || takesAlternative {
      guard isUnicodePunctuation(first) else { return false }
      wantsPunctuation = false
    }
    if isInAddress, piece.hasChunks || takesAlternative { return false }
    if piece[.isBareLink], !takesAlternative {
      // A link does not begin in a word.
      if tag == nil, Escaping.isLetter(last) || Escaping.isDigit(last) { return false }
      isInAddress = true
    } else if piece[.endsAddress] || takesAlternative {
      isInAddress = false
    }
    tag = nil
    return true
  }

  /// Ends a run before tildes that GitHub looks through, if punctuation follows them.
  mutating func endThroughTildes(
    _ run: WrittenRun, _ piece: Piece.Outline, in arena: inout DelimiterArena
  ) -> Bool {
    guard piece[.isTransparent], end(run, before: "&", in: &arena) else { return false }
    wantsPunctuation = true
    return true
  }

  /// Notes the scalar that a piece ends with, and the delimiter that it is.
  mutating func leave(_ piece: Piece.Outline, _ final: Unicode.Scalar) {
    if piece[.isTag] {
      tag = Tag(byte: piece.delimiter, isClosing: piece.kind == .linkClose, before: last)
    }
    if !piece[.isTransparent] || final != piece.last { last = final }
  }
}
