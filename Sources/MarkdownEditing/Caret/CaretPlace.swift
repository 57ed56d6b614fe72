import CommonMark
import MarkdownSyntax

/// The kind of place at which a caret is in a document.
enum CaretPlace {
  /// In a leaf, at a UTF-8 offset that is moved out of delimiters.
  case leaf(LeafText, Int)
  /// On a leaf's line, before or after its text: in indentation, blanks or closing markers.
  case besideText
  /// On a line that has only blanks and container markers.
  case blankLine
  /// In a code block, HTML, a definition, a link's destination or a rule.
  case outsideText

  init(_ caret: Int, in reading: DocumentReading) {
    let source = reading.source
    let caret = Self.beforeLineEnding(caret, in: source)
    if reading.document.isMarker(at: caret) {
      self = .outsideText
      return
    }
    guard let leaf = Self.leaf(at: caret, in: reading) else {
      self = Self.isBlankLine(at: caret, in: source) ? .blankLine : .outsideText
      return
    }
    guard let text = LeafText(leaf, of: reading) else {
      self = .outsideText
      return
    }
    guard let first = text.tokens.first, let last = text.tokens.last,
      first.source.lowerBound <= caret && caret <= last.source.upperBound
    else {
      self = .besideText
      return
    }
    self = Self.inside(text, caret, source)
  }

  /// The word at the caret (UAX #29 on the visible text), as indices of characters.
  var word: Range<Int>? {
    switch self {
    case .leaf(let text, let offset):
      text.isAtBareLink(offset) ? nil : VisibleText(text).word(at: offset)
    default: nil
    }
  }

  /// Returns the leaf on whose lines the caret is, after the markers of the containers.
  private static func leaf(at caret: Int, in reading: DocumentReading) -> LeafBlock? {
    let source = reading.source
    for leaf in reading.leaves where leaf.content.lowerBound <= lineEnd(caret, source) {
      if leaf.content.lowerBound <= caret && caret <= leaf.content.upperBound { return leaf }
      if let cell = leaf.cell {
        if cell.lowerBound <= caret && caret <= cell.upperBound { return leaf }
        continue
      }
      for line in leaf.lines {
        let isSameLine =
          lineStart(line.lowerBound, source) <= caret && caret <= lineEnd(line.upperBound, source)
        guard isSameLine else { continue }
        if caret >= line.lowerBound { return leaf }
        // Markers do not belong to the leaf; indentation alone does.
        let isIndentation = source[caret..<line.lowerBound].allSatisfy { $0.isBlank }
        return isIndentation ? leaf : nil
      }
    }
    return nil
  }

  private static func beforeLineEnding(_ caret: Int, in source: [UInt8]) -> Int {
    let isInside =
      caret > 0 && caret < source.count && source[caret - 1] == .carriageReturn
      && source[caret] == .lineFeed
    return isInside ? caret - 1 : caret
  }

  /// Returns the caret, moved out of a unit: to the end of a character's spelling (`&am‸p;`,
  /// `\‸*`), or before a line ending (`\r‸\n`).
  func standing(_ caret: Int, in source: [UInt8]) -> Int {
    let caret = Self.beforeLineEnding(caret, in: source)
    guard case .leaf(let text, let offset) = self,
      text.characters.contains(where: {
        let spelling = text.tokens[$0.token].source
        return spelling.lowerBound < caret && caret < spelling.upperBound
      })
    else { return caret }
    return offset
  }

  /// Returns the place of a caret in the text of a leaf, moved out of delimiters and spellings.
  private static func inside(_ text: LeafText, _ caret: Int, _ source: [UInt8]) -> CaretPlace {
    var imageEnd = -1
    for token in text.tokens {
      if case .openImage = token.kind, token.source.lowerBound >= imageEnd {
        imageEnd = text.tokens[token.partner].source.upperBound
        if token.source.lowerBound < caret && caret < imageEnd { return .outsideText }
      }
      guard token.source.lowerBound < caret, caret < token.source.upperBound else { continue }
      switch token.kind {
      case .character, .codeCharacter:
        return .leaf(text, token.source.upperBound)
      case .softBreak: return .leaf(text, caret)
      case .hardBreak:
        // The backslash of `a\\‸⏎` is not text: the caret goes before it.
        let start = token.source.lowerBound
        let isBehindBackslash = source[start] == .backslash && caret == start + 1
        return .leaf(text, isBehindBackslash ? start : caret)
      case .html, .openLink, .closeLink, .openImage, .closeImage, .openMark, .closeMark:
        return .outsideText
      default:
        // Inside a delimiter, the caret goes to the side of the delimited characters.
        let inner = token.kind.opensMark ? token.source.upperBound : token.source.lowerBound
        return .leaf(text, inner)
      }
    }
    return .leaf(text, caret)
  }

  /// Whether the line has only markers and blanks, and the caret is after the markers, as in `> ‸`.
  private static func isBlankLine(at caret: Int, in source: [UInt8]) -> Bool {
    let line = source[lineStart(caret, source)..<lineEnd(caret, source)]
    // `- - -` is a rule.
    let marks = line.filter { $0 > .space && $0 != .greaterThan }
    if marks.count > 2, let first = marks.first, marks.allSatisfy({ $0 == first }) { return false }
    var rest = line[...]
    var isAfterMarker = false
    while let byte = rest.first {
      if byte.isBlank {
        isAfterMarker = false
        rest.removeFirst()
      } else if byte == .greaterThan {
        rest.removeFirst()
      } else if let length = markerLength(rest) {
        rest.removeFirst(length)
        isAfterMarker = true
      } else {
        return false
      }
    }
    let behind = source[caret..<lineEnd(caret, source)]
    return !isAfterMarker && behind.allSatisfy { $0.isBlank }
  }

  /// Returns the length of a list marker at the start of `bytes`, before a blank or the end.
  private static func markerLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first else { return nil }
    var length = 1
    if first.isASCIIDigit {
      let digits = bytes.prefix { $0.isASCIIDigit }.count
      guard let delimiter = bytes.dropFirst(digits).first, digits <= 9,
        delimiter == .fullStop || delimiter == .rightParenthesis
      else { return nil }
      length = digits + 1
    } else if !Array("-+*".utf8).contains(first) {
      return nil
    }
    let next = bytes.dropFirst(length).first
    return next?.isBlank ?? true ? length : nil
  }

  /// Returns the start of a line, after a byte order mark, which is not text.
  private static func lineStart(_ offset: Int, _ source: [UInt8]) -> Int {
    if let ending = source[..<offset].lastIndex(where: { $0.isLineEnding }) {
      return ending + 1
    }
    return source.byteOrderMarkCount
  }

  private static func lineEnd(_ offset: Int, _ source: [UInt8]) -> Int {
    source[offset...].firstIndex { $0.isLineEnding } ?? source.count
  }
}

extension LeafText {
  /// Whether an offset is inside a soft or hard break with its blanks or backslash, as in `a\‸⏎b`.
  func isInBreak(_ offset: Int) -> Bool {
    tokens.contains { token in
      token.kind.isBreak && token.source.lowerBound < offset && offset < token.source.upperBound
    }
  }

  /// Whether an offset is at an end of a link without brackets, as in `http://a.b‸`.
  fileprivate func isAtBareLink(_ offset: Int) -> Bool {
    tokens.contains {
      $0.source == offset..<offset && ($0.kind == .openLink(.bare) || $0.kind == .closeLink(.bare))
    }
  }

  /// Whether an offset is in an autolink in brackets, whose text is its destination, as in
  /// `<http://a‸.b>`.
  func isInAutolink(_ offset: Int) -> Bool {
    tokens.contains { token in
      guard case .openLink(let form) = token.kind, form.isAutolink, form != .bare else {
        return false
      }
      return token.source.lowerBound < offset && offset <= tokens[token.partner].source.lowerBound
    }
  }
}
