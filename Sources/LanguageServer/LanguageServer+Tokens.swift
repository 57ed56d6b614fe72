import JSONText
import MarkdownSyntax
import TextEditing

extension LanguageServer {
  /// The names of the types of tokens. The first is that of text in a heading; the others are those of the library.
  static let tokenTypes = ["heading"] + SyntaxToken.Kind.allCases.map { "\($0)" }
  /// The names of the modifiers, by their bits.
  static let tokenModifiers = [
    "strong", "emphasis", "strikethrough", "highlight", "code", "link", "image", "quote",
    "tableHeader", "checked",
  ]

  /// `textDocument/semanticTokens/full`: the tokens of the whole text.
  mutating func allTokens(_ parameters: JSONTree?) throws(ResponseError) -> [UInt8] {
    let (place, tree) = try wholePlace(parameters)
    return written(tree.tree.tokens(in: tree.source), in: place.document.buffer)
  }

  /// `textDocument/semanticTokens/range`: the tokens of a part; only its blocks are read.
  mutating func tokens(_ parameters: JSONTree?) throws(ResponseError) -> [UInt8] {
    let place = try place(parameters, needsVersion: false)
    do {
      let tokens = try place.document.tokens(of: place.selections[0], in: dialect)
      return written(tokens, in: place.document.buffer)
    } catch {
      throw ResponseError(.requestFailed, error.description, reason: "unparsable")
    }
  }

  /// Tokens as the protocol writes them: five numbers each, relative to the token before. Plain text is left out.
  private func written(_ tokens: [SyntaxToken], in buffer: TextBuffer) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("data")
      writer.array { writer in
        var last = Position(line: 0, character: 0)
        for token in tokens {
          let isText = token.kind == .text
          if isText, token.marks.isEmpty, token.level == 0 { continue }
          let start = buffer.position(ofUTF8: token.range.lowerBound, encoding)
          let end = buffer.position(ofUTF8: token.range.upperBound, encoding)
          let isSameLine = start.line == last.line
          writer.number(start.line - last.line)
          writer.number(isSameLine ? start.character - last.character : start.character)
          writer.number(end.character - start.character)
          writer.number(isText && token.level > 0 ? 0 : Int(token.kind.rawValue) + 1)
          writer.number(Int(token.marks.rawValue))
          last = start
        }
      }
    }
    return writer.bytes
  }

  /// Writes what the client needs to understand tokens.
  func writeTokenProvider(to writer: inout JSONWriter) {
    writer.key("semanticTokensProvider")
    writer.object { writer in
      writer.key("legend")
      writer.object { writer in
        writer.key("tokenTypes")
        writer.array { writer in for name in Self.tokenTypes { writer.string(name) } }
        writer.key("tokenModifiers")
        writer.array { writer in for name in Self.tokenModifiers { writer.string(name) } }
      }
      writer.key("full")
      writer.bool(true)
      writer.key("range")
      writer.bool(true)
    }
  }
}
