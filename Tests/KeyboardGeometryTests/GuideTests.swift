import KeyboardGeometry
import Testing

@Suite struct GuideTests {
  @Test(arguments: Devices.all)
  func theGuideBeginsWhereTheKeyboardDoes(row: DeviceRow) {
    let view = fullScreen(row.screen)
    for height in row.heights {
      let guide = KeyboardGuide().frame(
        keyboard: row.docked(height), in: view, screen: row.screen, safeAreaBottom: row.safe)
      #expect(guide == row.docked(height))
    }
    let without = KeyboardGuide().frame(
      keyboard: nil, in: view, screen: row.screen, safeAreaBottom: row.safe)
    #expect(without == row.docked(row.safe))
    let hidden = KeyboardGuide().frame(
      keyboard: rect(0, row.height, row.width, row.keys), in: view, screen: row.screen,
      safeAreaBottom: row.safe)
    #expect(hidden == without)
    let toTheEdge = KeyboardGuide(usesBottomSafeArea: false).frame(
      keyboard: nil, in: view, screen: row.screen, safeAreaBottom: row.safe)
    #expect(toTheEdge == row.docked(0))
  }

  @Test func undockedKeyboards() {
    let screen = rect(0, 0, 1024, 768)
    let view = fullScreen(screen)
    let floating = rect(600, 400, 320, 254)
    #expect(
      KeyboardGuide().frame(keyboard: floating, in: view, screen: screen, safeAreaBottom: 20)
        == rect(0, 748, 1024, 20))
    #expect(
      KeyboardGuide(followsUndocked: true).frame(
        keyboard: floating, in: view, screen: screen, safeAreaBottom: 20) == floating)
    // A docked keyboard is followed over the whole width of the view in either case.
    #expect(
      KeyboardGuide(followsUndocked: true).frame(
        keyboard: rect(0, 448, 1024, 320), in: view, screen: screen) == rect(0, 448, 1024, 320))
  }

  @Test func aBarLowerThanTheSafeAreaDoesNotLowerTheGuide() {
    let screen = rect(0, 0, 390, 844)
    let bar = rect(0, 824, 390, 336)
    let view = fullScreen(screen)
    #expect(
      KeyboardGuide().frame(keyboard: bar, in: view, screen: screen, safeAreaBottom: 34)
        == rect(0, 810, 390, 34))
    #expect(
      KeyboardGuide(usesBottomSafeArea: false).frame(
        keyboard: bar, in: view, screen: screen, safeAreaBottom: 34) == rect(0, 824, 390, 20))
  }

  @Test func inAScrolledViewItMovesWithTheContent() {
    let screen = rect(0, 0, 320, 480)
    let view = fullScreen(screen).child(
      frame: rect(0, 64, 320, 416), boundsOrigin: LayoutPoint(x: 0, y: 100))
    #expect(
      KeyboardGuide().frame(keyboard: rect(0, 264, 320, 216), in: view, screen: screen)
        == rect(0, 300, 320, 216))
  }
}
