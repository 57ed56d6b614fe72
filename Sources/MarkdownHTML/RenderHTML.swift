import CommonMark
import MarkdownSyntax

/// Options of HTML, all off by default.
public struct HTMLOptions: OptionSet, Hashable, Sendable {
  /// One bit per option; those of `markdown_editing.h`.
  public let rawValue: Int32

  /// Creates a set from its bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Raw HTML and dangerous destinations are kept.
  public static let rawHTML = HTMLOptions(rawValue: 1 << 0)
  /// Headings have ids: see `SyntaxTree.headingAnchors(of:)`. The ids of footnotes differ from them.
  public static let headingIDs = HTMLOptions(rawValue: 1 << 1)
  /// Marks what a page that shows the document beside its source may replace or react to.
  ///
  /// An emoji's name is `<span class="emoji">:tada:</span>`. The box of a task has its number among
  /// the boxes in the source of its block, from 0: `data-task="0"`; boxes in footnotes have none. A
  /// link between pages without an address has its target as `href`, or `src`; in JavaScript,
  /// `decodeURIComponent` returns it as it is written.
  public static let preview = HTMLOptions(rawValue: 1 << 2)

  package static let all: HTMLOptions = [.rawHTML, .headingIDs, .preview]
}

/// A block of a document that is not in another block.
public struct RenderedBlock: Hashable, Sendable {
  /// The UTF-8 range in the source; for the footnotes, the last block, an empty one at its end.
  public var range: Range<Int>
  /// The UTF-8 range in the HTML, which starts where that of the block before ends.
  public var htmlRange: Range<Int>
}

/// Renders `source` as HTML in its dialect, as libcmark and cmark-gfm do.
///
/// The HTML is safe unless raw HTML is allowed: comments replace raw HTML, and destinations such as
/// `javascript:` are left out. Metadata at the start of the document is not printed. A formula is
/// `<span class="math">\(a\)</span>`, or `<div class="math">\[a\]</div>` if it is a paragraph by
/// itself; KaTeX and MathJax know these delimiters.
///
/// ```swift
/// print(try renderHTML("- [x] *done*", in: .gitHub), terminator: "")
/// // <ul>
/// // <li><input type="checkbox" checked="" disabled="" /> <em>done</em></li>
/// // </ul>
/// ```
///
/// - Parameters:
///   - source: The document, as UTF-8.
///   - dialect: The constructs to read in addition to CommonMark.
///   - options: What to add to the HTML, which for CommonMark is libcmark's without options.
///   - limits: The limits of the source.
///   - wikiLink: Returns the address of a link between pages, or nil to print only its text.
/// - Returns: The HTML, as UTF-8.
/// - Throws: `ParsingRefusal` if the source exceeds `limits`.
/// - Complexity: O(*n*), where *n* is the number of bytes of `source`.
public func renderHTML(
  _ source: [UInt8], in dialect: Dialect, options: HTMLOptions = [],
  limits: ParsingLimits = .standard, wikiLink: @escaping (WikiLink) -> String? = { _ in nil }
) throws(ParsingRefusal) -> [UInt8] {
  try renderHTMLBlocks(
    source, in: dialect, options: options, limits: limits, wikiLink: wikiLink
  ).html
}

/// Renders `source` as HTML, like `renderHTML`, and returns its blocks too.
///
/// Blocks without HTML, such as definitions, are left out. If raw HTML opens an element, such as
/// `<details>`, the blocks up to its end tag are one block.
///
/// - Throws: `ParsingRefusal` if the source exceeds `limits`.
/// - Complexity: O(*n*), where *n* is the number of bytes of `source`.
public func renderHTMLBlocks(
  _ source: [UInt8], in dialect: Dialect, options: HTMLOptions = [],
  limits: ParsingLimits = .standard, wikiLink: @escaping (WikiLink) -> String? = { _ in nil }
) throws(ParsingRefusal) -> (html: [UInt8], blocks: [RenderedBlock]) {
  let tree = try SyntaxTree.toRender(source, in: dialect, limits)
  return source.withUnsafeBufferPointer { bytes in
    var printer = HTMLPrinter(tree, bytes, options, addressOf: wikiLink)
    printer.printDocument()
    return (printer.out, printer.blocks)
  }
}

/// Renders a string as HTML, like the function for UTF-8.
///
/// - Throws: `ParsingRefusal` if the source exceeds `limits`.
/// - Complexity: O(*n*), where *n* is the number of UTF-8 bytes of `source`.
public func renderHTML(
  _ source: String, in dialect: Dialect, options: HTMLOptions = [],
  limits: ParsingLimits = .standard, wikiLink: @escaping (WikiLink) -> String? = { _ in nil }
) throws(ParsingRefusal) -> String {
  let bytes = try renderHTML(
    Array(source.utf8), in: dialect, options: options, limits: limits, wikiLink: wikiLink)
  return String(decoding: bytes, as: UTF8.self)
}

/// Renders a selection as HTML, for a clipboard.
///
/// Marks, links and blocks of which only a part is selected are complete elements. A selection inside
/// the text of one paragraph, heading or cell becomes that text without its block. Other selections
/// become blocks: with the selection in brackets, `a *b⟦c* d⟧` gives `<em>c</em> d`, and `- ⟦a⏎- b⟧`
/// gives a list. Of several selections, each is a block.
///
/// - Parameters:
///   - source: The document, as UTF-8.
///   - ranges: The selected UTF-8 ranges; empty ones show nothing.
///   - dialect: The constructs to read in addition to CommonMark.
///   - options: What to add to the HTML.
///   - limits: The limits of the source.
///   - wikiLink: Returns the address of a link between pages, or nil to print only its text.
/// - Precondition: Each range is in the document.
/// - Returns: The HTML, as UTF-8.
/// - Throws: `ParsingRefusal` if the source exceeds `limits`.
/// - Complexity: O(*n*), where *n* is the number of bytes of `source`, for each selection.
public func renderHTML(
  _ source: [UInt8], selecting ranges: [Range<Int>], in dialect: Dialect,
  options: HTMLOptions = [], limits: ParsingLimits = .standard,
  wikiLink: @escaping (WikiLink) -> String? = { _ in nil }
) throws(ParsingRefusal) -> [UInt8] {
  let tree = try SyntaxTree.toRender(source, in: dialect, limits)
  return source.withUnsafeBufferPointer { bytes in
    var result: [UInt8] = []
    for range in ranges where !range.isEmpty {
      var printer = HTMLPrinter(tree, bytes, options, addressOf: wikiLink)
      printer.print(range, isInParagraph: ranges.count > 1)
      result += printer.out
    }
    return result
  }
}

/// Returns the text of a document or of a selection as a reader sees it, for a clipboard.
///
/// There is no markup: a link is its text, an image its description, and code is as it is. Items have
/// `•`, their number or a box, and are indented; the cells of a row are separated by tabs. Raw HTML,
/// definitions and metadata are left out.
///
/// - Parameters:
///   - source: The document, as UTF-8.
///   - ranges: The selected UTF-8 ranges, each of which begins a line of the result; nil for the whole
///     document.
///   - dialect: The constructs to read in addition to CommonMark.
///   - limits: The limits of the source.
/// - Precondition: Each range is in the document.
/// - Returns: The text, as UTF-8, without a line ending at its end.
/// - Throws: `ParsingRefusal` if the source exceeds `limits`.
/// - Complexity: O(*n*), where *n* is the number of bytes of `source`, for each selection.
public func renderText(
  _ source: [UInt8], selecting ranges: [Range<Int>]? = nil, in dialect: Dialect,
  limits: ParsingLimits = .standard
) throws(ParsingRefusal) -> [UInt8] {
  let tree = try SyntaxTree.toRender(source, in: dialect, limits)
  return source.withUnsafeBufferPointer { bytes in
    guard let ranges else { return TextPrinter.text(of: tree, bytes, nil) }
    let parts = ranges.filter { !$0.isEmpty }.map { range in
      TextPrinter.text(of: tree, bytes, SelectedPart(range, of: tree))
    }
    return Array(parts.joined(separator: [.lineFeed]))
  }
}

extension SyntaxTree {
  fileprivate static func toRender(
    _ source: [UInt8], in dialect: Dialect, _ limits: ParsingLimits
  ) throws(ParsingRefusal) -> SyntaxTree {
    var limits = limits
    limits.byteCount = min(limits.byteCount, ParsingLimits.maximumRenderedByteCount)
    return try SyntaxTree(source, in: dialect, limits: limits)
  }
}

/// A link between pages, `[[a]]` or `[[a#b|c]]`, or a file shown in place, `![[a.png]]`.
public struct WikiLink: Hashable, Sendable {
  /// The page and what follows its name, as written: `a#b` of `[[a#b|c]]`.
  public var target: String
  /// Whether the target is shown in place of the link: `![[a]]`, not `[[a]]`.
  public var isEmbedded: Bool

  /// Creates a link.
  public init(target: String, isEmbedded: Bool = false) {
    self.target = target
    self.isEmbedded = isEmbedded
  }

  var isImage: Bool {
    let name = target.utf8.prefix { $0 != UInt8(ascii: "#") }
    let ends: [StaticString] = [".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".bmp"]
    return ends.contains { end in
      let bytes = UnsafeBufferPointer(start: end.utf8Start, count: end.utf8CodeUnitCount)
      return name.suffix(bytes.count).elementsEqual(bytes) { $0 | 0x20 == $1 | 0x20 }
    }
  }
}
