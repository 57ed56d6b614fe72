import MarkdownSyntax
import TextEditing

extension InlinePlanner {
  /// Plans a change of each leaf, as one edit.
  ///
  /// - Returns: the outcome with the selection after the edit: a caret at its character or after the
  ///   typed text, or what was selected.
  func outcome(of changes: [InlineChange], at selection: Range<Int>) -> Outcome {
    let whole = leaves[0].nodes[0].content
    var plans: [Plan] = []
    for (index, change) in changes.enumerated() {
      let writer = InlineWriter(leaves[index], in: source, change)
      guard
        let found = plan(writer, of: index, command.options.allowsReferences, leavesOut: false)
      else { return .refused(.noSpelling(whole)) }
      plans.append(change.effect == .typed ? found : withoutReferences(found, gives: false))
    }
    let pieces = plans.flatMap { $0.pieces } + extra
    guard var edit = pieces.edit(of: source) else { return .refused(.internal(whole)) }
    let edited = edit.applying(to: source)
    let writers = plans.map { $0.writer }
    guard plans.count == 1 || !read(edited, writers).contains(.wrong) else {
      return .refused(.noSpelling(whole))
    }
    guard libraryProves(edited, writers, pieces) else { return .refused(.readingsDiffer(whole)) }
    // A key is read as a letter, and written as it is.
    var keyed = pieces
    for (writer, change) in zip(writers, changes) {
      guard let key = change.key, let replaced = change.replaced else { continue }
      let range = writer.leaf.items[replaced].source
      for index in keyed.indices
      where keyed[index].range == range && keyed[index].bytes == change.text {
        keyed[index].bytes = key
      }
    }
    if changes.contains(where: { $0.key != nil }) {
      guard let written = keyed.edit(of: source) else { return .refused(.internal(whole)) }
      edit = written
    }
    return .plan(
      MarkdownEditing.Plan(
        edit: edit, selections: [moved(selection, by: keyed, changes[0])],
        effect: changes[0].effect, leaves: leaves.map { $0.nodes[0].content },
        references: pieces.filter { $0.bytes.starts(with: "&#".utf8) }.map { $0.range }))
  }

  private func moved(
    _ selection: Range<Int>, by pieces: [InlinePiece], _ change: InlineChange
  ) -> Range<Int> {
    // A letter without a place is between the delimiters.
    if let wrap = change.wraps.first, leaves[0].items[wrap.items.lowerBound].source.isEmpty {
      let place = pieces.moved(selection.lowerBound, isEnd: true) + wrap.open.count
      return place..<place
    }
    var caret = selection.isEmpty ? selection.lowerBound : nil
    if change.effect == .typed {
      caret =
        change.replaced.map { leaves[0].items[$0].source.upperBound }
        ?? change.removed.first.map { leaves[0].items[$0].source.lowerBound }
    }
    // The caret is where a letter is not written.
    if change.key?.isEmpty == true, let replaced = change.replaced {
      let place = pieces.moved(leaves[0].items[replaced].source.lowerBound, isEnd: false)
      return place..<place
    }
    if let caret {
      let isInWrap = change.wraps.contains {
        leaves[0].items[$0.items.lowerBound].source.lowerBound == caret
      }
      if isInWrap {
        let place = pieces.moved(caret, isEnd: false)
        return place..<place
      }
      var place = pieces.moved(caret, isEnd: true)
      // Blanks that are typed behind a mark.
      if change.replaced != nil, change.key == nil, change.text.last == .space {
        for piece in pieces where piece.range == caret..<caret { place += piece.bytes.count }
      }
      return place..<place
    }
    let isKept =
      change.climbs || !change.gone.isEmpty && change.wraps.isEmpty && change.cleared.isEmpty
    guard !isKept, let first = selected.first?.first, let last = selected.last?.last else {
      let low = pieces.moved(selection.lowerBound, isEnd: false)
      return low..<max(low, pieces.moved(selection.upperBound, isEnd: true))
    }
    let low = pieces.moved(leaves[0].items[first].source.lowerBound, isEnd: false)
    let end = leaves[leaves.count - 1].items[last].source.upperBound
    return low..<max(low, pieces.moved(end, isEnd: true))
  }
}
