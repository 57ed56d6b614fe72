import CommonMark

/// Limits the memory for reading documents, in the whole process; with more, they may be longer.
///
/// - Parameter memory: bytes for one parse; a command may hold two readings at a time.
package func boundReading(toMemory memory: Int) {
  ParsingLimits.standard = ParsingLimits(
    byteCount: max(ParsingLimits.standard.byteCount, memory >> 4), memory: memory)
}

extension SourceText {
  /// The failure to report if the whole text cannot be parsed.
  func failure(_ refusal: ParsingRefusal) -> Failure {
    failure(.unparsable(refusal.description))
  }

  /// A hint that `--memory` would help; empty if it would not.
  var memoryHint: String {
    guard case .tooMuchMemory = ParsingLimits.standard.refusal(of: bytes) else { return "" }
    return " --memory allows more."
  }
}
