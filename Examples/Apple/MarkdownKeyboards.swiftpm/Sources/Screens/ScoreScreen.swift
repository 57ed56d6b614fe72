import AppleAdapters
import UIKit

/// A score with a keyboard of its own: a key for each note, and a bar with the signs above it.
final class ScoreViewController: UIViewController {
  let score = MusicScoreView(frame: .zero)

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(score)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    score.frame = view.bounds
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    _ = score.becomeFirstResponder()
  }
}

/// Notes in a row. The view has no text and chooses its own keyboard.
final class MusicScoreView: KeyboardOwnerView {
  private(set) var notes: [String] = [] {
    didSet { label.text = notes.joined(separator: " ") }
  }
  private let label = UILabel(frame: CGRect(x: 20, y: 80, width: 350, height: 40))
  private let signs = MarkdownInputAccessoryView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(label)
    signs.ownItems = [
      AccessoryBar.Item(own: .own("♯"), title: "Sharp", symbolName: "number"),
      AccessoryBar.Item(own: .own("♭"), title: "Flat", symbolName: ""),
    ]
    signs.onOwnItem = { [weak self] in self?.play($0.name) }
  }

  required init?(coder: NSCoder) { nil }

  override var bar: UIView? { signs }
  override func makePanel() -> KeyboardInputView? {
    MusicPanel(frame: .zero, inputViewStyle: .keyboard)
  }

  func play(_ note: String) { notes.append(note) }
  func takeBack() { if !notes.isEmpty { notes.removeLast() } }
}

/// A key for each note. The panel must not hold a strong reference to the score, which holds it.
final class MusicPanel: KeyboardInputView {
  override var contentHeight: Double? { 160 }
  private(set) var keys: [UIButton] = []

  override init(frame: CGRect, inputViewStyle: UIInputView.Style) {
    super.init(frame: frame, inputViewStyle: inputViewStyle)
    for note in ["C", "D", "E", "F", "G", "A", "B", "⌫"] {
      var configuration = UIButton.Configuration.gray()
      configuration.title = note
      let key = UIButton(
        configuration: configuration, primaryAction: UIAction { [weak self] _ in self?.press(note) }
      )
      keys.append(key)
      addSubview(key)
    }
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = bounds.width / CGFloat(keys.count)
    for (index, key) in keys.enumerated() {
      key.frame = CGRect(x: CGFloat(index) * width, y: 0, width: width, height: 160)
    }
  }

  private func press(_ note: String) {
    guard let score = owner as? MusicScoreView else { return }
    if note == "⌫" { score.takeBack() } else { score.play(note) }
  }
}
