import CommonMark

extension LineStart {
  /// Whether raw HTML at the start of a line of a paragraph would begin an HTML block. `<div>`
  /// would, `<b>` only alone on a first line.
  ///
  /// Rules: CommonMark 0.30 §4.6; its seventh kind cannot interrupt a paragraph.
  ///
  /// - Parameters:
  ///   - html: the raw HTML's bytes.
  ///   - isFirst: whether the line is the first of its leaf.
  ///   - isAlone: whether nothing but white space follows on the line.
  static func beginsHTMLBlock(_ html: ArraySlice<UInt8>, isFirst: Bool, isAlone: Bool) -> Bool {
    let rest = html.dropFirst()
    guard let second = rest.first else { return false }
    if second == UInt8(ascii: "!") || second == UInt8(ascii: "?") { return true }
    let isClosing = second == UInt8(ascii: "/")
    let letters = (isClosing ? rest.dropFirst() : rest).prefix { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == UInt8(ascii: "-")
    }
    let name = letters.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    if verbatim.contains(name) { return !isClosing }
    // `<source>` of 0.30 gave way to `<search>`.
    let isOther = name == (ParsingLibrary.isSince31 ? source : search)
    return (blocks.contains(name) && !isOther) || (isFirst && isAlone)
  }

  /// Names of the first kind.
  private static let verbatim = names("pre script style textarea")
  /// Names of the sixth kind.
  private static let blocks = names(
    """
    address article aside base basefont blockquote body caption center col colgroup dd details \
    dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 \
    head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p \
    param search section source summary table tbody td tfoot th thead title tr track ul
    """)

  private static let search = Array("search".utf8)
  private static let source = Array("source".utf8)

  /// The bytes of each of some names: strings would be compared, and so brought, by the tables of
  /// canonical equivalence.
  private static func names(_ list: String) -> Set<[UInt8]> {
    Set(list.utf8.split(separator: UInt8(ascii: " ")).map { Array($0) })
  }
}
