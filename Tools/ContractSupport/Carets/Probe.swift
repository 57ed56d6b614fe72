/// A text with a word typed into it: what the text typed next would be.
struct Probe {
  /// A word, and with blanks beside it.
  static let texts = ["word", "word ", " word", " word "]
  /// The length of the word.
  static let width = 4

  /// The text with the word.
  let reading: Reading
  /// The events of the word; nil where it is not, whole, visible and markable.
  let word: [Int]?

  /// Types `text`, blanks and a word, into `source` at the UTF-8 offset `caret`.
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

  /// How many markable characters stand before the word.
  var markableCountBefore: Int {
    let first = word?.first ?? 0
    return reading.characters.count { $0 < first && reading.events[$0].isMarkable }
  }

  /// The marks that all of the word has.
  var marks: MarkSet? {
    guard let word, let first = word.first else { return nil }
    let marks = reading.events[first].marks
    return word.allSatisfy { reading.events[$0].marks == marks } ? marks : nil
  }

  /// Whether everything but the word is as it was: the markable characters and their marks, the
  /// links, images, HTML and blocks, white space and breaks aside.
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

  /// The links, images and raw HTML, in order.
  var links: [Event.Kind] {
    events.map(\.kind).filter { kind in
      switch kind {
      case .openLink, .openImage, .html: true
      default: false
      }
    }
  }

  /// What counts when a word is typed, without the events `left`.
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
