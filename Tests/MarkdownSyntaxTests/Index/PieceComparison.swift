import CommonMark
import MarkdownSyntax

/// Compares what parts of paragraphs say with a parse of the whole text.
enum PieceComparison {
  /// The tokens of a whole text.
  struct Whole {
    fileprivate let tokens: [InlineToken]
    /// From the beginning of each emphasis and link to its end.
    fileprivate let spans: [Range<Int>]

    init(_ text: [UInt8]) throws {
      let reading = try DocumentReading(text)
      tokens = PieceComparison.tokens(of: reading, in: 0..<text.count, shift: 0)
      spans = reading.leaves.flatMap { leaf -> [Range<Int>] in
        let tokens = reading.tokens(of: leaf)
        return tokens.compactMap { token -> Range<Int>? in
          switch token.kind {
          case .openStrong, .openEmphasis, .openLink:
            token.source.lowerBound..<tokens[token.partner].source.upperBound
          default: nil
          }
        }
      }
    }
  }

  /// What is wrong with a region that is a part of a paragraph; nil where it reads as the text does.
  static func complaint(about region: DocumentRegion, of whole: Whole) throws -> String? {
    let part = try DocumentReading(region.bytes)
    let shift = region.range.lowerBound - region.prefixCount
    if let span = whole.spans.first(where: {
      $0.lowerBound < region.range.lowerBound && region.range.lowerBound < $0.upperBound
        || $0.lowerBound < region.range.upperBound && region.range.upperBound < $0.upperBound
    }) {
      return "an edge of the part \(region.range) stands inside of \(span)"
    }
    let expected = whole.tokens.filter {
      region.range.lowerBound <= $0.source.lowerBound
        && $0.source.upperBound <= region.range.upperBound
    }
    let found = tokens(of: part, in: region.range, shift: shift)
    if expected == found { return nil }
    let index = zip(expected, found).prefix { $0 == $1 }.count
    let place = index < expected.count ? expected[index].source : region.range
    return "the part \(region.range) reads otherwise at \(place): "
      + "\(found.dropFirst(index).prefix(2)) instead of \(expected.dropFirst(index).prefix(2))"
  }

  /// The tokens that stand in a range, with their places in the document.
  private static func tokens(
    of reading: DocumentReading, in range: Range<Int>, shift: Int
  ) -> [InlineToken] {
    reading.leaves.flatMap { leaf -> [InlineToken] in
      reading.tokens(of: leaf).compactMap { token -> InlineToken? in
        let source = token.source.lowerBound + shift..<token.source.upperBound + shift
        guard range.lowerBound <= source.lowerBound, source.upperBound <= range.upperBound else {
          return nil
        }
        return InlineToken(token.kind, source)
      }
    }
  }

  /// What is wrong with a cut: a fresh parser must read on from it as from the start of the text.
  static func complaint(aboutCutAt offset: Int, prefix: [UInt8], of text: [UInt8]) throws -> String?
  {
    let rest = prefix + text[offset...]
    let expected = try leaves(of: text, from: offset, shift: 0)
    let found = try leaves(of: rest, from: offset, shift: offset - prefix.count)
    if expected == found { return nil }
    return "what follows the cut at \(offset) has the leaves \(found) instead of \(expected)"
  }

  /// The leaf blocks behind an offset: kinds and offsets of their lines.
  private static func leaves(of text: [UInt8], from offset: Int, shift: Int) throws -> [String] {
    let tree = try MarkdownTree(parsing: text)
    var starts = [0]
    for (index, byte) in text.enumerated() {
      let isPair = byte == 0x0D && index + 1 < text.count && text[index + 1] == 0x0A
      if byte == 0x0A || byte == 0x0D, !isPair { starts.append(index + 1) }
    }
    return tree.nodes.compactMap { node -> String? in
      switch node.kind {
      case .paragraph, .heading, .codeBlock, .htmlBlock, .thematicBreak, .item, .blockQuote:
        let line = starts[Int(node.startLine) - 1] + shift
        return line > offset ? "\(node.kind) \(line)" : nil
      default: return nil
      }
    }
  }
}
