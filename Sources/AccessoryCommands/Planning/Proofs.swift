import CommonMark
import MarkdownSyntax
import TextEditing

/// The last edited texts that libcmark was asked about, with their trees where it reads them as wanted.
///
/// A search comes back to the same text: `**a** \_` is proved, then with `_`, which is misread, then judged as
/// it was. What a proof costs is counted each time, so that no plan depends on what is remembered.
final class Proofs {
  struct Proof {
    let edited: [UInt8]
    /// The leaf whose marks are wanted, and these; -1 for several.
    let node: Int
    let marks: [MarkSet]
    /// Nil where it is read otherwise.
    let tree: MarkdownTree?
  }

  /// How many texts are remembered; of longer ones just the last that was read as wanted.
  private static let most = 8
  private static let longest = 1 << 13
  private var proofs: [Proof] = []
  /// The edit that was asked for last: a plan is made of what was proved last.
  private var last: (chunks: [Chunk], edit: TextEdit)?
  /// Which of them the next takes the place of, once there are so many.
  private var oldest = 0

  /// What a rewriting makes of the text before, which is always the same.
  func edit(of rewriting: LeafEdit, in source: [UInt8]) -> TextEdit {
    if let last, last.chunks == rewriting.chunks { return last.edit }
    let edit = rewriting.edit(of: source)
    last = (rewriting.chunks, edit)
    return edit
  }

  /// What is known of a text with marks wanted in a leaf; of any leaf but -1.
  func proof(of edited: [UInt8], _ node: Int, _ marks: [MarkSet]) -> Proof? {
    for proof in proofs
    where proof.node == node && node >= 0 && proof.edited == edited && proof.marks == marks {
      return proof
    }
    return nil
  }

  func remember(_ proof: Proof) {
    let isLong = proof.edited.count > Self.longest
    if isLong && proof.tree == nil { return }
    if isLong { proofs = [] }
    if proofs.count < Self.most {
      proofs.append(proof)
    } else {
      proofs[oldest] = proof
      oldest = (oldest + 1) % Self.most
    }
  }

  /// The tree of a text that was read as wanted not long ago.
  func tree(of edited: [UInt8]) -> MarkdownTree? {
    for proof in proofs where proof.edited == edited {
      if let tree = proof.tree { return tree }
    }
    return nil
  }
}
