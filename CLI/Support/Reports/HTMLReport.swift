import CommonMark

extension SourceText {
  /// The document as HTML.
  ///
  /// - Throws: a ``Failure`` of status `notDone` where it is beyond what libcmark may be given.
  package func html(unsafe: Bool) throws(Failure) -> [UInt8] {
    do {
      return try renderHTML(bytes, allowingRawHTML: unsafe)
    } catch {
      throw failure(error)
    }
  }
}
