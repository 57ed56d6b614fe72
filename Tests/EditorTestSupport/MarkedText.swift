/// Text as shown in an editor: `‸` is a caret, `⟦…⟧` a selection.
///
/// Markers are found as Unicode scalars, because as characters they join with the text after them
/// (`"e‸\u{301}"`). Offsets are UTF-8 bytes of the text without markers.
public enum MarkedText {
  /// The marker of a caret.
  public static let caret: Unicode.Scalar = "‸"
  /// The marker before a selection.
  public static let opening: Unicode.Scalar = "⟦"
  /// The marker after a selection.
  public static let closing: Unicode.Scalar = "⟧"

  /// A fault of a marked text, as a sentence.
  public struct Fault: Error, CustomStringConvertible {
    public let description: String
  }

  /// Returns the text without markers, and the selections in ascending order; a caret is an empty
  /// range.
  ///
  /// - Precondition: Every `⟦` has its `⟧`, and no marker is inside a selection.
  public static func parse(_ marked: String) -> (text: String, selections: [Range<Int>]) {
    do { return try read(marked) } catch { preconditionFailure("\(error)") }
  }

  /// Reads a handwritten text like `parse`.
  ///
  /// - Throws: A fault if a `⟦` has no `⟧`, or if there is a marker inside a selection.
  public static func read(
    _ marked: String
  ) throws(Fault) -> (text: String, selections: [Range<Int>]) {
    var text = String.UnicodeScalarView()
    var offset = 0
    var start: Int?
    var selections: [Range<Int>] = []
    func check(_ condition: Bool, _ fault: String) throws(Fault) {
      if !condition { throw Fault(description: "\(fault): \(marked)") }
    }
    for scalar in marked.unicodeScalars {
      switch scalar {
      case caret:
        try check(start == nil, "a caret inside a selection")
        selections.append(offset..<offset)
      case opening:
        try check(start == nil, "a selection inside a selection")
        start = offset
      case closing:
        try check(start != nil, "a ⟧ without its ⟦")
        selections.append((start ?? offset)..<offset)
        start = nil
      default:
        text.append(scalar)
        offset += UTF8.width(scalar)
      }
    }
    try check(start == nil, "a ⟦ without its ⟧")
    return (String(text), selections)
  }

  /// Returns the text with its selections marked: the inverse of `parse`.
  ///
  /// - Parameter selections: UTF-8 ranges of `text`, in ascending order, not overlapping. A bound
  ///   inside a scalar shows as a replacement character.
  public static func render(_ text: String, selections: [Range<Int>]) -> String {
    render(Array(text.utf8), selections: selections)
  }

  /// Returns UTF-8 bytes as a string with the selections marked.
  public static func render(_ bytes: [UInt8], selections: [Range<Int>]) -> String {
    var result: [UInt8] = []
    var end = 0
    func mark(_ scalar: Unicode.Scalar, at offset: Int) {
      precondition(
        end <= offset && offset <= bytes.count, "a selection at \(offset) of \(bytes.count) bytes")
      result.append(contentsOf: bytes[end..<offset])
      result.append(contentsOf: String(scalar).utf8)
      end = offset
    }
    for selection in selections {
      guard !selection.isEmpty else {
        mark(caret, at: selection.lowerBound)
        continue
      }
      mark(opening, at: selection.lowerBound)
      mark(closing, at: selection.upperBound)
    }
    result.append(contentsOf: bytes[end...])
    return String(decoding: result, as: UTF8.self)
  }
}
