/// The SF Symbols that this project may use, if Apple's app lists them as available in iOS 17.0.
@_spi(StandIn) public enum Symbols {
  public static let names: Set<String> = [
    "1.square", "1.square.fill", "2.square", "3.square", "4.square", "5.square", "6.square",
    "arrow.down", "arrow.left.to.line", "arrow.right.to.line", "arrow.up", "arrow.up.and.down",
    "arrow.uturn.backward", "arrow.uturn.forward", "bold", "character", "checklist",
    "checkmark.square", "chevron.down", "chevron.left.forwardslash.chevron.right", "chevron.up",
    "circle.slash", "command", "curlybraces", "curlybraces.square", "decrease.indent",
    "delete.left", "doc.on.clipboard", "ellipsis", "ellipsis.circle", "eraser",
    "eraser.line.dashed", "globe", "h.square", "highlighter", "increase.indent", "italic",
    "keyboard", "keyboard.chevron.compact.down", "line.3.horizontal", "link", "link.badge.plus",
    "link.circle", "list.bullet", "list.bullet.indent", "list.number", "mic", "minus",
    "minus.circle", "minus.rectangle", "minus.rectangle.portrait", "multiply", "music.note",
    "nosign", "number", "number.square", "option", "paperclip", "paperclip.badge.ellipsis",
    "paragraphsign", "photo", "photo.on.rectangle", "plus", "plus.circle", "plus.square.on.square",
    "point.3.connected.trianglepath.dotted", "rectangle.badge.minus", "rectangle.slash",
    "rectangle.split.1x2", "rectangle.split.2x1", "return", "safari", "scissors", "slash.circle",
    "space", "square.dashed.inset.filled", "strikethrough", "tablecells",
    "tablecells.badge.ellipsis", "text.aligncenter", "text.alignleft", "text.alignright",
    "text.quote", "textformat", "textformat.abc", "textformat.alt", "textformat.size", "trash",
    "underline", "xmark", "xmark.circle",
  ]
}
