import CommonMark
import JSONText
import MarkdownEditing
import MarkdownHTML
import MarkdownSyntax
import TextEditing

/// Limits the memory for reading documents, in the whole process; with more, they may be longer.
///
/// - Parameter memory: bytes for one parse; a command may hold two readings at a time.
package func boundReading(toMemory memory: Int) {
  ParsingLimits.standard = ParsingLimits(
    byteCount: max(ParsingLimits.standard.byteCount, memory >> 4), memory: memory)
}

// The reports throw a `Failure` of status `notDone` if the text exceeds the parsing limits.
extension SourceText {
  func reading<Value>(
    _ read: () throws(ParsingRefusal) -> Value
  ) throws(Failure) -> Value {
    do { return try read() } catch { throw failure(.unparsable(error.description)) }
  }

  /// A hint that `--memory` would help; empty if it would not.
  var memoryHint: String {
    guard case .tooMuchMemory = ParsingLimits.standard.refusal(of: bytes) else { return "" }
    return " --memory allows more."
  }

  /// The HTML of the text, or of the ranges `part` of it.
  package func html(
    of part: [Range<Int>]? = nil, in dialect: Dialect, unsafe: Bool, ids: Bool = false
  ) throws(Failure) -> [UInt8] {
    var options: HTMLOptions = ids && part == nil ? .headingIDs : []
    if unsafe { options.insert(.rawHTML) }
    return try reading { [options] () throws(ParsingRefusal) in
      guard let part else { return try renderHTML(bytes, in: dialect, options: options) }
      let html = try renderHTML(bytes, selecting: part, in: dialect, options: options)
      return html.last == .lineFeed ? html : html + [.lineFeed]
    }
  }

  /// The text, or the ranges `part` of it, without markup.
  package func plainText(of part: [Range<Int>]?, in dialect: Dialect) throws(Failure) -> [UInt8] {
    let text = try reading { () throws(ParsingRefusal) in
      try renderText(bytes, selecting: part, in: dialect)
    }
    return text.isEmpty ? [] : text + [.lineFeed]
  }

  /// Compares this package's reading of the text with libcmark's, leaf by leaf.
  ///
  /// - Returns: a line for each difference, or a line that says that the readings agree; and the failure to end the
  ///   run with, if any.
  /// - Complexity: O(*n*), and O(log *n* + *l*) for each difference in a line of length *l*.
  package func check(
    in dialect: Dialect
  ) throws(Failure) -> (lines: [UInt8], failure: Failure?) {
    let (leafCount, places) = try reading { () throws(ParsingRefusal) in
      let printed = try PrintedText(bytes, in: dialect)
      let leaves = try printed.leaves(in: 0..<Int.max) ?? [(0..<0, false)]
      let places = leaves.filter { !$0.isSame }
        .map { location(ofUTF8: printed.source(of: $0.content.lowerBound)) }
      return (leaves.count, places)
    }
    guard !places.isEmpty else {
      let what = counted(leafCount, "paragraph or heading", "paragraphs and headings")
      let match = leafCount == 1 ? "matches" : "match"
      return (Array("\(name): OK: \(what) \(match) libcmark.\n".utf8), nil)
    }
    let lines = places.map {
      "\(name):\($0.written): this paragraph or heading is read differently by libcmark.\n"
    }
    return (
      Array(lines.joined().utf8),
      Failure(.notDone, "\(name): \(places.count) of \(leafCount) blocks are read differently.")
    )
  }
}

/// The commands of the catalogue, a line for each, with name, title, group, shortcut and argument.
package func commandsReport(asJSON: Bool) -> [UInt8] {
  let keys = ["name", "title", "group", "shortcut", "argument"]
  let rows = CommandRow.all.map {
    [$0.name, $0.title, $0.group.rawValue, $0.words.shortcut.description, $0.argument]
  }
  if asJSON {
    let objects = rows.map { row in JSONTree.object(zip(keys, row).map { .init($0, .string($1)) }) }
    return JSONTree.array(objects).line
  }
  let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 } + [0]
  let lines = rows.map { row in
    var line = zip(row, widths).map(padded).joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }
  return Array(lines.joined().utf8)
}

/// The states of the commands at `selections`, which are UTF-8 ranges of `text`, as a table or as JSON.
package func stateReport(
  of selections: [Range<Int>], in text: SourceText, options: EditingOptions, asJSON: Bool
) -> [UInt8] {
  let states = CommandState.all(
    of: selections, in: text.bytes, dialect: options.dialect, options: options)
  if asJSON {
    let commands = states.filter { $0.row.group != .marks }.map { $0.tree("command") }
    return (["marks": .marks(states), "commands": .array(commands)] as JSONTree).line
  }
  let width = states.map(\.row.name.count).max() ?? 0
  var table = ""
  var group = CommandRow.Group.marks
  for state in states {
    // An empty line between groups.
    if state.row.group != group { table += "\n" }
    group = state.row.group
    let reason = state.reason.map { String($0.sentence.dropLast()) } ?? "applies"
    table += "\(padded(state.row.name, width))  \(padded(state.presence.rawValue, 5))  \(reason)\n"
  }
  return Array(table.utf8)
}

extension CommandState {
  fileprivate func tree(_ key: String) -> JSONTree {
    let isMark = row.group == .marks
    return [
      key: .string(row.name), "presence": .string(presence.rawValue), "applies": .bool(applies),
      "reason": isMark ? nil : reason.map { .string($0.rawValue) },
    ]
  }
}

extension JSONTree {
  /// The states of the marks among those of commands.
  static func marks(_ states: [CommandState]) -> JSONTree {
    .array(states.filter { $0.row.group == .marks }.map { $0.tree("mark") })
  }
}

private func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

/// The structure of a document, for people and programs: its sections, findings and statistics.
package struct StructureReport {
  private let text: SourceText
  private let tree: SyntaxTree
  private let dialect: Dialect

  package init(of text: SourceText, in dialect: Dialect) throws(Failure) {
    self.text = text
    self.dialect = dialect
    tree = try text.reading { () throws(ParsingRefusal) in
      try SyntaxTree(text.bytes, in: dialect)
    }
  }

  /// The sections: a line for each, indented by its level, with the position of its heading, or a list of objects with
  /// offsets in UTF-8.
  package func outline(asJSON: Bool) -> [UInt8] {
    var walk = LocationWalk(over: text)
    var lines = ""
    var objects: [JSONTree] = []
    for section in tree.outline(of: text.bytes) {
      let place = walk.location(ofUTF8: section.heading.lowerBound)
      let blanks = String(repeating: "  ", count: section.level - 1)
      lines += "\(blanks)\(TerminalText.name(section.text))  \(place.written)\n"
      objects.append([
        "level": .integer(section.level), "line": .integer(place.line),
        "start": .integer(section.range.lowerBound), "end": .integer(section.range.upperBound),
        "text": .string(section.text), "parent": section.parent.map { .integer($0) } ?? .null,
      ])
    }
    return asJSON ? JSONTree.array(objects).line : Array(lines.utf8)
  }

  /// The numbers of words and others, a line for each, or as an object.
  package func statistics(asJSON: Bool) -> [UInt8] {
    let found = tree.statistics(of: text.bytes)
    let numbers = [
      ("words", "words", found.words), ("characters", "characters", found.characters),
      ("readingSeconds", "seconds to read", found.readingSeconds), ("tasks", "tasks", found.tasks),
      ("doneTasks", "tasks done", found.doneTasks), ("headings", "headings", found.headings),
      ("links", "links", found.links),
    ]
    if asJSON {
      return JSONTree.object(numbers.map { .init($0.0, .integer($0.2)) }).line
    }
    let lines = numbers.map { _, title, number in
      let value = String(number)
      return "\(String(repeating: " ", count: max(0, 8 - value.count)))\(value)  \(title)\n"
    }
    return Array(lines.joined().utf8)
  }
}
