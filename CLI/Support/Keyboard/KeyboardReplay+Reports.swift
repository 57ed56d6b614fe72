import KeyboardGeometry

extension KeyboardReplay {
  /// A table with one line an event, and a line for each deviation.
  package var table: [UInt8] {
    let head = [
      "#", "event", "happening", "posture", "covered", "bottom", "set", "guide", "reveal",
    ]
    let rows = frames.map { frame in
      [
        "\(frame.number)", frame.name, frame.happening?.rawValue ?? "–", frame.posture.rawValue,
        Decimal.text(frame.coverage.coveredHeight), Decimal.text(frame.insets.content.bottom),
        frame.changes ? "yes" : "–", Decimal.text(frame.guide.minY),
        frame.revealY.map(Decimal.text) ?? "–",
      ]
    }
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

  /// One line of JSON.
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

extension KeyboardReplay.Frame {
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
      writer.key("deviations")
      writer.array { writer in
        for deviation in deviations { writer.string(deviation) }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func decimal(_ value: Double?) {
    verbatim(Array((value.map(Decimal.text) ?? "null").utf8))
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

  fileprivate mutating func insets(_ insets: Insets) {
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
