/// Creates files for the output of a run, such as drawings and reports.
package enum NewFile {
  /// Writes `bytes` to the file at `path`, replacing its contents.
  ///
  /// - Throws: a ``Failure`` of status `inputOutput` if the file cannot be written.
  package static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw Failure(.inputOutput, "\(TerminalText.name(path)): \(SystemError().reason).")
    }
    defer { close(descriptor) }
    try Output(descriptor: descriptor, isTerminal: false, isColored: false).write(bytes)
  }
}
