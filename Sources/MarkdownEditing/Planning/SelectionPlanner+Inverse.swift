import MarkdownSyntax
import TextEditing

/// Clause 6 for the bytes: what only inserted delimiters is taken back by the same command.
///
/// Two texts can show the same marks (`**a *b*** *c*` with the emphasis of `a b c`, or of `b` and
/// of `c`), so that a toggle which only inserts may lead from both to one text. Then only one of
/// the two can come back; for the other a spelling is chosen that does not only insert.
extension SelectionPlanner {
  /// Whether a rewriting of a leaf does not only insert delimiters, or the command takes them back.
  /// True of `**a**` for `a`. With readable edges references go with the delimiters, so that a
  /// rewriting that writes some is taken back too: `2***3*&#50;*3***`.
  ///
  /// - Complexity: O(the text), which is read and planned on once more.
  func isTakenBack(
    _ rewriting: LeafEdit, _ planner: LeafPlanner, _ selections: [Range<Int>]
  ) -> Bool {
    // A projection is planned on as CommonMark, where the same command may do something else than in the document.
    guard !isReversal, origin?.document.projection.isIdentity ?? true else { return true }
    let edit = rewriting.edit(of: reading.source)
    // A NUL is read as U+FFFD, whose reference cannot tell which of the two it was.
    let hasNUL = rewriting.references.contains { reading.source[$0.lowerBound] == 0 }
    let goes = command.options.edges == .readable && !rewriting.references.isEmpty && !hasNUL
    let inserted = goes ? rewriting.withoutReferences.edit(of: reading.source) : edit
    guard !edit.replacements.isEmpty, inserted.onlyInsertsDelimiters else { return true }
    return isRestored(from: rewriting, planner, selections)
  }

  /// Whether the same command leads from the rewritten text to this one. From `**a**` it leads to
  /// `a`.
  private func isRestored(
    from rewriting: LeafEdit, _ planner: LeafPlanner, _ selections: [Range<Int>]
  ) -> Bool {
    let own = selections.filter { planner.text.isTouched(by: $0) }
    guard budget.spend(bytes: 2 * readingCost) else { return false }
    var toggle = command
    toggle.action = .toggle
    let edited = trial(of: rewriting)
    guard var back = try? SelectionPlanner(toggle, edited, trials, budget: budget) else {
      return false
    }
    back.isReversal = true
    let outcome = back.outcome(onUTF8: newSelections(own, [planner.text], rewriting))
    guard case .plan(let plan) = outcome else { return false }
    return plan.edit.applying(to: edited.source) == reading.source
  }

  /// Whether what a candidate writes is surely taken back, as long as nothing of it was left out.
  /// True of `**a**` for `a`.
  ///
  /// - Complexity: O(the leaf).
  func isSurelyTakenBack(_ candidate: LeafPlanner.Candidate, _ planner: LeafPlanner) -> Bool {
    candidate.isPlainlyTakenBack(of: command.mark.set, gives: planner.gives)
  }
}

extension LeafPlanner.Candidate {
  /// Whether to take its delimiters away again is the cheapest edit there is, and gives the text
  /// there was: they stand where none stood, directly around what changes. True of `**a**` for `a`.
  fileprivate func isPlainlyTakenBack(of mark: MarkSet, gives: Bool) -> Bool {
    let choices = spelling.choices
    if mark == .code {
      return choices.isEmpty
        && pieces.allSatisfy { piece in
          piece.chunks.allSatisfy { $0.source.isEmpty && $0.bytes.allSatisfy { $0 == .backtick } }
        }
    }
    guard choices.count == 2, choices.allSatisfy(isOneInEmptyGap),
      pieces.allSatisfy({ $0.chunks.isEmpty })
    else { return false }
    if gives { return true }
    // Parts of one run, in a leaf without other marks: between the two just what loses the mark.
    let isSimple = pieces.allSatisfy { piece in
      if case .delimiter = piece.kind { return false }
      return piece.gap.allSatisfy { $0.mark == mark }
    }
    guard isSimple, !hasNeighbouringNodes else { return false }
    return pieces[choices[0].piece..<choices[1].piece].allSatisfy { piece in
      piece.depth == 1 && !(piece.wanted ?? []).contains(mark)
    }
  }

  /// Whether a node begins with no text between it and the one before: as a run they would be one.
  /// True of `*a***b**`.
  private var hasNeighbouringNodes: Bool {
    var isBehindCloser = false
    for piece in pieces {
      for delimiter in piece.gap {
        if delimiter.isOpening, isBehindCloser { return true }
        if !delimiter.isOpening { isBehindCloser = true }
      }
      if piece.wanted != nil { isBehindCloser = false }
    }
    return false
  }

  /// Whether a choice writes one delimiter where none stood: each `**` of `**a**` for `a`.
  fileprivate func isOneInEmptyGap(_ choice: SpellingChoice) -> Bool {
    !choice.takesAlternative && choice.gap?.count == 1 && pieces[choice.piece].gap.isEmpty
  }
}

extension LeafText {
  /// Whether a selection touches a selected character. `0..<1` touches the `a` of `a b`.
  fileprivate func isTouched(by selection: Range<Int>) -> Bool {
    selectionBounds.contains {
      characters[$0].isSelected && characters[$0].isMarkable && isTouched($0, by: selection)
    }
  }
}

extension TextEdit {
  /// Whether nothing is taken away, and nothing but delimiters comes.
  var onlyInsertsDelimiters: Bool {
    replacements.allSatisfy { replacement in
      replacement.range.isEmpty && replacement.bytes.allSatisfy { "*_`".utf8.contains($0) }
    }
  }
}
