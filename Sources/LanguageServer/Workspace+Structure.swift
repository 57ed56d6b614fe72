import JSONText
import MarkdownSyntax
import TextEditing

extension Workspace {
  // MARK: Sections and blocks

  /// `textDocument/documentSymbol`: the sections, nested if the client supports that.
  mutating func symbols(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let (text, tree, places) = try wholeText(parameters)
    let sections = tree.tree.outline(of: tree.source)
    // A name must not be empty.
    let names = sections.map { section -> JSONTree in
      .string(section.text.isEmpty ? String(repeating: "#", count: section.level) : section.text)
    }
    // The kind of a string, because the protocol has none for a section.
    let kind = 15 as JSONTree
    guard client.nestsSymbols else {
      return .array(
        zip(sections, names).map { section, name in
          [
            "name": name, "kind": kind,
            "containerName": section.parent.map { .string(sections[$0].text) },
            "location": location(section.range, of: text),
          ]
        })
    }
    var next = 0
    func symbols(below level: Int) -> JSONTree {
      var list: [JSONTree] = []
      while next < sections.count, sections[next].level > level {
        let (section, name) = (sections[next], names[next])
        next += 1
        list.append([
          "name": name, "kind": kind, "range": places[section.range],
          "selectionRange": places[section.heading], "children": symbols(below: section.level),
        ])
      }
      return .array(list)
    }
    return symbols(below: 0)
  }

  private func location(_ range: Range<Int>, of text: RequestText) -> JSONTree {
    ["uri": .string(text.uri), "range": places(in: text.buffer)[range]]
  }

  /// `textDocument/foldingRange`: sections and blocks of several lines.
  mutating func folds(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let (text, tree, _) = try wholeText(parameters)
    func line(_ offset: Int) -> JSONTree { .integer(text.buffer.line(ofUTF8: offset) - 1) }
    return .array(
      tree.tree.folds(of: tree.source).map {
        ["startLine": line($0.range.lowerBound), "endLine": line($0.range.upperBound)]
      })
  }

  /// The number of ranges through which a selection expands at most; the last is the document.
  private static let selectionLimit = 100

  /// `textDocument/selectionRange`: for each position, the ranges that “expand selection” selects in turn.
  mutating func selectionRanges(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let (_, tree, places) = try wholeText(parameters)
    guard let positions = parameters?["positions"]?.elements else {
      throw ResponseError(.invalidParams, "There are no “positions”.")
    }
    var nested: [JSONTree] = []
    for position in positions {
      let offset = try offset(of: position, in: places)
      var ranges = tree.tree.selectionRanges(around: offset..<offset, in: tree.source)
      if ranges.isEmpty { ranges = [offset..<offset] }
      if ranges.count > Self.selectionLimit {
        ranges.removeSubrange(Self.selectionLimit - 1..<ranges.count - 1)
      }
      var selection: JSONTree?
      for range in ranges.reversed() { selection = ["range": places[range], "parent": selection] }
      if let selection { nested.append(selection) }
    }
    return .array(nested)
  }

  // MARK: Labels and links

  /// `textDocument/definition`: the definition of a label, or the heading to which a link to `#a` leads.
  mutating func definition(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let (text, tree, _, offset) = try wholeTextAtPosition(parameters)
    let label = tree.tree.reference(at: offset)?.definitions.first
    return (label ?? tree.heading(ofLinkAt: offset)).map { location($0, of: text) } ?? .null
  }

  /// `textDocument/references`: the uses of a label, or the links to a heading.
  mutating func references(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let (text, tree, _, offset) = try wholeTextAtPosition(parameters)
    let hasDeclaration = parameters?["context", "includeDeclaration"]?.bool ?? false
    var ranges: [Range<Int>] = []
    if let reference = tree.tree.reference(at: offset) {
      ranges = reference.uses.map(\.range) + (hasDeclaration ? reference.definitions : [])
    } else if let heading = tree.heading(at: offset) {
      ranges = tree.tree.linkTargets.filter { $0.destination == "#\(heading.name)" }.map(\.range)
      if hasDeclaration { ranges.append(tree.tree.nodes[heading.node].range) }
    }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    return .array(ranges.map { location($0, of: text) })
  }

  /// `textDocument/linkedEditingRange`: the ranges that have the label at a position, spelled the same way.
  mutating func linkedRanges(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let (_, tree, places, offset) = try wholeTextAtPosition(parameters)
    guard let reference = tree.tree.reference(at: offset), let own = reference.label(at: offset),
      reference.uses.contains(where: { $0.label == own }) || reference.definitions.contains(own)
    else { return .null }
    return [
      "ranges": places[reference.labels.filter { tree.source[$0] == tree.source[own] }],
      "wordPattern": reference.isFootnote ? "[^\\[\\]\\s]+" : "[^\\[\\]\\r\\n]+",
    ]
  }

  /// `textDocument/prepareRename`: the label at a position.
  mutating func prepareRename(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let (_, tree, places, offset) = try wholeTextAtPosition(parameters)
    guard let label = tree.tree.reference(at: offset)?.label(at: offset) else { return .null }
    let text = String(decoding: tree.source[label], as: UTF8.self)
    return ["range": places[label], "placeholder": .string(text)]
  }

  /// `textDocument/rename`: the edit that renames a label in the whole document.
  mutating func rename(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let (text, tree, _, offset) = try wholeTextAtPosition(parameters)
    guard let name = parameters?["newName"]?.string else {
      throw ResponseError(.invalidParams, "There is no “newName”.")
    }
    do throws(SyntaxTree.RenamingRefusal) {
      let edit = try tree.tree.renamingLabel(
        at: offset, to: name, in: tree.source, dialect: dialect)
      return workspaceEdit(edit, of: text)
    } catch {
      throw ResponseError(.requestFailed, error.sentence)
    }
  }

  /// `textDocument/documentLink`: the destinations of links, images and definitions.
  mutating func links(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let (text, tree, places) = try wholeText(parameters)
    let base = URIReference(text.uri)
    let links = tree.tree.linkTargets.filter { !$0.destination.isEmpty && !$0.range.isEmpty }
    return .array(
      links.map { link in
        ["range": places[link.range], "target": .string(base.resolving(link.destination))]
      })
  }

  // MARK: Findings

  /// The length of the longest text, in bytes, that gets diagnostics.
  private static let diagnosedByteLimit = 1 << 20

  /// Returns the parameters of `textDocument/publishDiagnostics` for a document.
  mutating func diagnostics(of uri: String) -> JSONTree {
    [
      "uri": .string(uri), "version": .integer(documents[uri]?.version ?? 0),
      "diagnostics": .array(findings(of: uri)),
    ]
  }

  private mutating func findings(of uri: String) -> [JSONTree] {
    let dialect = dialect
    guard let count = documents[uri]?.utf8Count, count <= Self.diagnosedByteLimit,
      let tree = try? documents[uri]?.tree(in: dialect)
    else { return [] }
    let places = places(in: tree.buffer)
    let sections = tree.tree.outline(of: tree.source)
    return tree.tree.findings(in: tree.source, dialect: dialect).map { finding in
      // The command that resolves it; the client sends this back in its request for actions.
      var data: JSONTree?
      if finding.kind == .skippedLevel,
        let index = sections.firstIndex(where: { $0.heading == finding.range }), index > 0
      {
        data = ["command": .string("heading-\(sections[index - 1].level + 1)")]
      }
      return [
        "range": places[finding.range], "severity": .integer(finding.kind.severity),
        "code": .string(finding.kind.rawValue), "source": "mdedit",
        "message": .string(finding.message), "data": data,
      ]
    }
  }
}

extension SyntaxTree.Reference {
  /// The ranges of the label, definitions first.
  fileprivate var labels: [Range<Int>] { definitions + uses.map(\.label) }

  /// The range of the label that contains an offset, or ends at it.
  fileprivate func label(at offset: Int) -> Range<Int>? {
    labels.first { $0.lowerBound <= offset && offset <= $0.upperBound }
  }
}

extension SyntaxTree.RenamingRefusal {
  /// The reason as a sentence.
  fileprivate var sentence: String {
    switch self {
    case .noReference: "There is no label of a link or a footnote here."
    case .invalidLabel: "A label is not empty, and has neither brackets nor line endings."
    case .labelInUse: "The label is defined already."
    case .unprovable: "With this label, the document would not be read as before."
    }
  }
}

extension DocumentTree {
  /// The heading at an offset, with its anchor.
  fileprivate func heading(at offset: Int) -> SyntaxTree.HeadingAnchor? {
    tree.headingAnchors(of: source).first {
      let range = tree.nodes[$0.node].range
      return range.lowerBound <= offset && offset <= range.upperBound
    }
  }

  /// The heading to which a link at an offset leads, by its anchor.
  fileprivate func heading(ofLinkAt offset: Int) -> Range<Int>? {
    let target = tree.linkTargets.last {
      let range = tree.nodes[$0.node].range
      return range.lowerBound <= offset && offset <= range.upperBound
        && $0.destination.hasPrefix("#")
    }
    guard let target else { return nil }
    let anchor = tree.headingAnchors(of: source).first { "#\($0.name)" == target.destination }
    return anchor.map { tree.nodes[$0.node].range }
  }
}

extension SyntaxTree.Finding.Kind {
  /// The severity of a diagnostic: 2 for a warning, 3 for information.
  fileprivate var severity: Int {
    self == .undefinedReference || self == .undefinedFootnote || self == .openFence ? 2 : 3
  }
}

/// The address of a document, against which the destinations of its links are resolved (RFC 3986 §5.2).
struct URIReference {
  /// The address up to the path: `file://`.
  private let origin: String
  /// The path, from its first slash.
  private let path: String

  init(_ uri: String) {
    let end = uri.firstIndex { $0 == "?" || $0 == "#" } ?? uri.endIndex
    let uri = uri[..<end]
    guard let colon = uri.firstIndex(of: ":") else {
      (origin, path) = ("", String(uri))
      return
    }
    var start = uri.index(after: colon)
    if uri[start...].hasPrefix("//") {
      start = uri[uri.index(start, offsetBy: 2)...].firstIndex(of: "/") ?? uri.endIndex
    }
    (origin, path) = (String(uri[..<start]), String(uri[start...]))
  }

  /// Returns the address to which a destination leads. Characters that an address cannot have are percent-encoded.
  func resolving(_ destination: String) -> String {
    let destination = Self.encoded(destination)
    if Self.hasScheme(destination) { return destination }
    if destination.hasPrefix("#") || destination.isEmpty { return origin + path + destination }
    if destination.hasPrefix("//") {
      return String(origin.prefix { $0 != ":" }) + ":" + destination
    }
    let end = destination.firstIndex { $0 == "?" || $0 == "#" } ?? destination.endIndex
    let (relative, rest) = (destination[..<end], destination[end...])
    if relative.isEmpty { return origin + path + rest }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    let joined = relative.hasPrefix("/") ? String(relative) : String(folder + relative)
    return origin + Self.withoutDots(joined) + rest
  }

  /// Whether an address begins with a scheme. For example, `mailto:a` does, and `a/b:c` does not.
  private static func hasScheme(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: .colon), let first = text.utf8.first else {
      return false
    }
    return first.isASCIILetter
      && text.utf8[..<colon].allSatisfy {
        $0.isASCIIAlphanumeric || $0 == .plusSign || $0 == .hyphen || $0 == .fullStop
      }
  }

  /// Removes the segments `.` and `..` from a path.
  private static func withoutDots(_ path: String) -> String {
    var parts: [Substring] = []
    let all = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in all.enumerated() {
      let isLast = index == all.count - 1
      if part == ".." {
        if parts.count > 1 { parts.removeLast() }
      } else if part != "." {
        parts.append(part)
        continue
      }
      if isLast { parts.append("") }
    }
    return parts.joined(separator: "/")
  }

  private static func encoded(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      if byte.isASCIIAlphanumeric || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte) {
        result.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        result += [.percentSign, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
