import KeyboardGeometry
import Testing

@Suite struct CoverageTests {
  @Test func theTableIsWhole() {
    #expect(Devices.rows.count == 34 && Devices.all.count == 38)
  }

  @Test(arguments: Devices.all)
  func aViewThatFillsTheScreen(row: DeviceRow) {
    for height in row.heights {
      let coverage = KeyboardCoverage.of(
        keyboard: row.docked(height), in: fullScreen(row.screen), screen: row.screen)
      #expect(coverage.posture == .docked)
      #expect(coverage.coveredHeight == height)
      #expect(coverage.bottomObstruction == height)
      #expect(coverage.intersection == row.docked(height))
    }
  }

  @Test(arguments: Devices.all)
  func aViewAboveATabBar(row: DeviceRow) {
    let tabBar = 49 + row.safe
    let view = fullScreen(row.screen)
      .child(frame: rect(0, 0, row.width, row.height - tabBar))
    for height in row.heights {
      let coverage = KeyboardCoverage.of(
        keyboard: row.docked(height), in: view, screen: row.screen)
      #expect(coverage.coveredHeight == height - tabBar)
      #expect(coverage.bottomObstruction == height - tabBar)
    }
  }

  @Test(arguments: Devices.all)
  func scrollingChangesOnlyTheCoordinates(row: DeviceRow) {
    let scrolled = CoordinateSpace.screen(LayoutSize(width: row.width, height: row.height))
      .child(frame: row.screen, boundsOrigin: LayoutPoint(x: 0, y: 1234.5))
    let height = row.keys + row.prediction
    let coverage = KeyboardCoverage.of(
      keyboard: row.docked(height), in: scrolled, screen: row.screen)
    #expect(coverage.coveredHeight == height && coverage.bottomObstruction == height)
    #expect(coverage.intersection == row.docked(height).offset(y: 1234.5))
  }

  @Test("a hardware keyboard keeps its height and covers 55 points", arguments: Devices.all)
  func hardwareKeyboard(row: DeviceRow) {
    let frame = rect(0, row.height - 55, row.width, row.keys + row.prediction)
    let coverage = KeyboardCoverage.of(
      keyboard: frame, in: fullScreen(row.screen), screen: row.screen)
    #expect(coverage.posture == .accessoryOnly)
    #expect(coverage.coveredHeight == 55)
    #expect(coverage.bottomObstruction == 55)
  }

  /// A popular formula compares `view.frame`, in the superview's coordinates, with the keyboard's
  /// frame in the view's. With a status bar of 20, it gives 236: the view's offset counts twice.
  @Test func seedFormulaIsOff() {
    let screen = rect(0, 0, 320, 480)
    let view = fullScreen(screen).child(frame: rect(0, 20, 320, 460))
    let coverage = KeyboardCoverage.of(
      keyboard: rect(0, 264, 320, 216), in: view, screen: screen)
    #expect(coverage.coveredHeight == 216 && coverage.bottomObstruction == 216)
  }

  @Test func aViewThatReachesBelowTheScreen() {
    let screen = rect(0, 0, 320, 480)
    let view = fullScreen(screen).child(frame: rect(0, 0, 320, 580))
    let coverage = KeyboardCoverage.of(keyboard: rect(0, 264, 320, 216), in: view, screen: screen)
    #expect(coverage.coveredHeight == 216)
    #expect(coverage.bottomObstruction == 316)
    // With a hardware keyboard, the frame may extend below the screen and cover nothing there.
    let bar = KeyboardCoverage.of(keyboard: rect(0, 425, 320, 253), in: view, screen: screen)
    #expect(bar.coveredHeight == 55 && bar.bottomObstruction == 155)
  }

  @Test func aViewAboveTheKeyboardIsFree() {
    let screen = rect(0, 0, 1024, 768)
    let above = fullScreen(screen).child(frame: rect(0, 0, 1024, 400))
    #expect(
      KeyboardCoverage.of(keyboard: rect(0, 448, 1024, 320), in: above, screen: screen)
        == .none(.docked))
  }

  @Test func undockedKeyboardsCountOnlyWhereTheyAreFollowed() {
    let screen = rect(0, 0, 1024, 768)
    let undocked = rect(0, 200, 1024, 320)
    let view = fullScreen(screen)
    #expect(KeyboardCoverage.of(keyboard: undocked, in: view, screen: screen) == .none(.undocked))
    let followed = KeyboardCoverage.of(
      keyboard: undocked, in: view, screen: screen, followsUndocked: true)
    #expect(followed.intersection == undocked)
    #expect(followed.coveredHeight == 320)
    #expect(followed.bottomObstruction == 568)
    let floating = rect(700, 500, 320, 254)
    #expect(KeyboardCoverage.of(keyboard: floating, in: view, screen: screen) == .none(.floating))
    #expect(
      KeyboardCoverage.of(keyboard: floating, in: view, screen: screen, followsUndocked: true)
        .bottomObstruction == 268)
  }

  @Test func formSheetsAndStageManagerWindows() {
    let screen = rect(0, 0, 1024, 1366)
    let keyboard = rect(0, 963, 1024, 403)
    let sheet = fullScreen(screen).child(frame: rect(150, 323, 724, 720))
    let coverage = KeyboardCoverage.of(keyboard: keyboard, in: sheet, screen: screen)
    #expect(coverage.coveredHeight == 80 && coverage.intersection == rect(0, 640, 724, 80))
    let stage = CoordinateSpace(frameInScreen: rect(60, 100, 700, 1200))
    #expect(
      KeyboardCoverage.of(
        keyboard: keyboard, in: stage, screen: screen, slideOverWindow: stage.frameInScreen
      ).bottomObstruction == 337)
  }
}
