import CommonMark
import JSONText
import MarkdownSyntax
import TextEditing

/// The structure of a document, for people and programs: its sections, findings and statistics.
package struct StructureReport {
  private let text: SourceText
  private let tree: SyntaxTree
  private let dialect: Dialect

  /// Reads `text`.
  ///
  /// - Throws: a ``Failure`` of status `notDone` if `text` exceeds the parsing limits.
  package init(of text: SourceText, in dialect: Dialect) throws(Failure) {
    self.text = text
    self.dialect = dialect
    do {
      tree = try SyntaxTree(text.bytes, in: dialect)
    } catch {
      throw text.failure(error)
    }
  }

  // MARK: Sections

  /// A line for each section, indented by its level: the text and the position of its heading.
  package var outline: [UInt8] {
    var walk = LocationWalk(over: text)
    var lines = ""
    for section in tree.outline(of: text.bytes) {
      let place = walk.location(ofUTF8: section.heading.lowerBound)
      let blanks = String(repeating: "  ", count: section.level - 1)
      lines += "\(blanks)\(TerminalText.name(section.text))  \(place.written)\n"
    }
    return Array(lines.utf8)
  }

  /// The sections as a JSON list of objects; offsets are in UTF-8.
  package var outlineJSON: [UInt8] {
    var walk = LocationWalk(over: text)
    var writer = JSONWriter()
    writer.array { writer in
      for section in tree.outline(of: text.bytes) {
        let place = walk.location(ofUTF8: section.heading.lowerBound)
        writer.object { writer in
          let numbers: [(StaticString, Int)] = [
            ("level", section.level), ("line", place.line), ("start", section.range.lowerBound),
            ("end", section.range.upperBound),
          ]
          for (key, number) in numbers {
            writer.key(key)
            writer.number(number)
          }
          writer.key("text")
          writer.string(section.text)
          writer.key("parent")
          if let parent = section.parent { writer.number(parent) } else { writer.null() }
        }
      }
    }
    writer.endLine()
    return writer.bytes
  }

  // MARK: Findings

  /// Returns a line for each finding, as text or as a JSON object, and whether there are any.
  package func findings(asJSON: Bool) -> (lines: [UInt8], areAny: Bool) {
    let findings = tree.findings(in: text.bytes, dialect: dialect)
    var walk = LocationWalk(over: text)
    var lines: [UInt8] = []
    for finding in findings {
      let place = walk.location(ofUTF8: finding.range.lowerBound)
      if asJSON {
        lines += json(finding, at: place)
      } else {
        let message = TerminalText.name(finding.message)
        lines += Array("\(text.name):\(place.written): \(message)\n".utf8)
      }
    }
    return (lines, !findings.isEmpty)
  }

  private func json(_ finding: SyntaxTree.Finding, at place: TextLocation) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("file")
      writer.string(text.name)
      let numbers: [(StaticString, Int)] = [
        ("line", place.line), ("column", place.graphemeColumn),
        ("start", finding.range.lowerBound), ("end", finding.range.upperBound),
      ]
      for (key, number) in numbers {
        writer.key(key)
        writer.number(number)
      }
      writer.key("kind")
      writer.string(finding.kind.rawValue)
      writer.key("message")
      writer.string(finding.message)
    }
    writer.endLine()
    return writer.bytes
  }

  // MARK: Numbers

  private var numbers: [(key: StaticString, title: String, value: Int)] {
    let found = tree.statistics(of: text.bytes)
    return [
      ("words", "words", found.words), ("characters", "characters", found.characters),
      ("readingSeconds", "seconds to read", found.readingSeconds), ("tasks", "tasks", found.tasks),
      ("doneTasks", "tasks done", found.doneTasks), ("headings", "headings", found.headings),
      ("links", "links", found.links),
    ]
  }

  /// A line for each number.
  package var statistics: [UInt8] {
    let lines = numbers.map { number in
      let value = String(number.value)
      return "\(String(repeating: " ", count: max(0, 8 - value.count)))\(value)  \(number.title)\n"
    }
    return Array(lines.joined().utf8)
  }

  package var statisticsJSON: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      for number in numbers {
        writer.key(number.key)
        writer.number(number.value)
      }
    }
    writer.endLine()
    return writer.bytes
  }
}
