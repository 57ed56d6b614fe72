#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import KeyboardGeometry
  import UIKit

  /// The fields of a form, in the order in which the arrows of a bar above the keyboard go through
  /// them: as one reads, in the direction of the interface.
  @MainActor public struct FormFields {
    /// The order; a field's number is that of its view.
    package let order: FieldOrder<Int>
    private let views: [UIView]

    /// Finds the text inputs in a form that can be seen. One that cannot be edited now is passed over.
    public init(in form: UIView) {
      let views = Self.inputs(in: form)
      let isRightToLeft = form.effectiveUserInterfaceLayoutDirection == .rightToLeft
      let fields = views.enumerated().map { number, view in
        FieldOrder<Int>.Field(
          id: number, frame: LayoutRect(view.convert(view.bounds, to: form)),
          isEnabled: (view as? UITextView)?.isEditable ?? view.canBecomeFirstResponder)
      }
      order = FieldOrder(
        fields, arrangement: isRightToLeft ? .readingRightToLeft : .readingLeftToRight)
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

    /// The inputs in a view, without what they are made of.
    private static func inputs(in view: UIView) -> [UIView] {
      view.subviews.filter { !$0.isHidden }.flatMap { subview in
        subview is any UITextInput ? [subview] : inputs(in: subview)
      }
    }
  }
#endif
