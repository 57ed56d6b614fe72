import AppleAdapters
import KeyboardGeometry
import UIKit

/// A form that keeps its fields out from under the keyboard, with arrows from field to field.
final class FormViewController: UIViewController {
  private let form = UIScrollView(frame: .zero)
  private let name = UITextField(frame: .zero)
  private let note = MarkdownTextView()
  private var insets: ScrollViewKeyboardAdjuster?
  private(set) var heard: [KeyboardTracker.Happening] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(form)
    form.addSubview(name)
    form.addSubview(note)
    var traits = KeyboardTraits.markdown
    traits.autocapitalization = .words
    name.apply(traits)
    if traitCollection.userInterfaceIdiom == .pad { note.barPlacement = .shortcutBar }
    let adjuster = ScrollViewKeyboardAdjuster(form, adjuster: .init(join: .max))
    adjuster.alongside = { [weak self] _ in self?.showField() }
    adjuster.happened = { [weak self] in self?.heard.append($0) }
    insets = adjuster
    view.keyboardLayoutGuide.settings = KeyboardGuide(dismissPadding: 44)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    form.frame = view.bounds
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
