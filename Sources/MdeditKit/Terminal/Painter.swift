/// Puts together what is printed, in colours and with control characters spelled out or not.
package struct Painter: Hashable, Sendable {
  /// How a piece of text looks; the raw value is an SGR sequence (ECMA-48 §8.3.117).
  package enum Style: String, Hashable, Sendable {
    case plain = ""
    case bold = "\u{1B}[1m"
    case faint = "\u{1B}[2m"
    case red = "\u{1B}[31m"
    case green = "\u{1B}[32m"
    case cyan = "\u{1B}[36m"
  }

  /// Whether colours are used.
  package let isColored: Bool
  /// Whether control characters of the text are spelled out.
  package let escapesControls: Bool
  /// What is put together so far.
  package private(set) var bytes: [UInt8] = []

  /// Makes a painter that has painted nothing.
  package init(isColored: Bool = false, escapesControls: Bool = false) {
    self.isColored = isColored
    self.escapesControls = escapesControls
  }

  /// Adds `text`; the style ends before a line ending, where pagers expect it to.
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

  /// Adds `text`.
  package mutating func add(_ text: String, _ style: Style = .plain) {
    add(text.utf8, style)
  }
}
