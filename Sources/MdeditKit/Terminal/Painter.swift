/// Collects text for printing, optionally with colours and with control characters spelled out.
package struct Painter: Hashable, Sendable {
  /// The look of a piece of text; the raw value is an SGR sequence (ECMA-48 §8.3.117).
  package enum Style: String, Hashable, Sendable {
    case plain = ""
    case bold = "\u{1B}[1m"
    case faint = "\u{1B}[2m"
    case red = "\u{1B}[31m"
    case green = "\u{1B}[32m"
    case cyan = "\u{1B}[36m"
  }

  package let isColored: Bool
  /// Whether control characters in the text are spelled out.
  package let escapesControls: Bool
  package private(set) var bytes: [UInt8] = []

  package init(isColored: Bool = false, escapesControls: Bool = false) {
    self.isColored = isColored
    self.escapesControls = escapesControls
  }

  /// Adds `text`. The style ends before a line ending, as pagers expect.
  package mutating func add(_ text: some Sequence<UInt8>, _ style: Style = .plain) {
    let text = escapesControls ? TerminalText.escapingControls(Array(text)) : Array(text)
    guard isColored, style != .plain else {
      bytes += text
      return
    }
    let end = text.lastIndex { !$0.isLineEnding }.map { $0 + 1 } ?? 0
    bytes += style.rawValue.utf8
    bytes += text[..<end]
    bytes += "\u{1B}[0m".utf8
    bytes += text[end...]
  }

  package mutating func add(_ text: String, _ style: Style = .plain) {
    add(text.utf8, style)
  }
}
