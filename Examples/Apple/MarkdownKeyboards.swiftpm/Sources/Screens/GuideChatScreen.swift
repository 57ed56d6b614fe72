import AppleAdapters
import UIKit

/// The system's own way to dismiss the keyboard: it follows the finger that pulls it down, and the
/// row, below the list, follows the keyboard. The list's last row need not be visible.
final class GuideChatViewController: UIViewController {
  let list = UIScrollView(frame: .zero)
  let field = UITextField(frame: .zero)
  private let messages = makeMessages()

  override func viewDidLoad() {
    super.viewDidLoad()
    for message in messages { list.addSubview(message) }
    field.placeholder = "Message"
    list.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(list)
    view.addSubview(field)
    NSLayoutConstraint.activate([
      list.topAnchor.constraint(equalTo: view.topAnchor),
      list.leftAnchor.constraint(equalTo: view.leftAnchor),
      list.rightAnchor.constraint(equalTo: view.rightAnchor),
      field.heightAnchor.constraint(equalToConstant: 44),
    ])
    view.placeOnKeyboard(field, below: list)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let width = view.bounds.width
    list.contentSize = CGSize(width: width, height: layOut(messages, width: width))
    view.updateKeyboardRow(field)
  }
}
