import TextEditing

extension SyntaxTree {
  /// A label of link reference definitions or footnotes, with all places that have it.
  public struct Reference: Hashable, Sendable {
    /// Whether it is the label of a footnote: `a` in `[^a]`, not in `[b][a]`.
    public var isFootnote: Bool
    /// The UTF-8 ranges of the label in definitions. The first is in force.
    public var definitions: [Range<Int>]
    /// The uses of the label, in document order.
    public var uses: [Use]

    /// A link, an image or a reference to a footnote that uses a label.
    public struct Use: Hashable, Sendable {
      /// The UTF-8 range of the link, the image or the reference.
      public var range: Range<Int>
      /// The UTF-8 range of the label, without brackets. That of `[a][]` and `[a]` is the text.
      public var label: Range<Int>
      /// The place of a label that is not written after the text: the brackets of `[a][]`, or the end of `[a]`; nil
      /// if it is written.
      var missing: Range<Int>?
    }
  }

  /// The label that a link, an image, a footnote's reference or a definition at an offset uses; nil elsewhere.
  ///
  /// ```swift
  /// let tree = try SyntaxTree("[a][b]\n\n[b]: /c", in: .gitHub)
  /// print(tree.reference(at: 1)?.definitions ?? [])  // [9..<10]
  /// ```
  ///
  /// - Parameter offset: A UTF-8 offset of the text, which may be at the end of the link.
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

  /// What is defined: a link by the index of the definition in force, or a footnote by its number.
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

  /// The label that a node defines.
  private func definedLabel(_ index: Int, _ node: Node) -> (place: Place, range: Range<Int>)? {
    switch node.kind {
    case .definition: link(of: node)?.definition.map { (.link($0), node.content) }
    case .footnote where index + 1 < node.endIndex && nodes[index + 1].kind == .label:
      (.footnote(node.number), nodes[index + 1].content)
    default: nil
    }
  }

  /// The label that a node uses.
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
}
