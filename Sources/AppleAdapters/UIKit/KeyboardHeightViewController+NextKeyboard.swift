#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import MarkdownEditing
  import KeyboardGeometry
  import UIKit

  extension KeyboardSizeClass {
    /// A size class of UIKit.
    package init(_ sizeClass: UIUserInterfaceSizeClass) {
      switch sizeClass {
      case .compact: self = .compact
      case .regular: self = .regular
      default: self = .unspecified
      }
    }
  }

  /// The root view of a keyboard. It may click: UIKit asks the view that is up.
  package final class KeyboardInputView: UIInputView, UIInputViewAudioFeedback {
    /// Whether `playInputClick` makes a sound while the view is up.
    package var enableInputClicksWhenVisible: Bool { true }
  }

  extension KeyboardHeightViewController {
    /// Plays the sound of a key, as the user's settings allow.
    public func playClick() { UIDevice.current.playInputClick() }

    /// Makes the button that goes to the next keyboard, and shows the list of keyboards when it is
    /// held. Every keyboard needs one if `needsInputModeSwitchKey` is `true`; otherwise, this one hides
    /// itself. The caller puts it among the keys.
    ///
    /// - Parameter wording: has the name that VoiceOver speaks.
    public func makeNextKeyboardButton(
      wording: AccessoryBar.Wording = AccessoryBar.Wording()
    ) -> UIButton {
      var configuration = UIButton.Configuration.plain()
      configuration.image = UIImage(systemName: "globe")
      let button = UIButton(configuration: configuration)
      button.accessibilityIdentifier = "next keyboard"
      button.accessibilityLabel = wording["next-keyboard"]
      // The list has to be told of every touch, so that it opens where the key is held.
      button.addTarget(
        self, action: Selector(("handleInputModeListFromView:withEvent:")), for: .allTouchEvents)
      nextKeyboardButton = button
      return button
    }

    /// Calls `changed` whenever a trait changes on which a height can depend.
    func followTraits(_ changed: @escaping @MainActor () -> Void) {
      registerForTraitChanges(
        [UITraitHorizontalSizeClass.self, UITraitVerticalSizeClass.self]
      ) { (_: KeyboardHeightViewController, _: UITraitCollection) in changed() }
    }
  }
#endif
