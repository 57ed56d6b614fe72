#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import KeyboardGeometry
  import UIKit

  /// The fields of a form in reading order, in the direction of the interface. The arrows of a bar
  /// above the keyboard use this order.
  @MainActor public struct FormFields {
    private let views: [UIView]

    /// Finds the visible text inputs in a form. The arrows skip those that cannot be edited now.
    public init(in form: UIView) {
      let views = Self.inputs(in: form)
      let frames = views.map { LayoutRect($0.convert($0.bounds, to: form)) }
      let isRightToLeft = form.effectiveUserInterfaceLayoutDirection == .rightToLeft
      self.views = frames.readingOrder(isRightToLeft: isRightToLeft).map { views[$0] }
    }

    /// The field after this one; nil at the end.
    public func next(after view: UIView) -> UIView? {
      index(of: view).flatMap { views[($0 + 1)...].first(where: Self.canBeEdited) }
    }

    /// The field before this one; nil at the beginning.
    public func previous(before view: UIView) -> UIView? {
      index(of: view).flatMap { views[..<$0].last(where: Self.canBeEdited) }
    }

    private func index(of view: UIView) -> Int? { views.firstIndex { $0 === view } }

    private static func canBeEdited(_ view: UIView) -> Bool {
      (view as? UITextView)?.isEditable ?? view.canBecomeFirstResponder
    }

    private static func inputs(in view: UIView) -> [UIView] {
      view.subviews.filter { !$0.isHidden }.flatMap { subview in
        subview is any UITextInput ? [subview] : inputs(in: subview)
      }
    }
  }
#endif
