import CommonMark
import MarkdownSyntax
import TextEditing

/// The states of a dialect's marks at one or several selections.
///
/// A state depends on the characters that would gain or lose the mark. It is cheaper than the
/// command, because no spelling is searched for.
package struct MarkStates {
  package var entries: [CommandState]

  package init(
    of selections: [Range<Int>], inWhole source: [UInt8], options: EditingOptions = .standard,
    context: ReadingContext = .document
  ) {
    let marks = Mark.all(in: options.dialect)
    if selections.isEmpty || ParsingLimits.standard.refusal(of: source) != nil {
      let reason = selections.isEmpty ? Outcome.Unchanged.noSelection : .nothingMarkable
      self.init(entries: marks.map { CommandState($0, presence: .off, reason: reason) })
    } else if selections.count == 1, selections[0].isEmpty {
      self.init(
        at: CaretPlace(selections[0].lowerBound, in: source, options.dialect, context), options)
    } else {
      self.init(of: InlineSelection(selections, in: source, options.dialect, context), options)
    }
  }

  init(at place: CaretPlace, _ options: EditingOptions) {
    entries = Mark.all(in: options.dialect).map { mark in
      let caret = CaretPlanner(command: MarkCommand(.toggle, mark, options: options), place: place)
      return CommandState(mark, presence: caret.isOn ? .on : .off, reason: caret.reason)
    }
  }

  init(of selection: InlineSelection, _ options: EditingOptions) {
    entries = Mark.all(in: options.dialect).map { mark in
      guard let (isOn, isOff) = selection.presence(of: mark, options) else {
        return CommandState(mark, presence: .off, reason: .nothingMarkable)
      }
      return CommandState(mark, presence: isOff ? .off : isOn ? .on : .mixed)
    }
  }

  init(entries: [CommandState]) { self.entries = entries }

  /// Merges the states of several places. A mark is on if it is on wherever its command applies.
  /// Stops when all marks are mixed.
  init(merging states: some Sequence<MarkStates>) {
    entries = []
    for state in states {
      if entries.isEmpty { entries = state.entries }
      for (index, entry) in state.entries.enumerated() where entry.applies {
        if !entries[index].applies {
          entries[index] = entry
        } else if entries[index].presence != entry.presence {
          entries[index].presence = .mixed
        }
      }
      if entries.allSatisfy({ $0.presence == .mixed }) { return }
    }
  }
}

extension InlineSelection {
  /// Whether all selected characters have a mark, and whether none has it; nil if nothing selected
  /// can have it. Punctuation at the ends does not count beside other characters if the options
  /// leave it outside: `⟦**日本語**。⟧日本`.
  func presence(of mark: Mark, _ options: EditingOptions) -> (isOn: Bool, isOff: Bool)? {
    var (isEmpty, isOn, isOff) = (true, true, true)
    for leaf in leaves {
      let selected = leaf.selected(by: ranges, for: mark)
      isEmpty = isEmpty && selected.isEmpty
      isOff = isOff && selected.allSatisfy { leaf.items[$0].marks.isDisjoint(with: mark.bit) }
      var inner = selected[...]
      if options.edges == .readable, mark != .code,
        inner.contains(where: { !leaf.items[$0].isEdge })
      {
        if let first = inner.first, !leaf.flanks(before: first) {
          inner = inner.drop { leaf.items[$0].isEdge }
        }
        if let last = inner.last, !leaf.flanks(after: last) {
          while let last = inner.last, leaf.items[last].isEdge { inner.removeLast() }
        }
      }
      isOn = isOn && inner.allSatisfy { leaf.items[$0].marks.isSuperset(of: mark.bit) }
    }
    return isEmpty ? nil : (isOn, isOff)
  }
}

extension InlineLeaf {
  fileprivate func flanks(before item: Int) -> Bool {
    Flanking(
      of: .asterisk, before: item > 0 ? items[item - 1].scalar : "\n", after: items[item].scalar
    ).canOpen
  }

  fileprivate func flanks(after item: Int) -> Bool {
    let next = item + 1 < items.count ? items[item + 1].scalar : "\n"
    return Flanking(of: .asterisk, before: items[item].scalar, after: next).canClose
  }
}
