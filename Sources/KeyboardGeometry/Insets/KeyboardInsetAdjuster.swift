/// Keeps the content of a scroll view above the keyboard, and restores the exact insets afterwards.
///
/// The insets are saved at the first transition that covers the view. Every later inset is computed
/// from the saved one, never from the current one, so repeated transitions are harmless. They are
/// restored when the keyboard no longer covers the view: after a hide, undocking, or a move. A
/// margin that the app sets in the meantime counts as the one for the time without a keyboard.
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
  /// Whether an undocked or floating keyboard counts.
  public var followsUndocked: Bool
  /// Whether another app's keyboard is ignored; its hide always counts.
  public var ignoresNonLocal: Bool
  /// The saved insets; nil while the view is not covered.
  package private(set) var original: ScrollInsets?
  /// The last reported frame of the keyboard, in screen coordinates; nil while it is hidden.
  package private(set) var keyboard: LayoutRect?
  /// The last requested insets; nil while the view is not covered.
  package private(set) var applied: ScrollInsets?

  /// Creates an adjuster for a scroll view that is not covered.
  public init(
    join: Join = .max, followsUndocked: Bool = false, ignoresNonLocal: Bool = false
  ) {
    self.join = join
    self.followsUndocked = followsUndocked
    self.ignoresNonLocal = ignoresNonLocal
  }

  /// Processes a transition; nil if the insets need no change. Without surroundings, the view is not
  /// in a window: the keyboard's frame is kept for `viewChanged`, and a hide restores the insets.
  package mutating func handle(
    _ transition: KeyboardFrameTransition, in surroundings: KeyboardDriver.Surroundings?,
    current: ScrollInsets
  ) -> Change? {
    if transition.isMeaningless { return nil }
    if ignoresNonLocal, !transition.isLocal, !transition.event.isHide { return nil }
    keyboard = transition.event.isHide ? nil : transition.endFrame
    if let surroundings { return settle(surroundings, current, transition.animation) }
    return keyboard == nil ? giveBack(current, transition.animation) : nil
  }

  /// Processes a change of the view while the keyboard stays in place, which no notification
  /// reports; nil if the insets need no change.
  package mutating func viewChanged(
    in surroundings: KeyboardDriver.Surroundings, current: ScrollInsets
  ) -> Change? {
    keyboard == nil ? nil : settle(surroundings, current, .none)
  }

  private mutating func settle(
    _ surroundings: KeyboardDriver.Surroundings, _ current: ScrollInsets,
    _ animation: KeyboardAnimation
  ) -> Change? {
    let obstruction =
      keyboard.map { surroundings.obstruction(of: $0, followsUndocked: followsUndocked) } ?? 0
    // The keyboard covers the safe area too, which the system adds by itself.
    let share = obstruction - surroundings.automaticBottom
    guard share > 0 else { return giveBack(current, animation) }
    let own = ownInsets(current)
    let wanted = own.replacingBottoms { bottom in
      switch join {
      case .replace: share
      case .max: Swift.max(bottom, share)
      case .add: bottom + share
      }
    }
    original = own
    applied = wanted
    return wanted == current ? nil : Change(insets: wanted, animation: animation)
  }

  /// Restores the view's own insets; nil if they are in place.
  ///
  /// For a keyboard that leaves without a notification, as after an interactive dismissal.
  package mutating func restore(current: ScrollInsets) -> Change? {
    keyboard = nil
    return giveBack(current, .none)
  }

  private mutating func giveBack(_ current: ScrollInsets, _ animation: KeyboardAnimation) -> Change?
  {
    guard original != nil else { return nil }
    let own = ownInsets(current)
    original = nil
    applied = nil
    return own == current ? nil : Change(insets: own, animation: animation)
  }

  /// The insets of the view without a keyboard, with the app's changes in the meantime.
  private func ownInsets(_ current: ScrollInsets) -> ScrollInsets {
    guard let original, let applied else { return current }
    return ScrollInsets(
      content: original.content.adopting(current.content, over: applied.content),
      indicator: original.indicator.adopting(current.indicator, over: applied.indicator))
  }
}
