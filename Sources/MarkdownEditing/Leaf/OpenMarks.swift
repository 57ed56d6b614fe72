import MarkdownSyntax

/// The marks that are open at a token, while tokens are read in order.
struct OpenMarks {
  /// The marks of a character there.
  private(set) var set: MarkSet = []
  /// The marks around each open node, the innermost last.
  private var outer: [MarkSet] = []

  /// Reads a token: a delimiter or fence opens or closes its mark, an image's bracket all marks.
  mutating func pass(_ kind: InlineToken.Kind) {
    switch kind {
    case .openStrong: open(.strong)
    case .openEmphasis: open(.emphasis)
    case .openCode: open(.code)
    case .openMark(let syntax): open(.structure(syntax))
    case .openImage:
      open([])
      set = []
    case .closeStrong, .closeEmphasis, .closeCode, .closeMark, .closeImage:
      set = outer.popLast() ?? []
    default: break
    }
  }

  private mutating func open(_ mark: MarkSet) {
    outer.append(set)
    set.formUnion(mark)
  }
}
