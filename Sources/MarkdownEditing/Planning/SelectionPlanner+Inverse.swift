import MarkdownSyntax
import TextEditing

/// Clause 6 for bytes: the same command undoes an edit that only inserts delimiters.
///
/// Two texts can show the same marks, so toggles that only insert may lead from both to one text.
/// Only one of the two can be restored. For the other, the chosen spelling does more than insert.
extension SelectionPlanner {
  /// Whether the command undoes a rewriting of a leaf, or the rewriting does more than insert. With
  /// readable edges, references are removed with the delimiters, so that the command must undo
  /// `2***3*&#50;*3***` as well as `**a**`.
  ///
  /// - Complexity: O(the text), which is read and planned once more.
  func isUndone(
    _ rewriting: LeafEdit, _ planner: LeafPlanner, _ selections: [Range<Int>]
  ) -> Bool {
    guard !isReversal else { return true }
    let edit = rewriting.edit(of: reading.source)
    // A NUL is read as U+FFFD, so a reference would not show which of the two it was.
    let hasNUL = rewriting.references.contains { reading.source[$0.lowerBound] == 0 }
    let goes = command.options.edges == .readable && !rewriting.references.isEmpty && !hasNUL
    let inserted = goes ? rewriting.withoutReferences.edit(of: reading.source) : edit
    guard !edit.replacements.isEmpty, inserted.onlyInsertsDelimiters else { return true }
    return isRestored(from: rewriting, planner, selections)
  }

  /// Whether the same command restores this text from the rewritten one, as `a` from `**a**`.
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

  /// Whether the command surely undoes a candidate if nothing of it is left out: `**a**` for `a`.
  ///
  /// - Complexity: O(the leaf).
  func isSurelyUndone(_ candidate: LeafPlanner.Candidate, _ planner: LeafPlanner) -> Bool {
    candidate.isSimplyUndone(of: command.mark.set, gives: planner.gives)
  }
}

extension LeafPlanner.Candidate {
  /// Whether removing its delimiters is the cheapest edit and restores the text: they are in empty
  /// gaps, directly around the change. For example, `**a**` for `a`.
  fileprivate func isSimplyUndone(of mark: MarkSet, gives: Bool) -> Bool {
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
    // The delimiters split a run in a leaf without other marks, around what loses the mark.
    let isSimple = pieces.allSatisfy { piece in
      if case .delimiter = piece.kind { return false }
      return piece.gap.allSatisfy { $0.mark == mark }
    }
    guard isSimple, !hasNeighbouringNodes else { return false }
    return pieces[choices[0].piece..<choices[1].piece].allSatisfy { piece in
      piece.depth == 1 && !(piece.wanted ?? []).contains(mark)
    }
  }

  /// Whether a node begins directly after another, with delimiters in one run: `*a***b**`.
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

  /// Whether a choice writes one delimiter into an empty gap, like each `**` of `**a**` for `a`.
  fileprivate func isOneInEmptyGap(_ choice: SpellingChoice) -> Bool {
    !choice.takesAlternative && choice.gap?.count == 1 && pieces[choice.piece].gap.isEmpty
  }
}

extension LeafText {
  /// Whether a selection touches a selected character: `0..<1` touches the `a` of `a b`.
  fileprivate func isTouched(by selection: Range<Int>) -> Bool {
    selectionBounds.contains {
      characters[$0].isSelected && characters[$0].isMarkable && isTouched($0, by: selection)
    }
  }
}

extension TextEdit {
  var onlyInsertsDelimiters: Bool {
    replacements.allSatisfy { replacement in
      replacement.range.isEmpty && replacement.bytes.allSatisfy { "*_`".utf8.contains($0) }
    }
  }
}
