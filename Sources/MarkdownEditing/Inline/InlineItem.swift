import CommonMark
import MarkdownSyntax

/// One thing that a leaf shows: a character, a break, a tag, an image.
struct InlineItem {
  enum Kind: UInt8 {
    /// A visible character outside or inside a code span.
    case character, code
    case softBreak, hardBreak
    case tag
    /// An image, a link without text, a defined reference to a footnote, a formula, the box of a task.
    case object
    /// A thing that no mark crosses: a display formula such as `$$a$$`, the end of a callout's title.
    case barrier
  }

  var kind: Kind
  /// Whether it can have a mark. White space cannot, and neither can tags and images.
  var isSolid = false
  /// Whether a character is written as itself; whether code would show a break as one blank; whether
  /// an object is the box of a task.
  var isPlain = false
  var isInWord = false
  var marks: MarkSet
  var node: Int32
  /// The number of the innermost link around it, from 1; 0 outside links.
  var link: Int32
  /// The character; a blank for anything else.
  var scalar: Unicode.Scalar = " "
  /// The value of the second scalar of a reference such as `&ngE;`; the number of an image or of a
  /// link without text; or 0.
  var second: UInt32 = 0
  var start: Int32
  var end: Int32

  /// The UTF-8 range in the source; of a break, with the prefix of the next line.
  var source: Range<Int> {
    get { Int(start)..<Int(end) }
    set {
      start = Int32(truncatingIfNeeded: newValue.lowerBound)
      end = Int32(truncatingIfNeeded: newValue.upperBound)
    }
  }
  var isCharacter: Bool { kind == .character || kind == .code }
  var isBlank: Bool {
    kind == .softBreak || isCharacter && (scalar == " " || scalar == "\t")
  }
  var isBreak: Bool { kind == .softBreak || kind == .hardBreak }
  /// Whether it is punctuation, also in CommonMark 0.31, so that a mark may end before it.
  var isEdge: Bool {
    isCharacter && !isInWord
      && (isUnicodePunctuation(scalar) || isPunctuationSince031(scalar))
  }
  var utf8: [UInt8] {
    Escaping.utf8(scalar)
      + (second == 0 ? [] : Unicode.Scalar(second).map { Escaping.utf8($0) } ?? [])
  }

  var isMarked: Bool { isSolid || kind == .object && !isPlain || kind == .tag }

  /// Whether a command can give it a mark. Code holds only characters.
  func canHave(isCode: Bool) -> Bool { isSolid && (!isCode || isCharacter) }
}

struct InlineNode {
  enum Kind: UInt8 {
    case leaf, strong, emphasis, code, link
    case mark
    /// An HTML element whose two tags are in the same node.
    case element
    /// Characters that a command takes together, without delimiters: a bare address, a mention, an
    /// emoji name, an undefined reference to a footnote.
    case word
  }

  var kind: Kind
  /// The mark that it gives; empty for a leaf, a link, an element and a word.
  var mark: MarkSet = []
  /// The UTF-8 ranges with and without the delimiters.
  var range: Range<Int>
  var content: Range<Int>
  /// The node around it; -1 for the leaf.
  var parent: Int
  var items: Range<Int>
  var form: InlineToken.LinkForm?

  var isAutolink: Bool { form == .autolink || form == .emailAutolink }

  var opening: Range<Int> { range.lowerBound..<content.lowerBound }
  var closing: Range<Int> { content.upperBound..<range.upperBound }
}

enum InlineKid: Equatable {
  case item(Int)
  case node(Int)
}

/// Whether a scalar is white space and so cannot have a mark: `" "` and U+00A0, not `"a"`.
/// CommonMark's definition (0.30 §2.1, Unicode whitespace) also decides whether delimiters flank.
func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
  // Most characters are visible ASCII.
  scalar.value &- 0x21 > 0x7E &- 0x21 && isUnicodeWhitespace(scalar)
}
