/// The standard output or standard error of a run, and what it may show there.
///
/// On a terminal, the control characters of a document are escaped, so that no document can move
/// the cursor, change the title or hide text. Files and pipes receive the bytes unchanged.
package struct Output: Hashable, Sendable {
  /// The condition for coloured output.
  package enum Color: String, Hashable, Sendable, CaseIterable {
    /// On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
    case auto
    /// Always, even into a file.
    case always
    /// Never, even on a terminal.
    case never
  }

  package var descriptor: Int32
  package var isTerminal: Bool
  package var isColored: Bool

  package init(descriptor: Int32, isTerminal: Bool, isColored: Bool) {
    self.descriptor = descriptor
    self.isTerminal = isTerminal
    self.isColored = isColored
  }

  /// Standard output, coloured as `color` says; see <https://no-color.org> for `NO_COLOR`.
  package static func standard(color: Color = .auto) -> Output {
    let terminal = MdeditKit.isTerminal(1)
    let forbidden =
      environmentValue("NO_COLOR").map { !$0.isEmpty } ?? false
      || environmentValue("TERM") == "dumb"
    let colored =
      switch color {
      case .auto: terminal && !forbidden
      case .always: true
      case .never: false
      }
    return Output(descriptor: 1, isTerminal: terminal, isColored: colored)
  }

  /// Standard error, which is never coloured.
  package static func standardError() -> Output {
    Output(descriptor: 2, isTerminal: MdeditKit.isTerminal(2), isColored: false)
  }

  /// Whether control characters of a document must be escaped here.
  package var escapesControls: Bool { isTerminal || isColored }

  /// Writes the bytes of a document, or of text that quotes one.
  ///
  /// - Throws: a ``Failure`` of status `inputOutput` if the bytes cannot be written.
  package func write(_ bytes: [UInt8]) throws(Failure) {
    try writeAsIs(escapesControls ? TerminalText.escapingControls(bytes) : bytes)
  }

  package func painter() -> Painter {
    Painter(isColored: isColored, escapesControls: escapesControls)
  }

  /// Writes the text of a painter that this output made.
  package func write(_ painter: Painter) throws(Failure) { try writeAsIs(painter.bytes) }

  private func writeAsIs(_ bytes: [UInt8]) throws(Failure) {
    do {
      try writeAll(bytes, to: descriptor)
    } catch {
      let name = descriptor == 2 ? "standard error" : "standard output"
      throw Failure(.inputOutput, "\(name): \(error.reason).")
    }
  }
}
