import JSONText
import MarkdownNotes
import MarkdownSyntax
import TextEditing

extension Workspace {
  /// `textDocument/definition`: the place to which a link leads, or the definition of a label.
  mutating func definition(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let place = try subject(parameters)
    switch place.subject {
    case .label(let reference):
      return reference.definitions.first.map { location($0, of: place.text) } ?? .null
    case .link(let link, _):
      guard let target = target(of: link, in: place.path) else { return .null }
      guard let note = target.note else {
        // Not a text, or not one that is read: its start.
        let start: JSONTree = ["line": 0, "character": 0]
        return ["uri": .string(uri(of: target.path)), "range": ["start": start, "end": start]]
      }
      return locations([(target.path, note.range(of: target.place))]).first ?? .null
    case .tag, .heading, nil: return .null
    }
  }

  /// `textDocument/references`: the uses of a label or a tag, and the links to a heading or a file, in all notes.
  mutating func references(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    // Files may have changed without a report.
    _ = notes.scan(options.files, isCanceled: isCanceled)
    let place = try subject(parameters)
    let hasDeclaration = parameters?["context", "includeDeclaration"]?.bool ?? false
    return .array(locations(occurrences(of: place, hasDeclaration)))
  }

  /// Where a subject occurs, in all notes or in one.
  private func occurrences(
    of place: SubjectPlace, _ hasDeclaration: Bool, in path: String? = nil
  ) -> [(path: String, range: Range<Int>)] {
    switch place.subject {
    case .label(let reference):
      let ranges = reference.uses.map(\.range) + (hasDeclaration ? reference.definitions : [])
      return ranges.sorted { $0.lowerBound < $1.lowerBound }.map { (place.path, $0) }
    case .tag(let tag): return tags(tag.name, in: path)
    case .heading(let index):
      var links = notes.links(to: place.path, at: .heading(index), from: path)
      // Links to the note lead to its title.
      if index == 0, place.note.headings[0].level == 1 {
        links += notes.links(to: place.path, from: path).filter {
          ($0.link.fragment ?? "").isEmpty && !$0.link.path.isEmpty
        }
      }
      let own = hasDeclaration ? [(place.path, place.note.headings[index].range)] : []
      return own + links.map { ($0.path, $0.link.range) }
    case .link(let link, _):
      guard let target = target(of: link, in: place.path) else { return [] }
      let links = notes.links(to: target.path, at: target.place, from: path)
      let own = target.note.map { [(target.path, $0.range(of: target.place))] } ?? []
      return (hasDeclaration ? own : []) + links.map { ($0.path, $0.link.range) }
    case nil: return []
    }
  }

  /// The occurrences of a tag and of the tags below it, in all notes or in one.
  private func tags(
    _ name: String, in path: String? = nil
  ) -> [(path: String, range: Range<Int>)] {
    notes.notes(at: path).sorted { $0.path < $1.path }.flatMap { path, note in
      note.tags.filter { $0.name == name || $0.name.hasPrefix(name + "/") }
        .map { (path, $0.range) }
    }
  }

  /// `textDocument/documentHighlight`: the occurrences in the document itself.
  mutating func highlights(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let place = try subject(parameters)
    let places = places(in: place.text.buffer)
    return .array(
      occurrences(of: place, true, in: place.path).filter { $0.path == place.path }.map {
        ["range": places[$0.range]]
      })
  }

  /// `textDocument/documentLink`: the destinations of links, images and definitions.
  mutating func links(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let (text, tree, places) = try wholeText(parameters)
    updateOpenNotes()
    let path = Self.path(of: text.uri)
    var found: [(range: Range<Int>, target: String)] = tree.tree.linkTargets.compactMap { link in
      guard Paths.hasScheme(link.destination), !link.range.isEmpty else { return nil }
      return (link.range, Paths.encoded(link.destination, where: Self.isOfAddress))
    }
    // A link to a missing file may be opened to make it.
    for link in notes.open[path]?.links ?? [] where path.utf8.first == .slash {
      if link.target.isEmpty { continue }
      let fragment = link.fragment.map { "#" + Paths.encoded($0, where: Self.isOfAddress) } ?? ""
      found.append((link.target, uri(of: notes.destination(of: link, in: path).path) + fragment))
    }
    found.sort { $0.range.lowerBound < $1.range.lowerBound }
    return .array(found.map { ["range": places[$0.range], "target": .string($0.target)] })
  }

  private static func isOfAddress(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
  }

  /// The number of symbols that are returned for a query.
  private static let symbolLimit = 200

  /// `workspace/symbol`: the headings and tags of all notes that a query matches, the best first.
  mutating func workspaceSymbols(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    _ = notes.scan(options.files, isCanceled: isCanceled)
    updateOpenNotes()
    let query = FuzzyQuery(parameters?["query"]?.string ?? "")
    var found: [(rank: Int, name: String, path: String, range: Range<Int>)] = []
    for (path, note) in notes.notes {
      try checkCanceled()
      for heading in note.headings {
        guard let rank = query.rank(of: heading.text) else { continue }
        found.append((rank, heading.text, path, heading.range))
      }
      for tag in note.tags {
        guard let rank = query.rank(of: tag.name) else { continue }
        found.append((rank, "#" + tag.name, path, tag.range))
      }
    }
    found.sort {
      ($0.rank, $0.name.utf8.count, $0.path, $0.range.lowerBound)
        < ($1.rank, $1.name.utf8.count, $1.path, $1.range.lowerBound)
    }
    return .array(
      found.prefix(Self.symbolLimit).compactMap { symbol in
        locations([(symbol.path, symbol.range)]).first.map { location in
          [
            "name": .string(symbol.name.isEmpty ? "#" : symbol.name), "kind": 15,
            "location": location,
            "containerName": .string(
              Paths.relative(from: notes.root(of: symbol.path), to: symbol.path)),
          ]
        }
      })
  }

  /// `textDocument/codeLens`: above each heading the number of links to it.
  mutating func lenses(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let (text, _, places) = try wholeText(parameters)
    updateOpenNotes()
    let path = Self.path(of: text.uri)
    guard let note = notes.open[path] else { return [] }
    var counts: [Int: Int] = [:]
    for (_, link) in notes.links(to: path) {
      guard let fragment = link.fragment,
        case .heading(let index)? = notes.place(of: fragment, in: note, isWiki: link.isWiki)
      else { continue }
      counts[index, default: 0] += 1
    }
    return .array(
      counts.sorted { $0.key < $1.key }.map { index, count in
        [
          "range": places[note.headings[index].range],
          "command": ["title": .string(count == 1 ? "1 link" : "\(count) links"), "command": ""],
        ]
      })
  }

  // MARK: Hover

  /// The number of lines, and of bytes, of a note that are shown.
  private static let shownLineLimit = 12
  private static let shownByteLimit = 2000

  /// `textDocument/hover`: the first lines of a link's target, the size of an image, the text of a footnote, the notes
  /// with links to a heading.
  mutating func hover(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let place = try subject(parameters)
    guard let (range, text) = description(of: place) else { return .null }
    return [
      "contents": ["kind": "markdown", "value": .string(text)],
      "range": places(in: place.text.buffer)[range],
    ]
  }

  private func description(of place: SubjectPlace) -> (Range<Int>, String)? {
    let source = place.tree.source
    switch place.subject {
    case .label(let reference):
      guard let label = reference.definitions.first,
        let index = place.tree.tree.nodes.firstIndex(where: {
          ($0.kind == .footnote || $0.kind == .definition) && $0.range.contains(label.lowerBound)
        })
      else { return nil }
      let node = place.tree.tree.nodes[index]
      let use = reference.uses.first {
        $0.range.lowerBound <= place.offset && place.offset <= $0.range.upperBound
      }
      let written = lines(of: source[node.range])
      guard reference.isFootnote else {
        return (use?.range ?? label, "```markdown\n\(written)\n```")
      }
      let text = written.utf8.firstIndex(of: .colon).map { written[written.index(after: $0)...] }
      return (use?.range ?? label, String(text ?? written[...]))
    case .link(let link, _):
      guard let target = target(of: link, in: place.path) else { return nil }
      let name = Paths.relative(from: notes.root(of: target.path), to: target.path)
      if Paths.isImage(target.path) {
        let size = options.files.start(target.path, 1 << 16).flatMap { ImageSize($0) }
        let pixels = size.map { ", \($0.width) × \($0.height)" } ?? ""
        return (link.range, "`\(name)`\(pixels)")
      }
      guard let note = target.note, let text = text(at: target.path) else {
        return (link.range, "`\(name)`")
      }
      let start = max(note.start, note.range(of: target.place).lowerBound)
      let end = min(text.buffer.utf8Count, start + Self.shownByteLimit)
      let bytes = text.buffer.bytes(in: start..<end)
      return (link.range, "`\(name)`\n\n---\n\n" + lines(of: bytes[...]))
    case .tag(let tag):
      let count = Set(tags(tag.name).map(\.path)).count
      return (tag.range, count == 1 ? "1 note has this tag." : "\(count) notes have this tag.")
    case .heading(let index):
      let links = occurrences(of: place, false)
      if links.isEmpty { return nil }
      let sources = Set(links.map(\.path)).sorted()
      let names = sources.prefix(Self.shownLineLimit).map { path -> String in
        "\n- `\(Paths.relative(from: notes.root(of: path), to: path))`"
      }
      let start = links.count == 1 ? "1 link leads here:" : "\(links.count) links lead here:"
      let rest = sources.count > names.count ? "\n- …" : ""
      return (place.note.headings[index].range, start + "\n" + names.joined() + rest)
    case nil: return nil
    }
  }

  /// The first lines of a text.
  private func lines(of bytes: ArraySlice<UInt8>) -> String {
    var lines = bytes.split(separator: .lineFeed, omittingEmptySubsequences: false)
    let isLong = lines.count > Self.shownLineLimit
    lines = Array(lines.prefix(Self.shownLineLimit))
    let text = String(decoding: Array(lines.joined(separator: [.lineFeed])), as: UTF8.self)
    return text + (isLong ? "\n\n…" : "")
  }
}
