import CommonMark
import MarkdownSyntax

/// A text as the contract compares it: a list of words (see ``TreeSignature``).
struct TreeReading: Equatable {
  private(set) var words: ContiguousArray<UInt64>
  /// The nodes that contain inlines, in order.
  let leaves: ContiguousArray<Leaf>

  /// A leaf: its node, first word, and number of visible characters outside image descriptions.
  struct Leaf {
    var node: Int
    var start: Int
    fileprivate(set) var characterCount = 0
  }

  static func == (left: TreeReading, right: TreeReading) -> Bool { left.words == right.words }

  /// Reads a tree, with the words of its leaves from the tokens of a reading, if given. O(its size).
  ///
  /// - Parameter constructs: the constructs of a dialect that are printed in other ways.
  init(
    _ tree: MarkdownTree, _ constructs: [DialectConstruct] = [],
    seenIn reading: DocumentReading? = nil
  ) {
    var leaves: ContiguousArray<Leaf> = []
    var capacity =
      Self.mostWords(byteCount: tree.bytes.count, nodeCount: tree.nodes.count) + constructs.count
    // A token has fewer words than eight for each of its bytes: a link `[a]` has five.
    if let reading { capacity += 8 * reading.source.count + 64 }
    words = ContiguousArray(unsafeUninitializedCapacity: capacity) { words, count in
      var recorder = Recorder(words: words)
      recorder.leaves.reserveCapacity(8)
      recorder = TreeSignature.spell(tree, constructs, to: recorder, seenIn: reading)
      recorder.endLeaf()
      (count, leaves) = (recorder.wordCount, recorder.leaves)
    }
    self.leaves = leaves
  }

  /// An upper limit: a node has at most seven words in addition to its bytes.
  private static func mostWords(byteCount: Int, nodeCount: Int) -> Int {
    byteCount + 8 * nodeCount
  }

  private struct Recorder: TreeWordSink {
    /// The memory for the words, of which `wordCount` are initialized.
    let words: UnsafeMutableBufferPointer<UInt64>
    private(set) var wordCount = 0
    var leaves: ContiguousArray<Leaf> = []
    /// Always false, so that a tree such as that of `*a*` is recorded to its end.
    var isDone: Bool { false }

    /// The number of characters read in the last leaf.
    private var count = 0

    init(words: UnsafeMutableBufferPointer<UInt64>) { self.words = words }

    mutating func beginLeaf(node: Int) {
      endLeaf()
      leaves.append(Leaf(node: node, start: wordCount))
    }

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

  /// Finds the leaf that a node of the tree is. O(log n).
  func leaf(ofNode node: Int) -> Leaf? {
    let index = leaves.partitionPoint { $0.node >= node }
    return index < leaves.count && leaves[index].node == node ? leaves[index] : nil
  }

  /// The index of the word of a leaf's character. O(the leaf).
  func word(ofCharacter character: Int, in leaf: Leaf) -> Int? {
    var left = character
    for index in leaf.start..<words.count where words[index] & TreeSymbol.character != 0 {
      if left == 0 { return index }
      left -= 1
    }
    return nil
  }

  /// Whether this is `other` with one more word, at `index`, if white space and breaks are ignored.
  func isSameText(as other: TreeReading, butForWord index: Int) -> Bool {
    let rest = [words[..<index], words[(index + 1)...]].joined()
    return rest.lazy.filter { !TreeSymbol.isSpaceOrBreak($0) }
      .elementsEqual(other.words.lazy.filter { !TreeSymbol.isSpaceOrBreak($0) })
  }

  mutating func setMarks(_ marks: MarkSet, ofWord index: Int) {
    let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: words[index])) ?? "\0"
    words[index] = TreeSymbol.character(scalar, marks)
  }
}

extension TreeReading {
  /// The marks that a plan wants for a leaf.
  struct Aim {
    var node: Int
    var marks: [MarkSet]
  }

  /// Whether `tree` reads as this one with only the wanted changes of marks: the tree of `**a**`
  /// for that of `a` with strong.
  ///
  /// - Parameters:
  ///   - constructs: the constructs of a dialect that `tree` has in other ways.
  ///   - aims: in ascending order of nodes.
  ///   - reading: the reading of `tree`, if the words of its leaves come from tokens.
  ///   - isCode: whether a soft break and a blank in code are the same, as for the command of code.
  ///     The line ending of `` `a⏎b` `` shows as a blank (contract, clause 1).
  /// - Complexity: O(the tree), or up to the first difference.
  func isRead(
    from tree: MarkdownTree, _ constructs: [DialectConstruct], _ aims: [Aim], isCode: Bool,
    seenIn reading: DocumentReading? = nil
  ) -> Bool {
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
      return TreeSignature.spell(tree, constructs, to: comparison, seenIn: reading).isSame
    }
  }

  private struct Wanted {
    var leaf: Leaf
    var marks: [MarkSet]
  }

  private struct Comparison: TreeWordSink {
    let words: UnsafeBufferPointer<UInt64>
    let wanted: [Wanted]
    /// Whether the line ending of `a⏎b` may become a blank in code, or the reverse.
    let takesBreaksAsBlanks: Bool
    private(set) var position = 0
    /// Whether a difference was found, as at the ends of `a b` and `a c`.
    private(set) var isDone = false
    /// The index in `wanted` of the current or next leaf, and the index of its next character.
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

    /// Whether all words were equal and none is left: for `a b` and `a b`, not for `a b` and `a`.
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

    /// Whether the old text goes on with a blank that loses code, like the break of `` `a⏎b` ``.
    private var isBlankOutOfCode: Bool {
      guard position >= start, takesBreaksAsBlanks else { return false }
      return words[position] == TreeSymbol.character(" ", [])
        && !wanted[leaf].marks[character].contains(.code)
    }

    private mutating func advance() {
      position += 1
      character += 1
      if character == wanted[leaf].marks.count { goOn() }
    }

    /// Moves to the next leaf.
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

    /// The number of characters in a text that equal the leaf's next ones and have the wanted
    /// marks. The leaf's last character is not compared.
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
