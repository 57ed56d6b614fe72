import JSONText
import MarkdownSyntax
import TextEditing

extension Workspace {
  /// `textDocument/documentSymbol`: the sections, nested if the client supports that.
  mutating func symbols(_ parameters: JSONTree?) throws(ResponseError) -> [UInt8] {
    let (text, tree) = try wholeText(parameters)
    let places = Places(buffer: text.buffer, encoding: encoding)
    let sections = tree.tree.outline(of: tree.source)
    var writer = JSONWriter()
    if client.nestsSymbols {
      var index = 0
      write(sections, &index, below: 0, places, to: &writer)
      return writer.bytes
    }
    writer.array { writer in
      for section in sections {
        writer.object { writer in
          writeName(of: section, to: &writer)
          if let parent = section.parent {
            writer.key("containerName")
            writer.string(sections[parent].text)
          }
          writer.key("location")
          writeLocation(section.range, of: text, to: &writer)
        }
      }
    }
    return writer.bytes
  }

  /// Writes the sections from `index` that are below `level`.
  private func write(
    _ sections: [SyntaxTree.Section], _ index: inout Int, below level: Int, _ places: Places,
    to writer: inout JSONWriter
  ) {
    var next = index
    writer.array { writer in
      while next < sections.count, sections[next].level > level {
        let section = sections[next]
        next += 1
        writer.object { writer in
          writeName(of: section, to: &writer)
          writer.key("range")
          places.write(section.range, to: &writer)
          writer.key("selectionRange")
          places.write(section.heading, to: &writer)
          writer.key("children")
          write(sections, &next, below: section.level, places, to: &writer)
        }
      }
    }
    index = next
  }

  private func writeName(of section: SyntaxTree.Section, to writer: inout JSONWriter) {
    writer.key("name")
    // A name must not be empty.
    let marks = String(repeating: "#", count: section.level)
    writer.string(section.text.isEmpty ? marks : section.text)
    writer.key("kind")
    // The kind of a string, because the protocol has none for a section.
    writer.number(15)
  }

  func writeLocation(_ range: Range<Int>, of text: RequestText, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("uri")
      writer.string(text.uri)
      writer.key("range")
      Places(buffer: text.buffer, encoding: encoding).write(range, to: &writer)
    }
  }

  /// `textDocument/foldingRange`: sections and blocks of several lines.
  mutating func folds(_ parameters: JSONTree?) throws(ResponseError) -> [UInt8] {
    let (text, tree) = try wholeText(parameters)
    let buffer = text.buffer
    var writer = JSONWriter()
    writer.array { writer in
      for fold in tree.tree.folds(of: tree.source) {
        writer.object { writer in
          writer.key("startLine")
          writer.number(buffer.line(ofUTF8: fold.range.lowerBound) - 1)
          writer.key("endLine")
          writer.number(buffer.line(ofUTF8: fold.range.upperBound) - 1)
        }
      }
    }
    return writer.bytes
  }

  /// The number of ranges through which a selection expands at most; the last is the document.
  private static let selectionLimit = 100

  /// `textDocument/selectionRange`: for each position, the ranges that “expand selection” selects in turn.
  mutating func selectionRanges(_ parameters: JSONTree?) throws(ResponseError) -> [UInt8] {
    let (text, tree) = try wholeText(parameters)
    let buffer = text.buffer
    guard let positions = parameters?["positions"]?.elements else {
      throw ResponseError(.invalidParams, "There are no “positions”.")
    }
    var all: [[Range<Int>]] = []
    for position in positions {
      let offset = try offset(position, in: buffer)
      var ranges = tree.tree.selectionRanges(around: offset..<offset, in: tree.source)
      if ranges.isEmpty { ranges = [offset..<offset] }
      if ranges.count > Self.selectionLimit {
        ranges.removeSubrange(Self.selectionLimit - 1..<ranges.count - 1)
      }
      all.append(ranges)
    }
    let places = Places(buffer: buffer, encoding: encoding)
    var writer = JSONWriter()
    writer.array { writer in
      for ranges in all { write(ranges[...], places, to: &writer) }
    }
    return writer.bytes
  }

  /// Writes a range, with the ranges around it as its parents.
  private func write(
    _ ranges: ArraySlice<Range<Int>>, _ places: Places, to writer: inout JSONWriter
  ) {
    guard let first = ranges.first else { return }
    writer.object { writer in
      writer.key("range")
      places.write(first, to: &writer)
      if ranges.count > 1 {
        writer.key("parent")
        write(ranges.dropFirst(), places, to: &writer)
      }
    }
  }
}
