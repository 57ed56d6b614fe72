import AppleAdapters
import UIKit

extension UIView {
  /// The view and all views in it.
  @MainActor private var tree: [UIView] { [self] + subviews.flatMap { $0.tree } }

  /// The button with an accessibility identifier, anywhere in the view.
  @MainActor func button(_ identifier: String) -> UIButton? {
    tree.first { $0.accessibilityIdentifier == identifier } as? UIButton
  }

  /// The buttons in the view.
  @MainActor var buttons: [UIButton] { tree.compactMap { $0 as? UIButton } }

  /// The buttons that can be seen, from left to right.
  @MainActor var visibleButtons: [UIButton] {
    buttons.filter { !$0.isHidden }
      .sorted { $0.frame.minX < $1.frame.minX }
  }
}
