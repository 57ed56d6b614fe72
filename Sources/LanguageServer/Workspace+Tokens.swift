import JSONText
import MarkdownSyntax
import TextEditing

/// The tokens of a text that a client has, as the protocol writes them: five numbers for each token.
struct SentTokens: Sendable {
  let revision: Int
  /// The name by which the client refers to the tokens.
  let id: String
  let data: [UInt32]
}

extension Workspace {
  /// The types of tokens: text in a heading, and the kinds of the library.
  static let tokenTypes = ["heading"] + SyntaxToken.Kind.allCases.map { "\($0)" }
  /// The modifiers of tokens, in the order of their bits.
  static let tokenModifiers = SyntaxToken.Marks.names.map(\.description)

  /// The length of a piece, in bytes, of a text that is too long for a tree.
  private static let pieceLength = 1 << 16

  /// `textDocument/semanticTokens/full`: the tokens of the whole text.
  mutating func allTokens(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    try written(sentTokens(parameters))
  }

  /// `textDocument/semanticTokens/full/delta`: the change of the tokens since the client's last request, or all tokens
  /// if those of the client are unknown.
  mutating func tokenEdits(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let uri = parameters?["textDocument", "uri"]?.string ?? ""
    let before = documents[uri]?.tokens
    let after = try sentTokens(parameters)
    guard let before, before.id == parameters?["previousResultId"]?.string else {
      return try written(after)
    }
    let (old, new) = (before.data, after.data)
    let limit = min(old.count, new.count)
    var start = 0
    while start < limit, old[start] == new[start] { start += 1 }
    // Whole tokens.
    start -= start % 5
    var end = 0
    while end < limit - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    end -= end % 5
    let edit: JSONTree = [
      "start": .integer(start), "deleteCount": .integer(old.count - end - start),
      "data": .source(new[start..<new.count - end].source),
    ]
    return ["resultId": .string(after.id), "edits": old == new ? [] : [edit]]
  }

  /// `textDocument/semanticTokens/range`: the tokens of a range, whose blocks alone are read.
  mutating func tokens(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let place = try place(parameters, needsVersion: false)
    let tokens = try tokens(of: place.selections[0], in: place.document)
    let start = tokens.first?.range.lowerBound ?? 0
    let buffer = place.text.buffer
    let walk = PositionWalk(
      buffer.bytes(in: start..<(tokens.last?.range.upperBound ?? 0)), from: start,
      at: places(in: buffer).position(ofUTF8: start), encoding)
    return try written(SentTokens(revision: 0, id: "", data: data(of: tokens, walk)))
  }

  /// Computes the tokens of a text, and keeps them if the client may request their change.
  private mutating func sentTokens(_ parameters: JSONTree?) throws(ResponseError) -> SentTokens {
    let uri = parameters?["textDocument", "uri"]?.string ?? ""
    let data: [UInt32]
    do throws(ResponseError) {
      let tree = try wholeText(parameters).tree
      data = try self.data(
        of: tree.tree.tokens(in: tree.source), PositionWalk(tree.source, encoding))
    } catch {
      // The text may be too long for a tree, and still have an index.
      guard error.reason == "unparsable", let editor = try documents[uri]?.editor() else {
        throw error
      }
      let tokens = try tokens(ofPiecesOf: editor.document)
      data = try self.data(of: tokens, PositionWalk(editor.buffer.utf8Bytes, encoding))
    }
    guard client.takesTokenEdits, let revision = documents[uri]?.revision else {
      return SentTokens(revision: 0, id: "", data: data)
    }
    let sent = SentTokens(revision: revision, id: "\(revision)", data: data)
    documents[uri]?.tokens = sent
    return sent
  }

  /// Reads the tokens of a long text piece by piece, which needs less memory than its tree.
  private func tokens(
    ofPiecesOf document: MarkdownDocument
  ) throws(ResponseError) -> [SyntaxToken] {
    let buffer = document.buffer
    var tokens: [SyntaxToken] = []
    var start = 0
    while start < buffer.utf8Count {
      try checkCanceled()
      let line = buffer.line(ofUTF8: min(start + Self.pieceLength, buffer.utf8Count))
      let end = buffer.utf8Offset(ofLine: line + 1) ?? buffer.utf8Count
      tokens += try self.tokens(of: start..<end, in: document)
      start = end
    }
    return tokens
  }

  private func tokens(
    of range: Range<Int>, in document: MarkdownDocument
  ) throws(ResponseError) -> [SyntaxToken] {
    do { return try document.tokens(of: range, in: dialect) } catch {
      throw ResponseError(.requestFailed, error.description, reason: "unparsable")
    }
  }

  private func written(_ sent: SentTokens) throws(ResponseError) -> JSONTree {
    try checkCanceled()
    return [
      "resultId": sent.id.isEmpty ? nil : .string(sent.id), "data": .source(sent.data[...].source),
    ]
  }

  /// Five numbers for each token, relative to the token before: lines, characters, length, type, modifiers. Plain text
  /// is omitted.
  private func data(
    of tokens: [SyntaxToken], _ walk: PositionWalk
  ) throws(ResponseError) -> [UInt32] {
    try checkCanceled()
    var walk = walk
    var data: [UInt32] = []
    data.reserveCapacity(5 * tokens.count)
    var last = Position()
    for token in tokens {
      let isText = token.kind == .text
      if isText, token.marks.isEmpty, token.level == 0 { continue }
      walk.advance(to: token.range.lowerBound)
      let start = walk.position
      walk.advance(to: token.range.upperBound)
      let isSameLine = start.line == last.line
      data.append(UInt32(start.line - last.line))
      data.append(UInt32(isSameLine ? start.character - last.character : start.character))
      data.append(UInt32(walk.position.character - start.character))
      data.append(isText && token.level > 0 ? 0 : UInt32(token.kind.rawValue) + 1)
      data.append(UInt32(token.marks.rawValue))
      last = start
    }
    return data
  }
}

extension ArraySlice<UInt32> {
  /// The numbers as a list in JSON; there may be millions.
  fileprivate var source: [UInt8] {
    var source: [UInt8] = []
    source.reserveCapacity(3 * count + 2)
    source.append(.leftBracket)
    for number in self {
      if source.count > 1 { source.append(.comma) }
      source += String(number).utf8
    }
    source.append(.rightBracket)
    return source
  }
}

/// The position of an offset that moves forward through a text: a token takes its own length, not O(log *n*).
private struct PositionWalk {
  let bytes: [UInt8]
  /// The UTF-8 offset of the first byte in the document.
  let start: Int
  var position: Position
  let encoding: PositionEncoding
  private var index = 0

  /// Creates a walk through `bytes`, which begin at an offset of a text.
  init(
    _ bytes: [UInt8], from start: Int = 0, at position: Position = Position(),
    _ encoding: PositionEncoding
  ) {
    self.bytes = bytes
    self.start = start
    self.position = position
    self.encoding = encoding
  }

  mutating func advance(to offset: Int) {
    while index < offset - start {
      let byte = bytes[index]
      index += 1
      let isReturn = byte == .carriageReturn && (index == bytes.count || bytes[index] != .lineFeed)
      if byte == .lineFeed || isReturn {
        position.line += 1
        position.character = 0
      } else if encoding == .utf8 || byte & 0xC0 != 0x80 {
        // UTF-16 needs two units for a character of four bytes.
        position.character += encoding == .utf16 && byte >= 0xF0 ? 2 : 1
      }
    }
  }
}
