import AppleAdapters
import EditorTestSupport
import KeyboardGeometry
import Testing
@_spi(StandIn) import UIKit

/// A user and a device that do anything to the article's chat in any order.
@MainActor private struct RandomUser {
  var random: SeededGenerator
  let chat: Chat
  let insets: ScrollInsets
  /// Whether touches may also begin while the stand-in settles, and be cancelled by the system.
  let isRough: Bool
  var log: [String] = []
  var dragging = false
  var hasMoved = false

  init(_ random: SeededGenerator, isRough: Bool) {
    var random = random
    let size = CGSize(
      width: [320, 390, 744].randomElement(using: &random) ?? 390,
      height: [568, 844, 1_133].randomElement(using: &random) ?? 844)
    let stage = Stage(size, safeArea: UIEdgeInsets(top: 20, left: 0, bottom: 0, right: 0))
    chat = Chat(stage, content: .random(in: 100...3_000, using: &random))
    chat.standIn = Bool.random(using: &random) ? .plainPanel : .snapshot
    chat.list.contentInset.bottom = Bool.random(using: &random) ? 0 : 49
    chat.list.verticalScrollIndicatorInsets.bottom = 3
    insets = chat.list.keyboardInsets
    Keyboard.shared.systemHeight = .random(in: 200...360, using: &random)
    Animations.isManual = true
    self.random = random
    self.isRough = isRough
  }

  mutating func step() {
    if dragging { return moveOrRelease() }
    if Animations.isUnderWay, !isRough || Bool.random(using: &random) {
      log.append("time passes")
      return Animations.finish()
    }
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1:
      log.append("focus")
      chat.field.becomeFirstResponder()
    case 2:
      log.append("done")
      chat.field.resignFirstResponder()
    case 3: turn()
    case 4: resizeKeyboard()
    case 5:
      let end = max(chat.list.maximumOffsetY, 0)
      let y = CGFloat.random(in: 0...max(end, 1), using: &random)
      log.append("read at \(y)")
      if chat.driver.phase == .idle { chat.list.contentOffset.y = y }
    default:
      log.append("touch at \(chat.list.contentOffset.y)")
      chat.list.beginDrag()
      dragging = true
      hasMoved = false
    }
  }

  private mutating func moveOrRelease() {
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      let velocity = CGFloat.random(in: -2...2, using: &random)
      let target = chat.list.contentOffset.y + velocity * 300
      log.append("release at \(velocity)")
      dragging = false
      chat.list.endDrag(velocity: velocity, target: target)
      // A rough user may touch the list again before it rests.
      if !isRough || Bool.random(using: &random) { chat.list.decelerate() }
    case 1 where isRough:
      log.append("the touch is taken away")
      dragging = false
      chat.list.cancelDrag()
    default:
      let y = chat.list.contentOffset.y - CGFloat.random(in: -40...90, using: &random)
      log.append("drag to \(y)")
      hasMoved = true
      chat.list.drag(to: y)
    }
  }

  private mutating func turn() {
    let old = chat.stage.screen.bounds.size
    let size = CGSize(width: old.height, height: old.width)
    log.append("turn to \(size)")
    chat.driver.abort()
    chat.stage.screen.resize(size)
    chat.stage.window.frame.size = size
    chat.container.frame.size = size
    chat.list.frame.size = size
    chat.adjuster.viewChanged()
    if let keyboard = Keyboard.shared.frame {
      chat.stage.showKeyboard(height: min(keyboard.height, size.height / 2))
    }
  }

  private mutating func resizeKeyboard() {
    guard Keyboard.shared.frame != nil else { return }
    let limit = max(101, min(400, chat.stage.screen.bounds.height * 0.6))
    let height = CGFloat.random(in: 100...limit, using: &random)
    log.append("keyboard of \(height)")
    chat.stage.showKeyboard(height: height)
  }

  var fault: String? {
    let phase = chat.driver.phase
    if phase != .idle, phase != .ready || hasMoved,
      abs(chat.rowBottom - chat.keyboardTop) > 1e-6
    {
      return "row \(chat.rowBottom), keyboard \(chat.keyboardTop), \(phase)"
    }
    if Animations.isUnderWay { return nil }
    if chat.standInView != nil, phase == .idle { return "a stand-in is left" }
    if chat.standInView != nil, Keyboard.shared.frame != nil { return "a keyboard and a stand-in" }
    if Keyboard.shared.frame == nil, phase == .idle, chat.list.keyboardInsets != insets {
      return "insets \(chat.list.keyboardInsets.content.bottom) are left"
    }
    return nil
  }
}

@MainActor struct DismissalPropertyTests {
  /// Returns the first fault with the steps before it, the number of steps with a stand-in, and the
  /// number of steps with neither stand-in nor keyboard.
  private func run(users: Int, isRough: Bool, _ random: SeededGenerator) -> (
    fault: String?, standIns: Int, hidden: Int
  ) {
    var random = random
    var (standIns, hidden) = (0, 0)
    for _ in 0..<users {
      var user = RandomUser(SeededGenerator(seed: random.next()), isRough: isRough)
      for _ in 0..<120 {
        user.step()
        if let fault = user.fault {
          return (
            "\(fault) after: \(user.log.suffix(30).joined(separator: "; "))", standIns, hidden
          )
        }
        if user.chat.standInView != nil {
          standIns += 1
        } else if Keyboard.shared.frame == nil {
          hidden += 1
        }
      }
    }
    return (nil, standIns, hidden)
  }

  /// In every step of a dismissal, the row is on top of the keyboard or its stand-in. After every
  /// hide, the insets are the app's again.
  @Test func rowAndKeyboardTouchAndInsetsComeBack() {
    let random = RandomTests.generator()
    let users = RandomTests.rounds(150)
    let (fault, standIns, hidden) = run(users: users, isRough: false, random)
    withKnownIssue("a keyboard that was pushed away is taken to be up", isIntermittent: true) {
      #expect(fault == nil, "replay with MARKDOWN_EDITING_SEED=\(RandomTests.seed)")
    }
    #expect(standIns > users && hidden > users, "\(standIns) and \(hidden) steps")
    print("a stand-in in \(standIns) steps, no keyboard in \(hidden), of \(users * 120)")
  }

  @Test func roughTouchesDoNotPartThem() {
    let random = RandomTests.generator()
    let (fault, _, _) = run(users: RandomTests.rounds(150), isRough: true, random)
    #expect(fault == nil, "replay with MARKDOWN_EDITING_SEED=\(RandomTests.seed)")
  }
}
