import JSONText

extension KeyboardReplay {
  /// Reads a recording and plays it.
  ///
  /// - Throws: a ``Failure`` of status `badInput` whose message names the position.
  package init(reading text: SourceText) throws(Failure) {
    let tree: JSONTree
    do {
      tree = try JSONTree(text.bytes)
    } catch {
      let reason =
        error.byteOffset >= text.bytes.count ? "it ends too early" : error.reason
      throw Self.failure("this is not JSON: \(reason).", at: error.byteOffset, in: text)
    }
    do {
      self.init(try KeyboardScene(tree))
    } catch {
      throw Self.failure(error.message, at: error.byteOffset, in: text)
    }
  }

  private static func failure(
    _ message: String, at byteOffset: Int, in text: SourceText
  ) -> Failure {
    let place = text.location(ofUTF8: min(byteOffset, text.bytes.count))
    return Failure(
      .badInput, "\(text.name):\(place.line):\(place.graphemeColumn): \(message)")
  }
}
