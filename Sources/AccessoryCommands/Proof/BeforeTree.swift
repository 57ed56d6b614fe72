import CommonMark

/// libcmark's tree of the text before a command, and its words once they are asked for.
///
/// Most edits leave all nodes alone but a few in one line: there the proof needs the words of those few.
final class BeforeTree {
  /// What a plan wants of a leaf.
  struct Aim {
    /// The leaf's node.
    var node: Int
    /// The marks that its characters are to have.
    var marks: [MarkSet]
    /// Between which characters all are that gain or lose a mark: white space aside, others keep theirs.
    var changed: Range<Int>
  }

  let tree: MarkdownTree
  private var known: TreeReading?

  init(_ tree: MarkdownTree) { self.tree = tree }

  /// All of it as the contract compares it.
  var reading: TreeReading {
    if let known { return known }
    let reading = TreeReading(tree)
    known = reading
    return reading
  }

  /// Whether `after` reads as this tree with just the marks of one leaf as they are to be: the tree of
  /// `**a**` as that of `a`.
  ///
  /// - Parameter isCode: whether a soft break may be a blank in code.
  /// - Complexity: O(both trees).
  func isRead(from after: MarkdownTree, _ aim: Aim, isCode: Bool) -> Bool {
    isPlainlyRead(from: after, aim, isCode: isCode)
      || isRead(from: after, [aim], isCode: isCode)
  }

  /// The same with the marks of several leaves, in ascending order: `**a**⏎⏎**b**` for `a⏎⏎b`.
  func isRead(from after: MarkdownTree, _ aims: [Aim], isCode: Bool) -> Bool {
    var wanted: [TreeReading.Wanted] = []
    wanted.reserveCapacity(aims.count)
    for aim in aims {
      guard let leaf = reading.leaf(ofNode: aim.node), leaf.characterCount == aim.marks.count
      else { return false }
      wanted.append(
        TreeReading.Wanted(leaf: leaf, marks: aim.marks, takesBreaksAsBlanks: isCode))
    }
    return reading.isRead(from: after, with: wanted)
  }

  /// Whether it can be seen from a few nodes that `after` reads so: no is no answer.
  ///
  /// What stands before and behind these nodes is the same in both trees, so that it has the same words,
  /// and no character there is to change.
  private func isPlainlyRead(
    from after: MarkdownTree, _ aim: Aim, isCode: Bool
  ) -> Bool {
    guard let difference = TreeDifference(tree, after, inLeaf: aim.node),
      let before = tree.characterCount(aim.node + 1..<difference.old.lowerBound),
      let behind = tree.characterCount(difference.old.upperBound..<Int(tree.nodes[aim.node].end)),
      before <= aim.changed.lowerBound, aim.changed.upperBound <= aim.marks.count - behind
    else { return false }
    let wanted = TreeReading.Wanted(
      leaf: TreeReading.Leaf(node: aim.node, start: 0), marks: aim.marks,
      takesBreaksAsBlanks: isCode)
    return TreeReading.withWords(of: difference.old, in: tree) { words in
      TreeReading.isRead(
        words, from: difference.new, in: after, with: wanted,
        characters: before..<aim.marks.count - behind)
    }
  }
}

extension MarkdownTree {
  /// How many visible characters some inlines have; nil where an image is among them, whose description
  /// does not count.
  fileprivate func characterCount(_ range: Range<Int>) -> Int? {
    var count = 0
    for index in range {
      switch nodes[index].kind {
      case .image: return nil
      case .text, .code:
        let literal = nodes[index].literal
        bytes.withUnsafeBufferPointer { bytes in
          for place in Int(literal.lowerBound)..<Int(literal.upperBound)
          where bytes[place] & 0xC0 != 0x80 { count &+= 1 }
        }
      default: break
      }
    }
    return count
  }
}
