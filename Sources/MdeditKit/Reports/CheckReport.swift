import CommonMark
import MarkdownSyntax
import TextEditing

/// Compares this package's reading of a document with libcmark's, leaf by leaf.
package struct CheckReport: Hashable, Sendable {
  private let name: String
  private let leafCount: Int
  /// The start of each leaf that libcmark reads differently.
  private let places: [TextLocation]

  /// Compares the two readings of `text`.
  ///
  /// - Throws: a ``Failure`` of status `notDone` if `text` exceeds the parsing limits.
  /// - Complexity: O(*n*), and O(log *n* + *l*) for each difference in a line of length *l*.
  package init(of text: SourceText, in dialect: Dialect = .commonMark) throws(Failure) {
    name = text.name
    do throws(ParsingRefusal) {
      let printed = try PrintedText(text.bytes, in: dialect)
      let leaves = try printed.leaves(in: 0..<Int.max) ?? [(0..<0, false)]
      leafCount = leaves.count
      places = leaves.filter { !$0.isSame }
        .map { text.location(ofUTF8: printed.source(of: $0.content.lowerBound)) }
    } catch {
      throw text.failure(error)
    }
  }

  /// One line for each difference, or a line that says that the readings agree.
  package var lines: [UInt8] {
    guard !places.isEmpty else {
      let what = counted(leafCount, "paragraph or heading", "paragraphs and headings")
      let match = leafCount == 1 ? "matches" : "match"
      return Array("\(name): OK: \(what) \(match) libcmark.\n".utf8)
    }
    let lines = places.map {
      "\(name):\($0.written): this paragraph or heading is read differently by libcmark.\n"
    }
    return Array(lines.joined().utf8)
  }

  /// The failure to end the run with; nil if the readings agree.
  package var failure: Failure? {
    places.isEmpty
      ? nil
      : Failure(.notDone, "\(name): \(places.count) of \(leafCount) blocks are read differently.")
  }
}
