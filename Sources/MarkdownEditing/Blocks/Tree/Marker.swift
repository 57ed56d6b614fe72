/// The marker of a container, such as `  12.  ` or `> `.
struct Marker: Hashable {
  /// The range in the source; nil if a command wrote the marker.
  var source: Range<Int>?
  /// The range of the original marker in the source, even if a command changed it.
  var place: Range<Int>?
  var indent = 0
  var number = 0
  var delimiter: UInt8 = .hyphen
  /// The blanks between the marker and the content.
  var padding = Marker.blank
  /// The column at which the marker's prefix begins on its line.
  var column = 0
  /// The indentation of the item's further lines in the source; 0 if a command wrote the marker.
  var sourceWidth = 0
  var box: Box?
  /// Whether the item is next to items that are indented with tabs.
  var usesTabs = false

  /// The single blank with which most markers end.
  static let blank: [UInt8] = [.space]

  /// The columns by which the item's further lines are indented.
  var width: Int {
    if source != nil, !padding.contains(.tab) { return sourceWidth }
    let start = column + indent + numberText.count + 1
    let padded = padding.endColumn(from: start) - start
    return indent + numberText.count + 1 + (padded == 0 ? 1 : padded)
  }

  var numberText: [UInt8] {
    delimiter == .fullStop || delimiter == .rightParenthesis ? Array("\(number)".utf8) : []
  }

  /// The marker of an item without the blanks around it, such as `1.`.
  var sign: [UInt8] { numberText + [delimiter] }

  /// Returns the marker's range in the source without blanks; nil if a command wrote it.
  func sign(in source: [UInt8]) -> Range<Int>? {
    guard let place = place.flatMap({ $0.isEmpty ? nil : $0 }) ?? self.source else { return nil }
    let start = source[place].firstIndex { !$0.isBlank } ?? place.lowerBound
    let end = source[start..<place.upperBound].firstIndex { $0.isBlank } ?? place.upperBound
    return start..<end
  }
}

/// The box of a task, `[ ]` or `[x]`, at the start of an item.
struct Box: Hashable {
  var state = UInt8.space
  /// Whether a command changed the state, as from `[ ]` to `[x]`.
  var isChanged = false
  /// The state without the case of `x`, which does not matter.
  var meaning: UInt8 { isDone ? UInt8(ascii: "x") : state }
  /// Whether the task is done, as `[x]`, not `[ ]`.
  var isDone: Bool { state | 0x20 == UInt8(ascii: "x") }
  /// The box and the blanks after it in the source; nil if a command wrote it.
  var source: Range<Int>?
}

/// The form of a heading: `## text ##`, or text with an underline.
struct HeadingForm: Hashable {
  var hashes: Range<Int>?
  /// The blanks between the hashes and the text.
  var padding = Marker.blank
  /// The closing sequence after the text, such as ` ##`.
  var closing: Range<Int>?
  /// The source line of the heading's former underline; negative if there was none.
  var formerUnderline = -1
  var underline: Line?
}

extension Marker {
  /// The marker of an item that a command adds after this marker's item.
  var forNextItem: Marker {
    var result = self
    result.source = nil
    result.place = nil
    result.number += 1
    if padding.isEmpty || padding.count > 4 { result.padding = [.space] }
    if box != nil { result.box = Box() }
    return result
  }
}
