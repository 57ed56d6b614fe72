import MarkdownSyntax

extension InlineToken.Kind {
  /// Whether it is a soft or hard break, with the bytes that belong to it, as `⏎` in `a⏎b`.
  var isBreak: Bool { self == .softBreak || self == .hardBreak }

  /// Whether it opens or closes a link, like the `[` of `[a](/u)`.
  var isLink: Bool {
    switch self {
    case .openLink, .closeLink: true
    default: false
    }
  }
}
