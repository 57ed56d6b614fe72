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
  /// print(tree.reference(at: 1)?.definitions ?? [])  // [9..<10]
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
}
