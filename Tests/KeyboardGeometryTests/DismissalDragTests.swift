import EditorTestSupport
import KeyboardGeometry
import Testing

/// A model of the screen that notices impossible effects.
private struct Stage {
  var standIn = false
  var keyboard = true
  var insets = true
  var complaint: String?

  mutating func carryOut(_ effects: [InteractiveDismissal.Effect]) {
    for effect in effects {
      switch effect {
      case .captureSnapshot: check(keyboard && !standIn, "a picture without a keyboard")
      case .installStandIn:
        check(!standIn, "a second stand-in")
        standIn = true
      case .resignFirstResponder:
        check(keyboard, "no keyboard to resign")
        keyboard = false
      case .moveStandIn: check(standIn, "no stand-in to move")
      case .setContentOffset, .animateContentOffset, .scroll: break
      case .becomeFirstResponder:
        check(!keyboard && standIn, "a second keyboard")
        keyboard = true
      case .removeStandIn:
        check(standIn, "no stand-in to remove")
        standIn = false
      case .useSystemInteractiveMode: check(!standIn, "two ways at once")
      case .restoreInsets:
        check(!keyboard && insets, "insets given back under a keyboard")
        insets = false
      }
    }
  }

  mutating func check(_ holds: Bool, _ words: String) {
    if !holds, complaint == nil { complaint = words }
  }
}

@Suite struct DismissalDragTests {
  private func randomLayout(_ random: inout SeededGenerator) -> InteractiveDismissal.Layout {
    let restTop = Double.random(in: 50...700, using: &random)
    let height = Double.random(in: 100...450, using: &random)
    return InteractiveDismissal.Layout(
      restFrame: rect(0, restTop, 390, height), containerBottom: restTop + height,
      rowMaxYInContent: Double.random(in: 44...9_000, using: &random),
      listTop: Double.random(in: 0...120, using: &random))
  }

  /// Returns the fault of a step in words, or nil if there is none.
  private func fault(
    _ step: InteractiveDismissal.Step, offered: Double, _ layout: InteractiveDismissal.Layout
  ) -> String? {
    let wanted = max(layout.restTop, layout.rowMaxYInContent - offered + layout.listTop)
    let row = layout.rowMaxYInContent - step.contentOffsetY + layout.listTop
    if abs(step.keyboardTop - wanted) > 1e-9 { return "the keyboard is elsewhere" }
    if abs(step.rowBottom - row) > 1e-9 { return "the row is not where the offset puts it" }
    if abs(step.keyboardTop - step.rowBottom) > 1e-9 { return "row and keyboard are apart" }
    if step.keyboardTop < layout.restTop { return "the keyboard is above its rest" }
    if step.contentOffsetY > layout.restOffset { return "the row is above its rest" }
    let corrects = step.effects.contains { if case .setContentOffset = $0 { true } else { false } }
    if corrects != (step.contentOffsetY != offered) { return "the correction is not handed back" }
    return (0...1).contains(step.progress) ? nil : "more than the whole way"
  }

  /// Runs one drag from touch to rest and returns the first fault in it, if any.
  private func drag(_ random: inout SeededGenerator) -> String? {
    var machine = InteractiveDismissal(
      configuration: Bool.random(using: &random)
        ? .init() : .init(velocityThreshold: 0, progressThreshold: 0.15))
    let layout = randomLayout(&random)
    var stage = Stage()
    let standIn = InteractiveDismissal.StandIn.allCases.randomElement(using: &random) ?? .snapshot
    stage.carryOut(machine.begin(layout, standIn: standIn))
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      let offered = layout.restOffset + Double.random(in: -500...120, using: &random)
      let screen = rect(0, 0, 390, 844)
      guard let step = machine.didScroll(toContentOffsetY: offered, screenFrame: screen) else {
        break
      }
      if let fault = fault(step, offered: offered, layout) { return fault }
      let wasInstalled = stage.standIn
      stage.carryOut(step.effects)
      if stage.standIn != machine.swallowsKeyboardNotifications { return "noise is not swallowed" }
      if wasInstalled, !stage.standIn { return "the stand-in went in the middle of a drag" }
    }
    if Int.random(in: 0..<10, using: &random) == 0 {
      stage.carryOut(machine.abort())
    } else {
      let velocity =
        Bool.random(using: &random) ? nil : Double.random(in: -900...900, using: &random)
      stage.carryOut(machine.release(velocityY: velocity))
      if let fault = settle(&machine, &stage, layout, &random) { return fault }
    }
    if machine.phase != .idle { return "it does not come to rest" }
    if stage.standIn { return "the stand-in was left behind" }
    if stage.insets != stage.keyboard, standIn.isInstalled { return "insets without a keyboard" }
    return stage.complaint
  }

  /// Lets the list scroll to its end in random steps; a new touch may interrupt it once.
  private func settle(
    _ machine: inout InteractiveDismissal, _ stage: inout Stage,
    _ layout: InteractiveDismissal.Layout, _ random: inout SeededGenerator
  ) -> String? {
    var touches = Int.random(in: 0...1, using: &random)
    while case .settling(let outcome) = machine.phase {
      let target = outcome == .restored ? layout.restOffset : layout.endOffset
      let offset =
        machine.offset + (target - machine.offset) * (Bool.random(using: &random) ? 1 : 0.4)
      guard let step = machine.didScroll(toContentOffsetY: offset, screenFrame: .zero) else {
        return "a list that scrolls on is not followed"
      }
      let row = layout.rowMaxYInContent - offset + layout.listTop
      // Only the stand-in of a disappearing keyboard may be below the row.
      if step.keyboardTop < row - 1e-9 { return "the stand-in is above the row" }
      if outcome == .restored, abs(step.keyboardTop - max(row, layout.restTop)) > 1e-9 {
        return "row and stand-in are apart"
      }
      stage.carryOut(step.effects)
      if touches > 0, machine.phase != .idle {
        touches -= 1
        machine.resume()
        let back = layout.restOffset - Double.random(in: 0...80, using: &random)
        if let step = machine.didScroll(toContentOffsetY: back, screenFrame: .zero) {
          if abs(step.keyboardTop - step.rowBottom) > 1e-9 { return "taken over apart" }
          stage.carryOut(step.effects)
        }
        stage.carryOut(machine.release(velocityY: 0))
      }
    }
    return nil
  }

  @Test func randomDrags() {
    var random = RandomTests.generator()
    var faults: [String: Int] = [:]
    for _ in 0..<dragCount {
      if let fault = drag(&random) { faults[fault, default: 0] += 1 }
    }
    #expect(faults == [:], "seed \(RandomTests.seed)")
  }
}
