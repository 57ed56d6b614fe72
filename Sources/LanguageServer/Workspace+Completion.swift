import JSONText
import MarkdownEditing
import MarkdownNotes
import MarkdownSyntax
import TextEditing

/// What is being typed before a caret, and where its text begins.
private enum TypedContext {
  /// The name in `[[a`, after which `]]` may be missing.
  case wikiName(String)
  /// The heading in `[[a#b`.
  case wikiHeading(path: String, String)
  /// The path in `[x](a`.
  case path(String, isImage: Bool)
  /// The anchor in `[x](a#b`.
  case anchor(path: String, String)
  /// The label in `[x][a` or `[a`.
  case label(String)
  case footnote(String)
  case tag(String)
  case emoji(String)
}

/// A text that completes what is typed.
private struct Candidate {
  enum Kind: Int { case text = 1, file = 17, reference = 18, folder = 19, value = 12 }
  var rank: Int
  var label: String
  var detail: String?
  var text: String
  var kind: Kind
}

extension Workspace {
  /// The number of candidates that are returned. The client asks again when more is typed.
  private static let candidateLimit = 100

  /// `textDocument/completion`: notes, files, headings, labels, footnotes, tags and emoji, the best first.
  ///
  /// - Complexity: O(*n*) in the length of the text and the number of files.
  mutating func completion(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let (text, tree, places, offset) = try wholeTextAtPosition(parameters)
    updateOpenNotes()
    let line = text.buffer.utf8Range(ofLine: text.buffer.line(ofUTF8: offset)) ?? offset..<offset
    let typed = tree.source[line.lowerBound..<offset]
    guard !tree.isLiteral(at: offset), let context = context(of: typed) else { return [] }
    try checkCanceled()
    let path = Self.path(of: text.uri)
    var (query, found) = candidates(for: context, in: tree, at: path)
    found.sort { ($0.rank, $0.label.utf8.count, $0.label) < ($1.rank, $1.label.utf8.count, $1.label) }
    let isComplete = found.count <= Self.candidateLimit
    if query.utf8.first == .circumflex { query.removeFirst() }
    let rest = tree.source[offset..<line.upperBound]
    let range = places[offset - query.utf8.count..<offset]
    let items = found.prefix(Self.candidateLimit).enumerated().map { index, candidate -> JSONTree in
      var text = candidate.text
      if case .wikiName = context, !rest.starts(with: "]]".utf8) { text += "]]" }
      if case .wikiHeading = context, !rest.starts(with: "]]".utf8) { text += "]]" }
      return [
        "label": .string(candidate.label), "kind": .integer(candidate.kind.rawValue),
        "detail": candidate.detail.map { .string($0) },
        "sortText": .string(String(index + 1000)), "filterText": .string(candidate.text),
        "textEdit": ["range": range, "newText": .string(text)],
      ]
    }
    return ["isIncomplete": .bool(!isComplete), "items": .array(items)]
  }

  /// Finds what is being typed at the end of a line.
  private func context(of line: ArraySlice<UInt8>) -> TypedContext? {
    func text(from index: Int) -> String { String(decoding: line[index...], as: UTF8.self) }
    let hasWikiLinks = dialect.extensions.contains(.wikiLinks)
    // The last opening bracket that is not closed.
    var depth = 0
    var bracket: Int?
    for index in line.indices.reversed() {
      if line[index] == .rightBracket { depth += 1 }
      if line[index] == .leftBracket {
        if depth == 0 {
          bracket = index
          break
        }
        depth -= 1
      }
    }
    if hasWikiLinks, let bracket, bracket > line.startIndex, line[bracket - 1] == .leftBracket {
      let typed = text(from: bracket + 1)
      if typed.contains("|") { return nil }
      guard let hash = typed.firstIndex(of: "#") else { return .wikiName(typed) }
      return .wikiHeading(
        path: String(typed[..<hash]), String(typed[typed.index(after: hash)...]))
    }
    if let context = destination(in: line) { return context }
    if let bracket {
      let typed = text(from: bracket + 1)
      if typed.hasPrefix("^"), dialect.extensions.contains(.footnotes) { return .footnote(typed) }
      if !typed.contains("!") { return .label(typed) }
    }
    let word = line.lastIndex { $0.isBlank }.map { $0 + 1 } ?? line.startIndex
    if hasWikiLinks, word < line.endIndex, line[word] == .numberSign, line.endIndex > word + 1 {
      return .tag(text(from: word + 1))
    }
    if dialect.extensions.contains(.emoji), let colon = line.lastIndex(of: .colon),
      line.endIndex - colon >= 3,
      colon == line.startIndex || !line[colon - 1].isASCIIAlphanumeric,
      line[(colon + 1)...].allSatisfy({
        $0.isASCIIAlphanumeric || $0 == .underscore || $0 == .plusSign || $0 == .hyphen
      })
    {
      return .emoji(text(from: colon + 1))
    }
    return nil
  }

  /// The destination of an inline link or a definition at the end of a line.
  private func destination(in line: ArraySlice<UInt8>) -> TypedContext? {
    var start: Int?
    var isImage = false
    if let open = line.lastIndex(of: .leftParenthesis), open > line.startIndex,
      line[open - 1] == .rightBracket
    {
      start = open + 1
      let bracket = line[..<open].lastIndex(of: .leftBracket) ?? open
      isImage = bracket > line.startIndex && line[bracket - 1] == .exclamationMark
    } else if let colon = line.firstIndex(of: .colon), colon > line.startIndex,
      line[colon - 1] == .rightBracket, let first = line.first(where: { !$0.isBlank }),
      first == .leftBracket
    {
      start = line[(colon + 1)...].firstIndex { !$0.isBlank } ?? line.endIndex
    }
    guard var start else { return nil }
    let isInBrackets = start < line.endIndex && line[start] == .lessThan
    if isInBrackets { start += 1 }
    let typed = line[start...]
    guard !typed.contains(where: { $0 == .rightParenthesis || $0 == .greaterThan || $0.isBlank && !isInBrackets })
    else { return nil }
    let written = String(decoding: typed, as: UTF8.self)
    if Paths.hasScheme(written) { return nil }
    guard let hash = written.utf8.firstIndex(of: .numberSign) else {
      return .path(written, isImage: isImage)
    }
    return .anchor(
      path: Paths.decoded(written[..<hash]), String(written[written.index(after: hash)...]))
  }

  /// The candidates for a context, and the part of it that they replace.
  private func candidates(
    for context: TypedContext, in tree: DocumentTree, at path: String
  ) -> (String, [Candidate]) {
    switch context {
    case .wikiName(let typed): return (typed, names(matching: typed, in: path))
    case .path(let typed, let isImage):
      return (typed, paths(matching: typed, isImage: isImage, in: path))
    case .wikiHeading(let name, let typed):
      let headings = headings(of: name, in: path, isWiki: true)
      return (typed, Self.candidates(headings, typed) { ($0.text, $0.text, nil) })
    case .anchor(let name, let typed):
      let headings = headings(of: name, in: path, isWiki: false)
      return (typed, Self.candidates(headings, typed) { ($0.text, $0.anchor, "#" + $0.anchor) })
    case .label(let typed):
      let labels = labels(in: tree) { !$0.isFootnote }
      return (typed, Self.candidates(labels, typed) { ($0.label, $0.label, $0.text) })
    case .footnote(let typed):
      let labels = labels(in: tree) { $0.isFootnote }
      return (
        typed, Self.candidates(labels, String(typed.dropFirst())) { ($0.label, $0.label, $0.text) }
      )
    case .tag(let typed):
      var counts: [String: Int] = [:]
      for (_, note) in notes.notes { for tag in note.tags { counts[tag.name, default: 0] += 1 } }
      // The tag that is being typed is one, too.
      if counts[typed] == 1 { counts[typed] = nil }
      return (
        typed, Self.candidates(counts.sorted { $0.key < $1.key }, typed) { ($0.key, $0.key, nil) }
      )
    case .emoji(let typed):
      let found = Self.candidates(Emoji.all, typed) { ($0.name, $0.name + ":", $0.character) }
      return (typed, found)
    }
  }

  /// The elements whose text or label matches what is typed.
  private static func candidates<Element>(
    _ elements: some Sequence<Element>, _ typed: String,
    _ row: (Element) -> (label: String, text: String, detail: String?)
  ) -> [Candidate] {
    let query = FuzzyQuery(typed)
    return elements.compactMap { element in
      let (label, text, detail) = row(element)
      guard let rank = [query.rank(of: label), query.rank(of: text)].compactMap({ $0 }).min()
      else { return nil }
      return Candidate(rank: rank, label: label, detail: detail, text: text, kind: .reference)
    }
  }

  private func headings(of name: String, in path: String, isWiki: Bool) -> [Note.Heading] {
    let link = Note.Link(to: name, isWiki: isWiki)
    guard case .file(let file) = notes.destination(of: link, in: path) else { return [] }
    return note(at: file)?.headings.filter { !$0.text.isEmpty } ?? []
  }

  private func labels(
    in tree: DocumentTree, where isWanted: (SyntaxTree.Reference) -> Bool
  ) -> [(label: String, text: String)] {
    tree.tree.references.filter(isWanted).compactMap { reference in
      guard let range = reference.definitions.first else { return nil }
      let rest = tree.source[range.upperBound...].prefix { !$0.isLineEnding }.dropFirst(2)
      return (
        String(decoding: tree.source[range], as: UTF8.self),
        String(decoding: rest.drop { $0.isBlank }.prefix(80), as: UTF8.self)
      )
    }
  }

  /// The notes and files whose names or other names match, as they are written in a wiki link.
  private func names(matching typed: String, in path: String) -> [Candidate] {
    let query = FuzzyQuery(typed)
    var found: [Candidate] = []
    for (file, note) in notes.notes where file != path {
      let name = String(Paths.stem(of: Paths.name(of: file)))
      let folder = Paths.relative(from: notes.root(of: file), to: file)
      if let rank = query.rank(of: name) ?? query.rank(of: folder).map({ $0 + 4 }) {
        found.append(
          Candidate(rank: rank, label: name, detail: folder, text: written(file, name, in: path), kind: .file))
      }
      for alias in note.aliases {
        guard let rank = query.rank(of: alias) else { continue }
        found.append(
          Candidate(
            rank: rank, label: alias, detail: folder,
            text: written(file, name, in: path) + "|" + alias, kind: .file))
      }
    }
    for file in notes.otherPaths {
      let name = String(Paths.name(of: file))
      guard let rank = query.rank(of: name) else { continue }
      found.append(
        Candidate(rank: rank + 1, label: name, detail: nil, text: written(file, name, in: path), kind: .file))
    }
    return found
  }

  /// The name of a file if it leads to the file, otherwise its path.
  private func written(_ file: String, _ name: String, in path: String) -> String {
    let link = Note.Link(to: name, isWiki: true)
    if notes.destination(of: link, in: path) == .file(file) { return name }
    let whole = Paths.relative(from: notes.root(of: path), to: file)
    return Paths.isNote(whole) ? String(Paths.stem(of: whole[...])) : whole
  }

  /// The files whose paths match, as they are written in a link. With a folder typed, those in the folder.
  private func paths(matching typed: String, isImage: Bool, in path: String) -> [Candidate] {
    let isAbsolute = typed.utf8.first == .slash
    let folder = isAbsolute ? notes.root(of: path) : Paths.folder(of: path)
    let start = isAbsolute ? "/" : typed.hasPrefix("./") ? "./" : ""
    let query = FuzzyQuery(Paths.decoded(typed.dropFirst(start.count)))
    func candidate(_ file: String, _ detail: String?) -> Candidate? {
      let relative = Paths.relative(from: folder, to: file)
      if isAbsolute, relative.hasPrefix("..") { return nil }
      guard let rank = query.rank(of: relative) ?? detail.flatMap(query.rank) else { return nil }
      let isPreferred = isImage == Paths.isImage(file) || !isImage && Paths.isNote(file)
      let text = start + Paths.encoded(relative) { $0 > .space && !"()<>%#?\\\"".utf8.contains($0) && $0 != .delete }
      return Candidate(
        rank: rank + (isPreferred ? 0 : 4), label: start + relative, detail: detail, text: text,
        kind: .file)
    }
    return notes.notes.compactMap { $0.path == path ? nil : candidate($0.path, $0.note.title) }
      + notes.otherPaths.compactMap { candidate($0, nil) }
  }
}

extension DocumentTree {
  /// Whether a caret is in code, HTML or front matter.
  fileprivate func isLiteral(at offset: Int) -> Bool {
    tree.nodes.contains { node in
      switch node.kind {
      case .code, .codeSpan, .html, .inlineHTML, .metadata:
        node.range.lowerBound < offset && offset < node.range.upperBound
      default: false
      }
    }
  }
}
