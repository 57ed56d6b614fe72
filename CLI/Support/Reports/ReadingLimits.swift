import CommonMark

/// What a document may hold that is read as a whole.
package typealias ReadingLimits = ParsingLimits

extension ParsingLimits {
  /// Limits of `memory` bytes of memory; the more there is, the longer a source may be.
  package init(ofMemory memory: Int) {
    self.init(byteCount: max(ParsingLimits.standard.byteCount, memory >> 4), memory: memory)
  }
}

extension SourceText {
  /// What a refusal to read the whole text ends with.
  func failure(_ refusal: ParsingRefusal) -> Failure {
    let failure = failure(.unparsable(refusal.description))
    guard case .tooMuchMemory = refusal else { return failure }
    return Failure(.notDone, failure.message + " --memory allows more.")
  }
}
