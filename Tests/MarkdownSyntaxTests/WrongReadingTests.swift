import CommonMark
import MarkdownSyntax
import Testing

/// Readings with one wrong token, which the comparison with libcmark must reject.
@Suite("A reading with one wrong token is rejected")
struct WrongReadingTests {
  private static let source =
    "a é *b* **c** `d` [e](/u) ![f](/u) <b x=1> <c:d> &amp; \\* g\nh\\\ni <!-- a\nb --> \u{0}"

  private func reading() throws -> (DocumentReading, LeafBlock, [InlineToken]) {
    let reading = try DocumentReading(Array(Self.source.utf8))
    let leaf = try #require(reading.leaves.first)
    return (reading, leaf, reading.tokens(of: leaf))
  }

  /// Returns other kinds for a kind of token; libcmark's tree does not show how a link is written.
  private func wrongKinds(for kind: InlineToken.Kind) -> [InlineToken.Kind] {
    switch kind {
    case .character(let scalar, let spelling):
      [.codeCharacter(scalar, .plain), .character("~", spelling), .softBreak, .html]
    case .codeCharacter(let scalar, let spelling):
      [.character(scalar, .plain), .codeCharacter("~", spelling)]
    case .openEmphasis: [.openStrong, .openLink(.inline), .character("*", .plain)]
    case .closeEmphasis: [.closeStrong, .closeLink(.inline), .character("*", .plain)]
    case .openStrong: [.openEmphasis, .openImage(.inline)]
    case .closeStrong: [.closeEmphasis, .closeImage(.inline)]
    case .openCode: [.openEmphasis, .closeCode]
    case .closeCode: [.closeEmphasis, .openCode]
    case .openLink: [.openImage(.inline), .openEmphasis]
    case .closeLink: [.closeImage(.inline), .closeEmphasis]
    case .openImage: [.openLink(.inline), .openStrong]
    case .closeImage: [.closeLink(.inline), .closeStrong]
    case .html: [.character("<", .plain), .softBreak]
    case .softBreak: [.hardBreak, .character(" ", .plain)]
    case .hardBreak: [.softBreak, .character("\\", .plain)]
    default: [.html]
    }
  }

  @Test func theReadingIsRight() throws {
    let (reading, leaf, tokens) = try reading()
    #expect(reading.agrees(tokens, on: leaf))
    #expect(tokens.contains { $0.kind == .html } && tokens.contains { $0.kind == .hardBreak })
  }

  @Test func aTokenOfAnotherKindIsRefused() throws {
    let (reading, leaf, tokens) = try reading()
    for index in tokens.indices {
      for kind in wrongKinds(for: tokens[index].kind) where kind != tokens[index].kind {
        var wrong = tokens
        wrong[index].kind = kind
        #expect(!reading.agrees(wrong, on: leaf), "\(tokens[index].kind) as \(kind)")
      }
    }
  }

  @Test func aTokenMoreOrLessIsRefused() throws {
    let (reading, leaf, tokens) = try reading()
    for index in tokens.indices {
      var fewer = tokens
      fewer.remove(at: index)
      #expect(!reading.agrees(fewer, on: leaf), "without \(tokens[index].kind)")
      var more = tokens
      more.insert(tokens[index], at: index)
      #expect(!reading.agrees(more, on: leaf), "twice \(tokens[index].kind)")
    }
    #expect(!reading.agrees([], on: leaf))
    #expect(!reading.agrees(tokens + [InlineToken(.softBreak, 0..<0)], on: leaf))
  }

  @Test func otherBytesOfHTMLAreRefused() throws {
    let (reading, leaf, tokens) = try reading()
    for (index, token) in tokens.enumerated() where token.kind == .html {
      let source = token.source
      for range in [
        source.lowerBound + 1..<source.upperBound, source.lowerBound..<source.upperBound - 1,
        source.lowerBound - 1..<source.upperBound, source.lowerBound..<source.upperBound + 1,
        source.lowerBound - 1..<source.upperBound - 1, source.lowerBound..<source.lowerBound,
      ] {
        var wrong = tokens
        wrong[index].source = range
        #expect(!reading.agrees(wrong, on: leaf), "\(source) as \(range)")
      }
      // The same length, other bytes.
      var other = Array(Self.source.utf8)
      other[source.lowerBound + 2] ^= 1
      let misread = DocumentReading(
        other, tree: reading.tree, leaves: reading.leaves, references: reading.references)
      #expect(!misread.agrees(tokens, on: leaf))
    }
  }

  /// libcmark reads NUL as U+FFFD, but U+FFFD is not NUL.
  @Test func aNullInHTMLIsRead() throws {
    for text in ["<b x=\"\u{0}\">", "<b x=\"\u{FFFD}\">"] {
      let reading = try DocumentReading(Array("a \(text)".utf8))
      let leaf = try #require(reading.leaves.first)
      #expect(reading.agrees(reading.tokens(of: leaf), on: leaf))
    }
  }

  /// In libcmark's literal, only U+FFFD may replace NUL, not another scalar of three bytes.
  @Test func aNullInHTMLIsNoOtherCharacter() throws {
    let source = Array("a <b x=\"\u{0}\">".utf8)
    let other = try MarkdownTree(parsing: Array("a <b x=\"日\">".utf8))
    let own = try DocumentReading(source)
    let misread = DocumentReading(
      source, tree: other, leaves: own.leaves, references: own.references)
    let leaf = try #require(own.leaves.first)
    #expect(own.agrees(own.tokens(of: leaf), on: leaf))
    #expect(!misread.agrees(own.tokens(of: leaf), on: leaf))
  }

  /// References expand to at most 100,000 bytes in all leaves together, as libcmark counts them.
  @Test func theLimitOfReferencesGoesOverLeaves() throws {
    let destination = String(repeating: "u", count: 1000)
    for count in [98, 99, 100, 101, 102, 130] {
      let uses = String(repeating: "[a]\n\n", count: count)
      let reading = try DocumentReading(Array("\(uses)[a]: /\(destination)\n".utf8))
      let links = reading.leaves.count {
        let tokens = reading.tokens(of: $0)
        #expect(reading.agrees(tokens, on: $0))
        return tokens.contains { $0.kind == .openLink(.shortcut) }
      }
      #expect(links == reading.tree.nodes.count { $0.kind == .link })
      #expect(links < count || count < 100)
    }
  }
}
