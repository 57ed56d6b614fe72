import AppleAdapters
import UIKit

/// A form that keeps its fields out from under the keyboard, with arrows from field to field.
final class FormViewController: UIViewController {
  let form = UIScrollView(frame: .zero)
  let name = UITextField(frame: .zero)
  let note = MarkdownTextView()
  private var insets: ScrollViewKeyboardAdjuster?
  private(set) var heard: [KeyboardTracker.Happening] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(form)
    form.addSubview(name)
    form.addSubview(note)
    name.turnOffSmartTyping()
    name.autocapitalizationType = .words
    name.text = "Ada"
    note.text = "- [x] basil\n- [ ] dill"
    if traitCollection.userInterfaceIdiom == .pad { note.barPlacement = .shortcutBar }
    let adjuster = ScrollViewKeyboardAdjuster(form, adjuster: .init(join: .max))
    adjuster.alongside = { [weak self] in self?.showField() }
    adjuster.happened = { [weak self] in self?.heard.append($0) }
    insets = adjuster
    view.keyboardLayoutGuide.settings = KeyboardGuide(dismissPadding: 44)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    form.frame = view.bounds
    let width = view.bounds.width - 32
    name.frame = CGRect(x: 16, y: 60, width: width, height: 44)
    note.frame = CGRect(x: 16, y: 120, width: width, height: 300)
    form.contentSize = CGSize(width: view.bounds.width, height: note.frame.maxY)
    insets?.viewChanged()
  }

  func goOn() {
    let field: UIView = name.isFirstResponder ? name : note
    _ = FormFields(in: form).next(after: field)?.becomeFirstResponder()
  }

  private func showField() {
    let field: UIView = name.isFirstResponder ? name : note
    form.reveal(field.convert(field.bounds, to: form), by: .centred(minimumAbove: 20))
  }
}
