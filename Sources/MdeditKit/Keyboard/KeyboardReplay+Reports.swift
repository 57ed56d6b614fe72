import JSONText
import KeyboardGeometry

extension KeyboardReplay {
  /// A table with a line for each event and for each deviation.
  package var table: [UInt8] {
    let columns = Column.all.filter { column in frames.contains { column.text($0) != nil } }
    let head = columns.map(\.title)
    let rows = frames.map { frame in columns.map { $0.text(frame) ?? "–" } }
    let widths = head.indices.map { column in
      ([head] + rows).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      var line = zip(cells, widths).map(padded).joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }
    var text = TerminalText.name(scene.title) + "\n" + line(head)
    for (frame, row) in zip(frames, rows) {
      text += line(row)
      for deviation in frame.deviations {
        text += "   not as expected: \(TerminalText.name(deviation))\n"
      }
    }
    return Array(text.utf8)
  }

  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("title")
      writer.string(scene.title)
      writer.key("steps")
      writer.array { writer in
        for frame in frames { frame.write(to: &writer) }
      }
      writer.key("deviations")
      writer.number(deviationCount)
    }
    writer.endLine()
    return writer.bytes
  }
}

/// A column of the table; it is shown if any step has a value for it.
private struct Column {
  let title: String
  /// The value for a step; nil if the column does not apply to its recording.
  let text: @Sendable (KeyboardReplay.Frame) -> String?

  static let all: [Column] = [
    Column(title: "#") { "\($0.number)" }, Column(title: "event") { $0.name },
    Column(title: "happening") { $0.isUsual ? $0.happening?.rawValue ?? "–" : nil },
    Column(title: "posture") { $0.isUsual ? $0.posture.rawValue : nil },
    Column(title: "heights") { $0.host.map { Decimal.list($0.heights) } },
    Column(title: "keys") { $0.host.map { Decimal.text($0.keys?.height) } },
    Column(title: "console") {
      $0.host.map { $0.conflicts.isEmpty ? "–" : "\($0.conflicts.count) broken" }
    },
    Column(title: "covered") { $0.isUsual ? Decimal.text($0.coverage.coveredHeight) : nil },
    Column(title: "bottom") {
      $0.host == nil ? Decimal.text($0.insets.content.bottom) : nil
    },
    Column(title: "set") { $0.host == nil ? ($0.changes ? "yes" : "–") : nil },
    Column(title: "guide") { $0.isUsual ? Decimal.text($0.guide.minY) : nil },
    Column(title: "reveal") { $0.isUsual ? Decimal.text($0.revealY) : nil },
    Column(title: "keyboard") { $0.drag.map { Decimal.text($0.top) } },
    Column(title: "row") { $0.drag.map { Decimal.text($0.rowBottom) } },
    Column(title: "offset") { $0.drag == nil ? nil : Decimal.text($0.layout.contentOffset.y) },
    Column(title: "phase") { $0.drag?.phase },
    Column(title: "to do") {
      ($0.host?.effects ?? $0.drag?.effects).map { $0.isEmpty ? "–" : $0.joined(separator: ", ") }
    },
  ]
}

extension KeyboardReplay.Frame {
  /// Whether the step is about a keyboard of another app, which only covers a view.
  fileprivate var isUsual: Bool { host == nil && drag == nil }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("event")
      writer.string(name)
      writer.key("happening")
      writer.string(happening?.rawValue ?? "")
      writer.key("posture")
      writer.string(posture.rawValue)
      writer.key("keyboard")
      writer.rectangle(keyboard)
      writer.key("covered")
      writer.decimal(coverage.coveredHeight)
      writer.key("intersection")
      writer.rectangle(coverage.intersection.isEmpty ? nil : coverage.intersection)
      writer.key("insets")
      writer.object { writer in
        writer.key("content")
        writer.insets(insets.content)
        writer.key("indicator")
        writer.insets(insets.indicator)
      }
      writer.key("changes")
      writer.bool(changes)
      writer.key("guide")
      writer.rectangle(guide)
      writer.key("reveal")
      writer.decimal(revealY)
      if let host { write(host, to: &writer) }
      if let drag { write(drag, to: &writer) }
      writer.key("deviations")
      writer.array { writer in
        for deviation in deviations { writer.string(deviation) }
      }
    }
  }

  private func write(_ host: KeyboardHost.Report, to writer: inout JSONWriter) {
    writer.key("heights")
    writer.array { writer in
      for height in host.heights { writer.decimal(height) }
    }
    writer.key("keys")
    writer.decimal(host.keys?.height)
    writer.key("console")
    writer.array { writer in
      for conflict in host.conflicts { writer.string(conflict.message) }
    }
    writer.key("effects")
    writer.array { writer in
      for effect in host.effects { writer.string(effect) }
    }
  }

  private func write(_ drag: KeyboardDrag.Report, to writer: inout JSONWriter) {
    writer.key("keyboardTop")
    writer.decimal(drag.top)
    writer.key("rowBottom")
    writer.decimal(drag.rowBottom)
    writer.key("contentOffset")
    writer.decimal(layout.contentOffset.y)
    writer.key("phase")
    writer.string(drag.phase)
    writer.key("effects")
    writer.array { writer in
      for effect in drag.effects { writer.string(effect) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func decimal(_ value: Double?) {
    verbatim(Array((value.map { Decimal.text($0) as String } ?? "null").utf8))
  }

  fileprivate mutating func rectangle(_ rect: LayoutRect?) {
    guard let rect else { return verbatim(Array("null".utf8)) }
    object { writer in
      writer.key("x")
      writer.decimal(rect.minX)
      writer.key("y")
      writer.decimal(rect.minY)
      writer.key("width")
      writer.decimal(rect.width)
      writer.key("height")
      writer.decimal(rect.height)
    }
  }

  fileprivate mutating func insets(_ insets: KeyboardInsets) {
    object { writer in
      writer.key("top")
      writer.decimal(insets.top)
      writer.key("left")
      writer.decimal(insets.left)
      writer.key("bottom")
      writer.decimal(insets.bottom)
      writer.key("right")
      writer.decimal(insets.right)
    }
  }
}
