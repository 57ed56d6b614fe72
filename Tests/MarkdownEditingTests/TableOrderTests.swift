import EditorTestSupport
import Foundation
import MarkdownEditing
import Testing

/// Moved and sorted rows and columns keep their cells, which the test finds without the library.
@Suite struct TableOrderTests {
  private static let words = ["a", "bb", "日本", "**c**", "x \\| y", "`d`", "😀", "- e", "1.5", ""]

  /// Returns the contents of a row, filled up or cut to `count` cells.
  private static func cells(of row: String, count: Int) -> [String] {
    var text = row.trimmingCharacters(in: .whitespaces).replacing("\\|", with: "\u{1}")
    if text.hasPrefix("|") { text.removeFirst() }
    if text.hasSuffix("|") { text.removeLast() }
    let cells = text.split(separator: "|", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces).replacing("\u{1}", with: "\\|")
    }
    return Array((cells + Array(repeating: "", count: count)).prefix(count))
  }

  private static func matrix(_ text: String, count: Int) -> [[String]] {
    text.components(separatedBy: .newlines).filter { !$0.isEmpty }.map {
      cells(of: $0, count: count)
    }
  }

  private static func table(
    columns: Int, isClosed: Bool, _ generator: inout SeededGenerator
  ) -> [String] {
    func row(_ cells: [String]) -> String {
      let blank = Bool.random(using: &generator) ? " " : ""
      let row = cells.map { blank + $0 + blank }.joined(separator: "|")
      return isClosed ? "|\(row)|" : row.trimmingCharacters(in: .whitespaces)
    }
    let rows = Int.random(in: 0...4, using: &generator)
    let dashes = (0..<columns).map { _ in
      ["---", ":--", "--:", ":-:"].randomElement(using: &generator) ?? "---"
    }
    let body = (0..<rows).map { _ in
      (0..<(isClosed ? Int.random(in: 1...columns, using: &generator) : columns)).map { column in
        // A row that begins with an empty cell, or is a list, needs its pipes.
        (isClosed || column == columns - 1 ? words : Array(words.dropLast(3)))
          .randomElement(using: &generator) ?? ""
      }
    }
    return [row((0..<columns).map { "h\($0)" }), row(dashes)] + body.map(row)
  }

  @Test func aMovedColumnHasItsCells() throws {
    var generator = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(300) {
      let count = Int.random(in: 2...4, using: &generator)
      let lines = Self.table(
        columns: count, isClosed: Bool.random(using: &generator), &generator)
      let ending = Bool.random(using: &generator) ? "\n" : "\r\n"
      let text = lines.joined(separator: ending)
      let column = Int.random(in: 1..<count, using: &generator)
      let caret = try #require(text.utf8.firstRange(of: "h\(column)".utf8)?.lowerBound)
      let place = text.utf8.distance(from: text.startIndex, to: caret)
      let outcome = EditingCommand.moveColumnLeft.outcome(
        onUTF8: [place..<place], in: Array(text.utf8))
      let plan = try #require(outcome.plan, "\(text.debugDescription): \(outcome)")
      let after = String(decoding: plan.edit.applying(to: Array(text.utf8)), as: UTF8.self)
      var wanted = Self.matrix(text, count: count)
      for row in wanted.indices { wanted[row].swapAt(column - 1, column) }
      let comment: Comment =
        "\(text.debugDescription) became \(after.debugDescription), seed \(RandomTests.seed)"
      #expect(Self.matrix(after, count: count) == wanted, comment)
      let caretAfter = plan.selections[0].lowerBound
      #expect(Array(after.utf8)[caretAfter...].starts(with: "h\(column)".utf8), comment)
    }
  }

  @Test func sortedRowsAreTheRowsInOrder() throws {
    var generator = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(100) {
      let numbers = (0..<Int.random(in: 2...9, using: &generator)).map { _ in
        Double(Int.random(in: -40...40, using: &generator)) / 4
      }
      let rows = numbers.enumerated().map { "| \($1) | r\($0) |" }
      let isDescending = Bool.random(using: &generator)
      let text = (["| n | r |", "|--:|---|"] + rows).joined(separator: "\n")
      let command = EditingCommand.sortRows(descending: isDescending)
      let plan = command.outcome(onUTF8: [2..<2], in: Array(text.utf8)).plan
      let after = plan?.edit.applying(to: Array(text.utf8)) ?? Array(text.utf8)
      let order = numbers.indices.sorted { first, second in
        if numbers[first] == numbers[second] { return first < second }
        return (numbers[first] < numbers[second]) != isDescending
      }
      let found = String(decoding: after, as: UTF8.self).components(separatedBy: "\n").dropFirst(2)
      #expect(Array(found) == order.map { rows[$0] }, "\(text), seed \(RandomTests.seed)")
    }
  }
}
