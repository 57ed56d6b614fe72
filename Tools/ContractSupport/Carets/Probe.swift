/// A text with a word typed into it, which shows the marks of text typed next.
struct Probe {
  static let texts = ["word", "word ", " word", " word "]
  static let width = 4

  let reading: Reading
  /// The events of the word, or nil unless all of it is visible and markable.
  let word: [Int]?

  /// Types `text`, a word with optional blanks, into `source` at the UTF-8 offset `caret`.
  init?(_ source: [UInt8], at caret: Int, typing text: String = "word", oracle: ReferenceOracle) {
    let typed = source[..<caret] + Array(text.utf8) + source[caret...]
    guard let reading = try? Reading(Array(typed), oracle: oracle) else { return nil }
    self.reading = reading
    let range = caret..<caret + text.utf8.count
    let events = reading.characters.filter {
      reading.events[$0].isMarkable && reading.spans[$0].overlaps(range)
        && reading.spans[$0].count == 1
    }
    let letters = text.unicodeScalars.filter { !$0.isMarkdownSpace }
    word = events.compactMap { reading.events[$0].scalar } == Array(letters) ? events : nil
  }

  var markableCountBefore: Int {
    let first = word?.first ?? 0
    return reading.characters.count { $0 < first && reading.events[$0].isMarkable }
  }

  /// The marks of the word, or nil if its characters differ.
  var marks: MarkSet? {
    guard let word, let first = word.first else { return nil }
    let marks = reading.events[first].marks
    return word.allSatisfy { reading.events[$0].marks == marks } ? marks : nil
  }

  /// Whether everything except the word is unchanged: markable characters with their marks, links,
  /// images, HTML and blocks. White space and breaks do not count.
  func keeps(_ before: Reading) -> Bool {
    before.rendered.gist(without: []) == reading.rendered.gist(without: Set(word ?? []))
  }
}

extension Rendered {
  /// A markable character with its marks, or something else that typing a word must not change.
  enum Gist: Hashable {
    case character(Unicode.Scalar, MarkSet)
    case other(Event.Kind)
  }

  var links: [Event.Kind] {
    events.map(\.kind).filter { kind in
      switch kind {
      case .openLink, .openImage, .html: true
      default: false
      }
    }
  }

  /// Returns everything that typing a word must preserve, without the events `left`.
  func gist(without left: Set<Int>) -> [Gist] {
    events.indices.compactMap { index in
      let event = events[index]
      switch event.kind {
      case .character(let scalar):
        return event.isMarkable && !left.contains(index) ? .character(scalar, event.marks) : nil
      case .openMark, .closeMark, .softBreak, .hardBreak: return nil
      case .openBlock(.paragraph, _, _, _), .closeBlock(.paragraph): return nil
      case .openBlock(let kind, let number, let listKind, _):
        return .other(.openBlock(kind, number: number, listKind: listKind, isTight: false))
      default: return .other(event.kind)
      }
    }
  }
}
