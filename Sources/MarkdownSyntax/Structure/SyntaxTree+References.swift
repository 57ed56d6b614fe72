import CommonMark
import TextEditing

extension SyntaxTree {
  /// A label of definitions or footnotes, with its definitions and uses.
  public struct Reference: Hashable, Sendable {
    /// Whether it is the label of a footnote: `a` in `[^a]`, not in `[b][a]`.
    public var isFootnote: Bool
    /// The UTF-8 ranges of the label in definitions. The first is in force.
    public var definitions: [Range<Int>]
    /// The uses of the label, in document order.
    public var uses: [Use]

    /// A link, an image or a reference to a footnote that uses a label.
    public struct Use: Hashable, Sendable {
      /// The UTF-8 range of the link, image or reference.
      public var range: Range<Int>
      /// The UTF-8 range of the label, without brackets. For `[a][]` and `[a]`, it is the text.
      public var label: Range<Int>
      /// If no label is written, the range for it: the brackets of `[a][]`, or the end of `[a]`.
      var missing: Range<Int>?
    }
  }

  /// The label that the link, image, reference to a footnote or definition at an offset uses.
  ///
  /// ```swift
  /// let tree = try SyntaxTree("[a][b]\n\n[b]: /c", in: .gitHub)
  /// print(tree.reference(at: 1)?.definitions.first ?? 0..<0)  // 9..<10
  /// ```
  ///
  /// - Parameter offset: A UTF-8 offset of the text, which may be at the end of the link.
  /// - Returns: The label, or nil if `offset` is not in a use or definition of one.
  /// - Complexity: O(*n*) in the number of nodes.
  public func reference(at offset: Int) -> Reference? {
    for index in path(to: offset..<offset).reversed() {
      let node = nodes[index]
      switch node.kind {
      case .link, .image, .definition:
        if let definition = link(of: node)?.definition { return reference(at: .link(definition)) }
      case .footnoteReference: return reference(at: .footnote(node.number))
      case .label: return reference(at: .footnote(nodes[index - 1].number))
      default: continue
      }
    }
    return nil
  }

  /// All labels that are defined, in the order of their first definitions.
  ///
  /// - Complexity: O(*n*) in the number of nodes.
  public var references: [Reference] {
    var result: [Reference] = []
    var places: [Place: Int] = [:]
    for (index, node) in nodes.enumerated() {
      guard let label = definedLabel(index, node) else { continue }
      let place = places[label.place] ?? result.count
      if place == result.count {
        places[label.place] = place
        result.append(Reference(isFootnote: node.kind == .footnote, definitions: [], uses: []))
      }
      result[place].definitions.append(label.range)
    }
    for node in nodes {
      guard let use = use(of: node), let place = places[use.place] else { continue }
      result[place].uses.append(use.use)
    }
    return result
  }

  /// The target of a label: the index of a link's definition in force, or a footnote's number.
  private enum Place: Hashable {
    case link(Int)
    case footnote(Int32)
  }

  private func reference(at place: Place) -> Reference? {
    var result = Reference(isFootnote: false, definitions: [], uses: [])
    for (index, node) in nodes.enumerated() {
      if let label = definedLabel(index, node), label.place == place {
        result.definitions.append(label.range)
        result.isFootnote = node.kind == .footnote
      } else if let use = use(of: node), use.place == place {
        result.uses.append(use.use)
      }
    }
    return result.definitions.isEmpty ? nil : result
  }

  private func definedLabel(_ index: Int, _ node: Node) -> (place: Place, range: Range<Int>)? {
    switch node.kind {
    case .definition: link(of: node)?.definition.map { (.link($0), node.content) }
    case .footnote where index + 1 < node.endIndex && nodes[index + 1].kind == .label:
      (.footnote(node.number), nodes[index + 1].content)
    default: nil
    }
  }

  private func use(of node: Node) -> (place: Place, use: Reference.Use)? {
    if node.kind == .footnoteReference {
      return (.footnote(node.number), Reference.Use(range: node.range, label: node.content))
    }
    guard node.kind == .link || node.kind == .image, let link = link(of: node),
      let definition = link.definition
    else { return nil }
    var use = Reference.Use(range: node.range, label: link.label ?? node.content)
    if link.label == nil { use.missing = node.content.upperBound + 1..<node.range.upperBound }
    return (.link(definition), use)
  }

  /// A part of a text that leads a reader to another place.
  public struct LinkTarget: Hashable, Sendable {
    /// The index of the link, image or definition among ``SyntaxTree/nodes``.
    public var node: Int
    /// The UTF-8 range to click: the written destination; otherwise the label or the text.
    public var range: Range<Int>
    /// The destination, without escapes and character references.
    public var destination: String
  }

  /// The links, images and definitions with their destinations, in document order.
  ///
  /// - Complexity: O(*n*) in the number of nodes.
  public var linkTargets: [LinkTarget] {
    nodes.indices.compactMap { index in
      let node = nodes[index]
      guard let link = link(of: node) else { return nil }
      let isWritten = link.form == .inline || node.kind == .definition
      let written = isWritten ? link.destinationRange.flatMap { $0.isEmpty ? nil : $0 } : link.label
      return LinkTarget(
        node: index, range: written ?? node.content,
        destination: String(decoding: link.destination, as: UTF8.self))
    }
  }

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
