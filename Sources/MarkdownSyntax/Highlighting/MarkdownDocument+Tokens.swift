import CommonMark
import TextEditing

extension MarkdownDocument {
  /// Returns the tokens in a range of the document, for colours.
  ///
  /// Each byte of the range except white space and a byte order mark is in exactly one token. A
  /// token that overlaps the range is returned whole. Offsets are those of the document;
  /// `TextBuffer` converts them to UTF-16.
  ///
  /// ```swift
  /// let document = try MarkdownDocument(TextBuffer("# a\n\nb *c*"))
  /// let tokens = try document.tokens(of: 5..<10, in: .gitHub)
  /// print(tokens.map(\.range))  // [5..<7, 7..<8, 8..<9, 9..<10]
  /// ```
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets of the document.
  ///   - dialect: The dialect of the document.
  /// - Precondition: The range is in `0...buffer.utf8Count`.
  /// - Throws: `ParsingRefusal` if the part to read exceeds the standard limits.
  /// - Complexity: As ``syntaxTree(of:in:)``: O(*m*) in the length of the touched blocks.
  public func tokens(
    of range: Range<Int>, in dialect: Dialect
  ) throws(ParsingRefusal) -> [SyntaxToken] {
    let region = region(ofBlocksAt: [range], in: dialect)
    if let refusal = ParsingLimits.standard.refusal(of: region.bytes) { throw refusal }
    let part = region.inBytes(range.clamped(to: region.range))
    let tree = SyntaxTree(region.bytes, in: dialect, region.context, inlinesOf: part)
    let shift = region.parts[0].shift
    return tree.tokens(of: part, in: region.bytes).map { token in
      var token = token
      token.range = token.range.lowerBound - shift..<token.range.upperBound - shift
      return token
    }
  }
}

extension SyntaxTree {
  /// Returns the tokens of a text, for colours.
  ///
  /// Each byte except white space and a byte order mark is in exactly one token.
  ///
  /// - Parameter source: The text that the tree was read from, as UTF-8.
  /// - Complexity: O(*n*).
  public func tokens(in source: [UInt8]) -> [SyntaxToken] {
    tokens(of: 0..<source.count, in: source)
  }

  /// Returns the tokens that overlap a range of the text.
  func tokens(of range: Range<Int>, in source: [UInt8]) -> [SyntaxToken] {
    source.withUnsafeBufferPointer { source in
      var writer = TokenWriter(self, in: source, of: range)
      writer.run()
      return writer.tokens
    }
  }
}
