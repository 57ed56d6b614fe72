import CommonMark
import MarkdownSyntax
import TextEditing

/// Clause 7: only necessary respellings, and these next to a delimiter.
extension SelectionPlanner {
  /// The largest number of respellings of which several are removed at once.
  private static let several = 8

  /// Removes respellings without which libcmark reads the same text, one at a time. If there are
  /// few, it also removes several in a row, such as a pair of brackets.
  ///
  /// Later attempts respell whatever might be misread, but few of these respellings are needed.
  /// Those that are not next to another change are removed first. One may only be needed because of
  /// another, so this repeats until none can be removed.
  ///
  /// - Parameter isGood: what else must hold for the result, as it does for `rewriting`.
  func withoutNeedlessEscapes(
    _ rewriting: LeafEdit, _ planners: [LeafPlanner],
    where isGood: (LeafEdit) -> Bool = { _ in true }
  ) -> LeafEdit {
    var result = rewriting
    var isPlainer = true
    while isPlainer {
      isPlainer = false
      for group in result.reductions(ofSeveralUpTo: Self.several) {
        guard budget.spend(steps: 1 + result.chunks.count / 4) else { return result }
        let plainer = result.plainly(spelling: group, in: reading.source)
        guard plainer.optionalRespellings.count < result.optionalRespellings.count,
          isProved(plainer, planners), isGood(plainer)
        else { continue }
        result = plainer
        isPlainer = true
      }
    }
    return result
  }

  /// Replaces respellings far from delimiters by escapes next to one, if libcmark reads the same.
  func nearer(_ rewriting: LeafEdit, _ planner: LeafPlanner) -> LeafEdit {
    rewriting.optionalRespellings.filter { rewriting.isDistant($0, planner) }
      .reduce(rewriting) { result, distant in
        let plainer = result.plainly(spelling: [distant], in: reading.source)
        return escaped(plainer, planner).map { withoutNeedlessEscapes($0, [planner]) } ?? result
      }
  }

  /// Adds an escape next to a delimiter, preferably a new or removed one, so that the rewriting
  /// does more than insert. Nil if libcmark accepts none.
  func escaped(_ rewriting: LeafEdit, _ planner: LeafPlanner) -> LeafEdit? {
    let escapes = planner.escapes
    let others = escapes.filter(rewriting.touches) + escapes.filter { !rewriting.touches($0) }
    for escape in others {
      guard budget.spend(steps: 1 + rewriting.chunks.count / 16) else { return nil }
      let other = rewriting.adding(escape)
      if other.chunks.count > rewriting.chunks.count, !other.isDistant(escape, planner),
        isProved(other, [planner])
      {
        return other
      }
    }
    return nil
  }
}

extension Chunk {
  /// Whether it escapes a character of a dialect's delimiters: `\~`, not `\*`.
  fileprivate var isOfMark: Bool { plain == [.tilde] || plain == [.equalsSign] }

  /// Whether the chunk adds or removes delimiters or backticks: `**`, not `\*`.
  fileprivate var isOfDelimiters: Bool {
    plain == nil && bytes.allSatisfy { "*_~=` ".utf8.contains($0) }
  }
}

extension LeafPlanner {
  fileprivate func atom(at place: Range<Int>) -> Int? {
    let first = atoms.partitionPoint { $0.source.lowerBound >= place.lowerBound }
    return atoms[first...].indices
      .prefix { atoms[$0].source.lowerBound == place.lowerBound }
      .first { atoms[$0].source == place }
  }
}

extension LeafEdit {
  /// The number of respellings, and of those that are not next to a delimiter.
  func burden(on planner: LeafPlanner) -> (distant: Int, all: Int) {
    let all = optionalRespellings
    return (all.count { isDistant($0, planner) }, all.count)
  }

  /// The number of line endings that become blanks, like that of `` `a⏎b` `` in `a b`.
  func joinedLines(of source: [UInt8]) -> Int {
    chunks.count { chunk in
      chunk.bytes == [.space] && !chunk.source.isEmpty
        && source[chunk.source].allSatisfy { $0.isLineEnding }
    }
  }

  /// Whether a chunk respells a text character that is not next to a delimiter or backtick, like
  /// the `\_` of `\_ **a**` for `_ a`.
  fileprivate func isDistant(_ chunk: Chunk, _ planner: LeafPlanner) -> Bool {
    let atoms = planner.atoms
    // For the command of its mark, `\~` is better than a reference beside a delimiter.
    guard !chunk.leavesCodeOrAutolink, !(planner.text.view?.mark != nil && chunk.isOfMark),
      let atom = planner.atom(at: chunk.source),
      atoms[atom].isCharacter
    else { return false }
    let isBesideDelimiter =
      atoms[atom].hasGap || atoms[atom].isAfterFence || atoms[atom].isBeforeFence
      || (atom > 0 && atoms[atom - 1].isBeforeFence)
      || (atom + 1 < atoms.count
        && (atoms[atom + 1].hasGap || atoms[atom + 1].isAfterFence))
    return !touches(chunk) && !isBesideDelimiter
  }

  /// Whether delimiters or backticks change directly next to a respelling: `\_` in `\_**a**`.
  fileprivate func touches(_ chunk: Chunk) -> Bool {
    indices(around: chunk.source).contains { index in
      let other = chunks[index]
      return other.isOfDelimiters
        && (other.source.upperBound == chunk.source.lowerBound
          || other.source.lowerBound == chunk.source.upperBound)
    }
  }
}
