import AppleAdapters
import EditorTestSupport
import KeyboardGeometry
@_spi(StandIn) import UIKit

/// A screen with one window, as on an iPhone with a home indicator, reset for each test. Tests on
/// it do not suspend, because there is one keyboard and one first responder.
@MainActor final class Stage {
  let screen: UIScreen
  let window: UIWindow

  init(
    _ size: CGSize = CGSize(width: 390, height: 844),
    safeArea: UIEdgeInsets = UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0),
    traits: UITraitCollection = UITraitCollection()
  ) {
    Keyboard.shared.reset()
    KeyboardHeightViewController.heightsOfProcess = [:]
    UIFontMetrics.factor = 1
    screen = UIScreen(size)
    window = UIWindow(screen: screen)
    Keyboard.shared.window = window
    window.setSafeArea(safeArea)
    window.setTraits(traits)
  }

  func fill<Content: UIView>(with view: Content) -> Content {
    view.frame = window.bounds
    window.addSubview(view)
    return view
  }

  func frameOnScreen(_ view: UIView) -> CGRect {
    view.convert(view.bounds, to: screen.coordinateSpace)
  }

  /// The upper edge of the keyboard, or the screen's lower edge if there is none.
  var keyboardTop: CGFloat { Keyboard.shared.frame?.minY ?? screen.bounds.maxY }

  /// Shows a keyboard without a responder.
  func showKeyboard(height: CGFloat = 336) {
    let screen = screen.bounds
    Keyboard.shared.show(
      CGRect(x: 0, y: screen.maxY - height, width: screen.width, height: height))
  }
}

/// A clock that a test advances.
@MainActor final class ManualClock {
  private(set) var times: [Duration] = []
  private var waiting: [CheckedContinuation<Void, Never>] = []
  var isWaiting: Bool { !waiting.isEmpty }

  func wait(_ time: Duration) async {
    times.append(time)
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Ends all waits, and lets what waited for them run until it waits again or ends.
  func tick() async {
    await settle()
    let ended = waiting
    waiting = []
    for continuation in ended { continuation.resume() }
    await settle()
  }

  /// Tasks on the main actor run in order, so that a few turns are enough.
  private func settle() async {
    for _ in 1...10 { await Task.yield() }
  }
}

/// Refreshes the bar of a Markdown text view, as an app's delegate does.
@MainActor final class RefreshingDelegate: NSObject, UITextViewDelegate {
  func textViewDidChangeSelection(_ textView: UITextView) {
    (textView as? MarkdownTextView)?.refreshBar()
  }

  /// Creates a text view with this delegate and marked text.
  func view(_ marked: String, bar: MarkdownInputAccessoryView = .init()) -> MarkdownTextView {
    let view = MarkdownTextView(bar: bar)
    view.delegate = self
    view.set(marked)
    view.refreshBar()
    return view
  }
}

/// Passes keys to a bar, as in the documentation of `takesKey`.
@MainActor final class TakingDelegate: NSObject, UITextViewDelegate {
  let bar = MarkdownInputAccessoryView()
  /// Called after each change of the text.
  var changed: (UITextView) -> Void = { _ in }
  func textView(
    _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
  ) -> Bool { !bar.takesKey(replacing: range, with: text) }
  func textViewDidChange(_ textView: UITextView) { changed(textView) }
}

extension UITextView {
  /// The text with `⟦…⟧` around the selection, or `‸` at the caret.
  var marked: String {
    MarkedText.render(
      self.text, utf16: selectedRange.location..<selectedRange.location + selectedRange.length)
  }
  func set(_ marked: String) {
    let (text, selection) = MarkedText.parseUTF16(marked)
    self.text = text
    if let selection { selectedRange = NSRange(selection) }
  }
}

extension UIView {
  @MainActor var buttons: [UIButton] {
    subviews.flatMap { [$0 as? UIButton].compactMap(\.self) + $0.buttons }
  }
  @MainActor func button(_ identifier: String) -> UIButton? {
    buttons.first { $0.accessibilityIdentifier == identifier }
  }
  /// The visible buttons, from left to right.
  @MainActor var visibleButtons: [UIButton] {
    buttons.filter { !$0.isHidden }.sorted { $0.frame.minX < $1.frame.minX }
  }
}
