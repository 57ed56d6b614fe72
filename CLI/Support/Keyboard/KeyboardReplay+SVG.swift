import KeyboardGeometry

extension KeyboardReplay {
  /// A drawing of the steps, side by side: screen, window, view, safe area, keyboard, bar, caret,
  /// insets and guide.
  package var svg: [UInt8] {
    let longest = frames.map { max($0.layout.screen.width, $0.layout.screen.height) }.max() ?? 1
    let scale = 220 / longest
    let highest = frames.map { $0.layout.screen.height }.max() ?? 1
    let cell = LayoutSize(width: 250, height: highest * scale + 62)
    let columns = max(1, min(frames.count, 4))
    let rows = max(1, (frames.count + columns - 1) / columns)
    let size = LayoutSize(
      width: cell.width * Double(columns) + 20, height: cell.height * Double(rows) + 76)
    var drawing = SVGDrawing(size: size)
    drawing.text(scene.title, x: 20, y: 28, size: 15, weight: "bold")
    if !scene.source.isEmpty { drawing.text(scene.source, x: 20, y: 46, size: 10, fill: "#666") }
    for (index, frame) in frames.enumerated() {
      let origin = LayoutPoint(
        x: 20 + Double(index % columns) * cell.width,
        y: 66 + Double(index / columns) * cell.height)
      drawing.group(x: origin.x, y: origin.y) { drawing in
        frame.draw(on: &drawing, caret: scene.caret, scale: scale)
      }
    }
    drawing.legend(y: size.height - 12)
    return drawing.bytes
  }
}

extension KeyboardReplay.Frame {
  fileprivate func draw(on drawing: inout SVGDrawing, caret: LayoutRect?, scale: Double) {
    let facts = "\(number) \(name) · \(posture.rawValue)"
    drawing.text(facts, x: 0, y: 10, size: 10, weight: "bold")
    drawing.text(
      "covered \(Decimal.text(coverage.coveredHeight)), bottom inset "
        + Decimal.text(insets.content.bottom) + (changes ? " (set)" : ""),
      x: 0, y: 23, size: 9, fill: deviations.isEmpty ? "#444" : "#c00")
    drawing.group(x: 0, y: 32) { drawing in
      drawing.scale = scale
      drawScreen(on: &drawing, caret: caret)
    }
  }

  private func drawScreen(on drawing: inout SVGDrawing, caret: LayoutRect?) {
    let space = layout.space
    let screen = layout.screenBounds
    let view = space.frameInScreen
    drawing.clip = screen
    drawing.rectangle(screen, fill: "#fff")
    drawing.rectangle(layout.window, fill: "#f4f6fb", stroke: "#9ab")
    drawing.rectangle(view, fill: "none", stroke: "#36c", dash: "4 2")
    if let caret {
      let shown = space.convertToScreen(caret).offset(
        y: revealY.map { layout.contentOffset.y - $0 } ?? 0)
      drawing.rectangle(
        LayoutRect(x: shown.minX, y: shown.minY, width: max(4, shown.width), height: shown.height),
        fill: "#e0218a")
    }
    if let keyboard { drawKeyboard(keyboard, on: &drawing) }
    if layout.safeAreaBottom > 0 {
      let window = layout.window
      drawing.rectangle(
        LayoutRect(
          x: window.minX, y: window.maxY - layout.safeAreaBottom, width: window.width,
          height: layout.safeAreaBottom), fill: "#fd9", opacity: 0.5)
    }
    drawInset(view, on: &drawing)
    let guide = space.convertToScreen(guide)
    drawing.line(
      from: LayoutPoint(x: guide.minX, y: guide.minY),
      to: LayoutPoint(x: guide.maxX, y: guide.minY), stroke: "#c22", dash: "6 3")
    drawing.rectangle(screen, fill: "none", stroke: "#222")
  }

  private func drawKeyboard(_ keyboard: LayoutRect, on drawing: inout SVGDrawing) {
    drawing.rectangle(keyboard, fill: "#cfd3da", stroke: "#889", opacity: 0.9)
    let bar = min(layout.bar, keyboard.height)
    if bar > 0 {
      drawing.rectangle(
        LayoutRect(x: keyboard.minX, y: keyboard.minY, width: keyboard.width, height: bar),
        fill: "#8bd", stroke: "#579")
    }
    let keys = keyboard.inset(by: Insets(top: bar)).intersection(layout.screenBounds)
    for row in 0..<3 where keys.height > 40 {
      for column in 0..<10 {
        drawing.rectangle(
          LayoutRect(
            x: keys.minX + keys.width * (Double(column) + 0.1) / 10,
            y: keys.minY + keys.height * (Double(row) + 0.15) / 3.4,
            width: keys.width * 0.08, height: keys.height * 0.7 / 3.4), fill: "#fff")
      }
    }
  }

  /// The bottom inset as a bracket at the right edge of the view, what the safe area adds above it
  /// lighter.
  private func drawInset(_ view: LayoutRect, on drawing: inout SVGDrawing) {
    let bottom = insets.content.bottom
    guard bottom > 0 else { return }
    let width = view.width / 30
    drawing.rectangle(
      LayoutRect(
        x: view.maxX - width, y: view.maxY - layout.safeAreaBottom - bottom, width: width,
        height: bottom), fill: "#2a2", opacity: 0.7)
  }
}
