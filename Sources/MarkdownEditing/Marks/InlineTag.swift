import MarkdownSyntax

/// Tags around text that a command adds or removes, such as `<kbd>`, and the brackets of wiki links.
enum InlineTag: String, Hashable {
  case keyboard = "kbd"
  case underline = "u"
  case `subscript` = "sub"
  case superscript = "sup"
  case mark
  case wikiLink = "[["

  /// The tags that are marks of text.
  static let marks: [InlineTag] = [.keyboard, .underline, .subscript, .superscript, .mark]

  var opening: [UInt8] { self == .wikiLink ? Array("[[".utf8) : Array("<\(rawValue)>".utf8) }
  var closing: [UInt8] { self == .wikiLink ? Array("]]".utf8) : Array("</\(rawValue)>".utf8) }
}

/// What a command does with links.
enum LinkAction: Hashable {
  case link, unlink, image
}
