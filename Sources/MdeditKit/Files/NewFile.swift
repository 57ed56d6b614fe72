/// A file that a run makes anew: a drawing, a report.
package enum NewFile {
  /// Writes `bytes` to the file at `path`, in the place of what it held.
  ///
  /// - Throws: a ``Failure`` of status `inputOutput` where it cannot be written.
  package static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw Failure(.inputOutput, "\(TerminalText.name(path)): \(SystemError().reason).")
    }
    defer { close(descriptor) }
    try Output(descriptor: descriptor, isTerminal: false, isColored: false).write(bytes)
  }
}
