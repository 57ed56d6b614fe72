#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import MarkdownEditing
  import KeyboardGeometry
  import UIKit

  extension KeyboardSizeClass {
    package init(_ sizeClass: UIUserInterfaceSizeClass) {
      switch sizeClass {
      case .compact: self = .compact
      case .regular: self = .regular
      default: self = .unspecified
      }
    }
  }

  /// The root view of a keyboard; UIKit asks it whether it plays key clicks.
  package final class KeyboardInputView: UIInputView, UIInputViewAudioFeedback {
    /// Whether `playInputClick` makes a sound while the view is visible.
    package var enableInputClicksWhenVisible: Bool { true }
  }

  extension KeyboardHeightViewController {
    /// Plays the sound of a key, if the user's settings allow it.
    public func playClick() { UIDevice.current.playInputClick() }

    /// Creates the button for the next keyboard, which shows the list of keyboards while it is
    /// held. Every keyboard needs one if `needsInputModeSwitchKey` is `true`; otherwise, it hides
    /// itself. The caller adds it to the keys.
    ///
    /// - Parameter wording: contains the name that VoiceOver speaks.
    public func makeNextKeyboardButton(
      wording: AccessoryBar.Wording = AccessoryBar.Wording()
    ) -> UIButton {
      var configuration = UIButton.Configuration.plain()
      configuration.image = UIImage(systemName: "globe")
      let button = UIButton(configuration: configuration)
      button.accessibilityIdentifier = "next keyboard"
      button.accessibilityLabel = wording["next-keyboard"]
      // The list must receive every touch, so that it opens where the key is held.
      button.addTarget(
        self, action: Selector(("handleInputModeListFromView:withEvent:")), for: .allTouchEvents)
      nextKeyboardButton = button
      return button
    }

    /// Calls `changed` when a trait that can affect the height changes.
    func followTraits(_ changed: @escaping @MainActor () -> Void) {
      registerForTraitChanges([UITraitVerticalSizeClass.self]) {
        (_: KeyboardHeightViewController, _: UITraitCollection) in changed()
      }
    }
  }
#endif
