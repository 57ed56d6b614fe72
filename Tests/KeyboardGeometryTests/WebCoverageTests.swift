import KeyboardGeometry
import Testing

@Suite struct WebCoverageTests {
  static let page = LayoutSize(width: 390, height: 664)

  @Test func virtualKeyboardRectangles() {
    let covered = KeyboardCoverage.of(
      virtualKeyboard: rect(0, 364, 390, 300), layoutSize: Self.page, overlaysContent: true)
    #expect(covered.posture == .docked)
    #expect(covered.coveredHeight == 300 && covered.bottomObstruction == 300)
    let away = KeyboardCoverage.of(
      virtualKeyboard: .zero, layoutSize: Self.page, overlaysContent: true)
    #expect(away == .none(.hidden))
    let resized = KeyboardCoverage.of(
      virtualKeyboard: rect(0, 364, 390, 300), layoutSize: Self.page, overlaysContent: false)
    #expect(resized == .none(.hidden))
    let floating = KeyboardCoverage.of(
      virtualKeyboard: rect(50, 200, 200, 150), layoutSize: Self.page, overlaysContent: true)
    #expect(floating.posture == .floating && floating.bottomObstruction == 464)
  }

  @Test func visualViewports() {
    func coverage(top: Double = 0, height: Double, scale: Double = 1) -> KeyboardCoverage {
      .of(
        WebViewport(
          layoutSize: Self.page, visualOffset: LayoutPoint(x: 0, y: top),
          visualSize: LayoutSize(width: 390 / scale, height: height), scale: scale))
    }
    #expect(coverage(height: 664) == .none(.hidden))
    #expect(coverage(height: 663.5) == .none(.hidden))
    #expect(coverage(height: 364).bottomObstruction == 300)
    #expect(coverage(height: 364).intersection == rect(0, 364, 390, 300))
    // The page was panned up: part of the keyboard stands below the layout viewport.
    #expect(coverage(top: 200, height: 364).bottomObstruction == 100)
    #expect(coverage(top: 300, height: 364) == .none(.docked))
    // Zoomed in, no keyboard: what lies below is page that can be scrolled to.
    #expect(coverage(top: 100, height: 332, scale: 2) == .none(.hidden))
    // Zoomed in, a keyboard of 300 takes 150 of the page.
    let zoomed = coverage(top: 100, height: 182, scale: 2)
    #expect(zoomed.intersection == rect(0, 282, 195, 150))
    #expect(zoomed.bottomObstruction == 382)
  }

  @Test func toolbarsAreNoKeyboards() {
    let viewport = WebViewport(
      layoutSize: Self.page, visualSize: LayoutSize(width: 390, height: 608))
    #expect(KeyboardCoverage.of(viewport).coveredHeight == 56)
    #expect(KeyboardCoverage.of(viewport, minimumHeight: 80) == .none(.hidden))
    var broken = viewport
    broken.scale = 0
    #expect(KeyboardCoverage.of(broken).coveredHeight == 56)
  }
}
