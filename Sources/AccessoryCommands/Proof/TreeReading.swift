import CommonMark

/// libcmark's tree as the contract compares it: a list of words (see ``TreeSignature``).
struct TreeReading: Equatable {
  private(set) var words: ContiguousArray<UInt64>
  /// Every node that holds inlines, in order.
  let leaves: ContiguousArray<Leaf>

  /// A leaf: its node, where its words begin, and how many visible characters it has outside image
  /// descriptions.
  struct Leaf {
    var node: Int
    var start: Int
    fileprivate(set) var characterCount = 0
  }

  static func == (left: TreeReading, right: TreeReading) -> Bool { left.words == right.words }

  /// Reads a tree; O(its size).
  init(_ tree: MarkdownTree) {
    var leaves: ContiguousArray<Leaf> = []
    let capacity = Self.mostWords(byteCount: tree.bytes.count, nodeCount: tree.nodes.count)
    words = ContiguousArray(unsafeUninitializedCapacity: capacity) { words, count in
      var recorder = Recorder(words: words)
      recorder.leaves.reserveCapacity(8)
      recorder = TreeSignature.spell(tree, to: recorder)
      recorder.endLeaf()
      (count, leaves) = (recorder.wordCount, recorder.leaves)
    }
    self.leaves = leaves
  }

  /// Of a node there are seven words at most besides its bytes.
  private static func mostWords(byteCount: Int, nodeCount: Int) -> Int {
    byteCount + 8 * nodeCount
  }

  /// Lends `body` the words of some inline nodes, each with all that is in it.
  static func withWords<Result>(
    of range: Range<Int>, in tree: MarkdownTree, _ body: (UnsafeBufferPointer<UInt64>) -> Result
  ) -> Result {
    var byteCount = 0
    for node in tree.nodes[range] {
      byteCount += node.literal.count + node.destination.count + node.title.count
    }
    let capacity = mostWords(byteCount: byteCount, nodeCount: range.count)
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: capacity) { room in
      let recorder = TreeSignature.spell(range, of: tree, to: Recorder(words: room))
      return body(UnsafeBufferPointer(rebasing: room[..<recorder.wordCount]))
    }
  }

  private struct Recorder: TreeWordSink {
    /// Room for the words, and how many there are.
    let words: UnsafeMutableBufferPointer<UInt64>
    private(set) var wordCount = 0
    var leaves: ContiguousArray<Leaf> = []
    /// Whether the rest does not matter: never, all of `*a*` is recorded.
    var isDone: Bool { false }

    /// The characters of the last leaf so far.
    private var count = 0

    init(words: UnsafeMutableBufferPointer<UInt64>) { self.words = words }

    mutating func beginLeaf(node: Int) {
      endLeaf()
      leaves.append(Leaf(node: node, start: wordCount))
    }

    /// Notes how many characters the last leaf has.
    mutating func endLeaf() {
      if let last = leaves.indices.last { leaves[last].characterCount = count }
      count = 0
    }

    mutating func put(_ word: UInt64) {
      precondition(wordCount < words.count, "a tree has no more words than were counted")
      words.initializeElement(at: wordCount, to: word)
      wordCount += 1
    }

    mutating func put(_ scalar: Unicode.Scalar, _ marks: MarkSet) {
      put(TreeSymbol.character(scalar, marks))
      count += 1
    }

    mutating func put(ascii text: UnsafeBufferPointer<UInt8>, _ marks: MarkSet) {
      let end = wordCount + text.count
      precondition(end <= words.count, "a tree has no more words than were counted")
      let room = UnsafeMutableBufferPointer(rebasing: words[wordCount..<end])
      if marks.isEmpty {
        var index = 0
        while index < text.count {
          room.initializeElement(at: index, to: UInt64(text[index]) | TreeSymbol.character)
          index &+= 1
        }
      } else {
        for index in text.indices {
          room.initializeElement(
            at: index, to: TreeSymbol.character(Unicode.Scalar(text[index]), marks))
        }
      }
      wordCount = end
      count += text.count
    }
  }

  /// The leaf that a node of the tree is; O(log n).
  func leaf(ofNode node: Int) -> Leaf? {
    let index = leaves.partitionPoint { $0.node >= node }
    return index < leaves.count && leaves[index].node == node ? leaves[index] : nil
  }

  /// Between which characters of a leaf all are that have other marks than some, white space aside; O(the leaf).
  func changed(in leaf: Leaf, to marks: [MarkSet]) -> Range<Int> {
    var changed = 0..<0
    var place = leaf.start
    for (character, wanted) in marks.enumerated() {
      while place < words.count, words[place] & TreeSymbol.character == 0 { place += 1 }
      if place == words.count { break }
      if let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: words[place])),
        words[place] != TreeSymbol.character(scalar, wanted)
      {
        changed = (changed.isEmpty ? character : changed.lowerBound)..<character + 1
      }
      place += 1
    }
    return changed
  }

  /// The word of a leaf's character; O(the leaf).
  func word(ofCharacter character: Int, in leaf: Leaf) -> Int? {
    var left = character
    for index in leaf.start..<words.count where words[index] & TreeSymbol.character != 0 {
      if left == 0 { return index }
      left -= 1
    }
    return nil
  }

  /// Whether this is `other` with the word at `index` put in.
  func isSame(as other: TreeReading, butForWord index: Int) -> Bool {
    words.count == other.words.count + 1
      && words[..<index].elementsEqual(other.words[..<index])
      && words[(index + 1)...].elementsEqual(other.words[index...])
  }

  /// Whether this is `other` with the word at `index` put in, white space and breaks aside.
  func isSameText(as other: TreeReading, butForWord index: Int) -> Bool {
    let rest = [words[..<index], words[(index + 1)...]].joined()
    return rest.lazy.filter { !TreeSymbol.isSpaceOrBreak($0) }
      .elementsEqual(other.words.lazy.filter { !TreeSymbol.isSpaceOrBreak($0) })
  }

  /// Sets the marks of one character.
  mutating func setMarks(_ marks: MarkSet, ofWord index: Int) {
    let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: words[index])) ?? "\0"
    words[index] = TreeSymbol.character(scalar, marks)
  }
}

extension TreeReading {
  /// The marks that the characters of a leaf are to have.
  struct Wanted {
    var leaf: Leaf
    var marks: [MarkSet]
    /// Whether a soft break and a blank in code are the same, as for the command of code: the line
    /// ending of `` `a⏎b` `` shows as a blank (contract, clause 1).
    var takesBreaksAsBlanks = false
  }

  /// Whether `tree` reads as this one with nothing but the marks of some leaves as `wanted`.
  ///
  /// - Parameter wanted: leaves in ascending order, with a mark for each of their characters.
  /// - Complexity: O(the tree), or up to the first difference.
  func isRead(from tree: MarkdownTree, with wanted: [Wanted]) -> Bool {
    words.withUnsafeBufferPointer { words in
      TreeSignature.spell(tree, to: Comparison(words: words, wanted: wanted)).isSame
    }
  }

  /// The same of some inlines of one leaf: the words of the text before, as of `a`, and the nodes in their
  /// place, as of `**a**`.
  ///
  /// - Parameter characters: which of the leaf's they have.
  static func isRead(
    _ words: UnsafeBufferPointer<UInt64>, from range: Range<Int>, in tree: MarkdownTree,
    with wanted: Wanted, characters: Range<Int>
  ) -> Bool {
    var comparison = Comparison(words: words, wanted: [wanted], from: characters.lowerBound)
    comparison = TreeSignature.spell(range, of: tree, to: comparison)
    return comparison.isSame && comparison.isAt(character: characters.upperBound)
  }

  /// Compares words as they come.
  private struct Comparison: TreeWordSink {
    let words: UnsafeBufferPointer<UInt64>
    let wanted: [Wanted]
    private(set) var position = 0
    /// Whether a difference is found: behind the `b` of `a b` compared with `a c`.
    private(set) var isDone = false
    /// The leaf that comes next or that is being read, and its next character.
    private var leaf = 0
    private var character = 0
    private var start: Int

    /// - Parameter character: the first leaf's character that comes first.
    init(words: UnsafeBufferPointer<UInt64>, wanted: [Wanted], from character: Int = 0) {
      self.words = words
      self.wanted = wanted
      self.character = character
      start = wanted.first?.leaf.start ?? .max
      if let first = wanted.first, character == first.marks.count { goOn() }
    }

    /// Whether all words were met, and no others: those of `a b` by `a b`, not by `a` or `a c`.
    var isSame: Bool { !isDone && position == words.count }

    /// Whether the first leaf's characters before an offset have been met, and no other. True of 1 behind the
    /// `a` of `ab`.
    func isAt(character end: Int) -> Bool {
      leaf == 0 ? character == end : leaf == 1 && character == 0 && end == wanted[0].marks.count
    }

    mutating func beginLeaf(node: Int) {}

    mutating func put(_ word: UInt64) {
      guard position < words.count else {
        isDone = true
        return
      }
      if words[position] == word {
        position += 1
      } else if word == TreeSymbol.softBreak, isBlankOutOfCode {
        advance()
      } else {
        isDone = true
      }
    }

    /// Whether what comes next in the text before is a blank that is not to be code. The line
    /// ending of `` `a⏎b` `` is one where the code is removed.
    private var isBlankOutOfCode: Bool {
      guard position >= start, wanted[leaf].takesBreaksAsBlanks else { return false }
      return words[position] == TreeSymbol.character(" ", [])
        && !wanted[leaf].marks[character].contains(.code)
    }

    /// Goes on behind a character.
    private mutating func advance() {
      position += 1
      character += 1
      if character == wanted[leaf].marks.count { goOn() }
    }

    /// Goes on to the next leaf.
    private mutating func goOn() {
      leaf += 1
      character = 0
      start = leaf < wanted.count ? wanted[leaf].leaf.start : .max
    }

    mutating func put(ascii text: UnsafeBufferPointer<UInt8>, _ marks: MarkSet) {
      let count = position >= start ? countOfSame(text, marks) : 0
      position += count
      character += count
      for byte in text[count...] where !isDone { put(Unicode.Scalar(byte), marks) }
    }

    /// How many characters of a text are the next ones of a leaf, with the marks that they are to have;
    /// its last one is not looked at.
    private func countOfSame(_ text: UnsafeBufferPointer<UInt8>, _ marks: MarkSet) -> Int {
      let words = UnsafeBufferPointer(rebasing: words[position...])
      let character = character
      return wanted[leaf].marks.withUnsafeBufferPointer { targets in
        let targets = UnsafeBufferPointer(rebasing: targets[character...])
        let limit = min(text.count, words.count, targets.count - 1)
        var count = 0
        while count < limit {
          let scalar = Unicode.Scalar(text[count])
          guard TreeSymbol.isCharacter(words[count], scalar),
            targets[count] == marks || isWhiteSpace(scalar)
          else { break }
          count &+= 1
        }
        return count
      }
    }

    mutating func put(_ scalar: Unicode.Scalar, _ marks: MarkSet) {
      guard position >= start else { return put(TreeSymbol.character(scalar, marks)) }
      guard position < words.count else {
        isDone = true
        return
      }
      let old = words[position]
      if old == TreeSymbol.softBreak, scalar == " ", marks.contains(.code),
        wanted[leaf].takesBreaksAsBlanks
      {
        position += 1
        return
      }
      let target = wanted[leaf].marks[character]
      guard TreeSymbol.isCharacter(old, scalar), marks == target || isWhiteSpace(scalar)
      else {
        isDone = true
        return
      }
      advance()
    }
  }
}
