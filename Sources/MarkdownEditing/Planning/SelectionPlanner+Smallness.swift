import CommonMark
import MarkdownSyntax
import TextEditing

/// Clause 7: no respelling that nothing needs, and those that are needed beside a delimiter.
extension SelectionPlanner {
  /// Of how many respellings several are taken back at once.
  private static let several = 8

  /// Takes back the respellings without which libcmark reads the same: one by one, and of a few
  /// also several that follow each other, as a pair of brackets.
  ///
  /// Later tries respell whatever might have been misread; few of those are to blame. What stands
  /// beside no other change goes first. What is needed may be so for another alone, so it is done
  /// until none can go.
  func withoutNeedlessEscapes(_ rewriting: LeafEdit, _ planners: [LeafPlanner]) -> LeafEdit {
    var result = rewriting
    var isPlainer = true
    while isPlainer {
      isPlainer = false
      for group in result.reductions(ofSeveralUpTo: Self.several) {
        guard budget.spend(steps: 1 + result.chunks.count / 4) else { return result }
        let plainer = result.plainly(spelling: group, in: reading.source)
        guard plainer.optionalRespellings.count < result.optionalRespellings.count,
          isProved(plainer, planners)
        else { continue }
        result = plainer
        isPlainer = true
      }
    }
    return result
  }

  /// A rewriting in which each respelling far from all delimiters is replaced by an escape beside one, if libcmark
  /// still reads the same.
  func nearer(_ rewriting: LeafEdit, _ planner: LeafPlanner) -> LeafEdit {
    rewriting.optionalRespellings.filter { rewriting.isDistant($0, planner) }
      .reduce(rewriting) { result, distant in
        let plainer = result.plainly(spelling: [distant], in: reading.source)
        return escaped(plainer, planner).map { withoutNeedlessEscapes($0, [planner]) } ?? result
      }
  }

  /// A rewriting with an escape beside a delimiter more, so that it does not only insert, rather
  /// beside one that comes or goes; nil where no escape is read so.
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
  /// Whether delimiters or fences come or go: `**`, not `\*`.
  fileprivate var isOfDelimiters: Bool {
    plain == nil && bytes.allSatisfy { "*_` ".utf8.contains($0) }
  }
}

extension LeafPlanner {
  /// Whether a chunk names a link or an image in full though all of its text stays as it is. As
  /// `[a][a]` does for `[a]`.
  fileprivate func isFormOfWhatStays(_ chunk: Chunk) -> Bool {
    guard chunk.bytes.starts(with: "][".utf8), chunk.plain != nil,
      let close = token(at: chunk.source)
    else { return false }
    let inside = text.tokens[text.tokens[close].partner].source.lowerBound..<chunk.source.lowerBound
    let first = text.characters.partitionPoint {
      text.tokens[$0.token].source.upperBound > inside.lowerBound
    }
    return text.characters[first...].indices
      .prefix { text.source(of: $0).lowerBound < inside.upperBound }
      .allSatisfy {
        !inside.contains(text.source(of: $0).lowerBound)
          || text.characters[$0].marks == targets.marks[$0]
      }
  }

  /// The token that stands at a place.
  private func token(at place: Range<Int>) -> Int? {
    let first = text.tokens.partitionPoint { $0.source.lowerBound >= place.lowerBound }
    return text.tokens[first...].indices
      .prefix { text.tokens[$0].source.lowerBound == place.lowerBound }
      .first { text.tokens[$0].source == place }
  }

  /// The atom that stands at a place.
  fileprivate func atom(at place: Range<Int>) -> Int? {
    let first = atoms.partitionPoint { $0.source.lowerBound >= place.lowerBound }
    return atoms[first...].indices
      .prefix { atoms[$0].source.lowerBound == place.lowerBound }
      .first { atoms[$0].source == place }
  }
}

extension LeafEdit {
  /// How many respellings there are, and how many of them stand beside no delimiter: characters,
  /// and forms of links and images whose text stays.
  func burden(on planner: LeafPlanner) -> (distant: Int, all: Int) {
    let all = optionalRespellings
    return (all.count { isDistant($0, planner) }, all.count)
  }

  /// How many line endings become blanks: that of `` `a⏎b` `` in `a b`.
  func joinedLines(of source: [UInt8]) -> Int {
    chunks.count { chunk in
      chunk.bytes == [.space] && !chunk.source.isEmpty
        && source[chunk.source].allSatisfy { $0.isLineEnding }
    }
  }

  /// Whether a chunk respells a character that was text before, and that no delimiter or fence
  /// stands beside, in the source or after; or names in full what stays. True of `\_` in `\_ **a**`
  /// for `_ a`.
  fileprivate func isDistant(_ chunk: Chunk, _ planner: LeafPlanner) -> Bool {
    if planner.isFormOfWhatStays(chunk) { return true }
    let atoms = planner.atoms
    guard !chunk.leavesCodeOrAutolink,
      let atom = planner.atom(at: chunk.source),
      atoms[atom].isCharacter
    else { return false }
    let isBesideDelimiter =
      atoms[atom].hasGap || atoms[atom].isBehindFence || atoms[atom].isBeforeFence
      || (atom > 0 && atoms[atom - 1].isBeforeFence)
      || (atom + 1 < atoms.count
        && (atoms[atom + 1].hasGap || atoms[atom + 1].isBehindFence))
    return !touches(chunk) && !isBesideDelimiter
  }

  /// Whether delimiters or fences come or go directly beside what a chunk respells. As `**` does
  /// beside `\_` in `\_**a**`.
  fileprivate func touches(_ chunk: Chunk) -> Bool {
    indices(around: chunk.source).contains { index in
      let other = chunks[index]
      return other.isOfDelimiters
        && (other.source.upperBound == chunk.source.lowerBound
          || other.source.lowerBound == chunk.source.upperBound)
    }
  }
}
