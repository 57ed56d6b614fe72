import MarkdownSyntax
import TextEditing

/// The policy ``EditingOptions/Edges/readable``: where the mark would take a character reference,
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
    _ plan: Plan, of texts: [LeafText], selections: [Range<Int>]
  ) -> Outcome {
    guard command.options.edges == .readable else { return .plan(plan) }
    var best = Narrowed(texts: texts, plan: plan)
    var latest = best
    var rounds = Self.mostOutside
    while rounds > 0 {
      let ends = latest.texts.ends(beside: latest.plan.references, of: command)
      if ends.isEmpty { break }
      // Where all together do not help one may: before `≧̸` of `a&ngE;\\a` no delimiter opens.
      let steps = ends.count > 1 ? [ends] + ends.map { [$0] } : [ends]
      var isNarrower = false
      for step in steps where !isNarrower && rounds > 0 {
        rounds -= 1
        var narrowed = latest.texts
        for end in step { narrowed[end.leaf].leaveOutside(end.character) }
        if narrowed.allSatisfy({ $0.isMarked(command.mark.set) }) {
          if command.action == .mark { return .unchanged(.alreadySo) }
          return self.plan(texts, gives: false, selections: selections, caret: nil)
        }
        guard let next = self.plan(narrowed, selections) else { continue }
        latest = Narrowed(texts: narrowed, plan: next, outside: latest.outside + step)
        isNarrower = true
      }
      if !isNarrower { break }
      if latest.plan.references.count < best.plan.references.count { best = latest }
      if best.plan.references.isEmpty { break }
    }
    return .plan(best.plan)
  }

  /// The selection with some ends left outside, and the plan for the rest.
  private struct Narrowed {
    var texts: [LeafText]
    var plan: Plan
    /// What is left outside, from the outside in.
    var outside: [SelectionEnd] = []
  }

  /// A plan that gives the mark to the selected characters; nil if there is none.
  private func plan(_ texts: [LeafText], _ selections: [Range<Int>]) -> Plan? {
    let outcome = plan(texts, gives: true, selections: selections, caret: nil)
    return if case .plan(let plan) = outcome { plan } else { nil }
  }

  /// A rewriting with the references that only delimiters needed which go as the characters again:
  /// the `&#26085;` of `**日本語。**&#26085;本`, the `&#50;` of `2***3*&#50;*3***`. What a command wrote
  /// goes with its delimiters.
  ///
  /// A reference that nothing needs in the text before is the user's own, and stays.
  func withoutReferences(
    _ rewriting: LeafEdit, of texts: [LeafText], gives: Bool
  ) -> LeafEdit {
    // `exact` writes references, and takes them back.
    guard command.options.edges == .readable || !gives else { return rewriting }
    let places = texts.flatMap { text in
      text.references(in: reading.source).filter {
        isBesideDelimiter($0.source) && isNeeded($0, in: text)
      }
    }
    if places.isEmpty { return rewriting }
    let planners = texts.map { planner(for: $0, gives: gives) }
    var result = rewriting
    var left = places
    var isPlainer = true
    // One may only go once another has: `&#97;*` of `__**__&#97;*&#97;**]**` before the stars behind it.
    while isPlainer {
      isPlainer = false
      left.removeAll { chunk in
        let plainer = result.adding(chunk)
        guard plainer.chunks.count > result.chunks.count, isProved(plainer, planners) else {
          return false
        }
        (result, isPlainer) = (plainer, true)
        return true
      }
    }
    // What a reference asked for nothing may need any longer.
    return left.count == places.count ? result : withoutNeedlessEscapes(result, planners)
  }

  /// Whether a place touches a delimiter or backtick, as the reference of `**。**&#26085;`: only there a
  /// command writes references.
  private func isBesideDelimiter(_ place: Range<Int>) -> Bool {
    let source = reading.source
    return [place.lowerBound - 1, place.upperBound].contains {
      source.indices.contains($0) && "*_`".utf8.contains(source[$0])
    }
  }

  /// Whether the text is read otherwise without a reference, by libcmark or, beside symbols, by a
  /// renderer of CommonMark 0.31. `&#26085;` in `**日本語。**&#26085;本` is.
  private func isNeeded(_ reference: Chunk, in leaf: LeafText) -> Bool {
    if leaf.isBesideSymbol(reference.source) { return true }
    guard budget.spend(bytes: readingCost) else { return false }
    return !text.isRead(from: trial(of: LeafEdit().adding(reference)), [], isCode: false)
  }
}

/// A selected character of punctuation that may be left outside: the `。` of `⟦い。⟧と`.
private struct SelectionEnd: Equatable {
  /// The index of its leaf among those that the command is for.
  var leaf: Int
  /// Its index in the leaf.
  var character: Int
}

extension [LeafText] {
  /// The selected characters of punctuation at the ends of what is selected that stand beside one of
  /// some references.
  fileprivate func ends(beside references: [Range<Int>], of command: MarkCommand) -> [SelectionEnd]
  {
    // If only punctuation is selected, it gets the mark.
    guard
      command.isForPart
        || contains(where: { text in text.selected.contains { !text.isPunctuation($0) } })
    else { return [] }
    return indices.flatMap { leaf in
      self[leaf].ends(beside: references, without: command.mark.set).map {
        SelectionEnd(leaf: leaf, character: $0)
      }
    }
  }
}

extension LeafText {
  /// The punctuation at the ends of stretches of selected characters, if it or its outer neighbor is one of the
  /// references. Characters that already have the mark do not count. For example, the `→` of `⟦a**→⟧**`.
  fileprivate func ends(beside references: [Range<Int>], without mark: MarkSet) -> [Int] {
    /// Whether the character at an index is spelled by one of the references: `&#97;`.
    func isReference(_ index: Int) -> Bool {
      guard characters.indices.contains(index) else { return false }
      let source = source(of: index)
      return references.contains { $0.overlaps(source) }
    }
    return ends(without: mark) { isReference($0) || isReference($1) }
  }

  /// Whether all selected characters have a mark except punctuation at the ends that a letter follows outside. No
  /// `*` can flank there, so a command leaves that punctuation outside: for strong, `⟦**日本語**。⟧日`.
  func isMarkedInside(_ mark: MarkSet) -> Bool {
    var inside = self
    while !inside.isMarked(mark) {
      let ends = inside.ends(without: mark) { _, outside in
        characters.indices.contains(outside) && !isPunctuation(outside)
          && !isUnicodeWhitespace(characters[outside].scalar)
      }
      if ends.isEmpty { return false }
      for end in ends { inside.leaveOutside(end) }
    }
    return inside.selected.contains { inside.characters[$0].isMarkable }
  }

  /// The punctuation without the mark at the ends of stretches of selected characters.
  ///
  /// - Parameter isBeside: whether an end is meant, from its index and that of its outer neighbor.
  private func ends(without mark: MarkSet, _ isBeside: (Int, Int) -> Bool) -> [Int] {
    var ends: [Int] = []
    var stretch: [Int] = []
    /// Whether two characters are spelled as one, as `≧̸` by `&ngE;`: no delimiter stands between them.
    func isOne(_ first: Int, _ second: Int) -> Bool {
      characters.indices.contains(first) && characters.indices.contains(second)
        && characters[first].token == characters[second].token
    }
    func finish() {
      guard let first = stretch.first, let last = stretch.last else { return }
      if mayStay(first, without: mark), isBeside(first, first - 1), !isOne(first, first + 1) {
        ends.append(first)
      }
      if ends.last != last, mayStay(last, without: mark), isBeside(last, last + 1),
        !isOne(last - 1, last)
      {
        ends.append(last)
      }
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

  /// Whether an end may be left outside: the `.` of `⟦a.⟧`, not that of `⟦a**.⟧**` for strong.
  private func mayStay(_ end: Int, without mark: MarkSet) -> Bool {
    isPunctuation(end) && !characters[end].marks.contains(mark)
  }

  /// Whether a character is punctuation to a reader: also the symbols that CommonMark 0.31 counts
  /// so. True of `.` and `€`, not of `a`.
  fileprivate func isPunctuation(_ index: Int) -> Bool {
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
    guard hasReference else { return [] }
    return characters.indices.compactMap { index in
      let token = tokens[characters[index].token]
      guard characters[index].isMarkable, case .character(let scalar, .reference) = token.kind,
        !Escaping.isASCIIPunctuation(scalar),
        source[token.source].elementsEqual(Escaping.reference(scalar))
      else { return nil }
      return Chunk(source: token.source, bytes: Escaping.utf8(scalar))
    }
  }
}
