import KeyboardGeometry

extension KeyboardScene.Expectation {
  /// The deviations of `frame` from the expectations, in words.
  func deviations(of frame: KeyboardReplay.Frame) -> [String] {
    var deviations: [String] = []
    func compare(_ name: String, _ wanted: String?, _ found: String) {
      if let wanted, wanted != found { deviations.append("\(name) \(found), not \(wanted)") }
    }
    compare("happening", happening, frame.happening?.rawValue ?? "")
    compare("posture", posture?.rawValue, frame.posture.rawValue)
    compare("covered", covered.map(Decimal.text), Decimal.text(frame.coverage.coveredHeight))
    compare("bottom", bottom.map(Decimal.text), Decimal.text(frame.insets.content.bottom))
    compare("visibleBottom", visibleBottom.map(Decimal.text), Decimal.text(frame.visibleBottom))
    compare("row", row.map(Decimal.text), Decimal.text(frame.drag?.rowBottom))
    compare("changes", changes.map { "\($0)" }, "\(frame.changes)")
    compare("guideTop", guideTop.map(Decimal.text), Decimal.text(frame.guide.minY))
    compare("heights", heights.map(Decimal.list), Decimal.list(frame.host?.heights ?? []))
    compare("keys", keys.map(Decimal.text), Decimal.text(frame.host?.keys?.height))
    compare("conflicts", conflicts.map { "\($0)" }, "\(frame.host?.conflicts.count ?? 0)")
    compare("top", top.map(Decimal.text), Decimal.text(frame.drag?.top))
    compare("offset", offset.map(Decimal.text), Decimal.text(frame.layout.contentOffset.y))
    compare("phase", phase, frame.drag?.phase ?? "")
    return deviations
  }
}

extension KeyboardReplay.Frame {
  /// The lower edge of the visible part of the view, in screen coordinates: above the bottom inset,
  /// and above the safe area that the view adds to it.
  fileprivate var visibleBottom: Double {
    min(layout.space.frameInScreen.maxY, layout.screen.height)
      - insets.content.bottom - layout.safeAreaBottom
  }
}

extension KeyboardScene.HostEvent {
  /// The name in a recording.
  var name: String {
    switch self {
    case .load: "load"
    case .appear: "appear"
    case .rotate: "rotate"
    case .bar: "bar"
    case .policy: "policy"
    }
  }
}

extension KeyboardScene.DragEvent {
  /// The name in a recording.
  var name: String {
    switch self {
    case .touch: "touch"
    case .move: "move"
    case .lift: "lift"
    case .settle: "settle"
    case .abort: "abort"
    }
  }
}

extension KeyboardScene.Layout {
  /// A keyboard of this height, in points, at the lower edge of the screen.
  func docked(_ height: Double) -> KeyboardFrameTransition {
    let frame = LayoutRect(
      x: 0, y: screen.height - height, width: screen.width, height: height)
    return KeyboardFrameTransition(event: .willChangeFrame, beginFrame: frame, endFrame: frame)
  }
}
