import MarkdownSyntax
import TextEditing

/// The edges of a new link: the delimiters to close and reopen there, and the changes inside.
struct LinkEdges {
  var range: Range<Int>
  var closingAtStart: [UInt8] = []
  var openingAtStart: [UInt8] = []
  var closingAtEnd: [UInt8] = []
  var openingAtEnd: [UInt8] = []
  /// The removals of links inside the new link, and the escapes of brackets that are text.
  var inside: [TextEdit.Replacement] = []

  init(_ selected: Range<Int>, _ tokens: [InlineToken], _ source: [UInt8]) {
    range = selected
    // If the range is all the text of code or an image, which cannot contain a link, their
    // delimiters are inside the link. Other delimiters at both edges stay outside.
    let elements = tokens.elements
    for element in elements
    where element.text == range && (element.kind == .openCode || element.kind.isImage) {
      range = element.all
    }
    widen(tokens)
    joinEdges(elements)
    range = Self.whole(range, tokens)
    close(elements, source)
    escapeBrackets(tokens)
    inside = inside.sorted(byKey: { $0.range.lowerBound })
  }

  /// Returns the replacements for an opening and a closing part, with others in between.
  func replacements(
    opening: [UInt8], _ inside: [TextEdit.Replacement] = [], closing: [UInt8], in source: [UInt8]
  ) -> [TextEdit.Replacement] {
    // A delimiter cannot close after a blank or open before one.
    var before = range.lowerBound
    while !closingAtStart.isEmpty, before > 0, source[before - 1].isBlank { before -= 1 }
    let after = placeOfOpening(in: source)
    let (start, end) = (range.lowerBound, range.upperBound)
    let all =
      [
        TextEdit.Replacement(before..<before, with: closingAtStart),
        TextEdit.Replacement(start..<start, with: opening + openingAtStart),
      ] + inside + [
        TextEdit.Replacement(end..<end, with: closingAtEnd + closing),
        TextEdit.Replacement(after..<after, with: openingAtEnd),
      ]
    return all.filter { !$0.range.isEmpty || !$0.bytes.isEmpty }
  }

  /// Returns the offset after the range at which marks are reopened.
  func placeOfOpening(in source: [UInt8]) -> Int {
    var place = range.upperBound
    while !openingAtEnd.isEmpty, place < source.count, source[place].isBlank { place += 1 }
    return place
  }

  /// Returns a range without leading delimiters that close and trailing delimiters that open.
  static func within(_ range: Range<Int>, _ tokens: [InlineToken]) -> Range<Int> {
    let start = min(tokens.behindClosing(range.lowerBound), range.upperBound)
    return start..<max(tokens.beforeOpening(range.upperBound), start)
  }

  /// Returns a range extended over each bare link and island that it cuts, where a link cannot
  /// begin: all of `http://a.b` if `a` is in the range.
  static func whole(_ range: Range<Int>, _ tokens: [InlineToken]) -> Range<Int> {
    var result = range
    for token in tokens {
      var source = token.source
      switch token.kind {
      case .openLink(.bare) where token.partner >= 0:
        source = source.lowerBound..<tokens[token.partner].source.upperBound
      case .island: break
      default: continue
      }
      guard source.lowerBound < range.upperBound, range.lowerBound < source.upperBound else {
        continue
      }
      result = result.joined(with: source)
    }
    return result
  }

  /// Returns an offset moved out of a token: before an opening delimiter, or after any other token.
  static func outside(_ place: Int, _ tokens: [InlineToken]) -> Int {
    for token in tokens where token.source.lowerBound < place && place < token.source.upperBound {
      return token.kind.isOpening ? token.source.lowerBound : token.source.upperBound
    }
    return place
  }

  /// Extends the range so that it does not cut delimiters.
  private mutating func widen(_ tokens: [InlineToken]) {
    for token in tokens where token.partner >= 0 {
      if token.source.lowerBound < range.lowerBound, range.lowerBound < token.source.upperBound {
        range = token.source.lowerBound..<range.upperBound
      }
      if token.source.lowerBound < range.upperBound, range.upperBound < token.source.upperBound {
        range = range.lowerBound..<token.source.upperBound
      }
    }
  }

  /// Includes the delimiter of a mark at an edge if none of its text is outside, as in `**⟦a** b⟧`,
  /// and a fence of code at an edge, because code is cut at the other edge.
  private mutating func joinEdges(_ elements: [InlineElement]) {
    for element in elements.reversed()
    where element.open.upperBound == range.lowerBound
      && (element.close.upperBound <= range.upperBound || element.kind == .openCode)
    {
      range = element.open.lowerBound..<range.upperBound
    }
    for element in elements.reversed()
    where element.close.lowerBound == range.upperBound
      && (element.open.lowerBound >= range.lowerBound || element.kind == .openCode)
    {
      range = range.lowerBound..<element.close.upperBound
    }
  }

  /// Closes whatever is open at an edge, and reopens it on the other side.
  private mutating func close(_ elements: [InlineElement], _ source: [UInt8]) {
    for element in elements {
      let (open, close) = (element.open, element.close)
      let opensBefore = open.upperBound <= range.lowerBound
      let closesBehind = close.lowerBound >= range.upperBound
      let closesInside = range.covers(close)
      let opensInside = range.covers(open)
      if case .openLink = element.kind, opensBefore && closesInside || opensInside && closesBehind {
        // Links cannot be nested: the other link ends before this one, or begins after it.
        inside.append(TextEdit.Replacement(opensInside ? open : close, with: ""))
        if opensInside {
          openingAtEnd += source[open]
        } else {
          closingAtStart = source[close] + closingAtStart
        }
      } else if opensBefore, closesInside {
        closingAtStart = source[close] + closingAtStart
        openingAtStart += source[open]
      } else if opensInside, closesBehind, open.upperBound <= range.upperBound {
        closingAtEnd = source[close] + closingAtEnd
        openingAtEnd += source[open]
      } else if opensBefore, closesBehind, case .openCode = element.kind {
        // Code cannot contain a link, so the span is cut at both edges.
        closingAtStart = source[close] + closingAtStart
        openingAtStart += source[open]
        closingAtEnd = source[close] + closingAtEnd
        openingAtEnd += source[open]
      } else if opensInside, closesInside, case .openLink(let form) = element.kind, form != .bare {
        inside += [TextEdit.Replacement(open, with: ""), TextEdit.Replacement(close, with: "")]
      }
    }
  }

  /// Escapes brackets that are text and unpaired in the range, and so would end the link's text.
  private mutating func escapeBrackets(_ tokens: [InlineToken]) {
    var open: [Int] = []
    var lone: [Int] = []
    for token in tokens
    where range.lowerBound <= token.source.lowerBound
      && token.source.upperBound <= range.upperBound
    {
      guard case .character(let scalar, .plain) = token.kind else { continue }
      if scalar == "[" { open.append(token.source.lowerBound) }
      if scalar == "]" {
        if open.popLast() == nil { lone.append(token.source.lowerBound) }
      }
    }
    inside += (lone + open).map { TextEdit.Replacement($0..<$0, with: "\\") }
  }
}

extension [TextEdit.Replacement] {
  /// Returns the replacements with insertions at the same offset joined.
  func joined() -> [TextEdit.Replacement] {
    var result: [TextEdit.Replacement] = []
    for replacement in self {
      if let last = result.last, last.range == replacement.range, last.range.isEmpty {
        result[result.count - 1] = TextEdit.Replacement(
          last.range, with: last.bytes + replacement.bytes)
      } else {
        result.append(replacement)
      }
    }
    return result
  }
}

extension [InlineToken] {
  /// Whether a tag is around a range, as `<a b>` is around its `b`.
  func haveTag(around range: Range<Int>) -> Bool {
    contains {
      $0.kind == .html && $0.source.lowerBound < range.lowerBound
        && range.upperBound < $0.source.upperBound
    }
  }
}
