import Foundation
import MarkdownSyntax

/// Answers documents from standard input, each a JSON string on one line, with a line of JSON each.
///
/// - Returns: The exit status: 65 if a line is not a document.
func answerDocuments(_ answer: (String) throws -> some Encodable) -> Int32 {
  let encoder = JSONEncoder()
  while let line = readLine() {
    guard let text = try? JSONDecoder().decode(String.self, from: Data(line.utf8)),
      let answer = try? encoder.encode(answer(text))
    else {
      complain("no string of JSON, or a document beyond the limits")
      return 65
    }
    FileHandle.standardOutput.write(answer + Data("\n".utf8))
  }
  return 0
}

/// Returns how the inlines of a text are read, for comparison with another parser: a list for each leaf.
///
/// A visible character is given with the marks around it, in this order: `*` emphasis, `**` strong, `~`
/// strikethrough and `` ` `` code. For example, `"a*"` is an emphasized a. Anything else is a name, for
/// example `"<link"` or `"html"`.
func inlines(of text: String, in dialect: Dialect) throws -> [[String]] {
  let bytes = Array(text.utf8)
  let tree = try SyntaxTree(bytes, in: dialect)
  return tree.nodes.indices.filter { [.paragraph, .heading, .cell].contains(tree.nodes[$0].kind) }
    .map { events(of: $0, in: tree, bytes) }
}

private func events(of leaf: Int, in tree: SyntaxTree, _ bytes: [UInt8]) -> [String] {
  var open: [SyntaxTree.Node] = []
  var result: [String] = []
  func add(_ scalars: some Sequence<Unicode.Scalar>) {
    let marks = [
      ("*", SyntaxTree.Kind.emphasis), ("**", .strong), ("~", .mark), ("`", .codeSpan),
    ].filter { mark in open.contains { $0.kind == mark.1 } }.map(\.0).joined()
    for scalar in scalars {
      result.append(scalar.properties.isWhitespace ? String(scalar) : "\(scalar)\(marks)")
    }
  }
  var index = leaf + 1
  while true {
    while let last = open.last, last.endIndex <= index {
      if last.kind == .link { result.append(">link") }
      if last.kind == .image { result.append(">image") }
      open.removeLast()
    }
    guard index < tree.nodes[leaf].endIndex else { return result }
    let node = tree.nodes[index]
    index += 1
    switch node.kind {
    case .text:
      add([Unicode.Scalar](repeating: " ", count: node.blanks))
      add(String(decoding: bytes[node.range], as: UTF8.self).unicodeScalars)
    case .escape, .reference: add(node.scalars)
    case .link, .image:
      result.append(node.kind == .link ? "<link" : "<image")
      open.append(node)
    case .emphasis, .strong, .mark, .codeSpan: open.append(node)
    case .inlineHTML:
      result.append("html")
      index = node.endIndex
    case .footnoteReference: result.append("footnote")
    case .island:
      result.append("island")
      index = node.endIndex
    case .softBreak where open.last?.kind == .codeSpan: add([" "])
    case .softBreak: result.append("soft")
    case .hardBreak: result.append("hard")
    default: break
    }
  }
}
