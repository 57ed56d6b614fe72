import CommonMark
import MarkdownSyntax

extension SourceText {
  /// What the text means in CommonMark.
  ///
  /// - Throws: a ``Failure`` of status `notDone` where it is beyond what libcmark may be given.
  func reading(_ limits: ParsingLimits = .standard) throws(Failure) -> DocumentReading {
    do {
      return try DocumentReading(bytes, limits: limits)
    } catch {
      throw failure(error)
    }
  }
}
