import MarkdownSyntax
import Testing
import TextEditing

/// Finds the blocks that an editor draws as a whole.
struct DrawnBlockTests {
  @Test(arguments: [
    ("a\n\n```swift x\nlet a\n\nb\n```\n\nc", "swift: ```swift x\nlet a\n\nb\n```\n | let a//b"),
    ("> ```\n> a\n> b\n\nc", ": > ```\n> a\n> b\n | a/b"),
    ("- ~~~c\n  a\n  ~~~\n- b", "c: - ~~~c\n  a\n  ~~~\n | a"),
    ("a\n\n    b\n\n    c\n\nd", ":     b\n\n    c\n |     b//    c"),
    ("```\na", ": ```\na | a"), ("```\n\n\n", ": ```\n\n\n | "), ("```\n```", ": ```\n``` | "),
    ("![a](/b \"c\")\n\nd", "/b! ![a](/b \"c\")\n"), ("![a](/b)  ", "/b! ![a](/b)  "),
    ("![a\nb](/c)", "/c! ![a\nb](/c)"),
    ("> ![a][b]\n\n[b]: /c", "/c! > ![a][b]\n"), ("![a](/b) c", ""), ("c ![a](/b)", ""),
    ("![a](/b)\nc", ""), ("[![a](/b)](/c)", ""), ("# ![a](/b)", ""), ("`a`", ""),
  ])
  func blocks(text: String, expected: String) throws {
    let document = try MarkdownDocument(TextBuffer("x\n\n" + text))
    let bytes = Array(document.buffer.utf8Bytes)
    let words = { (range: Range<Int>) in String(decoding: bytes[range], as: UTF8.self) }
    let range = 3..<document.buffer.utf8Count
    let found = try document.tokensAndDrawnBlocks(of: range, in: .gitHub).blocks.map { block in
      switch block.kind {
      case .code(let language):
        "\(language): \(words(block.range)) | \(block.lines.map(words).joined(separator: "/"))"
      case .image(let source): "\(source)! \(words(block.range))"
      }
    }
    #expect(found.joined() == expected)
  }
}
