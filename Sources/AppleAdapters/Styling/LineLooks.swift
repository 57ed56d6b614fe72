#if compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS)
  import MarkdownSyntax
  import TextEditing

  /// Computes the looks of successive lines.
  struct LineLooks {
    /// Characters with the same look.
    struct Run: Hashable {
      /// The range, in UTF-16 code units of the text.
      var range: Range<Int>
      var look: TextLook
    }

    private let theme: MarkdownTheme
    private let bytes: [UInt8]
    /// The UTF-8 offset of the bytes in the text.
    private let start: Int
    /// The runs: ascending and adjacent, they cover the bytes.
    private(set) var runs: [Run] = []
    /// The end of the runs, in UTF-16 code units of the text.
    private var end: Int
    /// The end of the runs, in bytes.
    private var position = 0

    /// Finds the looks of lines.
    ///
    /// - Parameters:
    ///   - bytes: the lines, with their endings.
    ///   - start: the UTF-8 offset of the lines in the text.
    ///   - utf16Start: the UTF-16 offset of the lines in the text.
    ///   - tokens: the tokens of the lines.
    ///   - revealed: the UTF-8 range of the lines that show their delimiters.
    /// - Complexity: O(*n*).
    init(
      of bytes: [UInt8], at start: Int, utf16Start: Int, tokens: [SyntaxToken],
      revealed: Range<Int>,
      theme: MarkdownTheme
    ) {
      self.theme = theme
      self.bytes = bytes
      self.start = start
      end = utf16Start
      var next = 0
      while position < bytes.count {
        let line = lineRange()
        let first = next
        while next < tokens.count, tokens[next].range.lowerBound < start + line.upperBound {
          next += 1
        }
        addLine(
          tokens[first..<next], to: line.upperBound,
          isRevealed: revealed.contains(start + line.lowerBound))
        add(theme.look(ofLevel: 0), to: afterEnding(line.upperBound))
      }
    }

    /// The line at the position, without its ending.
    private func lineRange() -> Range<Int> {
      let end = bytes[position...].firstIndex { $0 == .lineFeed || $0 == .carriageReturn }
      return position..<(end ?? bytes.count)
    }

    private func afterEnding(_ end: Int) -> Int {
      guard end < bytes.count else { return end }
      let isPair =
        bytes[end] == .carriageReturn && end + 1 < bytes.count && bytes[end + 1] == .lineFeed
      return end + (isPair ? 2 : 1)
    }

    private mutating func addLine(
      _ tokens: ArraySlice<SyntaxToken>, to lineEnd: Int, isRevealed: Bool
    ) {
      let isTable = tokens.contains { $0.kind == .tablePipe || $0.kind == .tableRule }
      let markers = tokens.prefix { [.quoteMarker, .listMarker, .taskBox].contains($0.kind) }
      // A line shows its delimiters if nothing else would be left of it, and if it is a definition.
      let isHiding =
        !isRevealed && !tokens.contains { $0.kind == .definition }
        && tokens.dropFirst(markers.count).contains { !theme.hides($0) }
      var base = theme.look(ofLevel: tokens.first { $0.level > 0 }?.level ?? 0)
      if theme.hangsMarkers, !isTable, let last = markers.last {
        base.hanging = prefix(to: last.range.upperBound - start, before: lineEnd)
      }
      // The brackets of a footnote are its marker.
      let label = tokens.first { $0.kind == .footnoteLabel }?.range
      let firstText = tokens.dropFirst(markers.count + 1).first
      var wasHidden = false
      for token in tokens {
        let isOfLabel =
          label.map {
            token.range.upperBound == $0.lowerBound || token.range.lowerBound == $0.upperBound
          } ?? false
        let isHidden = isHiding && !isOfLabel && theme.hides(token)
        var gap = base
        // The white space after a heading's `#`, or between an address and a title.
        gap.isHidden = wasHidden && (isHidden || token.level > 0 && token == firstText)
        if isTable { gap.isMonospaced = true }
        add(gap, to: token.range.lowerBound - start)
        add(token, to: Swift.min(token.range.upperBound - start, lineEnd), base, isTable, isHidden)
        wasHidden = isHidden
      }
      if isTable { base.isMonospaced = true }
      add(base, to: lineEnd)
    }

    private mutating func add(
      _ token: SyntaxToken, to tokenEnd: Int, _ base: TextLook, _ isTable: Bool, _ isHidden: Bool
    ) {
      var look = theme.look(of: token)
      look.hanging = base.hanging
      look.spacing = base.spacing
      look.isHidden = isHidden
      if isTable { look.isMonospaced = true }
      if token.kind == .escape, position < tokenEnd {
        var backslash = look
        if theme.delimiters != .shown { backslash.color = theme.delimiter }
        add(backslash, to: position + 1)
      }
      add(look, to: tokenEnd)
    }

    /// The markers of a line, with the spaces and tabs after them.
    private func prefix(to end: Int, before lineEnd: Int) -> String {
      var end = end
      while end < lineEnd, bytes[end] == .space || bytes[end] == .tab { end += 1 }
      return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    /// Adds characters up to an offset; the last run is extended if they look the same.
    private mutating func add(_ look: TextLook, to newPosition: Int) {
      guard newPosition > position else { return }
      let newEnd = bytes[position..<newPosition].reduce(end) { count, byte in
        // Only bytes that begin a scalar count; scalars of four bytes are two code units.
        count + (byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1)
      }
      if let last = runs.last, last.look == look {
        runs[runs.count - 1].range = last.range.lowerBound..<newEnd
      } else {
        runs.append(Run(range: end..<newEnd, look: look))
      }
      (position, end) = (newPosition, newEnd)
    }
  }
#endif
