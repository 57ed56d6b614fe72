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
  /// The identifier of a block in `[[a#^b`.
  case block(path: String, String)
  /// The path in `[x](a`.
  case path(String, isImage: Bool)
  /// The anchor in `[x](a#b`.
  case anchor(path: String, String)
  /// The label in `[x][a` or `[a`.
  case label(String)
  case footnote(String)
  /// The name in `> [!a`.
  case callout(String)
  case tag(String)
  case emoji(String)
}

/// A text that completes what is typed.
private struct Candidate {
  enum Kind: Int {
    case file = 17
    case reference = 18
  }
  /// What is inserted, up to the brackets after it. Some clients insert the label, and all compare it with the typed text.
  var label: String
  var detail: String?
  var kind = Kind.reference
}

/// The best candidates for what is typed. Only these are made whole, so that a long list of files costs little.
private struct Ranking<Element> {
  private let query: FuzzyQuery
  private var found: [(rank: Int, distance: Int, key: [UInt8], element: Element)] = []

  init(_ typed: some StringProtocol) { query = FuzzyQuery(typed) }

  mutating func add(_ element: Element, _ text: some StringProtocol, distance: Int = 0) {
    guard let rank = query.rank(of: text) else { return }
    found.append((rank, distance, Array(text.utf8), element))
  }

  /// Adds a file by its name or its path.
  mutating func add(_ element: Element, _ file: NoteFolder.File, distance: Int, worse: Int = 0) {
    guard let rank = query.rank(of: file) else { return }
    found.append((rank + worse, distance, file.key, element))
  }

  var count: Int { found.count }

  /// The best candidates: those that match best, then near ones, then short ones.
  func best(_ limit: Int) -> [Element] {
    // Whole numbers are compared first, because there may be thousands of files.
    let order = found.indices.map { index in
      let (rank, distance, key, _) = found[index]
      return (number: rank << 24 | min(distance, 255) << 16 | min(key.count, 65535), index: index)
    }.sorted { $0.number < $1.number }
    guard let last = order.prefix(limit).last?.number else { return [] }
    let best = order.prefix { $0.number <= last }.sorted {
      $0.number == $1.number
        ? found[$0.index].key.lexicographicallyPrecedes(found[$1.index].key) : $0.number < $1.number
    }
    return best.prefix(limit).map { found[$0.index].element }
  }
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
    guard !tree.isLiteral(at: offset),
      let context = context(of: tree.source[line.lowerBound..<offset])
    else { return [] }
    try checkCanceled()
    let (typed, count, found) = candidates(
      for: context, in: tree, offset, at: Self.path(of: text.uri))
    let rest = tree.source[offset..<line.upperBound]
    let range = places[offset - typed.utf8.count..<offset]
    let end =
      switch context {
      case .wikiName, .wikiHeading, .block: "]]"
      case .callout: "]"
      case .emoji: ":"
      default: ""
      }
    let isClosed = rest.starts(with: end.utf8)
    let items = found.enumerated().map { index, candidate -> JSONTree in
      let text = candidate.label + (isClosed ? "" : end)
      return [
        "label": .string(candidate.label), "kind": .integer(candidate.kind.rawValue),
        "detail": candidate.detail.map { .string($0) }, "sortText": .string(String(index + 1000)),
        "insertTextFormat": client.takesSnippets ? 2 : nil,
        "textEdit": [
          "range": range, "newText": .string(client.takesSnippets ? text.asSnippet : text),
        ],
      ]
    }
    return ["isIncomplete": .bool(count > found.count), "items": .array(items)]
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
      let (path, place) = (String(typed[..<hash]), typed[hash...].dropFirst())
      return place.hasPrefix("^")
        ? .block(path: path, String(place.dropFirst())) : .wikiHeading(path: path, String(place))
    }
    if let context = destination(in: line) { return context }
    if let bracket {
      let typed = text(from: bracket + 1)
      if typed.hasPrefix("^"), dialect.extensions.contains(.footnotes) {
        return .footnote(String(typed.dropFirst()))
      }
      if !typed.hasPrefix("!") { return .label(typed) }
      let isInQuote = line[..<bracket].contains(.greaterThan)
      if isInQuote, line[..<bracket].allSatisfy({ $0 == .greaterThan || $0.isBlank }),
        dialect.extensions.contains(.alerts)
      {
        return .callout(String(typed.dropFirst()))
      }
    }
    let word = line.lastIndex { $0.isBlank }.map { $0 + 1 } ?? line.startIndex
    if hasWikiLinks, word < line.endIndex, line[word] == .numberSign,
      line.endIndex > word + 1 || word > line.startIndex
    {
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
    guard
      !typed.contains(where: {
        $0 == .rightParenthesis || $0 == .greaterThan || $0.isBlank && !isInBrackets
      })
    else { return nil }
    let written = String(decoding: typed, as: UTF8.self)
    if Paths.hasScheme(written) { return nil }
    guard let hash = written.utf8.firstIndex(of: .numberSign) else {
      return .path(written, isImage: isImage)
    }
    return .anchor(
      path: Paths.decoded(written[..<hash]), String(written[written.index(after: hash)...]))
  }

  /// What is typed, the number of candidates for it, and the best of them.
  private func candidates(
    for context: TypedContext, in tree: DocumentTree, _ offset: Int, at path: String
  ) -> (typed: String, count: Int, [Candidate]) {
    func ranked(_ candidates: [Candidate], _ typed: String) -> (String, Int, [Candidate]) {
      var ranking = Ranking<Candidate>(typed)
      for candidate in candidates { ranking.add(candidate, candidate.label) }
      return (typed, ranking.count, ranking.best(Self.candidateLimit))
    }
    switch context {
    case .wikiName(let typed):
      let isInTable = tree.tree.nodes.contains {
        $0.kind == .table && $0.range.lowerBound < offset && offset <= $0.range.upperBound
      }
      return names(matching: typed, separator: isInTable ? "\\|" : "|", in: path)
    case .path(let typed, let isImage): return paths(matching: typed, isImage: isImage, in: path)
    case .wikiHeading(let name, let typed):
      let headings = headings(of: name, in: path, isWiki: true)
      return ranked(headings.map { Candidate(label: $0.text) }, typed)
    case .block(let name, let typed): return ranked(blocks(of: name, in: path), typed)
    case .anchor(let name, let typed):
      let headings = headings(of: name, in: path, isWiki: false)
      return ranked(headings.map { Candidate(label: $0.anchor, detail: $0.text) }, typed)
    case .label(let typed), .footnote(let typed):
      let isFootnote = if case .footnote = context { true } else { false }
      let labels = tree.tree.references.filter { $0.isFootnote == isFootnote }
      return ranked(labels.compactMap(tree.definition), typed)
    case .callout(let typed):
      return ranked(dialect.calloutNames.map { Candidate(label: $0) }, typed)
    case .tag(let typed):
      var counts: [String: Int] = [:]
      notes.visit { file in
        for tag in file.note?.tags ?? [] { counts[tag.name, default: 0] += 1 }
      }
      // The tag that is being typed is one, too.
      if counts[typed] == 1 { counts[typed] = nil }
      let tags = counts.sorted { $0.key < $1.key }.map { name, count in
        Candidate(label: name, detail: count == 1 ? nil : "\(count) times")
      }
      return ranked(tags, typed)
    case .emoji(let typed):
      let emoji = Emoji.all.map { Candidate(label: String($0.name), detail: String($0.character)) }
      return ranked(emoji, typed)
    }
  }

  private func headings(of name: String, in path: String, isWiki: Bool) -> [Note.Heading] {
    let target = target(of: Note.Link(to: name, isWiki: isWiki), in: path)
    return target?.note?.headings.filter { !$0.text.isEmpty } ?? []
  }

  /// The identifiers of blocks, with the line that each ends, or else the line above it.
  private func blocks(of name: String, in path: String) -> [Candidate] {
    guard let target = target(of: Note.Link(to: name, isWiki: true), in: path),
      let note = target.note, let buffer = text(at: target.path)?.buffer
    else { return [] }
    return note.anchors.filter { $0.name.hasPrefix("^") }.map { anchor in
      let before =
        max(0, anchor.range.lowerBound - 200)..<min(anchor.range.lowerBound, buffer.utf8Count)
      let lines = String(decoding: buffer.bytes(in: before), as: UTF8.self).split(
        whereSeparator: \.isNewline)
      let line = lines.last { !$0.allSatisfy(\.isWhitespace) }
      return Candidate(label: String(anchor.name.dropFirst()), detail: line.map(String.init))
    }
  }

  /// The notes and files whose names, other names or paths match, as they are written in a wiki link.
  private func names(
    matching typed: String, separator: String, in path: String
  ) -> (String, Int, [Candidate]) {
    var ranking = Ranking<(file: NoteFolder.File, alias: String?)>(typed)
    let folder = notes.folderKey(of: path)
    notes.visit { file in
      if file.isAt(path) { return }
      let distance = file.distance(from: folder)
      ranking.add((file, nil), file, distance: distance, worse: file.note == nil ? 1 : 0)
      for alias in file.note?.aliases ?? [] {
        ranking.add((file, alias), alias, distance: distance)
      }
    }
    let found = ranking.best(Self.candidateLimit).map { file, alias in
      let name = Paths.name(of: file.path)
      let short = String(Paths.isNote(file.path) ? Paths.stem(of: name) : name)
      let text = written(file.path, short, in: path)
      return Candidate(
        label: alias.map { text + separator + $0 } ?? text, detail: String(file.shownPath),
        kind: .file)
    }
    return (typed, ranking.count, found)
  }

  /// The name of a file if it leads to the file, otherwise its path.
  private func written(_ file: String, _ name: String, in path: String) -> String {
    if notes.destination(of: Note.Link(to: name, isWiki: true), in: path) == .file(file) {
      return name
    }
    let whole = Paths.relative(from: notes.root(of: path), to: file)
    return Paths.isNote(whole) ? String(Paths.stem(of: whole[...])) : whole
  }

  /// The files whose paths match, as they are written in a link.
  private func paths(
    matching typed: String, isImage: Bool, in path: String
  ) -> (String, Int, [Candidate]) {
    let isAbsolute = typed.utf8.first == .slash
    let folder = isAbsolute ? notes.root(of: path) : Paths.folder(of: path)
    let start = isAbsolute ? "/" : typed.hasPrefix("./") ? "./" : ""
    // What leads up is not part of a path from the root.
    let parts = Paths.decoded(typed).split(separator: "/")
    let wanted = parts.filter { $0 != ".." && $0 != "." }
    let up = parts.prefix { $0 == ".." }.count
    var ranking = Ranking<NoteFolder.File>(
      wanted.joined(separator: "/") + (wanted.isEmpty || typed.utf8.last != .slash ? "" : "/"))
    let ownFolder = isAbsolute ? [] : notes.folderKey(of: path)
    notes.visit { file in
      let distance = file.distance(from: ownFolder)
      if file.isAt(path) || distance < up || start == "./" && distance > 0 { return }
      let isWanted = isImage ? Paths.isImage(file.path) : file.note != nil
      ranking.add(file, file, distance: distance, worse: isWanted ? 0 : 4)
    }
    let found = ranking.best(Self.candidateLimit).map { file in
      let text = Paths.encoded(start + Paths.relative(from: folder, to: file.path)) {
        $0 > .space && $0 != .delete && !"()<>%#?\\\"".utf8.contains($0)
      }
      return Candidate(label: text, detail: file.note?.title, kind: .file)
    }
    return (typed, ranking.count, found)
  }
}

extension DocumentTree {
  /// A label, and the start of what it stands for.
  fileprivate func definition(_ reference: SyntaxTree.Reference) -> Candidate? {
    guard let range = reference.definitions.first else { return nil }
    let rest = source[range.upperBound...].prefix { !$0.isLineEnding }.dropFirst(2)
    return Candidate(
      label: String(decoding: source[range], as: UTF8.self),
      detail: String(decoding: rest.drop { $0.isBlank }.prefix(80), as: UTF8.self))
  }

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

extension String {
  /// The text as a snippet that inserts it. Neovim 0.11 inserts a plain text only up to its first blank.
  fileprivate var asSnippet: String {
    reduce(into: "") { text, character in
      if "\\$}".contains(character) { text.append("\\") }
      text.append(character)
    }
  }
}
