import AppleAdapters
import UIKit

/// A list whose last row is the field: scrolled down, the row pushes the keyboard away.
final class ChatViewController: UIViewController, UIScrollViewDelegate {
  let list = UIScrollView(frame: .zero)
  let field = UITextField(frame: .zero)
  private let messages = makeMessages()
  private var dismissal: InteractiveDismissalDriver?

  override func viewDidLoad() {
    super.viewDidLoad()
    list.delegate = self
    view.addSubview(list)
    for message in messages { list.addSubview(message) }
    field.placeholder = "Message"
    list.addSubview(field)
    let driver = InteractiveDismissalDriver(list: list, in: view)
    driver.responder = field
    driver.rowMaxY = { [weak self] in Double(self?.field.frame.maxY ?? 0) }
    dismissal = driver
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    list.frame = view.bounds
    let width = view.bounds.width
    let end = layOut(messages, width: width)
    field.frame = CGRect(x: 0, y: end, width: width, height: 44)
    list.contentSize = CGSize(width: width, height: field.frame.maxY)
    dismissal?.viewChanged()
  }

  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
    dismissal?.begin(standIn: .plainPanel)
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) { dismissal?.didScroll() }

  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    dismissal?.release(velocity: velocity, targetContentOffset: targetContentOffset)
  }

  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    dismissal?.dragEnded()
  }

  override func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    super.viewWillTransition(to: size, with: coordinator)
    dismissal?.abort()
  }
}

/// The messages of both chats.
@MainActor func makeMessages() -> [UILabel] {
  let texts = [
    "Did the seeds arrive?", "Basil and dill, yes.", "And the cress?", "Next week.",
    "We sow on Saturday.", "In pots?", "The dill in pots.", "The basil at the window.",
  ]
  return (0..<20).map { index in
    let label = UILabel(frame: .zero)
    label.text = texts[index % texts.count]
    label.backgroundColor = index.isMultiple(of: 2) ? .systemGray6 : .systemGray5
    return label
  }
}

/// Places messages one below the other, on two sides. Returns their lower edge.
@MainActor func layOut(_ messages: [UILabel], width: CGFloat) -> CGFloat {
  for (index, message) in messages.enumerated() {
    let x = index.isMultiple(of: 2) ? 16 : width - 236
    message.frame = CGRect(x: x, y: CGFloat(index) * 44 + 4, width: 220, height: 36)
  }
  return CGFloat(messages.count) * 44
}
