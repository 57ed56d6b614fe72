#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import KeyboardGeometry
  import UIKit

  extension UIKeyboardLayoutGuide {
    /// The settings of the guide; setting them changes the guide.
    public var settings: KeyboardGuide {
      get {
        KeyboardGuide(
          followsUndocked: followsUndockedKeyboard, usesBottomSafeArea: usesBottomSafeArea,
          dismissPadding: Double(keyboardDismissPadding))
      }
      set {
        followsUndockedKeyboard = newValue.followsUndocked
        usesBottomSafeArea = newValue.usesBottomSafeArea
        keyboardDismissPadding = newValue.dismissPadding
      }
    }
  }

  extension UIView {
    /// Places a row on the keyboard with only the layout guide, as UIKit intends. The keyboard
    /// follows the finger that pulls it down (`keyboardDismissMode = .interactive`), and the row
    /// follows the keyboard. The drag may begin on the row.
    ///
    /// The receiver contains both views. The list ends at the upper edge of the row, so it needs no
    /// insets for the keyboard. Call it once, and ``updateKeyboardRow(_:)`` from
    /// `viewDidLayoutSubviews`.
    ///
    /// With ``InteractiveDismissalDriver``, the keyboard follows the row of the list instead, and
    /// moves only when the end of the list does.
    ///
    /// - Returns: the active constraints of the row and of the list's lower edge.
    @discardableResult
    public func placeOnKeyboard(_ row: UIView, below list: UIScrollView) -> [NSLayoutConstraint] {
      row.translatesAutoresizingMaskIntoConstraints = false
      let constraints = [
        row.leftAnchor.constraint(equalTo: leftAnchor),
        row.rightAnchor.constraint(equalTo: rightAnchor),
        row.bottomAnchor.constraint(equalTo: keyboardLayoutGuide.topAnchor),
        list.bottomAnchor.constraint(equalTo: row.topAnchor),
      ]
      NSLayoutConstraint.activate(constraints)
      list.keyboardDismissMode = .interactive
      return constraints
    }

    /// Lets a drag that dismisses the keyboard begin at the upper edge of the row's current frame.
    public func updateKeyboardRow(_ row: UIView) {
      keyboardLayoutGuide.keyboardDismissPadding = row.bounds.height
    }
  }
#endif
