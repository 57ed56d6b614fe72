#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import UIKit

  /// Repeats the action of a button while it is pressed, as a keyboard does with a key.
  @MainActor final class KeyRepeat {
    /// The time before the second action.
    static var delay = Duration.milliseconds(500)
    /// The time between two later actions.
    static var interval = Duration.milliseconds(100)
    private let action: @MainActor () -> Bool
    private var task: Task<Void, Never>?

    /// Creates a repeater for a button.
    ///
    /// - Parameter action: called at once, and until it returns false or the button is released.
    init(_ button: UIButton, action: @escaping @MainActor () -> Bool) {
      self.action = action
      button.addAction(UIAction { [weak self] _ in self?.press() }, for: .touchDown)
      button.addAction(
        UIAction { [weak self] _ in self?.release() },
        for: [.touchUpInside, .touchUpOutside, .touchCancel])
    }

    private func press() {
      release()
      guard action() else { return }
      task = Task { [weak self] in
        try? await Task.sleep(for: Self.delay)
        while !Task.isCancelled, let self, self.action() {
          try? await Task.sleep(for: Self.interval)
        }
      }
    }

    private func release() {
      task?.cancel()
      task = nil
    }
  }
#endif
