/// How the marker of a container is written: `  12.  ` or `> `.
struct Marker: Hashable {
  /// How it stands in the source; nil where a command wrote it.
  var source: Range<Int>?
  /// Where it stood in the source, whatever a command made of it.
  var place: Range<Int>?
  /// Columns before it.
  var indent = 0
  /// The number of an ordered item.
  var number = 0
  var delimiter: UInt8 = .hyphen
  /// What stands between the marker and the content.
  var padding = Marker.blank
  /// The column on its line at which the marker's prefix begins.
  var column = 0
  /// How far the lines below are indented, as the source has it; 0 where a command wrote the marker.
  var sourceWidth = 0
  /// The box of a task.
  var box: Box?
  /// Whether the item stands beside items that are indented with tabs.
  var usesTabs = false

  /// The one blank that most markers end with.
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

  /// The marker of an item without the blanks around it, for example `1.`.
  var sign: [UInt8] { numberText + [delimiter] }

  /// The range of the marker in the source without the blanks around it; nil if a command wrote it.
  func sign(in source: [UInt8]) -> Range<Int>? {
    guard let place = place.flatMap({ $0.isEmpty ? nil : $0 }) ?? self.source else { return nil }
    let start = source[place].firstIndex { !$0.isBlank } ?? place.lowerBound
    let end = source[start..<place.upperBound].firstIndex { $0.isBlank } ?? place.upperBound
    return start..<end
  }
}

/// `[ ]` or `[x]` at the start of an item.
struct Box: Hashable {
  /// The character in the box.
  var state = UInt8.space
  /// Whether a command changed the state. For example, from `[ ]` to `[x]` it did.
  var isChanged = false
  /// The state without the case of `x`, which does not matter.
  var meaning: UInt8 { isDone ? UInt8(ascii: "x") : state }
  /// Whether the task is done: `[x]`, not `[ ]`.
  var isDone: Bool { state | 0x20 == UInt8(ascii: "x") }
  /// The box and the blanks behind it in the source; nil where a command wrote it.
  var source: Range<Int>?
}

/// How a heading is written: `## text ##`, or with a line below.
struct HeadingForm: Hashable {
  /// The hashes in the source.
  var hashes: Range<Int>?
  /// What stands between the hashes and the text.
  var padding = Marker.blank
  /// What stands behind the text, as ` ##`.
  var closing: Range<Int>?
  /// The line of the source with the underline that the heading had; negative where it had none.
  var formerUnderline = -1
  /// The line below a setext heading.
  var underline: Line?
}
