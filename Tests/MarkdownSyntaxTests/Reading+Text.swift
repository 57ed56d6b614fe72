import MarkdownSyntax

/// A readable form of a reading: nodes in `⟨…⟩`, special characters in `{…}`, blanks of a tab as `·`.
enum ReadingText {
  /// Returns the inlines of every leaf of `source`, one line per leaf.
  static func inlines(_ source: String) throws -> [String] {
    let tree = try SyntaxTree(source, in: .commonMark)
    let bytes = Array(source.utf8)
    return leaves(of: tree).map { leaf in
      var result = ""
      var open: [SyntaxTree.Node] = []
      func close(before index: Int) {
        while let last = open.last, last.endIndex <= index {
          let closing = shown(bytes[last.content.upperBound..<last.range.upperBound])
          if last.kind != .inlineHTML { result += "⟨\(name(of: last, in: tree)) \(closing)⟩" }
          open.removeLast()
        }
      }
      for index in leaf + 1..<tree.nodes[leaf].endIndex {
        let node = tree.nodes[index]
        close(before: index)
        if let last = open.last, last.kind == .inlineHTML { continue }
        let text = shown(bytes[node.range])
        switch node.kind {
        case .text: result += String(repeating: "·", count: node.blanks) + text
        case .escape, .reference:
          for (place, scalar) in node.scalars.enumerated() {
            result += "{\(place == 0 ? text : "")=\(scalar)}"
          }
        case .softBreak where open.last?.kind == .codeSpan: result += "{\(text)= }"
        case .softBreak: result += "⟨soft \(text)⟩"
        case .hardBreak: result += "⟨hard \(text)⟩"
        case .inlineHTML: result += "⟨html \(text)⟩"
        default:
          let opening = shown(bytes[node.range.lowerBound..<node.content.lowerBound])
          result += "⟨\(name(of: node, in: tree)) \(opening)⟩"
        }
        if node.endIndex > index + 1 { open.append(node) }
      }
      close(before: Int.max)
      return result
    }
  }

  /// Returns the lines of every leaf of `source`, separated by `|`.
  static func lines(_ source: String) throws -> [String] {
    let tree = try SyntaxTree(source, in: .commonMark)
    let bytes = Array(source.utf8)
    return bytes.withUnsafeBufferPointer { buffer in
      leaves(of: tree).map { leaf in
        tree.leaf(tree.nodes[leaf], in: buffer).lines
          .map { String(decoding: bytes[$0], as: UTF8.self) }.joined(separator: "|")
      }
    }
  }

  static func leaves(of tree: SyntaxTree) -> [Int] {
    tree.nodes.indices.filter { [.paragraph, .heading].contains(tree.nodes[$0].kind) }
  }

  private static func name(of node: SyntaxTree.Node, in tree: SyntaxTree) -> String {
    switch node.kind {
    case .emphasis: "em"
    case .strong: "strong"
    case .codeSpan: "code"
    case .link: "\(tree.link(of: node)?.form ?? .inline)"
    case .image: "\(tree.link(of: node)?.form ?? .inline) image"
    default: "\(node.kind)"
    }
  }

  /// Iterates over scalars, because CRLF is one character.
  private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
    var result = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\r": result.append("␍")
      case "\n": result.append("␊")
      case "\t": result.append("␉")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
