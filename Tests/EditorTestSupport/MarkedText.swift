/// Text as shown in an editor: `‸` is a caret, `⟦…⟧` a selection.
///
/// Markers are found as Unicode scalars, because as characters they join with the text after them
/// (`"e‸\u{301}"`). Offsets are UTF-8 bytes of the text without markers.
public enum MarkedText {
  public static let caret: Unicode.Scalar = "‸"
  public static let opening: Unicode.Scalar = "⟦"
  public static let closing: Unicode.Scalar = "⟧"

  public struct Fault: Error, CustomStringConvertible {
    public let description: String
  }

  /// Returns the text without markers, and the selections in ascending order; a caret is an empty
  /// range. Every `⟦` must have its `⟧`, and no marker may be inside a selection.
  public static func parse(_ marked: String) -> (text: String, selections: [Range<Int>]) {
    do { return try read(marked) } catch { preconditionFailure("\(error)") }
  }

  /// Reads a handwritten text like `parse`.
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

  /// Returns the text with its selections marked, which are in ascending order: the inverse of
  /// `parse`. A bound inside a scalar shows as a replacement character.
  public static func render(_ text: String, selections: [Range<Int>]) -> String {
    render(Array(text.utf8), selections: selections)
  }

  public static func render(_ bytes: [UInt8], selections: [Range<Int>]) -> String {
    var result: [UInt8] = []
    var end = 0
    func mark(_ scalar: Unicode.Scalar, at offset: Int) {
      precondition(
        end <= offset && offset <= bytes.count, "a selection at \(offset) of \(bytes.count) bytes")
      result += bytes[end..<offset] + String(scalar).utf8
      end = offset
    }
    for selection in selections {
      mark(selection.isEmpty ? caret : opening, at: selection.lowerBound)
      if !selection.isEmpty { mark(closing, at: selection.upperBound) }
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }

  /// Returns the text without markers and its first selection, in UTF-16 code units; nil if no marker
  /// is in it.
  public static func parseUTF16(_ marked: String) -> (text: String, selection: Range<Int>?) {
    let (text, selections) = parse(marked)
    func units(_ offset: Int) -> Int {
      String(decoding: text.utf8.prefix(offset), as: UTF8.self).utf16.count
    }
    return (text, selections.first.map { units($0.lowerBound)..<units($0.upperBound) })
  }

  /// Returns the text with a selection marked, in UTF-16 code units.
  public static func render(_ text: String, utf16 selection: Range<Int>) -> String {
    func bytes(_ offset: Int) -> Int {
      String(decoding: Array(text.utf16.prefix(offset)), as: UTF16.self).utf8.count
    }
    return render(text, selections: [bytes(selection.lowerBound)..<bytes(selection.upperBound)])
  }
}
