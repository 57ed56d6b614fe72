import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension LanguageServer {
  /// The longest text, in bytes, that is read whole after each change.
  private static let diagnosedByteLimit = 1 << 20

  /// Publishes what has changed: to be called when there is nothing else to do.
  package mutating func publishDiagnostics() {
    let uris = unpublished
    unpublished = []
    for uri in uris {
      guard let editor = try? documents[uri]?.editor(), let document = documents[uri] else {
        continue
      }
      let isShort = editor.buffer.utf8Count <= Self.diagnosedByteLimit
      let found =
        isShort ? HalfOpenMark.all(in: editor.buffer, dialect) : []
      publish(found, of: uri, (editor.buffer, document.version))
    }
  }

  mutating func publish(
    _ marks: [HalfOpenMark], of uri: String, _ text: (buffer: TextBuffer, version: Int)?
  ) {
    let encoding = encoding
    notifyClient("textDocument/publishDiagnostics") { writer in
      writer.key("uri")
      writer.string(uri)
      if let text {
        writer.key("version")
        writer.number(text.version)
      }
      writer.key("diagnostics")
      writer.array { writer in
        for mark in marks {
          guard let text else { continue }
          writer.object { writer in
            writer.key("range")
            Places(buffer: text.buffer, encoding: encoding).write(mark.range, to: &writer)
            writer.key("severity")
            writer.number(3)
            writer.key("source")
            writer.string("mdedit")
            writer.key("message")
            writer.string(mark.message)
          }
        }
      }
    }
  }
}

/// A run of delimiters that stands where it could begin or end a mark, and is text: the other side is
/// missing, as in `**Sow beans`.
struct HalfOpenMark: Hashable, Sendable {
  /// Where it stands, in UTF-8 offsets.
  var range: Range<Int>
  /// What is wrong, as a sentence.
  var message: String

  /// All of a text, in order.
  ///
  /// - Complexity: O(*n*); the text is parsed.
  static func all(in buffer: TextBuffer, _ dialect: Dialect) -> [HalfOpenMark] {
    let source = buffer.bytes(in: 0..<buffer.utf8Count)
    guard let document = try? ProjectedDocument(source, in: dialect, for: .delimited),
      let reading = try? document.reading()
    else { return [] }
    let projection = document.projection
    var result: [HalfOpenMark] = []
    for leaf in reading.leaves {
      let tokens = reading.tokens(of: leaf)
      var index = 0
      while index < tokens.count {
        let end = runEnd(from: index, in: tokens)
        if end > index, let mark = mark(tokens, index..<end, dialect) {
          let place = tokens[index].source.lowerBound..<tokens[end - 1].source.upperBound
          result.append(HalfOpenMark(range: projection.lifted(place), message: mark))
        }
        index = max(end, index + 1)
      }
    }
    return result
  }

  /// The end of a run of one delimiter that is text; `start` where none begins.
  private static func runEnd(from start: Int, in tokens: [InlineToken]) -> Int {
    guard case .character(let scalar, .plain) = tokens[start].kind,
      ["*", "_", "`", "~", "="].contains(scalar)
    else { return start }
    var end = start + 1
    while end < tokens.count, tokens[end].kind == tokens[start].kind { end += 1 }
    return end
  }

  /// What is wrong with a run; nil where it is mere text.
  private static func mark(
    _ tokens: [InlineToken], _ run: Range<Int>, _ dialect: Dialect
  ) -> String? {
    guard case .character(let scalar, _) = tokens[run.lowerBound].kind else { return nil }
    let text = String(repeating: Character(scalar), count: run.count)
    switch scalar {
    case "`": return "Nothing closes the code that \(text) could open."
    case "~" where run.count != 2 || !Mark.strikethrough.isAvailable(in: dialect): return nil
    case "=" where run.count != 2 || !Mark.highlight.isAvailable(in: dialect): return nil
    default: break
    }
    let before = run.lowerBound > 0 ? tokens[run.lowerBound - 1].kind.scalar : "\n"
    let after = run.upperBound < tokens.count ? tokens[run.upperBound].kind.scalar : "\n"
    let flanking = Flanking(
      of: scalar == "_" ? .underscore : .asterisk, before: before, after: after)
    guard flanking.canOpen != flanking.canClose else { return nil }
    return flanking.canOpen
      ? "\(text) could open a mark, and nothing closes it."
      : "\(text) could close a mark, and nothing opens it."
  }
}

extension InlineToken.Kind {
  /// What flanking goes by.
  fileprivate var scalar: Unicode.Scalar {
    switch self {
    case .character(let scalar, _), .codeCharacter(let scalar, _): scalar
    case .softBreak, .hardBreak: "\n"
    default: "*"
    }
  }
}
