extension SyntaxTree {
  /// The anchor of a heading on GitHub.
  public struct HeadingAnchor: Hashable, Sendable {
    /// The index of the heading among ``SyntaxTree/nodes``.
    public var node: Int
    /// The text after `#` in the address of the heading: `a-b` of `# A b`.
    public var name: String
    /// The number of earlier headings with the same anchor; if there are any, `name` ends with it.
    public var repetition: Int
  }

  /// The anchors of all headings, in document order.
  ///
  /// - Parameter source: The text that the tree was read from, as UTF-8.
  /// - Complexity: O(*n*) in the number of nodes and the length of the headings.
  public func headingAnchors(of source: [UInt8]) -> [HeadingAnchor] {
    var counts: [String: Int] = [:]
    return nodes.indices.compactMap { index in
      guard nodes[index].kind == .heading else { return nil }
      let text = textBytes(of: index..<nodes[index].endIndex, in: source, hasImages: false)
      var name = ""
      for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
        if scalar == " " {
          name += "-"
        } else if scalar == "-" || Self.isOfWord(scalar) {
          name += scalar.properties.lowercaseMapping
        }
      }
      let repetition = counts[name, default: 0]
      counts[name] = repetition + 1
      if repetition > 0 { name += "-\(repetition)" }
      return HeadingAnchor(node: index, name: name, repetition: repetition)
    }
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
      true
    default: false
    }
  }
}
