import JSONText

/// The standard output or standard error of a run, and what it may show there.
///
/// On a terminal, the control characters of a document are escaped, so that no document can move
/// the cursor, change the title or hide text. Files and pipes receive the bytes unchanged.
package struct Output: Hashable, Sendable {
  /// The condition for coloured output.
  package enum Color: String, Hashable, Sendable, CaseIterable {
    /// On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
    case auto
    case always
    case never
  }

  private let descriptor: Int32
  private let isTerminal: Bool
  private let isColored: Bool

  /// Standard output, coloured as `color` says; see <https://no-color.org> for `NO_COLOR`.
  package static func standard(color: Color = .auto) -> Output {
    let terminal = isatty(1) == 1
    let forbidden =
      environmentValue("NO_COLOR")?.isEmpty == false || environmentValue("TERM") == "dumb"
    let colored = color == .always || color == .auto && terminal && !forbidden
    return Output(descriptor: 1, isTerminal: terminal, isColored: colored)
  }

  package static func standardError() -> Output {
    Output(descriptor: 2, isTerminal: isatty(2) == 1, isColored: false)
  }

  private var escapesControls: Bool { isTerminal || isColored }

  /// Writes the bytes of a document, or of text that quotes one.
  package func write(_ bytes: [UInt8]) throws(Failure) {
    try writeAsIs(escapesControls ? TerminalText.escapingControls(bytes) : bytes)
  }

  package func painter() -> Painter {
    Painter(isColored: isColored, escapesControls: escapesControls)
  }

  package func write(_ painter: Painter) throws(Failure) { try writeAsIs(painter.bytes) }

  private func writeAsIs(_ bytes: [UInt8]) throws(Failure) {
    do { try writeAll(bytes, to: descriptor) } catch {
      let name = descriptor == 2 ? "standard error" : "standard output"
      throw Failure(.inputOutput, "\(name): \(error.reason).")
    }
  }
}

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

/// Makes text safe to show: no control character reaches a terminal unescaped.
package enum TerminalText {
  /// Spells out the control characters in the UTF-8 of a document, for example `\u{1B}`.
  ///
  /// Tabs and line endings stay; a CR stays only before an LF. Besides the C0 and C1 controls
  /// (ECMA-48), the line and paragraph separators and the bidirectional controls (UAX #9) are
  /// spelled out. Bidirectional controls make a terminal show text in a different order. Characters
  /// that no terminal shows, such as the zero-width space and the tag characters, are spelled out
  /// too (`Unicode.Scalar.isHidden`).
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func escapingControls(_ bytes: [UInt8]) -> [UInt8] {
    let isSuspect = bytes.contains {
      $0 < .space ? $0 != .lineFeed && $0 != .tab : Unicode.Scalar.mayBeHidden($0)
    }
    guard isSuspect else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64)
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isPartOfCRLF =
        scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      let stays = !scalar.isHidden || scalar == "\n" || scalar == "\t" || isPartOfCRLF
      result += (stays ? String(scalar) : spelledOut(scalar)).utf8
    }
    return result
  }

  package static func escapingControls(_ text: String) -> String {
    String(decoding: escapingControls(Array(text.utf8)), as: UTF8.self)
  }

  /// A file's name for use in a sentence: line endings and tabs are spelled out too.
  package static func name(_ path: String) -> String {
    path.unicodeScalars.map { $0.isHidden ? spelledOut($0) : String($0) }.joined()
  }

  private static func spelledOut(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }
}
