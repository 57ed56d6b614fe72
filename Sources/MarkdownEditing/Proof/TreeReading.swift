import CommonMark
import MarkdownSyntax

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

  /// The word of a leaf's character; O(the leaf).
  func word(ofCharacter character: Int, in leaf: Leaf) -> Int? {
    var left = character
    for index in leaf.start..<words.count where words[index] & TreeSymbol.character != 0 {
      if left == 0 { return index }
      left -= 1
    }
    return nil
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
  /// What a plan wants of a leaf: the marks of its characters.
  struct Aim {
    /// The leaf's node.
    var node: Int
    var marks: [MarkSet]
  }

  /// Whether `tree` reads as this one with just the marks of some leaves as they are to be: the tree of `**a**` for
  /// that of `a` with strong.
  ///
  /// - Parameters:
  ///   - aims: in ascending order.
  ///   - isCode: whether a soft break and a blank in code are the same, as for the command of code: the line
  ///     ending of `` `a⏎b` `` shows as a blank (contract, clause 1).
  /// - Complexity: O(the tree), or up to the first difference.
  func isRead(from tree: MarkdownTree, _ aims: [Aim], isCode: Bool) -> Bool {
    var wanted: [Wanted] = []
    wanted.reserveCapacity(aims.count)
    for aim in aims {
      guard let leaf = leaf(ofNode: aim.node), leaf.characterCount == aim.marks.count else {
        return false
      }
      wanted.append(Wanted(leaf: leaf, marks: aim.marks))
    }
    return words.withUnsafeBufferPointer { words in
      let comparison = Comparison(words: words, wanted: wanted, takesBreaksAsBlanks: isCode)
      return TreeSignature.spell(tree, to: comparison).isSame
    }
  }

  /// The marks that the characters of a leaf are to have.
  private struct Wanted {
    var leaf: Leaf
    var marks: [MarkSet]
  }

  /// Compares words as they come.
  private struct Comparison: TreeWordSink {
    let words: UnsafeBufferPointer<UInt64>
    let wanted: [Wanted]
    /// Whether the line ending of `a⏎b` may be a blank in code, and the other way round.
    let takesBreaksAsBlanks: Bool
    private(set) var position = 0
    /// Whether a difference is found: behind the `b` of `a b` compared with `a c`.
    private(set) var isDone = false
    /// The leaf that comes next or that is being read, and its next character.
    private var leaf = 0
    private var character = 0
    private var start: Int

    init(
      words: UnsafeBufferPointer<UInt64>, wanted: [Wanted], takesBreaksAsBlanks: Bool
    ) {
      self.words = words
      self.wanted = wanted
      self.takesBreaksAsBlanks = takesBreaksAsBlanks
      start = wanted.first?.leaf.start ?? .max
      if let first = wanted.first, first.marks.isEmpty { goOn() }
    }

    /// Whether all words were met, and no others: those of `a b` by `a b`, not by `a` or `a c`.
    var isSame: Bool { !isDone && position == words.count }

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
      guard position >= start, takesBreaksAsBlanks else { return false }
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
        takesBreaksAsBlanks
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
