import JSONText
import MarkdownSyntax
import TextEditing

extension Workspace {
  /// `textDocument/definition`: the definition of a label, or the heading to which a link to `#a` leads.
  mutating func definition(_ parameters: JSONTree?) throws(ResponseError) -> [UInt8] {
    let (text, tree) = try wholeText(parameters)
    let offset = try offset(parameters?["position"], in: text.buffer)
    var writer = JSONWriter()
    let label = tree.tree.reference(at: offset)?.definitions.first
    if let range = label ?? tree.heading(ofLinkAt: offset) {
      writeLocation(range, of: text, to: &writer)
    } else {
      writer.null()
    }
    return writer.bytes
  }

  /// `textDocument/references`: the uses of a label, or the links to a heading.
  mutating func references(_ parameters: JSONTree?) throws(ResponseError) -> [UInt8] {
    let (text, tree) = try wholeText(parameters)
    let offset = try offset(parameters?["position"], in: text.buffer)
    let hasDeclaration = parameters?.member("context", "includeDeclaration")?.bool ?? false
    var ranges: [Range<Int>] = []
    if let reference = tree.tree.reference(at: offset) {
      ranges = reference.uses.map(\.range) + (hasDeclaration ? reference.definitions : [])
    } else if let heading = tree.heading(at: offset) {
      ranges = tree.tree.linkTargets.filter { $0.destination == "#\(heading.name)" }.map(\.range)
      if hasDeclaration { ranges.append(tree.tree.nodes[heading.node].range) }
    }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var writer = JSONWriter()
    writer.array { writer in
      for range in ranges { writeLocation(range, of: text, to: &writer) }
    }
    return writer.bytes
  }

  /// `textDocument/linkedEditingRange`: the ranges that have the label at a position, spelled the same way.
  mutating func linkedRanges(_ parameters: JSONTree?) throws(ResponseError) -> [UInt8] {
    let (text, tree) = try wholeText(parameters)
    let offset = try offset(parameters?["position"], in: text.buffer)
    var writer = JSONWriter()
    guard let reference = tree.tree.reference(at: offset), let own = reference.label(at: offset),
      reference.uses.contains(where: { $0.label == own }) || reference.definitions.contains(own)
    else {
      writer.null()
      return writer.bytes
    }
    let ranges = reference.labels.filter { tree.source[$0] == tree.source[own] }
    let places = Places(buffer: text.buffer, encoding: encoding)
    writer.object { writer in
      writer.key("ranges")
      writer.array { writer in
        for range in ranges { places.write(range, to: &writer) }
      }
      writer.key("wordPattern")
      writer.string(reference.isFootnote ? "[^\\[\\]\\s]+" : "[^\\[\\]\\r\\n]+")
    }
    return writer.bytes
  }

  /// `textDocument/prepareRename`: the label at a position.
  mutating func prepareRename(_ parameters: JSONTree?) throws(ResponseError) -> [UInt8] {
    let (text, tree) = try wholeText(parameters)
    let offset = try offset(parameters?["position"], in: text.buffer)
    var writer = JSONWriter()
    guard let label = tree.tree.reference(at: offset)?.label(at: offset) else {
      writer.null()
      return writer.bytes
    }
    writer.object { writer in
      writer.key("range")
      Places(buffer: text.buffer, encoding: encoding).write(label, to: &writer)
      writer.key("placeholder")
      writer.string(Array(tree.source[label]))
    }
    return writer.bytes
  }

  /// `textDocument/rename`: the edit that renames a label in the whole document.
  mutating func rename(_ parameters: JSONTree?) throws(ResponseError) -> [UInt8] {
    let (text, tree) = try wholeText(parameters)
    let offset = try offset(parameters?["position"], in: text.buffer)
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
  mutating func links(_ parameters: JSONTree?) throws(ResponseError) -> [UInt8] {
    let (text, tree) = try wholeText(parameters)
    let places = Places(buffer: text.buffer, encoding: encoding)
    let base = URIReference(text.uri)
    var writer = JSONWriter()
    writer.array { writer in
      for link in tree.tree.linkTargets where !link.destination.isEmpty && !link.range.isEmpty {
        writer.object { writer in
          writer.key("range")
          places.write(link.range, to: &writer)
          writer.key("target")
          writer.string(base.resolving(link.destination))
        }
      }
    }
    return writer.bytes
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
