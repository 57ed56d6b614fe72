#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import KeyboardGeometry
  import UIKit

  /// The fields of a form in reading order, in the direction of the interface. The arrows of a bar
  /// above the keyboard use this order.
  @MainActor public struct FormFields {
    /// The order; a field's identifier is the index of its view.
    package let order: FieldOrder<Int>
    private let views: [UIView]

    /// Finds the visible text inputs in a form. The arrows skip those that cannot be edited now.
    public init(in form: UIView) {
      let views = Self.inputs(in: form)
      let fields = views.enumerated().map { number, view in
        FieldOrder<Int>.Field(
          id: number, frame: LayoutRect(view.convert(view.bounds, to: form)),
          isEnabled: (view as? UITextView)?.isEditable ?? view.canBecomeFirstResponder)
      }
      order = FieldOrder(
        fields, isRightToLeft: form.effectiveUserInterfaceLayoutDirection == .rightToLeft)
      self.views = views
    }

    /// The field after this one; nil at the end.
    public func next(after view: UIView) -> UIView? {
      number(of: view).flatMap(order.next).map { views[$0] }
    }

    /// The field before this one; nil at the beginning.
    public func previous(before view: UIView) -> UIView? {
      number(of: view).flatMap(order.previous).map { views[$0] }
    }

    private func number(of view: UIView) -> Int? { views.firstIndex { $0 === view } }

    private static func inputs(in view: UIView) -> [UIView] {
      view.subviews.filter { !$0.isHidden }.flatMap { subview in
        subview is any UITextInput ? [subview] : inputs(in: subview)
      }
    }
  }
#endif
