import MarkdownSyntax

/// Tags around text that a command adds or removes, such as `<kbd>`, and the brackets of wiki links.
enum InlineTag: String, Hashable, CaseIterable {
  case keyboard = "kbd"
  case underline = "u"
  case `subscript` = "sub"
  case superscript = "sup"
  case mark
  case wikiLink = "[["

  /// The tags that are marks of text.
  static let marks = allCases.filter { $0 != .wikiLink }

  /// Finds the tag of text with a name, such as `kbd`; nil if no command writes it.
  init?(named name: [UInt8]) {
    guard let tag = Self.marks.first(where: { name.elementsEqual($0.rawValue.utf8) }) else {
      return nil
    }
    self = tag
  }

  var opening: [UInt8] { self == .wikiLink ? Array("[[".utf8) : Array("<\(rawValue)>".utf8) }
  var closing: [UInt8] { self == .wikiLink ? Array("]]".utf8) : Array("</\(rawValue)>".utf8) }
}

/// What a command does with links.
enum LinkAction: Hashable {
  case link, unlink, image
}
