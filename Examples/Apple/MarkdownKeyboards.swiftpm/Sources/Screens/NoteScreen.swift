import AppleAdapters
import UIKit

/// A text view with the Markdown bar above its keyboard, and insets that follow the keyboard.
final class NoteViewController: UIViewController, UITextViewDelegate {
  let textView = MarkdownTextView()
  private var insets: ScrollViewKeyboardAdjuster?

  override func viewDidLoad() {
    super.viewDidLoad()
    textView.text = "# Seeds\n\nSee the **seed** list.\n\n- [ ] basil\n- [ ] dill\n"
    textView.delegate = self
    textView.bar.ownItems = [
      AccessoryBar.Item(own: .own("date"), title: "Date", symbolName: "calendar")
    ]
    textView.bar.onOwnItem = { [weak self] _ in
      self?.textView.insertText(Date.now.formatted(date: .abbreviated, time: .omitted))
    }
    view.addSubview(textView)
    // On an iPad, the buttons are in the shortcut bar, even with a hardware keyboard. If Shortcuts
    // are switched off in Settings, they are above the keyboard.
    if traitCollection.userInterfaceIdiom == .pad { textView.barPlacement = .shortcutBar }
    insets = ScrollViewKeyboardAdjuster(textView)
    insets?.alongside = { [weak self] in self?.showCaret() }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    textView.frame = view.bounds
    insets?.viewChanged()
  }

  func textViewDidChangeSelection(_ textView: UITextView) {
    showCaret()
  }

  private func showCaret() {
    guard let caret = textView.selectedTextRange?.end else { return }
    textView.reveal(textView.caretRect(for: caret))
  }
}
