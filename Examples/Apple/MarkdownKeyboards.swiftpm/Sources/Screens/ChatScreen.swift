import AppleAdapters
import UIKit

/// A list whose last row is the field: scrolled down, the row pushes the keyboard away.
final class ChatViewController: UIViewController, UIScrollViewDelegate {
  let list = UIScrollView(frame: .zero)
  let field = UITextField(frame: .zero)
  private var messages: [UILabel] = []
  private var dismissal: InteractiveDismissalDriver?

  override func viewDidLoad() {
    super.viewDidLoad()
    list.delegate = self
    view.addSubview(list)
    for number in 1...20 {
      let label = UILabel(frame: .zero)
      label.text = "Message \(number)"
      messages.append(label)
      list.addSubview(label)
    }
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
    for (index, label) in messages.enumerated() {
      label.frame = CGRect(x: 16, y: CGFloat(index) * 44, width: width - 32, height: 44)
    }
    field.frame = CGRect(x: 0, y: CGFloat(messages.count) * 44, width: width, height: 44)
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
