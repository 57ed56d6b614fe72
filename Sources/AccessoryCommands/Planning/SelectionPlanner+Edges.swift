import CommonMark
import MarkdownSyntax
import TextEditing

/// The policy ``MarkPolicies/Edges/readable``: where the mark would take a character reference,
/// punctuation at that end of the selection is left outside, like white space.
///
/// What is planned with a reference, as `は**「はい」**&#12392;`, is planned again with the selected
/// punctuation beside the reference left outside, one character at a time: `は**「はい**」と`.
extension SelectionPlanner {
  /// How many characters are left outside at most: each is a plan.
  private static let mostOutside = 16

  /// A plan that gives the mark without references, or with fewer, where the policy asks for it.
  ///
  /// - Parameter plan: the plan for all that is selected, which needs references.
  /// - Returns: that plan where to leave punctuation outside does not help; taking the mark, or
  ///   nothing, where all but what is left outside has it.
  func readable(
    _ plan: MarkPlan, of texts: [LeafText], selections: [Range<Int>]
  ) -> MarkOutcome {
    guard command.policies.edges == .readable else { return .plan(plan) }
    var best = plan
    var latest = plan
    var narrowed = texts
    for _ in 0..<Self.mostOutside {
      guard narrowed.leaveOutside(beside: latest.references) else { break }
      if narrowed.allSatisfy({ $0.isMarked(command.mark.set) }) {
        if command.action == .mark { return .unchanged(.alreadySo) }
        return self.plan(texts, gives: false, selections: selections, caret: nil)
      }
      guard
        case .plan(let next) = self.plan(
          narrowed, gives: true, selections: selections, caret: nil)
      else { break }
      if next.references.isEmpty { return .plan(next) }
      if next.references.count < best.references.count { best = next }
      latest = next
    }
    return .plan(best)
  }

  /// A rewriting with the references that only delimiters needed which go as the characters again:
  /// the `&#26085;` of `**日本語。**&#26085;本`. What a command wrote goes with its delimiters.
  ///
  /// A reference that nothing needs in the text before is the user's own, and stays.
  func withoutReferences(
    _ rewriting: LeafEdit, of texts: [LeafText], gives: Bool
  ) -> LeafEdit {
    guard command.policies.edges == .readable, purpose == .edit else { return rewriting }
    var result = rewriting
    var planners: [LeafPlanner] = []
    for text in texts {
      for chunk in text.references(in: reading.source)
      where removesDelimiters(rewriting, beside: chunk.source) {
        if planners.isEmpty { planners = texts.map { planner(for: $0, gives: gives) } }
        let plainer = result.adding(chunk)
        guard plainer.chunks.count > result.chunks.count, isNeeded(chunk, in: text),
          isProved(plainer, planners)
        else { continue }
        result = plainer
      }
    }
    // What a reference asked for nothing may need any longer.
    return planners.isEmpty || result.chunks == rewriting.chunks
      ? result : withoutNeedlessEscapes(result, planners)
  }

  /// Whether the text is read otherwise without a reference, by libcmark or, beside symbols, by a
  /// renderer of CommonMark 0.31. `&#26085;` in `**日本語。**&#26085;本` is.
  private func isNeeded(_ reference: Chunk, in text: LeafText) -> Bool {
    if text.isBesideSymbol(reference.source) { return true }
    guard budget.spend(bytes: readingCost) else { return false }
    let plain = LeafEdit().adding(reference).edit(of: reading.source)
    guard let tree = try? MarkdownTree(parsing: plain.applying(to: reading.source)) else {
      return true
    }
    return !before.isRead(from: tree, with: [])
  }

  /// Whether delimiters go beside a place, with nothing but delimiters between. As beside the
  /// reference of `**日本語。**&#26085;本` without strong.
  private func removesDelimiters(_ rewriting: LeafEdit, beside place: Range<Int>) -> Bool {
    let source = reading.source
    /// Whether a byte is a delimiter or backtick: `*` or `_`, not `a`.
    func isDelimiter(_ byte: UInt8) -> Bool { "*_`".utf8.contains(byte) }
    let start = source[..<place.lowerBound].lastIndex { !isDelimiter($0) }.map { $0 + 1 } ?? 0
    let end = source[place.upperBound...].firstIndex { !isDelimiter($0) } ?? source.count
    return rewriting.indices(around: start..<end).contains { index in
      let chunk = rewriting.chunks[index]
      return chunk.bytes.count < chunk.source.count && chunk.plain == nil
        && start <= chunk.source.lowerBound && chunk.source.upperBound <= end
    }
  }
}

extension [LeafText] {
  /// Leaves one more selected character of punctuation outside at each end of what is selected that
  /// stands beside one of some references; false where there is none.
  fileprivate mutating func leaveOutside(beside references: [Range<Int>]) -> Bool {
    var isNarrower = false
    for index in indices {
      for end in self[index].ends(beside: references) {
        self[index].leaveOutside(end)
        isNarrower = true
      }
    }
    return isNarrower
  }
}

extension LeafText {
  /// The punctuation at the ends of stretches of selected characters that hold more than punctuation,
  /// where it or the character beside it outside is one of some references.
  fileprivate func ends(beside references: [Range<Int>]) -> [Int] {
    var ends: [Int] = []
    var stretch: [Int] = []
    /// Whether the character at an index is spelled by one of the references: `&#97;`.
    func isReference(_ index: Int) -> Bool {
      guard characters.indices.contains(index) else { return false }
      let source = source(of: index)
      return references.contains { $0.overlaps(source) }
    }
    func finish() {
      guard let first = stretch.first, let last = stretch.last,
        stretch.contains(where: { !isPunctuation($0) })
      else { return }
      if isPunctuation(first), isReference(first - 1) || isReference(first) { ends.append(first) }
      if isPunctuation(last), isReference(last + 1) || isReference(last) { ends.append(last) }
    }
    for index in selectionBounds where characters[index].isMarkable {
      if characters[index].isSelected {
        stretch.append(index)
      } else {
        finish()
        stretch = []
      }
    }
    finish()
    return ends
  }

  /// Whether a character is punctuation to a reader: also the symbols that CommonMark 0.31 counts
  /// so. True of `.` and `€`, not of `a`.
  private func isPunctuation(_ index: Int) -> Bool {
    let scalar = characters[index].scalar
    return characters[index].isMarkable
      && (isUnicodePunctuation(scalar) || isPunctuationSince031(scalar))
  }

  /// Whether the character at a place, or one beside it, is a symbol that CommonMark 0.31 counts as
  /// punctuation. True of `&#97;` in `€&#97;`.
  fileprivate func isBesideSymbol(_ place: Range<Int>) -> Bool {
    let index = characters.partitionPoint {
      tokens[$0.token].source.lowerBound >= place.lowerBound
    }
    return (index - 1...index + 1).contains {
      characters.indices.contains($0) && isPunctuationSince031(characters[$0].scalar)
    }
  }

  /// The characters that are spelled as numeric references, as a command may have done, as chunks
  /// that spell them plainly. It escapes ASCII punctuation.
  fileprivate func references(in source: [UInt8]) -> [Chunk] {
    characters.indices.compactMap { index in
      let token = tokens[characters[index].token]
      guard characters[index].isMarkable, case .character(let scalar, .reference) = token.kind,
        !Escaping.isASCIIPunctuation(scalar),
        source[token.source].elementsEqual(Escaping.reference(scalar))
      else { return nil }
      return Chunk(source: token.source, bytes: Escaping.utf8(scalar))
    }
  }
}
