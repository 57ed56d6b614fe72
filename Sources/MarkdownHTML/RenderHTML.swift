import CommonMark
import MarkdownSyntax

/// Renders `source` as HTML in its dialect, as libcmark and cmark-gfm do.
///
/// The HTML is safe unless raw HTML is allowed: comments replace raw HTML, and destinations such as
/// `javascript:` are left out. Metadata at the start of the document is not printed. A formula is
/// `<span class="math">\(a\)</span>`, or `<div class="math">\[a\]</div>` if it is a paragraph by
/// itself; KaTeX and MathJax know these delimiters.
///
/// ```swift
/// let html = try renderHTML("- [x] *done*", in: .gitHub)
/// // <ul>
/// // <li><input type="checkbox" checked="" disabled="" /> <em>done</em></li>
/// // </ul>
/// ```
///
/// - Parameters:
///   - source: The document, as UTF-8.
///   - dialect: The constructs to read in addition to CommonMark.
///   - allowingRawHTML: Whether raw HTML and dangerous destinations are kept.
///   - limits: The limits of the source.
///   - wikiLink: Returns the address of a link between pages, or nil to print only its text.
/// - Returns: The HTML, as UTF-8.
/// - Throws: `ParsingRefusal` if the source exceeds `limits`.
/// - Complexity: O(*n*), where *n* is the number of bytes of `source`.
public func renderHTML(
  _ source: [UInt8], in dialect: Dialect, allowingRawHTML: Bool = false,
  limits: ParsingLimits = .standard, wikiLink: @escaping (WikiLink) -> String? = { _ in nil }
) throws(ParsingRefusal) -> [UInt8] {
  var limits = limits
  limits.byteCount = min(limits.byteCount, ParsingLimits.maximumRenderedByteCount)
  let tree = try SyntaxTree(source, in: dialect, limits: limits)
  return source.withUnsafeBufferPointer { bytes in
    var printer = HTMLPrinter(tree, bytes, allowsRawHTML: allowingRawHTML, addressOf: wikiLink)
    printer.printDocument()
    return printer.out
  }
}

/// Renders a string as HTML, like the function for UTF-8.
///
/// - Throws: `ParsingRefusal` if the source exceeds `limits`.
/// - Complexity: O(*n*), where *n* is the number of UTF-8 bytes of `source`.
public func renderHTML(
  _ source: String, in dialect: Dialect, allowingRawHTML: Bool = false,
  limits: ParsingLimits = .standard, wikiLink: @escaping (WikiLink) -> String? = { _ in nil }
) throws(ParsingRefusal) -> String {
  let bytes = try renderHTML(
    Array(source.utf8), in: dialect, allowingRawHTML: allowingRawHTML, limits: limits,
    wikiLink: wikiLink)
  return String(decoding: bytes, as: UTF8.self)
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
