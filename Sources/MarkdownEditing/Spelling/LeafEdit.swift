import MarkdownSyntax
import TextEditing

/// The chunks of new text that spellings of leaves make of the source.
struct LeafEdit {
  /// The chunks that differ from the source, in ascending order.
  private(set) var chunks: [Chunk] = []
  var references: [Range<Int>] { chunks.filter { $0.isReference }.map { $0.source } }

  /// Lone backslashes that are now directly before an escape. The two backslashes form an escape,
  /// which takes over the first byte of the other escape.
  private var borrowed: [(end: Int, escape: Int)] = []

  /// Whether a character may be spelled by other bytes than before, although the text is the same.
  /// That is possible if a `*`, `_` or backslash is no longer respelled, or if a byte is borrowed.
  private(set) var movesCharacters = false

  init() {}

  /// Adds the chunks of a leaf's spelling. The leaf must be after all leaves added before.
  mutating func append(_ spelling: Spelling, of pieces: [Piece], in source: [UInt8]) {
    var choices = spelling.choices[...]
    var backslash: Int?
    for index in pieces.indices {
      var choice: SpellingChoice?
      if choices.first?.piece == index { choice = choices.removeFirst() }
      let isPlain = choice?.takesAlternative != true
      if let backslash, isPlain, pieces[index][.beginsWithEscape],
        (choice?.gap ?? pieces[index].gap).isEmpty
      {
        borrowed.append((backslash + 1, pieces[index].source.lowerBound))
        // The text after that escape may borrow a byte in turn.
        movesCharacters = true
      }
      backslash = nil
      if pieces[index][.endsInBackslash], isPlain {
        backslash = source[pieces[index].source].lastIndex(of: .backslash)
      }
      if choice == nil, pieces[index].chunks.isEmpty { continue }
      let piece = pieces[index]
      if let gap = choice?.gap {
        add(Chunk(source: piece.gapSource, bytes: gap.bytes), in: source)
      }
      if let choice, choice.takesAlternative, let alternative = piece.alternative {
        let next = choices.first.flatMap { $0.piece == index + 1 ? $0.gap : nil }
        let isBesideDelimiter =
          !(choice.gap ?? piece.gap).isEmpty
          || (index + 1 < pieces.count && !(next ?? pieces[index + 1].gap).isEmpty)
        for var chunk in alternative {
          if chunk.isForSymbols, isBesideDelimiter { chunk.plain = nil }
          add(chunk, in: source)
        }
      } else {
        for chunk in piece.chunks { add(chunk, in: source) }
      }
    }
  }

  /// Adds a rewriting that is after all added before, with `shift` added to its offsets.
  mutating func append(_ other: LeafEdit, shiftedBy shift: Int = 0) {
    for var chunk in other.chunks {
      chunk.source = chunk.source.shifted(by: shift)
      chunks.append(chunk)
    }
    borrowed += other.borrowed.map { ($0.end + shift, $0.escape + shift) }
    movesCharacters = movesCharacters || other.movesCharacters
  }

  private mutating func add(_ chunk: Chunk, in source: [UInt8]) {
    if !source[chunk.source].elementsEqual(chunk.bytes) { chunks.append(chunk) }
  }

  /// Whether no chunk overlaps the one before: `0..<1` and `1..<2`, not `0..<2` and `1..<3`.
  var isInOrder: Bool {
    zip(chunks, chunks.dropFirst()).allSatisfy { $0.source.upperBound <= $1.source.lowerBound }
  }

  /// The chunks that may not be needed. Those that touch no other change are first. Each part is in
  /// reverse order, so that an opening delimiter stays escaped rather than a closing one.
  var optionalRespellings: [Chunk] {
    func touches(_ index: Int) -> Bool {
      let source = chunks[index].source
      return chunks[index].leavesCodeOrAutolink
        || (index > 0 && chunks[index - 1].source.upperBound == source.lowerBound
          && !chunks[index - 1].isOptional)
        || (index + 1 < chunks.count && chunks[index + 1].source.lowerBound == source.upperBound
          && !chunks[index + 1].isOptional)
    }
    let all = chunks.indices.filter { chunks[$0].isOptional }
    let last = all.reversed()
    return (last.filter { !touches($0) } + last.filter(touches)).map { chunks[$0] }
  }

  /// Groups of respellings to remove together: all, all but one, and ever smaller groups, the last
  /// ones first. With more than `limit`, halves, quarters and so on.
  func reductions(ofSeveralUpTo limit: Int) -> [[Chunk]] {
    let single = optionalRespellings.map { [$0] }
    guard single.count > 1 else { return single }
    let all = chunks.filter { $0.isOptional }
    var groups = [all]
    if all.count <= limit {
      groups += single.reversed().map { kept in all.filter { $0 != kept[0] } }
      for length in (2..<all.count).reversed() {
        groups += (0...all.count - length).reversed().map { Array(all[$0..<$0 + length]) }
      }
    } else {
      var length = all.count / 2
      while length > 1 {
        groups += stride(from: all.count, to: 0, by: -length).map {
          Array(all[max(0, $0 - length)..<$0])
        }
        length /= 2
      }
    }
    return groups + single
  }

  /// Returns the rewriting with some optional respellings undone.
  func plainly(spelling some: [Chunk], in source: [UInt8]) -> LeafEdit {
    var result = self
    var gone: Set<Int> = []
    var plain: Set<Range<Int>> = []
    for chunk in some {
      guard let bytes = chunk.plain,
        let index = indices(around: chunk.source).first(where: { chunks[$0] == chunk })
      else { continue }
      if source[chunk.source].elementsEqual(bytes) {
        gone.insert(index)
      } else {
        result.chunks[index].bytes = bytes
        result.chunks[index].plain = nil
      }
      plain.insert(chunk.source)
      if let byte = bytes.first, "*_~=\\".utf8.contains(byte) { result.movesCharacters = true }
    }
    if gone.count == 1, let index = gone.first {
      result.chunks.remove(at: index)
    } else if !gone.isEmpty {
      result.chunks = result.chunks.indices.filter { !gone.contains($0) }.map { result.chunks[$0] }
    }
    return result
  }

  /// The indices of the chunks that touch or overlap `range`. O(log chunks + their number).
  func indices(around range: Range<Int>) -> Range<Int> {
    let first = chunks.partitionPoint { $0.source.upperBound >= range.lowerBound }
    let end = chunks.partitionPoint { $0.source.lowerBound > range.upperBound }
    return first..<max(first, end)
  }

  var withoutReferences: LeafEdit {
    var result = LeafEdit()
    result.chunks = chunks.filter { !$0.isReference }
    return result
  }

  /// Adds a chunk, unless another one overlaps its range.
  func adding(_ chunk: Chunk) -> LeafEdit {
    guard
      !indices(around: chunk.source).contains(where: { chunks[$0].source.overlaps(chunk.source) })
    else { return self }
    var result = self
    // Delimiters at the start of the chunk's range come before it.
    let place = chunks.firstIndex { $0.source.lowerBound >= chunk.source.upperBound }
    result.chunks.insert(chunk, at: place ?? chunks.count)
    return result
  }

  /// The edit of the chunks: each is trimmed to what differs, and those that touch become one.
  func edit(of source: [UInt8]) -> TextEdit {
    var joined: [TextEdit.Replacement] = []
    joined.reserveCapacity(chunks.count)
    var areJoined = false
    for chunk in chunks {
      guard
        let next = Self.trimmed(TextEdit.Replacement(chunk.source, with: chunk.bytes), in: source)
      else { continue }
      if let last = joined.last, last.range.upperBound == next.range.lowerBound {
        joined[joined.count - 1] = TextEdit.Replacement(
          last.range.lowerBound..<next.range.upperBound, with: last.bytes + next.bytes)
        areJoined = true
      } else {
        joined.append(next)
      }
    }
    return TextEdit(areJoined ? joined.compactMap { Self.trimmed($0, in: source) } : joined)
  }

  /// A replacement without equal bytes at its ends, or nil if it changes nothing.
  static func trimmed(
    _ replacement: TextEdit.Replacement, in source: [UInt8]
  ) -> TextEdit.Replacement? {
    var old = replacement.range
    let bytes = replacement.bytes
    var new = 0..<bytes.count
    while !old.isEmpty, !new.isEmpty, source[old.lowerBound] == bytes[new.lowerBound] {
      old = (old.lowerBound + 1)..<old.upperBound
      new = (new.lowerBound + 1)..<new.upperBound
    }
    while !old.isEmpty, !new.isEmpty, source[old.upperBound - 1] == bytes[new.upperBound - 1] {
      old = old.lowerBound..<(old.upperBound - 1)
      new = new.lowerBound..<(new.upperBound - 1)
    }
    if old.isEmpty && new.isEmpty { return nil }
    return new.count == bytes.count
      ? replacement : TextEdit.Replacement(old, with: Array(bytes[new]))
  }

  /// The range of a character after the edit, or of a selection without characters.
  func newRange(of character: Range<Int>) -> Range<Int> {
    var start = character.lowerBound
    var end = character.upperBound
    for chunk in chunks {
      let delta = chunk.bytes.count - chunk.source.count
      if chunk.source.upperBound <= character.lowerBound {
        start += delta
        end += delta
      } else if chunk.source.lowerBound < character.upperBound {
        // The chunk spells the character, including fences that were removed with it.
        start += min(0, chunk.source.lowerBound - character.lowerBound)
        end += max(0, chunk.source.upperBound - character.upperBound) + delta
      }
    }
    for (backslash, escape) in borrowed {
      if character.lowerBound == escape { start += 1 }
      if character.upperBound == backslash { end += 1 }
    }
    return start..<max(start, end)
  }
}
