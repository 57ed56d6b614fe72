import CommonMark
import MarkdownHTML
import MarkdownSyntax

extension SourceText {
  /// The document as HTML: the reading of a dialect.
  ///
  /// - Throws: a ``Failure`` of status `notDone` where it is beyond what is parsed.
  package func html(in dialect: Dialect, unsafe: Bool) throws(Failure) -> [UInt8] {
    do {
      return try renderHTML(bytes, in: dialect, allowingRawHTML: unsafe)
    } catch {
      throw failure(error)
    }
  }
}
