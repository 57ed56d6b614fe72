import CommonMark

/// Bounds the memory that a document may take to be read, for the whole process; the more there is,
/// the longer a source may be.
///
/// - Parameter memory: bytes for one parse; a command may hold two readings at a time.
package func boundReading(toMemory memory: Int) {
  ParsingLimits.standard = ParsingLimits(
    byteCount: max(ParsingLimits.standard.byteCount, memory >> 4), memory: memory)
}

extension SourceText {
  /// What a refusal to read the whole text ends with.
  func failure(_ refusal: ParsingRefusal) -> Failure {
    failure(.unparsable(refusal.description))
  }

  /// What more memory would help with; empty where it would not.
  var memoryHint: String {
    guard case .tooMuchMemory = ParsingLimits.standard.refusal(of: bytes) else { return "" }
    return " --memory allows more."
  }
}
