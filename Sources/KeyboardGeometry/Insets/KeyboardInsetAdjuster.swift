/// Keeps the content of a scroll view above the keyboard, and restores the exact insets afterwards.
///
/// The insets are saved at the first transition that covers the view. Every later inset is computed
/// from the saved one, never from the current one, so repeated transitions are harmless. They are
/// restored when the keyboard no longer covers the view: after a hide, undocking, or a move.
public struct KeyboardInsetAdjuster: Hashable, Sendable {
  /// The way to combine the keyboard's share with the view's own bottom inset.
  public enum Join: String, Hashable, Sendable, CaseIterable {
    /// The keyboard's share alone.
    case replace
    /// The larger of the two, for an inset that makes room for a bar which the keyboard covers too.
    case max
    /// The sum, for an inset that is a distance above the keyboard too.
    case add
  }

  /// The treatment of insets that the app sets while the keyboard covers the view.
  public enum ForeignChange: String, Hashable, Sendable, CaseIterable {
    /// The new margin counts as the one for the time without a keyboard.
    case adopt
    /// The next change overwrites it, and at the end the saved insets are restored.
    case ignore
  }

  /// A request for new insets, with the keyboard's animation.
  package struct Change: Hashable, Sendable {
    package var insets: ScrollInsets
    package var animation: KeyboardAnimation

    package init(insets: ScrollInsets, animation: KeyboardAnimation) {
      self.insets = insets
      self.animation = animation
    }
  }

  /// The way to combine the keyboard's share with the view's own bottom inset.
  public var join: Join
  /// The treatment of insets that the app sets in the meantime.
  public var foreignChange: ForeignChange
  /// Whether an undocked or floating keyboard counts.
  public var followsUndocked: Bool
  /// Whether another app's keyboard is ignored; its hide always counts.
  public var ignoresNonLocal: Bool
  /// The saved insets; nil while the view is not covered.
  package internal(set) var original: ScrollInsets?
  /// The last reported frame of the keyboard, in screen coordinates; nil while it is hidden.
  package internal(set) var keyboard: LayoutRect?
  /// The last requested insets; nil while the view is not covered.
  package internal(set) var applied: ScrollInsets?

  /// Creates an adjuster for a scroll view that is not covered.
  public init(
    join: Join = .max, foreignChange: ForeignChange = .adopt, followsUndocked: Bool = false,
    ignoresNonLocal: Bool = false
  ) {
    self.join = join
    self.foreignChange = foreignChange
    self.followsUndocked = followsUndocked
    self.ignoresNonLocal = ignoresNonLocal
  }
}
