import KeyboardGeometry

extension KeyboardReplay {
  /// A drawing of the steps, side by side: screen, window, view, safe area, keyboard, bar, row,
  /// caret, insets and guide, with their measures.
  package var svg: [UInt8] {
    let longest = frames.map { max($0.layout.screen.width, $0.layout.screen.height) }.max() ?? 1
    let scale = 220 / longest
    let widest = frames.map { $0.layout.screen.width }.max() ?? 1
    let highest = frames.map { $0.layout.screen.height }.max() ?? 1
    let lines = frames.map { $0.facts.count }.max() ?? 1
    // Leaves room for two measures beside the screen, and for the screen's size below it.
    let cell = LayoutSize(
      width: max(250, widest * scale + 96), height: highest * scale + 44 + 12 * Double(lines))
    let columns = max(1, min(frames.count, 4))
    let rows = max(1, (frames.count + columns - 1) / columns)
    let width = max(520, cell.width * Double(columns) + 30)
    let title = SVGDrawing.wrapped(scene.title, width: width - 40, size: 15, isBold: true)
    let source = SVGDrawing.wrapped(scene.source, width: width - 40, size: 10)
    let top = 24 + 19 * Double(title.count) + 13 * Double(source.count)
    let signs = Sign.allCases.filter { sign in frames.contains { $0.shows(sign) } }
    let legend = SVGDrawing.legendRows(signs, width: width - 40)
    let size = LayoutSize(
      width: width, height: top + cell.height * Double(rows) + 16 * Double(legend.count) + 16)
    var drawing = SVGDrawing(size: size)
    drawing.lines(title, x: 20, y: 28, size: 15, weight: "bold")
    drawing.lines(source, x: 20, y: 27 + 19 * Double(title.count), size: 10, fill: "#666")
    for (index, frame) in frames.enumerated() {
      let origin = LayoutPoint(
        x: 20 + Double(index % columns) * cell.width,
        y: top + Double(index / columns) * cell.height)
      drawing.group(x: origin.x, y: origin.y) { drawing in
        frame.draw(on: &drawing, scene: scene, scale: scale, textLines: lines)
      }
    }
    drawing.legend(legend, y: size.height - 16 * Double(legend.count))
    return drawing.bytes
  }
}

extension KeyboardReplay.Frame {
  /// The lines of text above a step.
  fileprivate var facts: [String] {
    var facts = ""
    if let host {
      let heights = host.heights.isEmpty ? nil : "height \(Decimal.list(host.heights))"
      let keys = host.keys.map { "keys \(Decimal.text($0.height))" }
      let known = [heights, keys].compactMap(\.self)
      facts = known.isEmpty ? "not laid out" : known.joined(separator: ", ")
      for conflict in host.conflicts {
        facts += "; \(Decimal.text(conflict.kept.constant)) kept,"
        facts += " \(Decimal.text(conflict.broken.constant)) broken"
      }
      if !host.effects.isEmpty { facts += "; " + host.effects.joined(separator: ", ") }
    } else if let drag {
      facts = "keyboard \(Decimal.text(drag.top)), row \(Decimal.text(drag.rowBottom))"
      facts += ", offset \(Decimal.text(layout.contentOffset.y)); \(drag.phase)"
      if !drag.effects.isEmpty { facts += ": " + drag.effects.joined(separator: ", ") }
    } else {
      facts = "covered \(Decimal.text(coverage.coveredHeight)), bottom inset "
      facts += Decimal.text(insets.content.bottom) + (changes ? " (set)" : "")
    }
    return SVGDrawing.wrapped(facts, width: 240, size: 9)
  }

  fileprivate func draw(
    on drawing: inout SVGDrawing, scene: KeyboardScene, scale: Double, textLines: Int
  ) {
    drawing.text(
      "\(number) \(name) · \(posture.rawValue)", x: 0, y: 10, size: 10, weight: "bold")
    drawing.lines(facts, x: 0, y: 23, size: 9, fill: deviations.isEmpty ? "#444" : "#c00")
    drawing.group(x: 0, y: 20 + 12 * Double(textLines)) { drawing in
      drawing.scale = scale
      drawScreen(on: &drawing, scene: scene)
      drawMeasures(on: &drawing)
    }
  }

  private func drawScreen(on drawing: inout SVGDrawing, scene: KeyboardScene) {
    let space = layout.space
    drawing.clip = layout.screenBounds
    drawing.rectangle(layout.screenBounds, fill: "#fff")
    drawing.rectangle(layout.window, fill: "#f4f6fb")
    if let below = belowView {
      drawing.sign(.below, below)
      if (shownKeyboard ?? .zero).intersection(below).isEmpty { drawing.height(of: below) }
    }
    if let drag, let row = scene.dismissal { drawRows(drag, row, on: &drawing) }
    if let caret = scene.caret {
      let shown = space.convertToScreen(caret).offset(
        y: revealY.map { layout.contentOffset.y - $0 } ?? 0)
      drawing.sign(
        .caret,
        LayoutRect(x: shown.minX, y: shown.minY, width: max(4, shown.width), height: shown.height))
    }
    if let keyboard = shownKeyboard { drawKeyboard(keyboard, on: &drawing) }
    if layout.safeAreaBottom > 0 { drawing.sign(.safeArea, safeArea) }
    if let inset { drawing.sign(.inset, inset) }
    drawing.sign(.screen, layout.screenBounds)
    let window = drawing.outline(.window, layout.window, inside: layout.screenBounds)
    drawing.outline(.view, space.frameInScreen, inside: window)
    // Drawn last: without a keyboard, the guide lies on the lower edge of the view.
    let guide = space.convertToScreen(guide)
    drawing.line(
      from: LayoutPoint(x: guide.minX, y: guide.minY),
      to: LayoutPoint(x: guide.maxX, y: guide.minY), stroke: Sign.guide.stroke ?? "#c22",
      dash: Sign.guide.dash)
  }

  /// Draws the rows of a list; the last row touches the keyboard.
  private func drawRows(
    _ drag: KeyboardDrag.Report, _ scene: KeyboardScene.Dismissal, on drawing: inout SVGDrawing
  ) {
    let bottom = layout.window.minY + drag.rowBottom
    guard scene.rowHeight > 0 else { return }
    // As many rows as the list has, and as can be distinguished.
    let count = min(scene.rowMaxY / scene.rowHeight, layout.view.height / scene.rowHeight + 1, 60)
    for index in 0..<max(1, Int(count.rounded(.up))) {
      let row = LayoutRect(
        x: layout.window.minX, y: bottom - scene.rowHeight * Double(index + 1),
        width: layout.window.width, height: scene.rowHeight)
      // The part of the row inside the list.
      let shown = row.intersection(layout.space.frameInScreen)
      drawing.sign(index == 0 ? .row : .earlierRow, shown)
      if index == 0, shown == row { drawing.height(of: row) }
    }
  }

  private func drawKeyboard(_ keyboard: LayoutRect, on drawing: inout SVGDrawing) {
    drawing.sign(drag?.hasStandIn == true ? .standIn : .keyboard, keyboard)
    let bar = min(layout.bar, keyboard.height)
    if bar > 0 {
      let rect = LayoutRect(
        x: keyboard.minX, y: keyboard.minY, width: keyboard.width, height: bar)
      drawing.sign(.bar, rect)
      drawing.height(of: rect)
    }
    let keys = keyboard.inset(by: KeyboardInsets(top: bar)).intersection(layout.screenBounds)
    for row in 0..<3 where keys.height > 40 {
      for column in 0..<10 {
        drawing.rectangle(
          LayoutRect(
            x: keys.minX + keys.width * (Double(column) + 0.1) / 10,
            y: keys.minY + keys.height * (Double(row) + 0.15) / 3.4,
            width: keys.width * 0.08, height: keys.height * 0.7 / 3.4), fill: "#fff")
      }
    }
    // Drawn over the keys, which would hide it.
    if let first = host?.heights.first, let last = host?.heights.last, first != last {
      drawing.line(
        from: LayoutPoint(x: keyboard.minX, y: keyboard.maxY - first),
        to: LayoutPoint(x: keyboard.maxX, y: keyboard.maxY - first), stroke: "#a0a", dash: "2 2")
    }
  }

  private func drawMeasures(on drawing: inout SVGDrawing) {
    let screen = layout.screenBounds
    drawing.clip = nil
    let right = screen.width * drawing.scale + 6
    if let keyboard = shownKeyboard?.intersection(screen), !keyboard.isEmpty {
      drawing.measure(from: keyboard.minY, to: keyboard.maxY, x: right, "#556")
    }
    if let inset { drawing.measure(from: inset.minY, to: inset.maxY, x: right + 40, "#2a2") }
    drawing.text(
      "\(Decimal.text(screen.width)) × \(Decimal.text(screen.height))", x: 0,
      y: screen.height * drawing.scale + 11, size: 8, fill: "#666")
  }

  /// The keyboard or its substitute, in screen coordinates; nil if there is neither.
  private var shownKeyboard: LayoutRect? {
    guard let drag, drag.hasStandIn, let top = drag.top else { return keyboard }
    return LayoutRect(
      x: layout.window.minX, y: layout.window.minY + top, width: layout.window.width,
      height: max(0, layout.window.height - top))
  }

  /// The part of the window below the view.
  private var belowView: LayoutRect? {
    let bottom = layout.space.frameInScreen.maxY
    guard bottom < layout.window.maxY, layout.view.height > 0 else { return nil }
    return LayoutRect(
      x: layout.window.minX, y: bottom, width: layout.window.width,
      height: layout.window.maxY - bottom)
  }

  private var safeArea: LayoutRect {
    let window = layout.window
    return LayoutRect(
      x: window.minX, y: window.maxY - layout.safeAreaBottom, width: window.width,
      height: layout.safeAreaBottom)
  }

  /// The bottom inset, drawn at the right edge of the view; the system adds the safe area below it.
  private var inset: LayoutRect? {
    let bottom = insets.content.bottom
    guard bottom > 0, host == nil else { return nil }
    let view = layout.space.frameInScreen
    return LayoutRect(
      x: view.maxX - view.width / 30, y: view.maxY - layout.safeAreaBottom - bottom,
      width: view.width / 30, height: bottom
    ).intersection(layout.screenBounds)
  }

  /// Whether a step has something to draw for a sign.
  fileprivate func shows(_ sign: Sign) -> Bool {
    switch sign {
    case .screen, .window, .view, .guide: true
    case .keyboard: keyboard != nil && drag?.hasStandIn != true
    case .standIn: drag?.hasStandIn == true
    case .bar: layout.bar > 0 && keyboard != nil
    case .before: (host?.heights.count ?? 0) > 1
    case .row, .earlierRow: drag != nil
    case .caret: revealY != nil
    case .inset: inset != nil
    case .safeArea: layout.safeAreaBottom > 0
    case .below: belowView != nil
    case .measure: keyboard != nil
    }
  }
}
