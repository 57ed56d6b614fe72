import AccessoryCommands
import AppleAdapters
import KeyboardGeometry
import UIKit

/// A score with a keyboard of notes, and the Markdown bar above it.
final class ScoreView: KeyboardOwnerView {
  private(set) var notes: [String] = []
  private let markdown = MarkdownInputAccessoryView(rows: BarRow.standard)

  override var bar: UIView? { markdown }
  override func makePanel() -> KeyboardPanel? { NotePanel(owner: self) }

  func play(_ note: String) { notes.append(note) }
}

final class NotePanel: KeyboardPanel {
  override var panelHeight: Double? { 160 }

  func press(_ note: String) { (owner as? ScoreView)?.play(note) }
}

/// The keyboard of the extension, half as high as the screen.
final class HalfKeyboard: KeyboardHeightViewController {
  override var heightStrategy: KeyboardHeightController.Strategy { .ownEdges }

  override func viewDidLoad() {
    super.viewDidLoad()
    heightPolicy = .screenFraction(0.5)
    view.addSubview(makeNextKeyboardButton())
  }
}
