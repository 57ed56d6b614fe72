import CommonMark
import MarkdownSyntax

extension SourceText {
  /// What the text means in CommonMark.
  ///
  /// - Throws: a ``Failure`` of status `notDone` where it is beyond what libcmark may be given.
  func reading() throws(Failure) -> DocumentReading {
    do {
      return try DocumentReading(bytes)
    } catch {
      throw failure(error)
    }
  }
}
