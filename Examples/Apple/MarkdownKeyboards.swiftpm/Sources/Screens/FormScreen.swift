import AppleAdapters
import UIKit

/// A form that keeps its fields out from under the keyboard, with arrows from field to field.
final class FormViewController: UIViewController {
  let form = UIScrollView(frame: .zero)
  let name = UITextField(frame: .zero)
  let note = MarkdownTextView()
  /// A button just above the keyboard.
  private(set) lazy var nextButton = UIButton(
    configuration: .tinted(),
    primaryAction: UIAction(title: "Next") { [weak self] _ in self?.goOn() })
  private var insets: ScrollViewKeyboardAdjuster?
  private var keyboard: KeyboardObserver?
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
    view.addSubview(nextButton)
    // Inside the keyboard's animation, with the part of the view that the keyboard covers.
    keyboard = KeyboardObserver(covering: view) { [weak self] in self?.placeButton(above: $0) }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    form.frame = view.bounds
    let width = view.bounds.width - 32
    name.frame = CGRect(x: 16, y: 60, width: width, height: 44)
    note.frame = CGRect(x: 16, y: 120, width: width, height: 300)
    form.contentSize = CGSize(width: view.bounds.width, height: note.frame.maxY)
    insets?.viewChanged()
    if let keyboard { placeButton(above: keyboard.coverage(of: view)) }
  }

  private func placeButton(above coverage: KeyboardCoverage) {
    let bottom = coverage.height > 0 ? coverage.minY : coverage.minY - view.safeAreaInsets.bottom
    nextButton.frame = CGRect(x: view.bounds.width - 96, y: bottom - 52, width: 80, height: 44)
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
