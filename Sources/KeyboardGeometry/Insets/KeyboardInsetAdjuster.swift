/// Keeps a scroll view's content out from under the keyboard, and gives back the exact insets.
///
/// What the scroll view had before is saved at the first transition that covers something; every
/// later inset is computed from that, never from the current one, so any number of shows in a row
/// does no harm. It is given back when the covering ends: a hide, undocking, a view that moved.
public struct KeyboardInsetAdjuster: Hashable, Sendable {
  /// How the keyboard's share is joined with the view's own bottom inset.
  public enum Join: String, Hashable, Sendable, CaseIterable {
    /// The keyboard's share alone.
    case replace
    /// The larger of the two: the own inset makes room for a bar that the keyboard covers too.
    case max
    /// Both: the own inset is a distance that is wanted above the keyboard as well.
    case add
  }

  /// What becomes of insets that the app sets while the keyboard covers the view.
  public enum ForeignChange: String, Hashable, Sendable, CaseIterable {
    /// A margin the app sets is taken for the one it wants without a keyboard.
    case adopt
    /// It is overwritten at the next change, and at the end the saved insets come back.
    case ignore
  }

  /// What the adjuster asks for: new insets, animated as the keyboard is.
  package struct Change: Hashable, Sendable {
    /// The insets to set.
    package var insets: ScrollInsets
    /// How to animate them.
    package var animation: KeyboardAnimation

    /// Makes a change.
    package init(insets: ScrollInsets, animation: KeyboardAnimation) {
      self.insets = insets
      self.animation = animation
    }
  }

  /// How the keyboard's share is joined with the own bottom inset.
  public var join: Join
  /// What becomes of insets that the app sets meanwhile.
  public var foreignChange: ForeignChange
  /// Whether an undocked or floating keyboard counts.
  public var followsUndocked: Bool
  /// Whether another app's keyboard is left out of account; its hide always counts.
  public var ignoresNonLocal: Bool
  /// The insets to be given back; nil while nothing is covered.
  package internal(set) var original: ScrollInsets?
  /// The keyboard's frame as last reported, in screen coordinates; nil while it is hidden.
  package internal(set) var keyboard: LayoutRect?
  /// The insets last asked for; nil while nothing is covered.
  package internal(set) var applied: ScrollInsets?

  /// Makes an adjuster for a scroll view that nothing covers.
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
