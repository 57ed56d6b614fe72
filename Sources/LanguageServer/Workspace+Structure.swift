import JSONText
import MarkdownNotes
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

  func location(_ range: Range<Int>, of text: RequestText) -> JSONTree {
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

  // MARK: Labels

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
    var findings = tree.tree.findings(in: tree.source, dialect: dialect)
    updateOpenNotes()
    let path = Self.path(of: uri)
    if let note = notes.open[path] {
      let (files, dialect) = (options.files, dialect)
      findings += notes.findings(of: note, in: tree.source, at: path) {
        files.note(at: $0, in: dialect)
      }
    }
    findings.sort { $0.range.lowerBound < $1.range.lowerBound }
    findings.removeAll { options.ignoredFindings.contains($0.kind.rawValue) }
    return findings.map { finding in
      // The command that resolves it; the client sends this back in its request for actions.
      var data: JSONTree?
      if finding.kind == .skippedLevel,
        let index = sections.firstIndex(where: { $0.heading == finding.range }), index > 0
      {
        data = ["command": .string("heading-\(sections[index - 1].level + 1)")]
      }
      if let fix = finding.fix {
        let title = finding.kind == .foreignBlank ? "Replace the Blank" : "Correct the Anchor"
        data = ["fix": ["title": .string(title), "edits": places[fix]]]
      }
      if finding.kind == .brokenLink,
        let link = notes.open[path]?.links.first(where: { $0.target == finding.range }),
        let missing = missingNote(of: link, in: path)
      {
        data = ["create": .string(missing)]
      }
      return [
        "range": places[finding.range], "severity": .integer(finding.kind.severity),
        "code": .string(finding.kind.rawValue), "source": "mdedit",
        "message": .string(finding.message), "data": data,
      ]
    }
  }
}

extension Workspace {
  /// The path of the note to which a link is to lead, if the client may create it.
  private func missingNote(of link: Note.Link, in path: String) -> String? {
    guard client.createsFiles, case .missing(let missing) = notes.destination(of: link, in: path),
      Paths.isNote(missing), notes.roots.contains(where: { Paths.isInside(missing, $0) })
    else { return nil }
    return missing
  }
}

extension SyntaxTree.Reference {
  /// The ranges of the label, definitions first.
  fileprivate var labels: [Range<Int>] { definitions + uses.map(\.label) }

  /// The range of the label that contains an offset, or ends at it.
  func label(at offset: Int) -> Range<Int>? {
    labels.first { $0.lowerBound <= offset && offset <= $0.upperBound }
  }
}

extension SyntaxTree.Finding.Kind {
  /// The severity of a diagnostic: 2 for a warning, 3 for information.
  fileprivate var severity: Int {
    switch self {
    case .undefinedReference, .undefinedFootnote, .openFence, .foreignBlank, .brokenLink,
      .brokenAnchor:
      2
    default: 3
    }
  }
}
