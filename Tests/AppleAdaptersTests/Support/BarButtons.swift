import AppleAdapters
import UIKit

extension UIView {
  @MainActor private var tree: [UIView] { [self] + subviews.flatMap { $0.tree } }

  @MainActor func button(_ identifier: String) -> UIButton? {
    tree.first { $0.accessibilityIdentifier == identifier } as? UIButton
  }

  @MainActor var buttons: [UIButton] { tree.compactMap { $0 as? UIButton } }

  /// The visible buttons, from left to right.
  @MainActor var visibleButtons: [UIButton] {
    buttons.filter { !$0.isHidden }
      .sorted { $0.frame.minX < $1.frame.minX }
  }
}
