import CommonMark
import TextEditing

extension SyntaxTree {
  /// The reason why a label is not renamed.
  public enum RenamingRefusal: Error, Hashable, Sendable {
    /// There is no use or definition of a label at the offset.
    case noReference
    /// The text cannot be a label: it is empty, or has brackets or a line ending.
    case invalidLabel
    /// The label is already defined.
    case labelInUse
    /// With the new label, the document would be read differently.
    case unprovable
  }

  /// Renames the label of a reference link or a footnote in all its uses and definitions.
  ///
  /// The visible text stays the same: `[a]` becomes `[a][b]`. The edited text is parsed, and its
  /// tree must be the same except for the label.
  ///
  /// - Parameters:
  ///   - offset: A UTF-8 offset in a use or a definition of the label.
  ///   - label: The new label, without brackets.
  ///   - source: The text that the tree was read from, as UTF-8.
  ///   - dialect: The dialect that the tree was read in.
  /// - Throws: ``RenamingRefusal``.
  /// - Complexity: O(*n*) in the length of the text.
  public func renamingLabel(
    at offset: Int, to label: String, in source: [UInt8], dialect: Dialect
  ) throws(RenamingRefusal) -> TextEdit {
    guard let reference = reference(at: offset) else { throw .noReference }
    let bytes = Array(label.utf8)
    guard isLabel(bytes, isFootnote: reference.isFootnote) else { throw .invalidLabel }
    let key = LabelKey(bytes)
    let isTaken = references.contains { other in
      other.isFootnote == reference.isFootnote && other.definitions != reference.definitions
        && LabelKey(Array(source[other.definitions[0]])) == key
    }
    if isTaken { throw .labelInUse }
    var replacements = reference.definitions.map { TextEdit.Replacement($0, with: bytes) }
    for use in reference.uses {
      replacements.append(
        use.missing.map { TextEdit.Replacement($0, with: [.leftBracket] + bytes + [.rightBracket]) }
          ?? TextEdit.Replacement(use.label, with: bytes))
    }
    replacements.sort { $0.range.lowerBound < $1.range.lowerBound }
    let edit = TextEdit(replacements.filter { Array(source[$0.range]) != $0.bytes })
    let edited = edit.applying(to: source)
    guard let tree = try? SyntaxTree(edited, in: dialect),
      isSame(as: tree, in: source, edited, apartFrom: reference)
    else { throw .unprovable }
    return edit
  }

  private func isLabel(_ bytes: [UInt8], isFootnote: Bool) -> Bool {
    guard !bytes.contains(where: { $0.isLineEnding }) else { return false }
    let opening: [UInt8] = isFootnote ? [.leftBracket, .circumflex] : [.leftBracket]
    return (opening + bytes + [.rightBracket]).withUnsafeBufferPointer { text in
      if isFootnote { return FootnoteLabel.end(in: text, at: 0) == text.count }
      guard let found = LinkLabel.match(in: text, at: 0), found.end == text.count else {
        return false
      }
      return found.label == 1..<text.count - 1 && !found.label.isEmpty
    }
  }

  private func isSame(
    as other: SyntaxTree, in source: [UInt8], _ edited: [UInt8], apartFrom reference: Reference
  ) -> Bool {
    guard nodes.count == other.nodes.count else { return false }
    let labels = Set(reference.definitions + reference.uses.map { $0.label })
    return nodes.indices.allSatisfy { index in
      let (node, new) = (nodes[index], other.nodes[index])
      guard node.kind == new.kind, node.mark == new.mark, node.isTight == new.isTight,
        node.end == new.end, node.lines == new.lines
      else { return false }
      switch node.kind {
      case .link, .image, .definition:
        let (link, newLink) = (link(of: node), other.link(of: new))
        let isSame =
          link?.destination == newLink?.destination && link?.title == newLink?.title
          && link?.definition == newLink?.definition
        guard isSame, node.kind == .definition else { return isSame }
      case .document, .emphasis, .strong, .mark, .inlineHTML, .island, .codeSpan: return true
      default: if node.number != new.number { return false }
      }
      let isLabel = labels.contains(node.content)
      let isText = node.endIndex == index + 1
      return isLabel || !isText || source[node.content] == edited[new.content]
    }
  }
}
