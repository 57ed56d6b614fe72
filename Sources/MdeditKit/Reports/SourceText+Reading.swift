import CommonMark
import MarkdownSyntax

extension SourceText {
  /// The reading of the text in CommonMark.
  ///
  /// - Throws: a ``Failure`` of status `notDone` if the text exceeds the parsing limits.
  func reading() throws(Failure) -> DocumentReading {
    do {
      return try DocumentReading(bytes)
    } catch {
      throw failure(error)
    }
  }
}
