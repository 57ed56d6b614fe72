import AppleAdapters
import UIKit

/// The principal class of a keyboard extension. The keyboard is as high as the system's and a bar,
/// which acts on the document of the app that uses the keyboard.
final class KeyboardViewController: KeyboardHeightViewController {
  let bar = MarkdownInputAccessoryView()
  private(set) var keys: [UIButton] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    heightPolicy = .systemPlus(44)
    barHeight = 44
    bar.attach(toDocumentOf: self)
    view.addSubview(bar)
    let titles = ["#", "-", "*", "`", "[", "]", ">", "space", "return", "delete"]
    keys = titles.map(makeKey) + [makeNextKeyboardButton()]
    for key in keys { view.addSubview(key) }
  }

  /// The measured heights of the system's keyboard, kept for the next time that the keyboard appears.
  override var measuredHeights: [String: Double] {
    get { UserDefaults.standard.dictionary(forKey: "heights") as? [String: Double] ?? [:] }
    set { UserDefaults.standard.set(newValue, forKey: "heights") }
  }

  /// Arranges two rows of equally wide keys below the bar and above the home indicator.
  override func layOutKeys(for size: LayoutSize) {
    bar.frame = CGRect(x: 0, y: 0, width: size.width, height: 44)
    let columns = (keys.count + 1) / 2
    let width = size.width / Double(columns)
    let height = (size.height - view.safeAreaInsets.bottom) / 2
    for (index, key) in keys.enumerated() {
      key.frame = CGRect(
        x: Double(index % columns) * width, y: 44 + Double(index / columns) * height,
        width: width, height: height)
    }
  }

  override func textDidChange(_ textInput: (any UITextInput)?) { bar.refresh() }
  override func selectionDidChange(_ textInput: (any UITextInput)?) { bar.refresh() }

  private func makeKey(_ title: String) -> UIButton {
    var configuration = UIButton.Configuration.gray()
    configuration.title = title
    let action = UIAction { [weak self] _ in self?.press(title) }
    let key = UIButton(configuration: configuration, primaryAction: action)
    key.accessibilityIdentifier = title
    return key
  }

  private func press(_ title: String) {
    switch title {
    case "space": textDocumentProxy.insertText(" ")
    case "return": textDocumentProxy.insertText("\n")
    case "delete": textDocumentProxy.deleteBackward()
    default: textDocumentProxy.insertText(title)
    }
    bar.refresh()
  }
}
