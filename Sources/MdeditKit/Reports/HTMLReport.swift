import CommonMark
import MarkdownHTML
import MarkdownSyntax

extension SourceText {
  /// The document as HTML, read in `dialect`.
  ///
  /// - Throws: a ``Failure`` of status `notDone` if the document exceeds the parsing limits.
  package func html(in dialect: Dialect, unsafe: Bool) throws(Failure) -> [UInt8] {
    do {
      return try renderHTML(bytes, in: dialect, allowingRawHTML: unsafe)
    } catch {
      throw failure(error)
    }
  }
}
