// Conversions between the units of offsets. A UTF-8 offset inside a scalar is a programming error.
// An offset in another unit without a corresponding UTF-8 offset gives nil.

extension TextBuffer {
  /// The length in UTF-16 code units, as in UIKit and the Language Server Protocol.
  public var utf16Count: Int { storage.summary.utf16 }
  /// The length in Unicode scalars.
  public var scalarCount: Int { storage.summary.scalars }
  /// The number of lines, which is the number of line endings (LF, CR, CR LF) plus one.
  public var lineCount: Int { storage.summary.lineBreaks + 1 }

  /// The UTF-16 offset of a UTF-8 offset.
  ///
  /// - Precondition: the offset is in `0...utf8Count` and between scalars.
  /// - Complexity: O(log *n*).
  public func utf16Offset(ofUTF8 utf8Offset: Int) -> Int {
    count(of: .utf16, before: utf8Offset)
  }

  /// The scalar offset of a UTF-8 offset.
  ///
  /// - Precondition: the offset is in `0...utf8Count` and between scalars.
  /// - Complexity: O(log *n*).
  package func scalarOffset(ofUTF8 utf8Offset: Int) -> Int {
    count(of: .scalars, before: utf8Offset)
  }

  /// The UTF-8 offset of a UTF-16 offset; nil outside the text or inside a surrogate pair.
  ///
  /// - Complexity: O(log *n*).
  public func utf8Offset(ofUTF16 utf16Offset: Int) -> Int? {
    guard utf16Offset >= 0, utf16Offset <= utf16Count else { return nil }
    let found = storage.offset(of: utf16Offset, .utf16)
    return found.left == 0 ? found.utf8 : nil
  }

  /// The UTF-8 offset of a scalar offset; nil outside the text.
  ///
  /// - Complexity: O(log *n*).
  public func utf8Offset(ofScalar scalarOffset: Int) -> Int? {
    guard scalarOffset >= 0, scalarOffset <= scalarCount else { return nil }
    return storage.offset(of: scalarOffset, .scalars).utf8
  }

  /// The UTF-8 range of a range in UTF-16 code units; nil if one of its offsets has none.
  ///
  /// - Complexity: O(log *n*).
  public func utf8Range(ofUTF16 range: Range<Int>) -> Range<Int>? {
    guard let start = utf8Offset(ofUTF16: range.lowerBound),
      let end = utf8Offset(ofUTF16: range.upperBound)
    else { return nil }
    return start..<end
  }

  /// The range in UTF-16 code units of a UTF-8 range.
  ///
  /// - Precondition: the range is in `0...utf8Count` and its ends are between scalars.
  /// - Complexity: O(log *n*).
  public func utf16Range(ofUTF8 range: Range<Int>) -> Range<Int> {
    utf16Offset(ofUTF8: range.lowerBound)..<utf16Offset(ofUTF8: range.upperBound)
  }

  /// The number, counted from 1, of the line that contains a UTF-8 offset.
  ///
  /// A line includes its ending; an offset between a CR and its LF is on that line.
  ///
  /// - Precondition: the offset is in `0...utf8Count`.
  /// - Complexity: O(log *n*).
  public func line(ofUTF8 utf8Offset: Int) -> Int {
    checkBounds(utf8Offset..<utf8Offset)
    let found = storage.count(of: .lineBreaks, before: utf8Offset)
    return found.cutsLineEnding ? found.count : found.count + 1
  }

  /// The UTF-8 offset of the start of line `line`, counted from 1; nil if the text is shorter.
  ///
  /// - Complexity: O(log *n*).
  public func utf8Offset(ofLine line: Int) -> Int? {
    guard line >= 1, line <= lineCount else { return nil }
    return storage.offset(of: line - 1, .lineBreaks).utf8
  }

  /// The UTF-8 range of line `line`, from 1, optionally with its ending; nil if there is none.
  ///
  /// - Complexity: O(log *n*).
  package func utf8Range(ofLine line: Int, withEnding: Bool = false) -> Range<Int>? {
    guard let start = utf8Offset(ofLine: line) else { return nil }
    guard line < lineCount else { return start..<utf8Count }
    let next = storage.offset(of: line, .lineBreaks).utf8
    if withEnding { return start..<next }
    let isPair = next - start >= 2 && isInsideLineEnding(next - 1)
    return start..<next - (isPair ? 2 : 1)
  }

  /// The line and the grapheme column of a UTF-8 offset, both counted from 1.
  ///
  /// An offset inside a grapheme cluster has the column of the cluster.
  ///
  /// - Precondition: the offset is in `0...utf8Count`.
  /// - Complexity: O(log *n* + *l*) in the length of the line up to the offset.
  package func location(ofUTF8 utf8Offset: Int) -> TextLocation {
    let line = line(ofUTF8: utf8Offset)
    let start = utf8Range(ofLine: line)?.lowerBound ?? 0
    var reader = Reader(storage)
    let offset = scalarStart(utf8Offset)
    let clusterStart =
      offset == utf8Count ? offset : Graphemes.start(ofClusterAt: offset, in: &reader)
    let column = text(utf8: start..<max(start, clusterStart)).count + 1
    return TextLocation(line: line, graphemeColumn: column)
  }

  /// The UTF-8 offset of a line and grapheme column, both counted from 1. Nil if there is no such
  /// line, or if the column is more than one after the last character.
  ///
  /// - Complexity: O(log *n* + *l*) in the length of the line.
  package func utf8Offset(of location: TextLocation) -> Int? {
    guard location.graphemeColumn >= 1, let range = utf8Range(ofLine: location.line) else {
      return nil
    }
    let line = text(utf8: range)
    guard
      let index = line.index(
        line.startIndex, offsetBy: location.graphemeColumn - 1, limitedBy: line.endIndex)
    else { return nil }
    return range.lowerBound + line.utf8.distance(from: line.startIndex, to: index)
  }

  /// Whether a UTF-8 offset lies between a CR and its LF. For example, offset 2 of `"a\r\nb"`.
  private func isInsideLineEnding(_ utf8Offset: Int) -> Bool {
    utf8Offset > 0 && utf8Offset < utf8Count && storage.byte(at: utf8Offset) == .lineFeed
      && storage.byte(at: utf8Offset - 1) == .carriageReturn
  }

  @inline(__always)
  private func count(of metric: TextMetric, before utf8Offset: Int) -> Int {
    checkBounds(utf8Offset..<utf8Offset)
    let found = storage.count(of: metric, before: utf8Offset)
    precondition(!found.cutsScalar, "the UTF-8 offset \(utf8Offset) lies inside a scalar")
    return found.count
  }
}
