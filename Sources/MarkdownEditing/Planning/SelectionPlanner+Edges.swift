import MarkdownSyntax
import TextEditing

/// The option ``EditingOptions/Edges/readable``: if the mark would need a character reference,
/// punctuation at that end of the selection stays outside, like white space.
///
/// For example, `**日本語。**&#26085;本` needs a reference. The command is planned again without the
/// selected punctuation next to it: `**日本語**。日本`.
extension SelectionPlanner {
  /// The maximum number of plans with punctuation left outside.
  private static let mostOutside = 16

  /// Plans to add the mark with fewer references or none, if the options ask for it.
  ///
  /// - Parameter plan: the plan for the whole selection, which needs references.
  /// - Returns: `plan` if leaving punctuation outside does not help. If all other characters have
  ///   the mark already, the command removes it or changes nothing.
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
      // If leaving all ends outside fails, one end may succeed. For example, no delimiter can open
      // before the `≧̸` of `a&ngE;\\a`.
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

  private struct Narrowed {
    var texts: [LeafText]
    var plan: Plan
    /// The ends left outside, the outermost first.
    var outside: [SelectionEnd] = []
  }

  /// Plans to add the mark to the selected characters, or returns nil.
  private func plan(_ texts: [LeafText], _ selections: [Range<Int>]) -> Plan? {
    let outcome = plan(texts, gives: true, selections: selections, caret: nil)
    return if case .plan(let plan) = outcome { plan } else { nil }
  }

  /// Turns references back into characters if only removed delimiters needed them, such as the
  /// `&#26085;` of `**日本語。**&#26085;本` and the `&#50;` of `2***3*&#50;*3***`.
  ///
  /// A reference that nothing needed in the old text is the user's own, and stays.
  func withoutReferences(
    _ rewriting: LeafEdit, of texts: [LeafText], gives: Bool
  ) -> LeafEdit {
    // With other options, adding a mark removes no references.
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
    // A reference may become needless after another one, as in `__**__&#97;*&#97;**]**`.
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
    // Without these references, some escapes may be needless.
    return left.count == places.count ? result : withoutNeedlessEscapes(result, planners)
  }

  /// Whether a range touches a delimiter or backtick, like the reference of `**。**&#26085;`.
  /// Commands write references only there.
  private func isBesideDelimiter(_ place: Range<Int>) -> Bool {
    let source = reading.source
    return [place.lowerBound - 1, place.upperBound].contains {
      source.indices.contains($0) && "*_~=`".utf8.contains(source[$0])
    }
  }

  /// Whether the text is read differently without a reference, like the `&#26085;` of
  /// `**日本語。**&#26085;本`. Next to symbols, renderers of CommonMark 0.31 would differ.
  private func isNeeded(_ reference: Chunk, in leaf: LeafText) -> Bool {
    if leaf.isBesideSymbol(reference.source) { return true }
    guard budget.spend(bytes: readingCost) else { return false }
    return !text.isRead(from: trial(of: LeafEdit().adding(reference)), [], isCode: false)
  }
}

/// Selected punctuation that may be left outside, such as the `。` of `⟦い。⟧と`.
private struct SelectionEnd: Equatable {
  /// The index of its leaf among those of the command.
  var leaf: Int
  var character: Int
}

extension [LeafText] {
  /// The selected punctuation at the ends of the selection, next to one of the references.
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
  /// The punctuation at the ends of selected stretches, if it or its outer neighbour is one of the
  /// references. Characters with the mark do not count, such as the `→` of `⟦a**→⟧**`.
  fileprivate func ends(beside references: [Range<Int>], without mark: MarkSet) -> [Int] {
    /// Whether one of the references writes the character at an index: `&#97;`.
    func isReference(_ index: Int) -> Bool {
      guard characters.indices.contains(index) else { return false }
      let source = source(of: index)
      return references.contains { $0.overlaps(source) }
    }
    return ends(without: mark) { isReference($0) || isReference($1) }
  }

  /// Whether all selected characters have a mark, except punctuation at the ends before a letter,
  /// where no `*` can flank: for strong, `⟦**日本語**。⟧日`.
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
  /// - Parameter isBeside: whether to include an end, given its index and its outer neighbour's.
  private func ends(without mark: MarkSet, _ isBeside: (Int, Int) -> Bool) -> [Int] {
    var ends: [Int] = []
    var stretch: [Int] = []
    /// Whether one reference writes both characters, as `&ngE;` writes `≧̸`.
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

  /// Whether a character is punctuation, at least in CommonMark 0.31: `.` and `€`, not `a`.
  fileprivate func isPunctuation(_ index: Int) -> Bool {
    let scalar = characters[index].scalar
    return characters[index].isMarkable
      && (isUnicodePunctuation(scalar) || isPunctuationSince031(scalar))
  }

  /// Whether the character at a place, or a neighbour, is a symbol: the `&#97;` of `€&#97;`.
  fileprivate func isBesideSymbol(_ place: Range<Int>) -> Bool {
    let index = characters.partitionPoint {
      tokens[$0.token].source.lowerBound >= place.lowerBound
    }
    return (index - 1...index + 1).contains {
      characters.indices.contains($0) && isPunctuationSince031(characters[$0].scalar)
    }
  }

  /// Chunks that plainly write the characters that are numeric references. ASCII punctuation is
  /// left out, because a command escapes it instead.
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
